// A guest of a shared table without the app: somebody with a link who speaks the protocol of docs/live.md and means harm.
import { randomBytes } from 'node:crypto';
import { xchacha20poly1305 } from '@noble/ciphers/chacha';
import { context, phone } from './harness.mjs';

const VERSION = 1;
const number = (value) => { const bytes = Buffer.alloc(4); bytes.writeUInt32BE(value); return bytes; };

/** What a link carries. */
function ticket(link) {
  const bytes = Buffer.from(link.split('#/join/')[1], 'base64url');
  return { table: bytes.subarray(1, 17), secret: bytes.subarray(17, 49), key: bytes.subarray(49) };
}

/**
 * Connects to the table of a link. `append(text)` puts a letter into its log and returns 'in', or why not: a refusal's
 * number. `appendSealed(bytes)` does so without sealing. `flood(text)` appends without end until it is refused, and returns that number.
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
    let wake = () => {};
    socket.onmessage = ({ data }) => { heard.push([...new Uint8Array(data)]); wake(); };
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
  }, new URL('live', home).href.replace(/^http/, 'ws'));
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
  const seal = (text) => (at) => {
    const nonce = randomBytes(24);
    return Buffer.concat([nonce, xchacha20poly1305(key, nonce, Buffer.concat([table, number(at)])).encrypt(Buffer.from(text))]);
  };
  return {
    page,
    append: (text) => put(seal(text)),
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
