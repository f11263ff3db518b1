// The program is cut into parts, and each holds every byte of data that its code reads (scripts/parts.mjs says why that is
// not a matter of course): by looking at the files, and in a running app by its memory, against the texts' own files.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { faults, image, partsOf, read } from '../../scripts/parts.mjs';
import { context, japanese, phone, url } from './harness.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const site = process.env.TAKUJO_SITE ?? `${root}target/site`;
const whole = read(`${site}.whole.wasm`);
const parts = partsOf(site);
const withData = [...parts.others, ...parts.shared].filter((part) => part.segments.length > 0);
const said = ({ main, others, shared }) => faults(whole, main, others, shared).faults.map((fault) => fault.replaceAll(site, ''));

test('what the code of a part reads is there once the part is loaded', () => {
  assert.ok(parts.others.length >= 8, `${parts.others.length} parts`);
  const { faults: found, reached } = faults(whole, parts.main, parts.others, parts.shared);
  assert.deepEqual(found, []);
  for (const { path } of parts.others) assert.ok(reached.get(path) > 100, `${path}: its code comes to ${reached.get(path)} data`);
});

/** A text that only one part shows. */
const text = 'The highest total picks first.';

/** The parts with the data of one of them changed: `change` gets a copy of a segment that holds `text`. */
function changed(of, text, change) {
  const part = of(parts);
  const at = part.segments.findIndex(({ bytes }) => Buffer.from(bytes).includes(text));
  assert.ok(at >= 0, `${part.path} has no "${text}"`);
  const segment = { ...part.segments[at], bytes: Buffer.from(part.segments[at].bytes) };
  change(segment.bytes, segment.bytes.indexOf(text));
  const with_ = { ...part, segments: part.segments.with(at, segment) };
  return { ...parts, main: part === parts.main ? with_ : parts.main, others: parts.others.map((it) => (it === part ? with_ : it)) };
}

test('a byte that is wrong, taken away or left behind is seen', () => {
  const weather = ({ others }) => others.find(({ path }) => /weather/.test(path));
  const wrong = said(changed(weather, text, (bytes, at) => { bytes[at + 1] ^= 1; }));
  assert.match(wrong[0], /weather.*: other data at \d+/);
  const zero = said(changed(weather, text, (bytes, at) => { bytes[at + 1] = 0; }));
  assert.match(zero[0], /weather.*: other data at \d+/);
  // Taken from the first part, which alone may have gaps: its own code comes to it.
  const first = said(changed(({ main }) => main, 'Takujo', (bytes, at) => { bytes.fill(0, at, at + 3); }));
  assert.ok(first.some((fault) => /no part has the byte/.test(fault)), first.join('\n'));
  assert.ok(first.some((fault) => /takujo_bg.*: its code comes to data that is not there/.test(fault)), first.join('\n'));
  // In another part, but not in the one that shows it.
  const part = weather(parts);
  const at = part.segments.findIndex(({ bytes }) => Buffer.from(bytes).includes(text));
  const without = { ...part, segments: part.segments.toSpliced(at, 1) };
  const other = parts.others.find((it) => it !== part && it.segments.length > 0);
  const moved = said({ ...parts, others: parts.others.map((it) => (it === part ? without : it === other ? { ...other, segments: [...other.segments, part.segments[at]] } : it)) });
  assert.ok(moved.length > 0 && moved.every((fault) => /weather.*: its code comes to data that is not there/.test(fault)), moved.join('\n'));
});

