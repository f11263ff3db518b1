// Our own splitter cuts the program into files (scripts/split.mjs). The one of dx can zero bytes of a text that is still in
// use (DioxusLabs/dioxus#5769). This checks that ours does not: in a running app, in both languages, every text of the Fluent
// files and of the rules is as in its file, whichever parts are loaded.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { SITE } from '../../scripts/host.mjs';
import { read, rewritten, write } from '../../scripts/wasm.mjs';
import { allowFaults, context, japanese, phone, url } from './harness.mjs';
import { put } from './table.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const devices = [['en', phone], ['ja', japanese(phone)]];

/** The files of the program: name without hash, and data. */
const files = readdirSync(join(SITE, 'assets')).filter((file) => file.endsWith('.wasm')).map((file) => {
  const bytes = readFileSync(join(SITE, 'assets', file));
  return { file, name: file.replace(/-[0-9a-f]{16}.*/, ''), bytes, data: read(bytes).data };
});
const pieces = files.flatMap(({ data }) => data);
const begin = Math.min(...pieces.map(({ at }) => at));
const end = Math.max(...pieces.map(({ at, bytes }) => at + bytes.length));

test('all files together hold the data of the program as it was linked, and none has other data', () => {
  const linked = read(readFileSync(join(SITE, '../link/program_bg.wasm')));
  const image = Buffer.alloc(end - begin);
  const inside = ({ at, bytes }) => { assert.ok(at >= begin, `data at ${at}`); bytes.copy(image, at - begin, 0, Math.max(0, end - at)); };
  linked.data.forEach(({ at, bytes }) => inside({ at, bytes: Buffer.from(bytes) }));
  const held = Buffer.alloc(end - begin);
  // The first file may lack what a part brings.
  const inOrder = [...files].sort((a, b) => (b.name === 'takujo_bg') - (a.name === 'takujo_bg'));
  for (const { name, data } of inOrder) {
    for (const { at, bytes } of data) {
      const other = bytes.findIndex((byte, n) => byte !== image[at - begin + n] && !(name === 'takujo_bg' && byte === 0));
      assert.equal(other, -1, `${name}: other data at ${at + other}`);
      Buffer.from(bytes).copy(held, at - begin);
    }
  }
  // Texts of code that never runs are left out (scripts/unused.mjs): names of keys, words of backtraces.
  const missing = image.filter((byte, at) => byte !== held[at]).length;
  assert.ok(missing < 10_000, `${missing} bytes are in no file`);
});

test('a file taken apart and put together again is the same', () => {
  for (const { name, bytes } of files) {
    const module = read(bytes);
    assert.ok(module.funcs.every(({ body }) => !body || Buffer.compare(rewritten(body, (_, index) => index), body) === 0), name);
    assert.equal(Buffer.compare(write(module), bytes), 0, name);
  }
});

/** Furigana are offered in Japanese only, so the compiler leaves the English words out. */
const unused = { en: /^settings-furigana / };

