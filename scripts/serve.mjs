// Serves a folder as a plain static host would, for tests and measurements, using only Node's own modules:
//   node scripts/serve.mjs [--dir target/site] [--port 8080] [--host 0.0.0.0] [--prefix /sub/path]
// Files are read and compressed (gzip -9) on first request and cached until they change. An unknown path is a 404, with
// the app's own 404.html if it has one. --port 0 takes a free port; the first line printed names it.
import { createServer } from 'node:http';
import { readFile, stat } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { extname, join, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};
const PACKED = /^\.(ico|png|webp|woff2)$/;
// Files named by their contents, `name-<hash>.ext`, never change. Everything else is revalidated each time.
const HASHED = /-[0-9a-f]{16}\.[^/]+$/;
/** What a host should send with every answer; docs/hosting.md has the reasons. (HSTS is only for HTTPS.) */
export const HEADERS = {
  'Content-Security-Policy': "frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/**
 * Starts serving; resolves to `{ url, port, close }`, rejects if the port is taken. `log` is called with the path
 * and status of each request.
 */
export async function serve({ dir, port = 0, host = '127.0.0.1', prefix = '/', log }) {
  const root = resolve(dir);
  const base = `/${prefix}/`.replace(/\/+/g, '/');
  const kept = new Map();

  /** A file under the root with its contents, or undefined. */
  async function find(path) {
    const full = resolve(root, `.${path}`);
    if (full !== root && !full.startsWith(root + sep)) return undefined;
    const info = await stat(full).catch(() => undefined);
    if (!info) return undefined;
    if (info.isDirectory()) return path.endsWith('/') ? find(join(path, 'index.html')) : { redirect: `${path}/` };
    const old = kept.get(full);
    if (old && old.mtimeMs === info.mtimeMs && old.size === info.size) return old;
    const bytes = await readFile(full);
    const ext = extname(full);
    const gzip = PACKED.test(ext) ? undefined : gzipSync(bytes, { level: 9 });
    const file = {
      bytes,
      gzip: gzip && gzip.length < bytes.length ? gzip : undefined,
      mtimeMs: info.mtimeMs,
      size: info.size,
      type: TYPES[ext] ?? 'application/octet-stream',
      cache: HASHED.test(full) ? 'public, max-age=31536000, immutable' : 'no-cache',
      etag: `"${info.size.toString(36)}-${Math.trunc(info.mtimeMs).toString(36)}"`,
    };
    kept.set(full, file);
    return file;
  }

  async function answer(req, res) {
    const send = (status, headers, body = '') => {
      res.writeHead(status, { 'Content-Length': Buffer.byteLength(body), ...HEADERS, ...headers });
      res.end(req.method === 'HEAD' ? undefined : body);
    };
    const text = (status, body, headers) => send(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-cache', ...headers }, body);
    if (req.method !== 'GET' && req.method !== 'HEAD') return text(405, 'Only GET and HEAD.\n', { Allow: 'GET, HEAD' });
    let path;
    try {
      path = decodeURIComponent(req.url.split(/[?#]/)[0]);
    } catch {
      return text(400, 'That is not a path.\n');
    }
    if (path.includes('\0')) return text(400, 'That is not a path.\n');
    if (`${path}/` === base) return text(308, '', { Location: base });
    let file = path.startsWith(base) ? await find(path.slice(base.length - 1)) : undefined;
    let status = 200;
    if (file?.redirect) return text(308, '', { Location: encodeURI(base.slice(0, -1) + file.redirect).replace(/^\/+/, '/') });
    if (!file) {
      status = 404;
      file = await find('/404.html');
      if (!file?.bytes) return text(404, 'Not found.\n');
    }
    const headers = { 'Content-Type': file.type, 'Cache-Control': file.cache, ETag: file.etag, Vary: 'Accept-Encoding' };
    if (status === 200 && req.headers['if-none-match'] === file.etag) {
      res.writeHead(304, { ...HEADERS, ...headers });
      return res.end();
    }
    const zipped = file.gzip && /\bgzip\b/.test(req.headers['accept-encoding'] ?? '');
    if (zipped) headers['Content-Encoding'] = 'gzip';
    return send(status, headers, zipped ? file.gzip : file.bytes);
  }

  const server = createServer((req, res) => {
    if (log) res.once('finish', () => log(req.url, res.statusCode));
    answer(req, res).catch((error) => {
      console.error(error);
      if (!res.headersSent) res.writeHead(500, HEADERS);
      res.end();
    });
  });
  await new Promise((ready, fail) => {
    server.once('error', fail);
    server.listen(port, host, ready);
  });
  const at = server.address().port;
  return {
    port: at,
    url: `http://localhost:${at}${base}`,
    close: () => new Promise((done) => {
      server.close(done);
      server.closeAllConnections();
    }),
  };
}

async function main(args) {
  const options = { dir: 'target/site', port: '8080', host: '0.0.0.0', prefix: '/' };
  while (args.length) {
    const flag = args.shift();
    const name = flag.replace(/^--/, '');
    if (flag.startsWith('--') && name in options && args.length) options[name] = args.shift();
    else throw new Error(`unknown option '${flag}'`);
  }
  if (!/^\d+$/.test(options.port) || Number(options.port) > 65535) throw new Error(`'${options.port}' is not a port`);
  if (!(await stat(join(options.dir, 'index.html')).catch(() => undefined))) throw new Error(`there is no index.html in ${options.dir}`);
  const site = await serve({ ...options, port: Number(options.port) }).catch((error) => {
    if (error.code === 'EADDRINUSE') throw new Error(`port ${options.port} is in use: stop what runs there, or pick another with --port`);
    if (error.code === 'EACCES') throw new Error(`port ${options.port} needs more rights than yours: pick one from 1024 up with --port`);
    throw error;
  });
  console.log(site.url);
  if (options.host === '0.0.0.0') {
    const lan = Object.values(networkInterfaces()).flat()
      .filter((a) => a.family === 'IPv4' && !a.internal)
      .map((a) => site.url.replace('localhost', a.address));
    for (const url of lan) console.log(`${url}  (for a phone on the same network)`);
  }
  console.log('Ctrl-C stops it.');
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => site.close().then(() => process.exit(0)));
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  main(process.argv.slice(2)).catch((error) => {
    console.error(`error: ${error.message}`);
    process.exit(1);
  });
}
