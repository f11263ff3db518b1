// Measures shared tables: takujo-host beside y-websocket, the same phones at the same tables, one after the other.
//   node host/bench/live.mjs [--tables 10,100] [--seconds 15] [--nats PROGRAM [--hosts 1,2,3]] [--program takujo-host]
// Installs what it needs beside itself and builds the host. With --nats, the nats-server to start, it measures instead one host,
// two and three (--hosts 1,2,3) on a cluster of three of them, with as many tables at each, which the first byte of their names
// spreads over them; and what the hosts and the nodes take of a processor for a table. --program is another host, also an older one.
// Five phones a table, all of them writers; one of them, at random, taps each second. Measured is the time from a tap until
// each of the other four phones has it. The phones are two processes; all share this machine with the server.
import { execFileSync, fork, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { connect, createServer } from 'node:net';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const HERE = fileURLToPath(new URL('.', import.meta.url)), ROOT = fileURLToPath(new URL('../..', import.meta.url));
if (!existsSync(join(HERE, 'node_modules'))) {
  // y-websocket's optional packages keep its tables on disk, and would have to be compiled.
  execFileSync('npm', ['ci', '--prefix', HERE, '--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund'], { stdio: 'inherit' });
}
const { default: WebSocket } = await import('ws');

const PHONES = 5;
const PROCESSES = 2;
const hash = (secret) => createHash('sha256').update(secret).digest();
const u32 = (number) => { const bytes = Buffer.alloc(4); bytes.writeUInt32BE(number); return bytes; };

/** One phone at a table of takujo-host: appends at the end that it knows, and again after a conflict, as the app does. */
class Phone {
  constructor(port, path, from, seen) {
    this.socket = new WebSocket(`ws://127.0.0.1:${port}/${path}`, { headers: { 'x-forwarded-for': from }, perMessageDeflate: false });
    this.length = 0;
    this.waiting = [];
    this.asked = false;
    this.seen = seen;
    this.opened = new Promise((done, failed) => { this.socket.once('open', done); this.socket.once('error', failed); });
    this.socket.on('message', (bytes) => this.heard(bytes));
  }
  async ask(kind, ...fields) {
    await this.opened;
    return new Promise((done) => { this.answered = done; this.socket.send(Buffer.concat([Buffer.from([1, kind]), ...fields])); });
  }
  heard(bytes) {
    switch (bytes[1]) {
      case 131: {
        this.length = bytes.readUInt32BE(2) + 1;
        const record = bytes.toString('utf8', 6);
        if (record === this.waiting[0]) { this.waiting.shift(); this.asked = false; } else this.seen(record);
        break;
      }
      case 132: this.length = bytes.readUInt32BE(2) + 1; break;
      case 133: return;
      case 134: this.asked = false; break;
      case 137: throw new Error(`refused: ${bytes[2]}`);
      default: this.answered?.();
    }
    this.go();
  }
  tap(record) { this.waiting.push(record); this.go(); }
  go() {
    if (this.asked || !this.waiting.length) return;
    this.asked = true;
    this.socket.send(Buffer.concat([Buffer.from([1, 3]), u32(this.length), Buffer.from(this.waiting[0])]));
  }
}

async function takujo(ports, number, seen, plain) {
  const [table, ...secrets] = [16, 32, 32, 32].map((size) => randomBytes(size));
  const from = `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`;
  // What a load balancer does, but evenly: the tables are few.
  table[0] = number % 256;
  const port = ports[number % ports.length], path = plain ? 'live' : `live/${table.toString('hex', 0, 1)}`;
  const opener = new Phone(port, path, from, () => {});
  await opener.ask(1, table, ...secrets.map(hash));
  opener.socket.close();
  return Promise.all(Array.from({ length: PHONES }, async (_, place) => {
    const phone = new Phone(port, path, from, (record) => seen(record, place));
    await phone.ask(2, table, secrets[1], u32(0));
    return phone;
  }));
}

async function yjs([port], number, seen) {
  const [Y, { WebsocketProvider }] = await Promise.all([import('yjs'), import('y-websocket')]);
  return Promise.all(Array.from({ length: PHONES }, async (_, place) => {
    const doc = new Y.Doc();
    const log = doc.getArray('log');
    const provider = new WebsocketProvider(`ws://127.0.0.1:${port}`, `table-${number}`, doc, { WebSocketPolyfill: WebSocket, disableBc: true });
    // Presence is not part of the job.
    provider.awareness.setLocalState(null);
    log.observe((event, transaction) => {
      if (transaction.local) return;
      for (const { insert = [] } of event.changes.delta) for (const record of insert) seen(record, place);
    });
    if (!provider.synced) await new Promise((done) => provider.once('sync', done));
    return { tap: (record) => log.push([record]) };
  }));
}

/** The phones of some tables, in a process of their own. */
async function phones({ kind, ports, from, to, seconds, plain }) {
  const taps = new Map(), times = [];
  const seen = (record) => {
    const tap = taps.get(record);
    times.push(performance.now() - tap.at);
    if (--tap.left === 0) taps.delete(record);
  };
  const tables = [];
  for (let first = from; first < to; first += 20) {
    const some = Array.from({ length: Math.min(20, to - first) }, (_, index) => first + index);
    tables.push(...await Promise.all(some.map((number) => (kind === 'y-websocket' ? yjs : takujo)(ports, number, seen, plain))));
  }
  process.send('ready');
  await new Promise((go) => process.once('message', go));
  let count = 0;
  const tap = (table) => {
    // As long as a sealed record of a round is.
    const record = `${count++} `.padEnd(150, 'x');
    taps.set(record, { at: performance.now(), left: PHONES - 1 });
    table[Math.floor(Math.random() * PHONES)].tap(record);
  };
  const end = performance.now() + seconds * 1000;
  await Promise.all(tables.map(async (table) => {
    await sleep(Math.random() * 1000);
    while (performance.now() < end) { tap(table); await sleep(500 + Math.random() * 1000); }
  }));
  for (let wait = 0; taps.size && wait < 100; wait++) await sleep(100);
  times.sort((a, b) => a - b);
  // A long message is lost if the channel is closed before it has gone.
  await new Promise((sent) => process.send({ times, lost: taps.size, taps: count }, sent));
}

const free = () => new Promise((done) => {
  const server = createServer().listen(0, '127.0.0.1', () => { const { port } = server.address(); server.close(() => done(port)); });
});
const status = (pid, name) => Number(readFileSync(`/proc/${pid}/status`, 'utf8').match(new RegExp(`${name}:\\s+(\\d+)`))[1]);
/** What processes took of the processors so far, in milliseconds. */
const taken = (pids) => pids.reduce((sum, pid) => {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ').slice(11, 13).map(Number);
  return sum + (user + system) * 10;
}, 0);
const stolen = () => Number(readFileSync('/proc/stat', 'utf8').split(/\s+/)[8]);

/** Three nats-servers with a stream as docs/live.md wants it: `{ url, end }`. */
async function cluster(program, data) {
  const ports = await Promise.all(Array.from({ length: 6 }, free));
  const nodes = [0, 1, 2].map((node) => {
    const file = join(data, `${node}.conf`);
    const others = [0, 1, 2].filter((other) => other !== node).map((other) => `nats://127.0.0.1:${ports[other]}`);
    writeFileSync(file, `server_name: n${node}\nlisten: 127.0.0.1:${ports[3 + node]}\njetstream { store_dir: "${data}/${node}", sync_interval: always }\ncluster { name: c, listen: 127.0.0.1:${ports[node]}, routes: [${others}] }\n`);
    return spawn(program, ['-c', file], { stdio: 'ignore' });
  });
  const stream = JSON.stringify({ name: 'takujo', subjects: ['takujo.*'], num_replicas: 3, retention: 'limits', storage: 'file', discard: 'old' });
  for (let wait = 0; ; wait++) {
    const said = await new Promise((done) => {
      const wire = connect(ports[3], '127.0.0.1', () => wire.write(`CONNECT {"verbose":false}\r\nSUB made 1\r\nPUB $JS.API.STREAM.CREATE.takujo made ${stream.length}\r\n${stream}\r\n`));
      let text = '';
      const end = () => { wire.destroy(); done(text); };
      wire.on('data', (bytes) => { text += bytes; if (text.includes('MSG made')) end(); });
      wire.on('error', end);
      wire.setTimeout(3000, end);
    });
    if (said.includes('"created"')) break;
    if (wait > 100) throw new Error(`the cluster makes no stream: ${said}`);
    await sleep(300);
  }
  return { url: ports.slice(3).map((port) => `nats://127.0.0.1:${port}`).join(), pids: nodes.map(({ pid }) => pid), end: () => nodes.forEach((node) => node.kill('SIGKILL')) };
}

async function measure(kind, count, tables, seconds, nats) {
  const data = mkdtempSync(join(tmpdir(), 'takujo-live-'));
  writeFileSync(join(data, 'index.html'), 'x');
  const ports = await Promise.all(Array.from({ length: count }, free));
  const store = nats && await cluster(nats, data);
  const servers = ports.map((port) => (kind === 'y-websocket'
    ? spawn(process.execPath, [createRequire(import.meta.url).resolve('y-websocket/package.json').replace('package.json', 'bin/server.cjs')], { env: { ...process.env, PORT: port, HOST: '127.0.0.1' }, stdio: ['ignore', 'ignore', 'inherit'] })
    : spawn(PROGRAM, ['--dir', data, '--port', port, '--host', '127.0.0.1', ...(store ? ['--nats', store.url] : ['--data', data]), '--behind-proxy'], { stdio: ['ignore', 'ignore', 'ignore'] })));
  const workers = [];
  const memory = () => servers.reduce((sum, { pid }) => sum + status(pid, 'VmRSS'), 0);
  try {
    for (const port of ports) {
      for (let wait = 0; ; wait++) {
        const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => {});
        if (answer) break;
        if (wait > 100) throw new Error(`${kind} does not answer`);
        await sleep(100);
      }
    }
    const empty = memory();
    const share = Math.ceil(tables / PROCESSES);
    for (let from = 0; from < tables; from += share) {
      workers.push(fork(fileURLToPath(import.meta.url), ['--phones', JSON.stringify({ kind, ports, from, to: Math.min(tables, from + share), seconds, plain: option('--program') !== undefined })]));
    }
    const said = () => Promise.all(workers.map((worker) => new Promise((done, failed) => {
      worker.once('message', done);
      worker.once('exit', () => failed(new Error(`the phones of ${kind} ended`)));
    })));
    await said();
    const pids = servers.map(({ pid }) => pid);
    const before = stolen(), begun = performance.now(), own = taken(pids), nodes = taken(store?.pids ?? []);
    workers.forEach((worker) => worker.send('go'));
    const results = await said();
    const each = (pids, before) => ((taken(pids) - before) / tables / (performance.now() - begun) * 1000).toFixed(2);
    const processor = `${each(pids, own)}${store ? ` + ${each(store.pids, nodes)}` : ''}`;
    const times = results.flatMap((result) => result.times).sort((a, b) => a - b);
    const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))].toFixed(1);
    console.log(`| ${tables} | ${kind} | ${results.reduce((sum, { taps }) => sum + taps, 0)} | ${at(0.5)} | ${at(0.99)} | ${at(1)} | ${processor} | ${Math.round((memory() - empty) / tables)} | ${results.reduce((sum, { lost }) => sum + lost, 0)} | ${stolen() - before} |`);
  } finally {
    workers.forEach((worker) => worker.kill());
    servers.forEach((server) => server.kill());
    store?.end();
    rmSync(data, { recursive: true, force: true });
  }
}

