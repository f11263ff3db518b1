// The real host of shared tables, for the browser tests: `cargo build --profile host -p takujo-host` makes it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, readFile, readdir, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const program = join(process.env.CARGO_TARGET_DIR ?? `${root}target`, 'host/takujo-host');

/** What the console says about a host that is gone. */
export const lost = /WebSocket connection|ERR_CONNECTION_REFUSED/;

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** A host with a disk of its own that ends with the test: `{ url, knows, kill, start }`; `kill` leaves it no time to do anything. */
export async function host(t) {
  const data = await mkdtemp(join(tmpdir(), 'takujo-host-'));
  const port = await freePort();
  let running;
  const kill = async () => {
    if (!running) return;
    const ended = once(running, 'exit');
    running.kill('SIGKILL');
    await ended;
    running = undefined;
  };
  const start = async () => {
    running = spawn(program, ['--dir', process.env.TAKUJO_SITE ?? `${root}target/site`, '--data', data, '--port', `${port}`, '--host', '127.0.0.1'], { stdio: ['ignore', 'pipe', 'inherit'] });
    // The first line says where the site is, once it can be reached.
    await Promise.race([once(running.stdout, 'data'), once(running, 'exit').then(([code]) => { throw new Error(`the host ended with ${code}`); })]);
    running.stdout.resume();
  };
  /** Whether the text is on the host's disk or in its memory (which only Linux shows). */
  const knows = async (text) => {
    const files = (await readdir(data)).map((name) => readFile(join(data, name)));
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
  await start();
  t.after(async () => {
    await kill();
    await rm(data, { recursive: true });
  });
  return { url: `http://localhost:${port}/`, knows, kill, start };
}

/**
 * A network between phones and a host that can be bad: `{ url, bad, good, cut }`. `chance` gives random numbers from 0 to 1. It
 * ends with the test.
 */
export async function network(t, { url }, chance) {
  const open = new Set();
  let rate = 0;
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
        const late = rate ? chance() * 300 : 0;
        if (chance() < rate) return cut();
        before = before.then(() => new Promise((done) => setTimeout(done, late))).then(() => to.writable && to.write(bytes));
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
    /** From now on each piece is late, and at this rate the last of its connection. */
    bad: (often) => { rate = often; },
    good: () => { rate = 0; },
    /** Cuts every connection now. */
    cut: () => [...open].forEach((cut) => cut()),
  };
}
