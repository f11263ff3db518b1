// For everyone: what a screen reader finds and is told, the keyboard alone, large text, few colours, no motion, big targets.
//
// The trees that a screen reader walks are kept in tests/e2e/aria; TAKUJO_ARIA=write writes them anew.
import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { axe, context, dark, desktop, japanese, open, phone, shot, url } from './harness.mjs';
import { button, fits, seat, words } from './table.mjs';

const trees = fileURLToPath(new URL('./aria/', import.meta.url));
const saves = fileURLToPath(new URL('../saves/', import.meta.url));
const w = words.en;
/** No day and no hour in what is kept: always the same one. */
const today = { timezoneId: 'Asia/Tokyo' };

/** One file with a table of every game, some of them over. */
const tables = (async () => {
  const names = ['nerts-1', 'machinamitorite-1', 'weather-1', 'weather-2', 'nihon_meisho-1', 'hanafuda-1', 'any-1'];
  const sessions = await Promise.all(names.map(async (name) => JSON.parse(await readFile(`${saves}${name}.json`, 'utf8'))));
  // One in the quick mode beside the one that enters the cards.
  const full = sessions[4];
  const quick = { ...full, id: '20261120200500-00c0ffee', options: { ...full.options, mode: 'quick', clock: null }, log: [] };
  // One won, for the end of a game; one taken back to its first turns.
  const golf = { ...sessions[6], id: '20261121001600-00abcdef', title: '', log: sessions[6].log.slice(0, 2) };
  return { takujo: 1, sessions: [...sessions, quick, golf] };
})();

