// What a home of tables takes: node edge/figures.mjs URL. Five phones at one table, 200 taps of 300 bytes.
import { createHash, randomBytes } from 'node:crypto';
import { WebSocket } from 'ws';

const [url] = process.argv.slice(2);
const [PHONES, TAPS, RECORD] = [5, 200, 300];
const name = randomBytes(16);
const address = `${url.replace(/^http/, 'ws').replace(/\/$/, '')}/live/${name.toString('hex')}`;
const secret = (number) => Buffer.alloc(32, number);
const hash = (number) => createHash('sha256').update(secret(number)).digest();
const number = (value) => { const bytes = Buffer.alloc(4); bytes.writeUInt32BE(value); return bytes; };
const say = (kind, ...fields) => Buffer.concat([Buffer.from([2, kind]), ...fields]);
const [CREATED, JOINED, ENTRY, APPENDED] = [129, 130, 131, 133];

const seen = { asked: 0, told: 0, bytes: 0 };
/** A phone: `ask` sends, `next(kind)` waits for a message of a kind. */
async function phone() {
  const socket = new WebSocket(address);
  const waiting = [];
  const came = [];
  socket.on('message', (bytes) => {
    seen.told += 1;
    seen.bytes += bytes.length;
    const at = waiting.findIndex(({ kind }) => kind === bytes[1]);
    if (at < 0) came.push(bytes); else waiting.splice(at, 1)[0].resolve(bytes);
  });
  await new Promise((resolve, reject) => { socket.on('open', resolve); socket.on('error', reject); });
  return {
    ask(bytes) { seen.asked += 1; seen.bytes += bytes.length; socket.send(bytes); },
    next(kind) {
      const at = came.findIndex((bytes) => bytes[1] === kind);
      if (at >= 0) return came.splice(at, 1)[0];
      return new Promise((resolve) => { waiting.push({ kind, resolve }); });
    },
    close: () => socket.terminate(),
  };
}

const first = await phone();
first.ask(say(1, name, hash(1), hash(2), hash(3)));
await first.next(CREATED);
const phones = [first];
for (let more = 1; more < PHONES; more += 1) phones.push(await phone());
for (const one of phones) {
  one.ask(say(2, name, secret(2), number(0)));
  await one.next(JOINED);
}
let length = 1;
async function tap(by) {
  const from = performance.now();
  by.ask(say(3, number(length), randomBytes(RECORD)));
  await Promise.all([by.next(APPENDED), ...phones.map((one) => one.next(ENTRY))]);
  length += 1;
  return performance.now() - from;
}
const times = [];
for (let at = 0; at < TAPS; at += 1) {
  times.push(await tap(phones[at % PHONES]));
  // Below the pace of one phone.
  await new Promise((resolve) => { setTimeout(resolve, 20); });
}
times.sort((a, b) => a - b);
const at = (share) => times[Math.floor(TAPS * share)].toFixed(1);
console.log(`a tap until all ${PHONES} have seen it: ${at(0.5)} ms, 95 of 100 in ${at(0.95)} ms`);
console.log(`${seen.asked} messages to the home, ${seen.told} from it, ${seen.bytes} bytes of both`);
await new Promise((resolve) => { setTimeout(resolve, 13_000); });
console.log(`the first tap after 13 s without one: ${(await tap(first)).toFixed(1)} ms`);
for (const one of phones) one.close();
