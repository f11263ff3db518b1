// Takes pictures of every page and every state that matters, in five sizes, two themes and two languages, and puts them
// on a contact sheet for people to look at:
//   node scripts/sheet.mjs [word]...    (of the site that scripts/host.mjs serves)
// Words narrow it down: a page (`weather-play`), a size (`360x640`), `light` or `dark`, `en` or `ja`. The sheet is
// target/sheet/index.html, with index.png beside it.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { chromiumArgs, chromiumPath } from './chromium.mjs';
import { serve } from './host.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const out = `${root}target/sheet`;
const saves = `${root}tests/saves/`;

const SIZES = [[360, 640], [390, 844], [844, 390], [820, 1180], [1280, 800]];
const GAMES = ['nerts', 'machinamitorite', 'weather', 'nihon_meisho', 'hanafuda', 'any'];
/** The tabs of a stored table: Nihon Meisho has hands instead of points. */
const TABS = (name) => ['play', name.startsWith('nihon_meisho') ? 'hands' : 'standings', 'flat'];
const w = {
  en: { name: 'Name', add: 'Add', open: 'Start', save: 'Save round', random: 'Pick at random', people: ['Aiko', 'Ken', 'Misaki', 'Tom'] },
  ja: { name: '名前', add: '追加', open: '始める', save: '保存する', random: 'ランダム', people: ['アイコ', '健', '美咲', 'トム'] },
};

const tables = [];
for (const name of (await readdir(saves)).filter((name) => /^[a-z_]+-\d\.json$/.test(name))) {
  tables.push({ name: name.slice(0, -5), file: JSON.parse(await readFile(saves + name, 'utf8')) });
}
const everything = { takujo: 1, sessions: tables.map(({ file }) => file) };

/** Taps a button as a person would: public/taps.js takes two quick taps on one place for one. */
async function tap(page, name) {
  await page.getByRole('button', { name, exact: true }).click();
  await page.waitForTimeout(350);
}
async function seated(page, words, game, random) {
  await page.goto(`${page.site}#/new/${game}`);
  for (const name of words.people) {
    await page.getByLabel(words.name, { exact: true }).fill(name);
    await tap(page, words.add);
  }
  if (random === false) await page.getByLabel(words.people[0], { exact: true }).check();
}
async function keys(page, digits) {
  for (const digit of digits) await tap(page, digit);
}

async function row(page, table, seat) {
  // Closes the row of another seat.
  await page.goto(`${page.site}#/`);
  await page.goto(`${page.site}#/table/${tables.find(({ name }) => name === table).file.id}/flat`);
  await page.locator('.flat-seat').nth(seat).click();
}

// What pictures are taken of: an address, or a way there.
const PAGES = {
  home: '#/',
  history: '#/history',
  settings: '#/settings',
  rules: '#/rules',
  ...Object.fromEntries(GAMES.map((game) => [`new-${game}`, `#/new/${game}`])),
  'new-seated': (page, words) => seated(page, words, 'nerts'),
  'starter-drawn': async (page, words) => {
    await seated(page, words, 'machinamitorite');
    await tap(page, words.open);
    await page.locator('.drawn').waitFor();
  },
  ...Object.fromEntries(tables.flatMap(({ name, file }) => TABS(name).map((tab) => [`${name}-${tab}`, `#/table/${file.id}/${tab}`]))),
  'nerts-entered': async (page, words) => {
    await seated(page, words, 'nerts');
    await tap(page, words.open);
    await keys(page, '183250116');
  },
  'nerts-saved': async (page, words) => {
    await seated(page, words, 'nerts');
    await tap(page, words.open);
    for (const round of ['183250116122', '220145128093']) {
      await keys(page, round);
      await tap(page, words.save);
    }
  },
  // The home page with a table in play.
  'home-playing': async (page, words) => {
    await seated(page, words, 'nerts');
    await tap(page, words.open);
    await keys(page, '183250116122');
    await tap(page, words.save);
    await page.goto(`${page.site}#/`);
    await page.locator('.current').first().waitFor();
  },
  // Rows that are entered on a phone lying on the table, from a side and from the top.
  'any-row': (page) => row(page, 'any-2', 0),
  'machinamitorite-row': (page) => row(page, 'machinamitorite-1', 1),
  'machinamitorite-row-top': (page) => row(page, 'machinamitorite-1', 0),
  'weather-row': async (page, words) => {
    await seated(page, words, 'weather', false);
    await tap(page, words.open);
    for (let wish = 0; wish < words.people.length; wish += 1) {
      await page.locator('.wish:enabled').nth(wish).click();
      await page.waitForTimeout(350);
    }
    await page.locator('.pad').waitFor();
    await page.goto(page.url().replace(/play$/, 'flat'));
    await page.locator('.flat-seat').nth(1).click();
  },
  ...Object.fromEntries(['nerts', 'machinamitorite', 'weather'].map((game) => [`calculate-${game}`, `#/calculate/${game}`])),
  'rules-nerts': '#/rules/nerts/score',
};