/** A page with those tables on it. */
async function home(t, device) {
  const page = await (await context(t, { ...device, ...today })).newPage();
  page.setDefaultTimeout(10_000);
  await page.clock.setFixedTime('2026-11-21T03:00:00Z');
  await page.goto(await url('/#/history'));
  await page.locator('input[type=file]').setInputFiles({ name: 'all.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(await tables)) });
  await page.locator('.tables .item').nth(8).waitFor();
  await page.reload();
  await page.locator('.tables .item').nth(8).waitFor();
  return page;
}

const table = {
  nerts: '20261120190000-00c0ffee', machinamitorite: '20261120210000-0badcafe', weather: '20261121003000-0000face',
  'weather-over': '20261120200000-00ffee00', meisho: '20261120200000-00c0ffee', 'meisho-quick': '20261120200500-00c0ffee',
  hanafuda: '20261121005000-0000cafe', any: '20261121001500-00abcdef', golf: '20261121001600-00abcdef',
};
const games = ['nerts', 'machinamitorite', 'weather', 'nihon_meisho', 'hanafuda', 'any'];

/** Every page and every sheet over one: its name, its address, and what opens it. */
const places = [
  ['home', ''],
  ['history', 'history'],
  ['history-rename', 'history', (page) => page.locator('.tools button').first().press('Enter')],
  ['settings', 'settings'],
  ['rules', 'rules'],
  ['rules-section', 'rules/nihon_meisho/reverse-on-plus-two'],
  ['missing', 'nowhere'],
  ...games.map((game) => [`new-${game}`, `new/${game}`]),
  ...games.slice(0, 3).map((game) => [`calculate-${game}`, `calculate/${game}`]),
  ['nerts-play', `table/${table.nerts}/play`],
  ['nerts-rules', `table/${table.nerts}/play`, (page) => page.locator('nav.bar button').press('Enter')],
  ['nerts-standings', `table/${table.nerts}/standings`],
  ['nerts-flat', `table/${table.nerts}/flat`],
  ['machinamitorite-play', `table/${table.machinamitorite}/play`],
  ['machinamitorite-trick', `table/${table.machinamitorite}/trick`],
  ['machinamitorite-standings', `table/${table.machinamitorite}/standings`],
  ['weather-play', `table/${table.weather}/play`],
  ['weather-standings', `table/${table.weather}/standings`],
  ['weather-cards', `table/${table.weather}/cards`],
  ['weather-over', `table/${table['weather-over']}/play`],
  ['meisho-play', `table/${table.meisho}/play`],
  ['meisho-quick', `table/${table['meisho-quick']}/play`],
  ['meisho-hands', `table/${table.meisho}/hands`],
  ['meisho-correct', `table/${table.meisho}/hands`, (page) => page.locator('.log button').first().press('Enter')],
  ['meisho-flat', `table/${table['meisho-quick']}/flat`],
  ['hanafuda-play', `table/${table.hanafuda}/play`],
  ['hanafuda-standings', `table/${table.hanafuda}/standings`],
  ['hanafuda-cards', `table/${table.hanafuda}/cards`],
  ['any-over', `table/${table.any}/play`],
  ['any-play', `table/${table.golf}/play`],
  ['any-turn', `table/${table.golf}/turn`],
  ['any-standings', `table/${table.any}/standings`],
];

const only = process.env.TAKUJO_ONLY;

const drawn = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** Waits until the page says the same for a while: what was there before is gone, what comes later is there. */
const settled = (page) => page.evaluate(async () => {
  for (let same = 0, last; same < 8;) {
    await new Promise((done) => requestAnimationFrame(done));
    const now = document.querySelector('.sheet-body, main')?.textContent;
    same = now && now === last ? same + 1 : 0;
    last = now;
  }
});

/** Goes to each of them in turn. */
async function walk(page, see) {
  const failures = [];
  for (const [name, path, opens] of places.filter(([name]) => !only || name.match(only))) {
    try {
      await page.goto(await url(`/#/${path}`));
      await settled(page);
      if (opens) {
        await opens(page);
        await page.getByRole('dialog').waitFor();
        await settled(page);
      }
      await see(name);
    } catch (error) {
      failures.push(`--- ${name}: ${error.message}`);
    }
    if (opens) await page.keyboard.press('Escape');
  }
  assert.equal(failures.length, 0, failures.join('\n'));
}

/** What is too small for a finger: everything that is tapped and does not stand in a running text. */
const small = (page) => page.evaluate(() => [...document.querySelectorAll('a[href], button, input, select, summary, [role="button"]')].flatMap((node) => {
  const label = node.closest('label');
  const box = (label ?? node).getBoundingClientRect();
  if (box.width === 0 || node.closest('[inert]') && !node.closest('.sheet') || !node.checkVisibility({ visibilityProperty: true })) return [];
  const inText = node.matches('a') && getComputedStyle(node).display === 'inline' && node.parentElement.matches('p, li, dd, span') && node.parentElement.textContent.trim() !== node.textContent.trim();
  if (inText || (box.width >= 47.5 && box.height >= 47.5)) return [];
  return [`${Math.round(box.width)} x ${Math.round(box.height)}: ${node.outerHTML.slice(0, 120)}`];
}));

/** What is told apart by its colour alone: chosen, current or wrong, and otherwise like the next one that is not. */
const byColour = (page) => page.evaluate(() => {
  const look = (node) => {
    const of = getComputedStyle(node);
    const shadow = of.boxShadow.replace(/(rgba?|color|oklab|oklch)\([^)]*\)/g, '');
    const within = [...node.querySelectorAll('strong, span, .icon')].map((part) => getComputedStyle(part).fontWeight + getComputedStyle(part).fontSize);
    return [of.fontWeight, of.fontSize, of.borderTopStyle, of.borderTopWidth, of.borderLeftWidth, of.outlineStyle, of.outlineWidth, shadow, of.textDecorationLine, ...within].join('|');
  };
  const found = [];
  for (const on of document.querySelectorAll('button[aria-pressed="true"], [aria-current="page"], [aria-current="true"], [data-current="true"], [data-wrong="true"]')) {
    // A wrong cell says so in words beside it.
    if (on.matches('[data-wrong="true"]') && on.getAttribute('aria-describedby') && document.getElementById(on.getAttribute('aria-describedby').split(' ')[0])?.textContent.trim()) continue;
    const off = [...document.querySelectorAll(on.tagName)].find((node) => node.className === on.className && node !== on && node.parentElement.tagName === on.parentElement.tagName
      && !node.matches('[aria-pressed="true"], [aria-current], [data-current="true"], [data-wrong="true"], :disabled, [aria-disabled="true"]'));
    if (off && look(on) === look(off)) found.push(on.outerHTML.slice(0, 140));
  }
  return found;
});

/** What is lost with large text: cut off, over another, or under the bar at the foot. */
const lost = (page) => page.evaluate(() => {
  const found = [];
  const root = document.querySelector('.sheet') ?? document.querySelector('.app');
  const shown = (node) => node.checkVisibility({ visibilityProperty: true }) && !node.closest('.hidden');
  for (const node of root.querySelectorAll('*')) {
    if (!shown(node) || node.closest('svg') || node.matches('select, input')) continue;
    const of = getComputedStyle(node);
    // Text that a box cuts off.
    const cuts = /hidden|clip/.test(of.overflowX + of.overflowY);
    if (cuts && (node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 1) && node.textContent.trim()) {
      found.push(`cut: ${node.scrollWidth} x ${node.scrollHeight} in ${node.clientWidth} x ${node.clientHeight}: ${node.outerHTML.slice(0, 130)}`);
    }
  }
  // Every line of text as drawn.
  const lines = [];
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {
    const node = texts.currentNode;
    const parent = node.parentElement;
    // What is fixed lies over what is scrolled under it: that is looked at below.
    if (!node.data.trim() || !shown(parent) || parent.closest('svg, .bar, .pad, .sheet-head, .flat-centre') || parent.closest('.sheet .search, option, select')) continue;
    range.selectNodeContents(node);
    // Of a line's box what letters fill.
    for (const { left, top, right, bottom, height } of range.getClientRects()) if (right - left > 1) lines.push({ left, top: top + height / 6, right, bottom: bottom - height / 6, parent, text: node.data.trim() });
  }
  lines.forEach((a, at) => {
    for (const b of lines.slice(at + 1)) {
      if (a.parent === b.parent || a.parent.contains(b.parent) || b.parent.contains(a.parent)) continue;
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 3 && high > 6) found.push(`over each other by ${Math.round(wide)} x ${Math.round(high)}: “${a.text.slice(0, 40)}” and “${b.text.slice(0, 40)}”`);
    }
    const room = document.documentElement.clientWidth;
    if ((a.right > room + 1 || a.left < -1) && !a.parent.closest('.scroll, .games-chips, .entry > .chips')) found.push(`beyond the edge: “${a.text.slice(0, 40)}” from ${Math.round(a.left)} to ${Math.round(a.right)}`);
  });
  // Scrolled to its end, nothing stays under the bar.
  const bar = document.querySelector('.sheet') ? null : document.querySelector('.bar');
  if (bar) {
    scrollTo(0, document.documentElement.scrollHeight);
    const top = bar.getBoundingClientRect().top;
    const last = Math.max(0, ...[...document.querySelectorAll('main > *')].filter(shown).map((node) => node.getBoundingClientRect().bottom));
    if (last > top + 1) found.push(`${Math.round(last - top)} px stay under the bar`);
    scrollTo(0, 0);
  }
  return [...new Set(found)];
});

