// By keyboard alone, and what a screen reader announces meanwhile; and no motion where none is wanted.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { home, tables } from './access.mjs';
import { games } from './games.mjs';
import { desktop, open, phone, url } from './harness.mjs';
import { button, drawn, seat, settled, words } from './table.mjs';

const w = words.en;

/** A table of each game on which nothing has happened yet, by game. */
const fresh = tables.then(({ sessions }) => Object.fromEntries(Object.entries(games).map(([id, { agreed = () => ({}) }], at) => {
  const { options, ...head } = sessions.find(({ game }) => game === id);
  return [id, { ...head, id: `20261121010000-0000${at}aaa`, title: '', starter: 0, drawn: false, options: agreed(options), log: [] }];
})));

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
  await press(page, b('Menu for Nihon Meisho'));
  await sheet(b('Details of Nihon Meisho'));
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
