// Accessibility: what a screen reader finds and announces, keyboard only, large text, few colours, no motion, large
// targets.
//
// The accessibility trees are stored in tests/e2e/aria; TAKUJO_ARIA=write updates them.
import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { games } from './games.mjs';
import { axe, context, dark, desktop, japanese, open, phone, shot, url } from './harness.mjs';
import { button, drawn, fits, seat, settled, words } from './table.mjs';

const trees = fileURLToPath(new URL('./aria/', import.meta.url));
const saves = fileURLToPath(new URL('../saves/', import.meta.url));
const w = words.en;
/** A fixed time zone, so that stored trees do not depend on the day. */
const today = { timezoneId: 'Asia/Tokyo' };

/** What to look at of each game's tables: its name, its view, its session, and what opens a sheet over it. */
const looks = Promise.all(Object.entries(games).flatMap(([id, game]) => Object.entries(game.looks).map(async ([name, { view = name, save = `${id}-1`, table = (it) => it, opens }]) => (
  { name: `${id}-${name}`, view, session: table(JSON.parse(await readFile(`${saves}${save}.json`, 'utf8'))), opens }
))));

/** One file with all their tables, including finished ones. */
const tables = looks.then((looks) => ({ takujo: 1, sessions: [...new Map(looks.map(({ session }) => [session.id, session])).values()] }));

/** A table of each game on which nothing has happened yet, by game. */
const fresh = tables.then(({ sessions }) => Object.fromEntries(Object.entries(games).map(([id, { agreed = () => ({}) }], at) => {
  const { options, ...head } = sessions.find(({ game }) => game === id);
  return [id, { ...head, id: `20261121010000-0000${at}aaa`, title: '', starter: 0, drawn: false, options: agreed(options), log: [] }];
})));

