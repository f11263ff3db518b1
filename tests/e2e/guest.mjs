// A guest of a shared table without the app: somebody with a link who speaks the protocol of docs/live.md and means harm.
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { xchacha20poly1305 } from '@noble/ciphers/chacha';
import { context, phone } from './harness.mjs';

const VERSION = 1;
const number = (value) => { const bytes = Buffer.alloc(4); bytes.writeUInt32BE(value); return bytes; };

/** What a link carries. */
function ticket(link) {
  const bytes = Buffer.from(link.split('#/join/')[1], 'base64url');
  return { table: bytes.subarray(1, 17), secret: bytes.subarray(17, 49), key: bytes.subarray(49, 81) };
}

/** A phone's key: what it is called in letters, and what signs for it. */
function phoneKey() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const open = Buffer.from(publicKey.export({ format: 'jwk' }).x, 'base64url');
  return { name: open.subarray(0, 16).toString('base64url'), open, sign: (message) => sign(null, message, privateKey) };
}

/**
 * Connects to the table of a link. `append(text)` puts a letter into its log, signed by this guest, and returns 'in', or why not: a
 * refusal's number. `again(entry)` does so with the signed bytes of another letter. `appendSealed(bytes)` does so without sealing.
 * `letters()` are the signed letters it can read, as `{ signed, text }`. `flood(text)` appends without end until it is refused, and
 * returns that number. `me` is what its phone is called.
 */
export async function guest(t, link) {
  const { table, secret, key } = ticket(link);
  const home = new URL(link);
  home.hash = '';
  // The socket is the browser's, beside the site as an app's is, on a page that has no policy against it.
  const page = await (await context(t, phone, home.href)).newPage();
  await page.goto(new URL('icon.svg', home).href);
  await page.evaluate(async (address) => {
    const socket = new WebSocket(address);
    socket.binaryType = 'arraybuffer';
    const heard = [];
    globalThis.entries = [];
    let wake = () => {};
    socket.onmessage = ({ data }) => {
      const tell = [...new Uint8Array(data)];
      if (tell[1] === 131) globalThis.entries.push(tell);
      heard.push(tell);
      wake();
    };
    socket.onclose = () => { heard.push(null); wake(); };
    await new Promise((open, no) => { socket.onopen = open; socket.onerror = () => no(new Error('no socket')); });
    /** Asks, and returns the first message of these kinds that comes. */
    globalThis.ask = async (bytes, kinds) => {
      if (socket.readyState !== WebSocket.OPEN) return null;
      socket.send(new Uint8Array(bytes));
      for (;;) {
        while (heard.length) {
          const tell = heard.shift();
          if (tell === null || kinds.includes(tell[1])) return tell;
        }
        await new Promise((more) => { wake = more; });
      }
    };
  }, new URL(`live/${table.toString('hex')}`, home).href.replace(/^http/, 'ws'));
  const ask = async (kind, fields, kinds) => {
    const told = await page.evaluate(([bytes, wanted]) => globalThis.ask(bytes, wanted), [[VERSION, kind, ...Buffer.concat(fields)], kinds]);
    return told && Buffer.from(told);
  };
  const [APPENDED, CONFLICT, REFUSED] = [133, 134, 137];
  let length = (await ask(2, [table, secret, number(0)], [130, REFUSED])).readUInt32BE(4);
  async function put(seal) {
    for (;;) {
      const told = await ask(3, [number(length), seal(length)], [APPENDED, CONFLICT, REFUSED]);
      if (!told) return 'cut';
      if (told[1] === REFUSED) return told[2];
      length = told.readUInt32BE(2);
      if (told[1] === APPENDED) return 'in';
    }
  }
  const bound = (at) => Buffer.concat([table, number(at)]);
  const sealed = (at, bytes) => {
    const nonce = randomBytes(24);
    return Buffer.concat([nonce, xchacha20poly1305(key, nonce, bound(at)).encrypt(bytes)]);
  };
  const own = phoneKey();
  const seal = (text) => (at) => {
    const signature = own.sign(Buffer.concat([Buffer.from('takujo letter: '), bound(at), Buffer.from(text)]));
    return sealed(at, Buffer.concat([own.open, signature, Buffer.from(text)]));
  };
  return {
    page,
    me: own.name,
    append: (text) => put(seal(text)),
    again: (signed) => put((at) => sealed(at, signed)),
    letters: async () => (await page.evaluate(() => globalThis.entries)).flatMap((tell) => {
      const [place, nonce, record] = [Buffer.from(tell).readUInt32BE(2), Buffer.from(tell.slice(6, 30)), Buffer.from(tell.slice(30))];
      try {
        const signed = Buffer.from(xchacha20poly1305(key, nonce, bound(place)).decrypt(record));
        return [{ signed, text: signed.subarray(96).toString() }];
      } catch {
        return [];
      }
    }),
    appendSealed: (bytes) => put(() => bytes),
    flood: async (text) => {
      for (;;) {
        const told = await put(seal(text));
        if (told !== 'in') return told;
        // Slow enough not to be sent away for that.
        await new Promise((done) => { setTimeout(done, 20); });
      }
    },
  };
}
