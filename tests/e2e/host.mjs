// The host of shared tables for the browser tests, and networks to it that are bad.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, readFile, readdir, rm } from 'node:fs/promises';
import http from 'node:http';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { HOST, serve } from '../../scripts/host.mjs';

/** What the console says about a host that is gone, or a network that is cut: also of what a page was fetching just then. */
export const lost = /WebSocket connection|net::ERR_/;

/**
 * A host with a disk of its own that ends with the test: `{ url, knows, kill, start, copy, restore }`; `kill` leaves it no time to do
 * anything, and it and `start` take further options. `copy` saves what it has, and `restore` puts that in the place of its disk while it
 * does not run; without a copy the disk is new.
 */
export async function host(t, ...options) {
  const data = await mkdtemp(join(tmpdir(), 'takujo-host-'));
  let running = await serve({ data, more: options });
  const { url, port } = running;
  const kill = () => running.kill();
  const start = async (...more) => { running = await serve({ data, port, more: [...options, ...more] }); };
  const own = (...words) => promisify(execFile)(HOST, [...words, '--data', data]);
  const copy = async () => {
    const saved = join(await mkdtemp(join(tmpdir(), 'takujo-copy-')), 'copy');
    t.after(() => rm(dirname(saved), { recursive: true }));
    await own('backup', saved);
    return saved;
  };
  const restore = async (saved) => {
    for (const name of await readdir(data)) await rm(join(data, name), { recursive: true });
    if (saved) await own('restore', saved);
  };
  /** Whether the text is on the host's disk or in its memory (which only Linux shows). */
  const knows = async (text) => {
    const names = await readdir(data, { withFileTypes: true });
    const files = names.filter((entry) => entry.isFile()).map(({ name }) => readFile(join(data, name)));
    if ((await Promise.all(files)).some((file) => file.includes(text))) return true;
    const memory = await open(`/proc/${running.pid}/mem`);
    try {
      for (const [, from, to] of (await readFile(`/proc/${running.pid}/maps`, 'utf8')).matchAll(/^([0-9a-f]+)-([0-9a-f]+) rw/gm)) {
        const [start, end] = [parseInt(from, 16), parseInt(to, 16)];
        for (let at = start; at < end; at += 1 << 20) {
          // Pieces overlap, so that no text lies between two.
          const piece = Buffer.alloc(Math.min((1 << 20) + 64, end - at));
          // Some pages cannot be read.
          const { bytesRead } = await memory.read(piece, 0, piece.length, at).catch(() => ({ bytesRead: 0 }));
          if (piece.subarray(0, bytesRead).includes(text)) return true;
        }
      }
    } finally {
      await memory.close();
    }
    return false;
  };
  t.after(async () => {
    await kill();
    await rm(data, { recursive: true });
  });
  return { url, knows, kill, start, copy, restore };
}

/** Whether the bytes are exactly one message of a WebSocket. */
function isMessage(bytes) {
  // Final, text or binary; nothing of HTTP begins so.
  if (bytes.length < 2 || ![0x81, 0x82].includes(bytes[0])) return false;
  const short = bytes[1] & 0x7f;
  const wide = { 126: 2, 127: 8 }[short] ?? 0;
  const head = 2 + wide + (bytes[1] & 0x80 ? 4 : 0);
  return bytes.length >= head && bytes.length === head + (wide ? bytes.readUIntBE(2 + Math.max(0, wide - 6), Math.min(6, wide)) : short);
}