/** Every piece of text of the Fluent files of a language, between what is filled in. */
function texts(lang) {
  const files = readdirSync(`${root}src`, { recursive: true }).filter((file) => file.endsWith(`.${lang}.ftl`));
  return files.flatMap((file) => {
    const messages = readFileSync(join(root, 'src', file), 'utf8').split(/^(?=[a-z][\w-]* = ?)/m).filter((part) => /^[a-z]/.test(part));
    return messages.flatMap((message) => {
      const [, key, value] = message.replace(/^#.*$/gm, '').match(/^([\w-]+) = ?([^]*)$/);
      const pieces = value.replace(/\{\s*"([^"]*)"\s*\}/g, '$1').split(/\{\s*\$\w+\s*->|\{\s*\$\w+\s*\}|\}|^\s*\*?\[\w+\]|\n/m);
      return pieces.map((piece) => piece.trim()).filter(Boolean).map((piece) => ({ key, piece }));
    });
  });
}

/** A page that keeps hold of the program's memory and counts the parts that run in it. */
async function watched(t, device) {
  const page = await (await context(t, device)).newPage();
  page.setDefaultTimeout(15_000);
  await page.addInitScript(() => {
    globalThis.running = 0;
    for (const name of ['instantiate', 'instantiateStreaming']) {
      const real = WebAssembly[name];
      WebAssembly[name] = async (...args) => {
        const made = await real.apply(WebAssembly, args);
        globalThis.memory ??= (made.instance ?? made).exports.memory;
        globalThis.running += 1;
        return made;
      };
    }
  });
  return page;
}

const game = (id) => `/#/new/${id}`;
const games = parts.others.map(({ path }) => path.match(/module_\d+_(\w+)_screens/)?.[1]).filter(Boolean);
const finished = JSON.parse(readFileSync(`${root}tests/saves/weather-3.json`, 'utf8'));

/** The data that does not change while the program runs, as it lies in memory. */
async function constants(page) {
  const [{ at, bytes }] = whole.segments;
  const text = await page.evaluate(([at, size]) => {
    const bytes = new Uint8Array(globalThis.memory.buffer, at, size);
    let text = '';
    for (let from = 0; from < size; from += 8192) text += String.fromCharCode(...bytes.subarray(from, from + 8192));
    return btoa(text);
  }, [at, bytes.length]);
  return Buffer.from(text, 'base64');
}

/** Goes to whatever loads a part; gives the memory once all of them are there. */
async function everything(page) {
  await page.goto(await url('/'));
  for (const place of [...games.map(game), '/#/rules', '/#/settings', '/#/history']) {
    await page.goto(await url(place));
    await page.locator('main, [role=main]').first().waitFor();
    await page.waitForTimeout(50);
  }
  // The picture of a result comes with a table that is over.
  await page.locator('input[type=file]').setInputFiles({ name: 'table.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(finished)) });
  await page.locator('main [role=status]').filter({ hasText: /\S/ }).first().waitFor();
  await page.goto(await url(`/#/table/${finished.id}/play`));
  const asked = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  const wanted = withData.map(({ path }) => path.split('/').at(-1));
  const end = Date.now() + 15_000;
  for (;;) {
    const names = await asked();
    const missing = wanted.filter((name) => !names.some((other) => other.endsWith(name)));
    if (missing.length === 0 && await page.evaluate(() => globalThis.running) > wanted.length) break;
    assert.ok(Date.now() < end, `not loaded: ${missing.join(', ')}`);
    await page.waitForTimeout(50);
  }
  return constants(page);
}

for (const [lang, device] of [['en', phone], ['ja', japanese(phone)]]) {
  test(`with every part loaded, every text is in memory as its file has it: ${lang}`, async (t) => {
    const memory = await everything(await watched(t, device));
    const { bytes, begin } = image(whole);
    const [{ at, bytes: { length } }] = whole.segments;
    const right = Buffer.from(bytes.subarray(at - begin, at - begin + length));
    const different = memory.findIndex((byte, place) => byte !== right[place]);
    assert.equal(different, -1, `at ${at + different}: ${JSON.stringify(right.subarray(different, different + 60).toString())} is ${JSON.stringify(memory.subarray(different, different + 60).toString())}`);
    const all = texts(lang);
    assert.ok(all.length > 1000, `${all.length} texts`);
    assert.deepEqual(all.filter(({ piece }) => !memory.includes(piece)), []);
  });

  test(`with one part alone, nothing on its page has lost a letter: ${lang}`, async (t) => {
    for (const place of ['/', ...games.map(game), '/#/rules/nerts', '/#/settings', '/#/history']) {
      const page = await watched(t, device);
      await page.goto(await url(place));
      await page.locator('#first').waitFor({ state: 'detached' });
      await page.getByRole('heading').first().waitFor();
      await page.waitForFunction(() => !document.querySelector('.empty[role=status]'));
      const html = await page.content();
      assert.ok(!/[\0\uFFFD]/.test(html), `${place}: ${html.match(/.{0,60}[\0\uFFFD].{0,60}/)?.[0]}`);
      await page.close();
    }
  });
}

test('a single byte that a part lacks is seen in the memory', async (t) => {
  const page = await watched(t, phone);
  const part = parts.others.find(({ path }) => /weather/.test(path));
  const name = part.path.split('/').at(-1);
  const file = readFileSync(part.path);
  assert.ok(file.includes(text));
  file[file.indexOf(text) + 5] = 0;
  await page.route(`**/${name}`, (route) => route.fulfill({ body: file, contentType: 'application/wasm' }));
  const memory = await everything(page);
  assert.ok(!memory.includes(text) && memory.includes(text.slice(6)));
  assert.deepEqual(texts('en').filter(({ piece }) => !memory.includes(piece)), [{ key: 'weather-pick-order', piece: text }]);
});