/** A page with tables stored. */
async function home(t, device, sessions) {
  const all = sessions ? { takujo: 1, sessions } : await tables;
  const last = all.sessions.length - 1;
  const page = await (await context(t, { ...device, ...today })).newPage();
  page.setDefaultTimeout(10_000);
  await page.clock.setFixedTime('2026-11-21T03:00:00Z');
  await page.goto(await url('/#/history'));
  await page.locator('input[type=file]').setInputFiles({ name: 'all.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(all)) });
  await page.locator('.tables .item').nth(last).waitFor();
  await page.reload();
  await page.locator('.tables .item').nth(last).waitFor();
  return page;
}

/** Every page and every sheet over one: its name, its address, and what opens it. */
const places = looks.then((looks) => [
  ['home', ''],
  ['history', 'history'],
  ['history-rename', 'history', (page) => page.locator('.tools button').first().press('Enter')],
  ['settings', 'settings'],
  ['rules', 'rules'],
  ['rules-section', 'rules/nihon_meisho/reverse-on-plus-two'],
  ['missing', 'nowhere'],
  ...Object.keys(games).map((id) => [`new-${id}`, `new/${id}`]),
  ...Object.keys(games).filter((id) => games[id].calculates).map((id) => [`calculate-${id}`, `calculate/${id}`]),
  ...looks.map(({ name, view, session, opens }) => [name, `table/${session.id}/${view}`, opens]),
]);

const only = process.env.TAKUJO_ONLY;

/** Visits each of them in turn. */
async function walk(page, see) {
  const failures = [];
  for (const [name, path, opens] of (await places).filter(([name]) => !only || name.match(only))) {
    try {
      await page.goto(await url(`/#/${path}`));
      await settled(page);
      if (opens) {
        await opens(page);
        // A sheet, or a correction's address.
        await page.waitForFunction(() => document.querySelector('[role="dialog"]') || location.hash.includes('/correct-'));
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

/** Text with too little contrast, by the axe already loaded in the page. */
const faint = (page) => page.evaluate(async () => {
  const { violations } = await window.axe.run(document, { runOnly: ['color-contrast'] });
  return violations.flatMap(({ nodes }) => nodes.map(({ html, any }) => `${html.slice(0, 120)}: ${any[0]?.message}`));
});

/** Targets too small for a finger: everything that can be tapped, except links in running text. */
const small = (page) => page.evaluate(() => [...document.querySelectorAll('a[href], button, input, select, summary, [role="button"]')].flatMap((node) => {
  const label = node.closest('label');
  const box = (label ?? node).getBoundingClientRect();
  if (box.width === 0 || node.closest('[inert]') && !node.closest('.sheet') || !node.checkVisibility({ visibilityProperty: true })) return [];
  const inText = node.matches('a') && getComputedStyle(node).display === 'inline' && node.parentElement.matches('p, li, dd, span') && node.parentElement.textContent.trim() !== node.textContent.trim();
  if (inText || (box.width >= 47.5 && box.height >= 47.5)) return [];
  return [`${Math.round(box.width)} x ${Math.round(box.height)}: ${node.outerHTML.slice(0, 120)}`];
}));

/** What can be tapped and shows neither words nor a picture. Cells may be empty. */
const blank = (page) => page.evaluate(() => {
  const visible = (node) => node.checkVisibility({ visibilityProperty: true }) && node.getBoundingClientRect().width > 1;
  const says = (part) => parseFloat(getComputedStyle(part).fontSize) > 0 && [...part.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  return [...document.querySelectorAll('a[href], button:not(.cell, .slot)')].filter((node) => visible(node)
    && ![node, ...node.querySelectorAll('*')].some((part) => visible(part) && (part.matches('svg') || says(part)))).map((node) => node.outerHTML.slice(0, 120));
});

/** Elements that are chosen, current or wrong and differ from their neighbours by colour only. */
const byColour = (page) => page.evaluate(() => {
  const look = (node) => {
    const of = getComputedStyle(node);
    const shadow = of.boxShadow.replace(/(rgba?|color|oklab|oklch)\([^)]*\)/g, '');
    const within = [...node.querySelectorAll('strong, span:not(.hidden), .icon')].map((part) => getComputedStyle(part).fontWeight + getComputedStyle(part).fontSize);
    return [of.fontWeight, of.fontSize, of.borderTopStyle, of.borderTopWidth, of.borderLeftWidth, of.outlineStyle === 'none' ? '' : of.outlineStyle + of.outlineWidth, shadow, of.textDecorationLine, ...within].join('|');
  };
  const found = [];
  for (const on of document.querySelectorAll('button[aria-pressed="true"], [aria-current="page"], [aria-current="true"], [data-current="true"], [data-wrong="true"]')) {
    // A wrong cell also says so in words.
    if (on.matches('[data-wrong="true"]') && on.getAttribute('aria-describedby') && document.getElementById(on.getAttribute('aria-describedby').split(' ')[0])?.textContent.trim()) continue;
    const off = [...document.querySelectorAll(on.tagName)].find((node) => node.className === on.className && node !== on && node.parentElement.tagName === on.parentElement.tagName
      && !node.matches('[aria-pressed="true"], [aria-current], [data-current="true"], [data-wrong="true"], :disabled, [aria-disabled="true"]'));
    if (off && look(on) === look(off)) found.push(on.outerHTML.slice(0, 140));
  }
  return found;
});

/** What large text makes unreadable: cut off, overlapping, or under the bar at the bottom. */
const lost = (page) => page.evaluate(() => {
  const found = [];
  const root = document.querySelector('.sheet') ?? document.querySelector('.app');
  const shown = (node) => node.checkVisibility({ visibilityProperty: true }) && !node.closest('.hidden') && node.closest('.ask-row')?.offsetWidth !== 1;
  for (const node of root.querySelectorAll('*')) {
    if (!shown(node) || node.closest('svg') || node.matches('select, input')) continue;
    const of = getComputedStyle(node);
    // Text cut off by its box. Some is available in full elsewhere: in a title, or for cells in the line above the pad.
    const elsewhere = of.textOverflow === 'ellipsis' && node.closest('[title], .cells-box, .asking, .tell, .where');
    const wide = /hidden|clip/.test(of.overflowX) && node.scrollWidth > node.clientWidth + 1;
    const high = /hidden|clip/.test(of.overflowY) && node.scrollHeight > node.clientHeight + 1;
    // Text that does not fit the line unfolds on a tap.
    const opens = node.matches('.tell .error[tabindex]');
    if ((wide || high) && !elsewhere && !opens && node.textContent.trim()) {
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
    // Fixed elements cover what scrolls below them; that is checked further down.
    if (!node.data.trim() || !shown(parent) || parent.closest('svg, .bar, .foot, .pad, .sheet-head, .flat-centre') || parent.closest('.sheet .search, option, select')) continue;
    range.selectNodeContents(node);
    // The part of a line's box that letters fill, as far as its boxes show it.
    for (const { left, top, right, bottom, height } of range.getClientRects()) {
      const line = { left, top: top + height / 6, right, bottom: bottom - height / 6, parent, text: node.data.trim() };
      for (let box = parent; box !== root; box = box.parentElement) {
        const { overflowX, overflowY, display } = getComputedStyle(box);
        if (display === 'inline' || display === 'contents') continue;
        const edge = box.getBoundingClientRect();
        if (overflowX !== 'visible') [line.left, line.right] = [Math.max(line.left, edge.left), Math.min(line.right, edge.right)];
        if (overflowY !== 'visible') [line.top, line.bottom] = [Math.max(line.top, edge.top), Math.min(line.bottom, edge.bottom)];
      }
      if (line.right - line.left > 1 && line.bottom > line.top) lines.push(line);
    }
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
  for (const link of root.querySelectorAll('.bar > *')) {
    const [label, place] = [link.querySelector('span'), link].map((node) => node.getBoundingClientRect());
    if (label.left < place.left - 1 || label.right > place.right + 1) found.push(`beyond its place in the bar: ${link.textContent}`);
  }
  // Scrolled to the end, nothing may stay under the bar.
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

/** A page with text twice as large, on the narrowest screen. */
async function large(page, see) {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  await page.evaluate(() => { document.documentElement.style.fontSize = '200%'; });
  await drawn(page);
  await see();
  await page.evaluate(() => { document.documentElement.style.fontSize = ''; });
  await page.setViewportSize(before);
}

/** Compares with the stored tree. */
async function tree(page, name) {
  const whole = page.locator((await page.locator('.sheet').count()) ? '.sheet' : '.app');
  const text = `${(await whole.ariaSnapshot()).replace(/\/table\/[\w-]+/g, '/table/ID').replace(/createPlay\.html\?data=[^\s"]+/g, 'createPlay.html?data=PLAY')}\n`;
  const path = `${trees}${name}.yml`;
  if (process.env.TAKUJO_ARIA === 'write') {
    await mkdir(trees, { recursive: true });
    return writeFile(path, text);
  }
  assert.equal(text, await readFile(path, 'utf8'), `${name} differs from tests/e2e/aria/${name}.yml; TAKUJO_ARIA=write updates it`);
}

// Not as a mobile browser, which would zoom out of a page that is too wide and hide the fault.
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
      await say(`contrast, ${other}`, async () => assert.deepEqual(await faint(page), []));
      await page.emulateMedia({ colorScheme: device.colorScheme });
      await say('too small to tap', async () => assert.deepEqual(await small(page), []));
      await page.setViewportSize({ width: 360, height: 640 });
      await say('blank on a low screen', async () => assert.deepEqual(await blank(page), []));
      await page.setViewportSize(device.viewport);
      await say('by colour alone', async () => assert.deepEqual(await byColour(page), []));
      if (tongue === 'en') {
        await page.emulateMedia({ forcedColors: 'active' });
        await say('contrast, forced colours', async () => assert.deepEqual(await faint(page), []));
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

// --- keyboard only, and announcements -----------------------------------------------------------------------------

/** Records what a screen reader would announce: the text of each live region when it changes or appears. */
function listen() {
  window.said = [];
  const live = '[role="status"], [role="alert"], [aria-live="polite"], output';
  new MutationObserver((changes) => {
    const regions = new Set();
    for (const { target, addedNodes, type } of changes) {
      const of = (target.nodeType === 1 ? target : target.parentElement)?.closest(live);
      if (of) regions.add(of);
      // A region that appears is announced too.
      if (type === 'childList' && !of) for (const node of addedNodes) if (node.nodeType === 1) [...(node.matches(live) ? [node] : []), ...node.querySelectorAll(live)].forEach((region) => regions.add(region));
    }
    for (const region of regions) {
      const text = region.isConnected && region.checkVisibility() ? region.textContent.trim().replace(/\s+/g, ' ') : '';
      if (text) window.said.push(text);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

/** The announcements since the last call, once there were none for some frames. */
const said = (page) => page.evaluate(async () => {
  for (let same = 0, last; same < 8;) {
    await new Promise(requestAnimationFrame);
    same = window.said.length === last ? same + 1 : 0;
    last = window.said.length;
  }
  return window.said.splice(0);
});

/** The focused element, and what is wrong with it: hidden, off screen, covered, or without a visible focus. */
const focus = (page) => page.evaluate(() => {
  const node = document.activeElement;
  const name = node === document.body ? 'nothing' : `${node.tagName.toLowerCase()} “${(node.getAttribute('aria-label') ?? node.textContent).trim().slice(0, 40)}”`;
  if (node === document.body) return { name, fault: 'nothing has the focus' };
  const shows = node.matches('.file input') ? node.closest('.file') : node;
  const { outlineStyle, outlineWidth } = getComputedStyle(shows);
  if (!node.matches('.sheet') && (outlineStyle === 'none' || parseFloat(outlineWidth) < 2)) return { name, fault: 'its focus does not show' };
  const { left, top, right, bottom } = shows.getBoundingClientRect();
  const inside = (x, y) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
  const points = [[(left + right) / 2, (top + bottom) / 2], [left + 4, top + 4], [right - 4, bottom - 4], [right - 4, top + 4], [left + 4, bottom - 4]];
  const free = points.some(([x, y]) => {
    const over = inside(x, y) && document.elementFromPoint(x, y);
    return over && (shows.contains(over) || over.contains(shows) || over.closest('label') === node.closest('label') && over.closest('label'));
  });
  return { name, fault: free ? null : `it lies off the screen or under something: ${[left, top, right, bottom].map(Math.round)}` };
});

/** Tabs to an element; every stop on the way must be visible. */
async function tabTo(page, target, key = 'Tab') {
  await target.first().waitFor();
  const stops = [];
  for (let stop = 0; stop < 120; stop += 1) {
    if (await target.first().evaluate((node) => node === document.activeElement)) return stops;
    await page.keyboard.press(key);
    const { name, fault } = await focus(page);
    // After the last element the focus is in the browser's own controls.
    if (name !== 'nothing') assert.equal(fault, null, `${page.url()}: ${name}: ${fault}`);
    stops.push(name);
  }
  assert.fail(`no Tab leads to ${target}: ${stops.join(', ')}`);
}

/** Tabs to an element and presses it. The focus must not get lost. */
async function press(page, target, key = 'Enter') {
  await tabTo(page, target);
  await page.keyboard.press(key);
  // The app ignores a second press of the same element until what the first changed is drawn.
  await drawn(page);
  await drawn(page);
}

const one = (heard, pattern, what) => assert.equal(heard.filter((text) => pattern.test(text)).length, 1, `${what}: ${JSON.stringify(heard)}`);

test('a round or a turn of every game by keyboard alone, and what is said of it', async (t) => {
  const at = await fresh;
  const page = await home(t, desktop, Object.values(at));
  await page.addInitScript(listen);
  await page.reload();
  const to = async (game, tab = 'play') => {
    await page.goto(await url(`/#/table/${at[game].id}/${tab}`));
    await settled(page);
    await said(page);
  };
  const b = (name) => page.getByRole('button', { name, exact: typeof name === 'string' });

  const hand = {
    page, b, one,
    said: () => said(page),
    focus: () => focus(page),
    tabTo: (target) => tabTo(page, target),
    press: (target, key) => press(page, target, key),
  };
  for (const [id, { keyboard }] of Object.entries(games)) await t.test(id, () => keyboard({ ...hand, to: (view) => to(id, view) }));
});

test('pages by keyboard alone: a new table, settings, sheets that keep the focus and give it back', async (t) => {
  const at = await fresh;
  const page = await home(t, desktop, [at.nihon_meisho]);
  const b = (name) => page.getByRole('button', { name, exact: typeof name === 'string' });

  // A sheet takes the focus, keeps it, and returns it to what opened it.
  const sheet = async (opener) => {
    await press(page, opener);
    await page.getByRole('dialog').waitFor();
    await settled(page);
    for (const key of ['Tab', 'Shift+Tab']) {
      for (let stop = 0; stop < 14; stop += 1) {
        await page.keyboard.press(key);
        const inside = await page.evaluate(() => document.activeElement === document.body || document.activeElement.closest('.sheet') !== null);
        assert.ok(inside, `${key} leaves the sheet for ${(await focus(page)).name}`);
      }
    }
    await page.keyboard.press('Tab');
    await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Close' }));
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.ok(await opener.evaluate((node) => node === document.activeElement), `${(await focus(page)).name} has the focus, not what opened the sheet`);
  };
  await sheet(b('Rename Nihon Meisho'));
  await page.goto(await url(`/#/table/${at.nihon_meisho.id}/play`));
  await press(page, b('Play 1'));
  await sheet(page.locator('nav.bar button'));
  await press(page, page.getByRole('link', { name: 'Hands' }));
  await press(page, page.locator('.log button').first());
  await page.waitForFunction(() => location.hash.includes('/correct-'));

  // Settings: arrow keys choose, Space toggles.
  await page.goto(await url('/#/settings'));
  await tabTo(page, page.getByRole('radio', { name: 'Same as device' }));
  await page.keyboard.press('ArrowDown');
  assert.ok(await page.getByRole('radio', { name: 'Light' }).isChecked());
  await page.keyboard.press('ArrowUp');

  // From the home page to the first turn.
  await page.goto(await url('/'));
  await settled(page);
  await press(page, page.getByRole('link', { name: /^Any card game/ }));
  await tabTo(page, page.getByLabel(w.name, { exact: true }));
  for (const name of ['Mio', 'Leo']) {
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
  }
  await page.locator('.seats').getByText('Leo').waitFor();
  await tabTo(page, b('Move Leo up'));
  await page.keyboard.press('Enter');
  assert.match(await page.locator('.seats .name').first().innerText(), /Leo/);
  await tabTo(page, page.getByRole('radio', { name: w.draw }).or(page.getByRole('radio').first()));
  await press(page, b(w.open));
  await page.locator('.table, .draw').first().waitFor();
});

test('no motion where none is wanted', async (t) => {
  const page = await open(t, '/#/new/any', phone);
  const moving = () => page.evaluate(() => document.getAnimations().length);
  for (const [reducedMotion, motions] of [['no-preference', 1], ['reduce', 0]]) {
    await page.goto(await url('/#/new/any'));
    await page.emulateMedia({ reducedMotion });
    await settled(page);
    await seat(page, w, reducedMotion === 'reduce' ? ['Ann', 'Bob'] : ['Cy', 'Dee']);
    await page.getByLabel(w.draw).check();
    // The draw has the most motion: its animation runs, or never starts.
    await page.evaluate(() => {
      window.most = 0;
      const look = () => { window.most = Math.max(window.most, document.getAnimations().length); requestAnimationFrame(look); };
      look();
    });
    await button(page, w.open).click();
    await page.locator('.draw').waitFor();
    await drawn(page);
    assert.equal((await page.evaluate(() => window.most)) > 0, motions > 0, `${reducedMotion}: ${await page.evaluate(() => window.most)} moving`);
    if (reducedMotion === 'reduce') assert.equal(await moving(), 0);
    await page.goto(await url('/#/'));
  }
});