/** A page with the text twice as large, on the narrowest screen. */
async function large(page, see) {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  await page.evaluate(() => { document.documentElement.style.fontSize = '200%'; });
  await drawn(page);
  await see();
  await page.evaluate(() => { document.documentElement.style.fontSize = ''; });
  await page.setViewportSize(before);
}

/** Compares with the tree that is kept. */
async function tree(page, name) {
  const whole = page.locator((await page.locator('.sheet').count()) ? '.sheet' : '.app');
  const text = `${(await whole.ariaSnapshot()).replace(/\/table\/[\w-]+/g, '/table/ID')}\n`;
  const path = `${trees}${name}.yml`;
  if (process.env.TAKUJO_ARIA === 'write') {
    await mkdir(trees, { recursive: true });
    return writeFile(path, text);
  }
  assert.equal(text, await readFile(path, 'utf8'), `${name} reads otherwise than in tests/e2e/aria/${name}.yml; TAKUJO_ARIA=write writes it anew`);
}

// Not as a mobile browser, which zooms a page out where it is too wide instead of letting one see so.
const narrow = { ...phone, isMobile: false };
for (const [tongue, device] of [['en', narrow], ['ja', dark(japanese(narrow))]]) {
  test(`every page and sheet, ${tongue}: the rules of axe, targets, colours, large text`, async (t) => {
    const page = await home(t, device);
    const other = device.colorScheme === 'dark' ? 'light' : 'dark';
    await walk(page, async (name) => {
      const faults = [];
      const say = async (what, check) => {
        try {
          await check();
        } catch (error) {
          faults.push(`${what}: ${error.message}`);
        }
      };
      if (tongue === 'en') await say('tree', () => tree(page, name));
      await say('axe', () => axe(page));
      await page.emulateMedia({ colorScheme: other });
      await say(`contrast, ${other}`, () => axe(page, { rules: ['color-contrast'] }));
      await page.emulateMedia({ colorScheme: device.colorScheme });
      await say('too small to tap', async () => assert.deepEqual(await small(page), []));
      await say('by colour alone', async () => assert.deepEqual(await byColour(page), []));
      if (tongue === 'en') {
        await page.emulateMedia({ forcedColors: 'active' });
        await say('contrast, forced colours', () => axe(page, { rules: ['color-contrast'] }));
        await say('by colour alone where colours are forced', async () => assert.deepEqual(await byColour(page), []));
        if (process.env.TAKUJO_SHOTS) await shot(page, `forced-${name}`);
        await page.emulateMedia({ forcedColors: 'none' });
      }
      await large(page, async () => {
        if (process.env.TAKUJO_SHOTS) await shot(page, `large-${name}-${tongue}`, { fullPage: true });
        await say('twice as large', () => fits(page));
        await say('twice as large', async () => assert.deepEqual(await lost(page), []));
      });
      assert.equal(faults.length, 0, `\n${faults.join('\n')}`);
    });
  });
}