/** A proxy that serves a host under a path, which it takes away: the site's address. */
export async function under(t, { url }, path) {
  const port = Number(new URL(url).port);
  const cut = (address) => address.slice(path.length - 1);
  const server = http.createServer((asked, out) => {
    const on = http.request({ port, path: cut(asked.url), method: asked.method, headers: asked.headers }, (answer) => {
      answer.pipe(out.writeHead(answer.statusCode, answer.headers));
    });
    on.on('error', () => out.destroy());
    asked.pipe(on);
  });
  server.on('upgrade', ({ url: address, rawHeaders }, phone, first) => {
    const wire = connect({ host: '127.0.0.1', port });
    const lines = rawHeaders.map((word, at) => (at % 2 ? `${word}\r\n` : `${word}: `)).join('');
    wire.write(`GET ${cut(address)} HTTP/1.1\r\n${lines}\r\n`);
    wire.write(first);
    phone.pipe(wire).pipe(phone);
    for (const end of [phone, wire]) end.on('error', () => { phone.destroy(); wire.destroy(); });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => { server.close(); server.closeAllConnections(); });
  return `http://127.0.0.1:${server.address().port}${path}`;
}

/**
 * A network between phones and a host that can be bad: `{ url, bad, good, hold, cut }`. `chance` gives random numbers from 0 to 1. It
 * ends with the test.
 */
export async function network(t, { url }, chance) {
  const open = new Set();
  const muted = new WeakSet();
  let rate = 0;
  let held = Promise.resolve();
  const server = createServer((phone) => {
    const wire = connect({ host: '127.0.0.1', port: Number(new URL(url).port) });
    const ends = [phone, wire];
    const cut = () => {
      for (const end of ends) end.destroy();
      open.delete(cut);
    };
    open.add(cut);
    for (const [from, to] of [[phone, wire], [wire, phone]]) {
      // Late, but in order, as a connection delivers.
      let before = Promise.resolve();
      from.on('data', (bytes) => {
        if (muted.has(cut)) return undefined;
        const late = rate ? chance() * 300 : 0;
        if (chance() < rate) return cut();
        const sent = rate && isMessage(bytes) && chance() < 0.3 ? Buffer.concat([bytes, bytes]) : bytes;
        before = before.then(() => held).then(() => new Promise((done) => setTimeout(done, late))).then(() => to.writable && to.write(sent));
        return undefined;
      });
      from.on('error', cut);
      from.on('close', () => before.then(cut));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(async () => {
    for (const cut of open) cut();
    server.close();
  });
  return {
    url: `http://localhost:${server.address().port}/`,
    /** From now on each piece is late, ends its connection at this rate, and three messages of ten arrive twice. */
    bad: (often) => { rate = often; },
    good: () => { rate = 0; },
    /** Lets nothing through until what it returns is called. */
    hold: () => {
      let release;
      held = new Promise((done) => { release = done; });
      return release;
    },
    /** From now on nothing goes through any connection that there is, and nobody is told; new ones are not affected. */
    mute: () => open.forEach((cut) => muted.add(cut)),
    /** Cuts every connection now. */
    cut: () => [...open].forEach((cut) => cut()),
  };
}

/** The version that a message of a WebSocket is in, where the bytes begin with one: its first byte, which phones mask. */
function versionOf(bytes) {
  if (bytes[0] !== 0x82) return undefined;
  const at = 2 + ({ 126: 2, 127: 8 }[bytes[1] & 0x7f] ?? 0);
  return bytes[1] & 0x80 ? bytes[at] ^ bytes[at + 4] : bytes[at];
}

/**
 * A proxy that makes a host one that speaks only this version: `{ url, speaks, heard, told }`. `speaks(version)` makes it another one,
 * and cuts all connections. `heard` and `told` are the versions that phones have asked in and the host has answered in.
 */
export async function hostOfVersion(t, { url }, only) {
  const [open, heard, told] = [new Set(), new Set(), new Set()];
  let spoken = only;
  const server = createServer((phone) => {
    const wire = connect({ host: '127.0.0.1', port: Number(new URL(url).port) });
    const cut = () => {
      for (const end of [phone, wire]) end.destroy();
      open.delete(cut);
    };
    open.add(cut);
    // A piece of a file may begin as a message does.
    let live = false;
    phone.on('data', (bytes) => {
      live ||= bytes.toString('latin1', 0, 10) === 'GET /live/';
      const version = live ? versionOf(bytes) : undefined;
      if (version !== undefined) heard.add(version);
      if (version === undefined || version === spoken) return wire.write(bytes);
      // One message and the end, in the bytes that stay the same for all time.
      phone.end(Buffer.from([0x82, 7, 1, 137, 1, 0, 0, 0, spoken, 0x88, 0]));
      return wire.destroy();
    });
    wire.on('data', (bytes) => {
      const version = live ? versionOf(bytes) : undefined;
      if (version !== undefined) told.add(version);
      phone.write(bytes);
    });
    for (const end of [phone, wire]) {
      end.on('error', cut);
      end.on('close', () => open.delete(cut));
    }
    wire.on('end', () => phone.end());
    phone.on('end', () => wire.end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cutAll = () => [...open].forEach((cut) => cut());
  t.after(() => { cutAll(); server.close(); });
  const speaks = (version) => { spoken = version; cutAll(); };
  return { url: `http://127.0.0.1:${server.address().port}/`, speaks, heard, told };
}

/** A proxy that makes a host an older one, to which only those addresses of tables are known that fit: its address. */
export async function hostOfBefore(t, { url }, known) {
  const server = createServer((phone) => {
    const wire = connect({ host: '127.0.0.1', port: Number(new URL(url).port) });
    phone.on('data', (bytes) => {
      const [, path] = /^GET (\/live\S*) /.exec(bytes.toString('latin1', 0, 100)) ?? [];
      if (path && !known.test(path)) phone.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n');
      else wire.write(bytes);
    });
    wire.pipe(phone);
    for (const end of [phone, wire]) end.on('error', () => { phone.destroy(); wire.destroy(); });
    phone.on('close', () => wire.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => server.close());
  return `http://127.0.0.1:${server.address().port}/`;
}