const words = process.argv.slice(2);
const pick = (all) => (words.some((word) => all.includes(word)) ? all.filter((one) => words.includes(one)) : all);
const pages = pick(Object.keys(PAGES));
const sizes = pick(SIZES.map((size) => size.join('x')));
const themes = pick(['light', 'dark']);
const langs = pick(['en', 'ja']);
const unknown = words.filter((word) => ![pages, sizes, themes, langs].some((all) => all.includes(word)));
if (unknown.length > 0) throw new Error(`nothing is called ${unknown.join(', ')}`);

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
const site = await serve();
const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs });
const taken = [];
for (const lang of langs) {
  const context = await browser.newContext({ locale: lang, serviceWorkers: 'block', hasTouch: true, viewport: { width: 390, height: 844 } });
  const page = Object.assign(await context.newPage(), { site: site.url });
  page.setDefaultTimeout(10_000);
  await page.goto(`${site.url}#/history`);
  await page.locator('input[type=file]').setInputFiles({ name: 'all.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(everything)) });
  // They are imported all at once, and the history shows the first of them.
  await page.locator('.tables .item').first().waitFor();
  for (const name of pages) {
    const to = PAGES[name];
    if (typeof to === 'string') await page.goto(site.url + to);
    else await to(page, w[lang]);
    for (const size of sizes) {
      const [width, height] = size.split('x').map(Number);
      await page.setViewportSize({ width, height });
      // A wide page asks once, when it is opened, whether there is room for more.
      if (typeof to === 'string' && width >= 800) {
        await page.reload();
        // Points count up.
        await page.waitForTimeout(1000);
      }
      for (const theme of themes) {
        await page.emulateMedia({ colorScheme: theme });
        await page.evaluate(async () => {
          document.activeElement?.blur();
          await document.fonts.ready;
          await new Promise((done) => setTimeout(done, 250));
        });
        const file = `${name}.${size}.${theme}.${lang}.png`;
        await page.screenshot({ path: `${out}/${file}`, animations: 'disabled' });
        taken.push({ name, size, file });
      }
    }
  }
  await context.close();
}
const shown = ({ name, size, file }) => `<figure><img src="${file}" width="${Math.round(Number(size.split('x')[0]) / 2)}"><figcaption>${name} · ${file.split('.').slice(1, -1).join(' ')}</figcaption></figure>`;
const style = 'body{margin:16px;background:#ddd;font:11px sans-serif;display:flex;flex-wrap:wrap;gap:12px;align-items:flex-start}figure{margin:0}img{display:block}';
await writeFile(`${out}/index.html`, `<!doctype html><meta charset="utf-8"><title>Takujo</title><style>${style}</style>${taken.map(shown).join('\n')}`);
const sheet = await browser.newPage({ viewport: { width: 1800, height: 800 } });
await sheet.goto(`file://${out}/index.html`);
await sheet.screenshot({ path: `${out}/index.png`, fullPage: true });
await browser.close();
await site.kill();
console.log(`${taken.length} pictures: ${out}/index.html`);