/** Every piece of text in a language's Fluent files, between the arguments, without marks between phrases. */
function texts(lang) {
  const found = readdirSync(`${root}core/src`, { recursive: true }).filter((file) => file.endsWith(`.${lang}.ftl`));
  return found.flatMap((file) => {
    const messages = readFileSync(join(root, 'core/src', file), 'utf8').split(/^(?=[a-z][\w-]* = ?)/m).filter((part) => /^[a-z]/.test(part) && !unused[lang]?.test(part));
    return messages.flatMap((message) => {
      const [, key, value] = message.replace(/^#.*$/gm, '').match(/^([\w-]+) = ?([^]*)$/);
      const parts = value.replace(/\{\s*"([^"]*)"\s*\}/g, '$1').split(/\{\s*\$\w+\s*->|\{\s*\$\w+\s*\}|\}|^\s*\*?\[\w+\]|\n/m);
      return parts.map((piece) => piece.trim().replace(/[\u200b\u2060]/g, '')).filter(Boolean).map((piece) => ({ key, piece }));
    });
  });
}

const played = JSON.parse(readFileSync(`${root}tests/saves/nerts-1.json`, 'utf8'));

/** A page that exposes the program's memory. */
async function watched(t, device) {
  const page = await (await context(t, device)).newPage();
  page.setDefaultTimeout(15_000);
  await page.addInitScript(() => {
    const real = WebAssembly.instantiate;
    globalThis.running = 0;
    WebAssembly.instantiate = async (...args) => {
      const made = await real.apply(WebAssembly, args);
      globalThis.memory ??= (made.instance ?? made).exports.memory;
      globalThis.running += 1;
      return made;
    };
  });
  return page;
}

/** The app at an address, once everything is shown. */
async function shown(page, place) {
  await page.goto(await url(place));
  await page.locator('#first').waitFor({ state: 'detached' });
  await page.locator('main').first().waitFor();
  // A new address is drawn a frame late.
  await page.evaluate(async () => {
    for (let pictures = 0; pictures < 4; pictures += 1) await new Promise(requestAnimationFrame);
  });
  await page.waitForFunction(() => !document.querySelector('[data-state=opening]'));
}

const games = [...readFileSync(join(SITE, 'index.html'), 'utf8').matchAll(/#\/new\/(\w+)"/g)].map(([, game]) => game).filter((game, at, all) => all.indexOf(game) === at);
const places = ['/#/', ...games.map((game) => `/#/new/${game}`), '/#/rules', '/#/settings', '/#/join/nowhere', '/#/join/help', '/#/game/nothing', '/#/history/old', '/#/history'];

/** The program's data in the memory of a page that has visited everything, without the marks between Japanese phrases. */
async function everything(page) {
  for (const place of places) await shown(page, place);
  // The standings are a part of their own, at an open table.
  await page.locator('input[type=file]').setInputFiles({ name: 'table.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(played)) });
  await page.locator('.item').waitFor();
  await shown(page, `/#/table/${played.id}/standings`);
  await page.getByRole('button', { name: /Change players|メンバーの変更/ }).click();
  // So are the rows of a shared table; nobody hosts this one.
  const ticket = Buffer.from([3, ...Array(80).fill(7)]).toString('base64url');
  await put(page, `live:${played.id}`, `${ticket}\nphone\n\nall\n`);
  await page.goto('about:blank');
  await shown(page, `/#/table/${played.id}/play`);
  await page.locator('.chip.live:not([data-live="coming"])').waitFor();
  for (const place of places) await shown(page, place);
  await shown(page, `/#/table/${played.id}/standings`);
  await page.getByRole('button', { name: /Change players|メンバーの変更/ }).click();
  await page.waitForFunction((count) => globalThis.running === count, files.length);
  allowFaults(page, /WebSocket connection/);
  const found = await page.evaluate(([at, size]) => {
    const bytes = new Uint8Array(globalThis.memory.buffer, at, size);
    let text = '';
    for (let from = 0; from < size; from += 8192) text += String.fromCharCode(...bytes.subarray(from, from + 8192));
    return btoa(text);
  }, [begin, end - begin]);
  const unmarked = ['\u200b', '\u2060'].reduce((text, mark) => text.replaceAll(Buffer.from(mark).toString('latin1'), ''), Buffer.from(found, 'base64').toString('latin1'));
  return Buffer.from(unmarked, 'latin1');
}

for (const [lang, device] of devices) {
  test(`with every part loaded, every text is in memory as its Fluent file has it: ${lang}`, async (t) => {
    const memory = await everything(await watched(t, device));
    const all = texts(lang);
    assert.ok(all.length > 1000, `${all.length} texts`);
    assert.deepEqual(all.filter(({ piece }) => !memory.includes(piece)), []);
  });

  test(`with one part alone, nothing on its page has lost a letter: ${lang}`, async (t) => {
    for (const place of places) {
      const page = await watched(t, device);
      await shown(page, place);
      const html = await page.content();
      assert.ok(!/[\0\uFFFD]/.test(html), `${place}: ${html.match(/.{0,60}[\0\uFFFD].{0,60}/)?.[0]}`);
      await page.close();
    }
  });

  test(`every section of the rules is shown as its file has it: ${lang}`, async (t) => {
    const page = await watched(t, device);
    const lines = readFileSync(`${root}assets/generated/rules.txt`, 'utf8').split('\n');
    const wanted = new Map();
    let [game, section] = [];
    for (const line of lines) {
      const [, kind, text] = line.match(/^(\w+) (.*)$/) ?? [];
      if (kind === 'G') game = text;
      if (kind === 'S') wanted.set(section = `${game}/${text}`, []);
      // A link is text between two marks; emphasis is text between two others.
      if (['T', 'A', 'E', 'P', 'L', 'R'].some((letter) => kind === `${letter}${lang === 'ja' ? 1 : 0}`)) wanted.get(section).push(text.replaceAll(/\u0002[^\u0003]*\u0003|[\u0001\u0004]/g, ''));
    }
    assert.ok(wanted.size > 150, `${wanted.size} sections`);
    await shown(page, '/#/rules');
    for (const [place, said] of wanted) {
      await page.evaluate((place) => { location.hash = `#/rules/${place}`; }, place);
      await page.waitForFunction((title) => document.querySelector('article h2')?.textContent === title, said[0]);
      const text = await page.locator('article.rule').textContent();
      assert.deepEqual(said.filter((one) => !text.includes(one)), [], place);
    }
  });
}

test('a single byte that a part lacks is seen in the memory', async (t) => {
  const page = await watched(t, phone);
  const text = 'The highest total picks first.';
  const { file, bytes } = files.find(({ bytes }) => bytes.includes(text));
  const broken = Buffer.from(bytes);
  broken[broken.indexOf(text) + 5] = 0;
  await page.route(`**/${file}`, (route) => route.fulfill({ body: broken, contentType: 'application/wasm' }));
  const memory = await everything(page);
  assert.deepEqual(texts('en').filter(({ piece }) => !memory.includes(piece)).map(({ piece }) => piece), [text]);
});