const option = (name, otherwise) => { const at = process.argv.indexOf(name); return at < 0 ? otherwise : process.argv[at + 1]; };
const PROGRAM = option('--program', join(ROOT, 'target/host/takujo-host'));
const work = option('--phones');
if (work) {
  // Each provider of y-websocket adds one.
  process.setMaxListeners(0);
  await phones(JSON.parse(work));
  process.disconnect();
} else {
  const nats = option('--nats');
  if (!option('--program')) execFileSync('cargo', ['build', '--locked', '--profile', 'host', '-p', 'takujo-host', ...(nats ? ['--features', 'nats'] : [])], { cwd: ROOT, stdio: 'inherit' });
  const seconds = Number(option('--seconds', '15'));
  console.log(`${cpus().length} processors, ${seconds} s each, a tap a second at each table\n`);
  console.log('| tables | server | taps | half, ms | 99 %, ms | longest, ms | processor, ms a table and second | kB a table | not seen | stolen ticks |\n|---|---|---|---|---|---|---|---|---|---|');
  for (const tables of option('--tables', '10,100').split(',').map(Number)) {
    const hosts = option('--hosts', '1,2,3').split(',').map(Number);
    const kinds = nats ? hosts.map((count) => [`${count} hosts`, count]) : [['takujo-host', 1], ['y-websocket', 1]];
    for (const [kind, count] of kinds) await measure(kind, count, tables * count, seconds, nats);
  }
  process.exit(0);
}
