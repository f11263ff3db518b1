// A table that many phones share: the real host, which is killed and started again, and browsers of their own for each phone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allowFaults, axe, context, phone, shot, started, taps } from './harness.mjs';
import { host, lost, network } from './host.mjs';
import { becomes, button, entries, keys, seat, words } from './table.mjs';

const w = words.en;
const mark = (page) => page.locator('.live');
const stands = (page, state, waiting = 0) => page.locator(`.live[data-live="${state}"][data-waiting="${waiting}"]`).waitFor();

/** A phone of its own, at an address of the host. */
async function phoneAt(t, address, device = phone) {
  const page = await (await context(t, device, address)).newPage();
  page.setDefaultTimeout(20_000);
  await page.goto(address);
  await started(page);
  return page;
}

/** Opens a table of a game and shares it, at the tab with the button for it; returns the link to play along. */
async function share(page, game, names, tab = w.standings) {
  await page.getByRole('link', { name: game }).first().tap();
  await seat(page, w, names);
  if (await page.getByRole('radio', { name: names[0] }).count()) await page.getByRole('radio', { name: names[0] }).check();
  await button(page, w.open).tap();
  await page.locator('.table').waitFor();
  const play = page.url();
  await page.getByRole('navigation').getByRole('link', { name: tab }).tap();
  await button(page, 'Play on all phones').tap();
  await axe(page);
  await button(page, 'Share this table').tap();
  await stands(page, 'here');
  await page.locator('svg.code').waitFor();
  await axe(page);
  await shot(page, 'live-sheet');
  const link = await page.getByLabel('Link', { exact: true }).inputValue();
  await button(page, 'Close').tap();
  await page.goto(play);
  return link;
}

/** Sits down at a shared table as one of its players. */
async function join(t, link, name) {
  const page = await phoneAt(t, link);
  await button(page, name).tap();
  await shot(page, 'live-join');
  await axe(page);
  await button(page, 'Sit down').tap();
  await stands(page, 'here');
  return page;
}

/** Puts the phones away before the host ends, which they would miss; `faults` are what the test did to them. */
async function leave(phones, faults = /^$/) {
  for (const page of phones) {
    await page.context().close();
    allowFaults(page, faults);
  }
}

/** A round of Nerts for two: cards played and left, of each. */
async function round(page, digits) {
  await keys(taps(page), page, digits);
  await button(page, 'Save round').tap();
}

test('two phones play Nerts, the host is killed and started again, and nothing is lost or doubled', async (t) => {
  const server = await host(t);
  const aiko = await phoneAt(t, server.url);
  const link = await share(aiko, /Nerts/, ['Aiko', 'Xanthippe']);
  const ken = await join(t, link, 'Xanthippe');

  await round(aiko, '310185');
  await entries(ken, 1);
  await round(ken, '183250');
  await entries(aiko, 2);
  await stands(aiko, 'here');
  await stands(ken, 'here');

  // The host has the rounds and knows nobody: neither its disk nor its memory has a name.
  assert.equal(await server.knows('Xanthippe'), false);
  assert.equal(await server.knows('takujo'), true, 'the search finds what is there');

  // Killed: both say so, taps count and wait.
  await server.kill();
  await stands(aiko, 'away');
  await round(ken, '200153');
  await entries(ken, 3);
  await stands(ken, 'away', 1);
  await shot(ken, 'live-away');
  await axe(ken);
  // A phone that is closed and opened again still has them.
  const at = ken.url();
  await ken.goto('about:blank');
  await server.start();
  await ken.goto(at);
  await entries(ken, 3);
  await entries(aiko, 3);
  await stands(ken, 'here');

  // Both enter the fourth round while they cannot hear each other: one counts, the other is shown and kept.
  await server.kill();
  await stands(aiko, 'away');
  await stands(ken, 'away');
  await round(aiko, '150204');
  await round(ken, '160214');
  await entries(aiko, 4);
  await entries(ken, 4);
  await server.start();
  await stands(aiko, 'here');
  await stands(ken, 'here');
  const told = (page) => page.getByText('Others have played on meanwhile').count();
  await becomes(async () => await told(aiko) + await told(ken), 1, 'one phone is told');
  await entries(aiko, 4);
  await entries(ken, 4);
  await leave([aiko, ken], lost);
});

/** The link for watching, from a phone that has the sheet's button in sight. */
async function watchLink(page) {
  await mark(page).tap();
  await page.getByLabel('watching').check();
  const link = await page.getByLabel('Link', { exact: true }).inputValue();
  await button(page, 'Close').tap();
  return link;
}

test('whoever has the phone in hand taps at Nihon Meisho; a watcher watches; closing ends it for all', async (t) => {
  const server = await host(t);
  const aiko = await phoneAt(t, server.url);
  const link = await share(aiko, /Nihon Meisho/, ['Aiko', 'Ken', 'Tom'], 'Hands');
  const ken = await join(t, link, 'Ken');
  await ken.evaluate(() => {
    window.buzzes = 0;
    navigator.vibrate = () => (window.buzzes += 1);
  });
  const said = (page) => page.locator('.said .sentence').textContent();
  const first = await said(ken);
  assert.match(first, /Aiko/);
  await button(aiko, 'Play 1').tap();
  await becomes(async () => /Ken/.test(await said(ken)), true, 'the other phone follows');
  await becomes(() => ken.evaluate(() => window.buzzes), 1, 'the phone of the one to play buzzes');
  await button(ken, 'Play 1').tap();
  await becomes(async () => /Tom/.test(await said(aiko)), true);

  const tom = await phoneAt(t, await watchLink(aiko));
  await button(tom, 'Watch').tap();
  await becomes(async () => /Tom/.test(await said(tom)), true);
  await button(tom, 'Play 1').tap();
  await tom.getByText('This link only watches').waitFor();
  await entries(aiko, 2);

  // Locked, only the phone that opened it enters.
  await mark(aiko).tap();
  await button(aiko, 'Lock: only hosts enter').tap();
  await button(aiko, 'Unlock').waitFor();
  await button(aiko, 'Close').tap();
  await button(ken, 'Play 1').tap();
  await ken.getByText('Locked, 1 waiting').first().waitFor();
  await entries(aiko, 2);
  await mark(aiko).tap();
  await button(aiko, 'Unlock').tap();
  await button(aiko, 'End sharing for all').waitFor();
  await entries(aiko, 3);
  await stands(ken, 'here');

  // Closed, everyone has a copy and can go on alone.
  await button(aiko, 'End sharing for all').tap();
  await button(aiko, 'Yes, end it for all').tap();
  await ken.getByText('No longer shared').first().waitFor();
  await mark(ken).tap();
  await button(ken, 'Go on on this phone alone').tap();
  await button(ken, 'Play 1').tap();
  await entries(ken, 4);
  await ken.locator('.saved[data-state="saved"]').waitFor();
  const stranger = await phoneAt(t, link);
  await stranger.getByText('This table is not shared, or no longer.').waitFor();
  await leave([aiko, ken, tom, stranger]);
});

test('five phones tap at once through a bad network: all end alike, and every tap counts or is shown', async (t) => {
  const server = await host(t);
  let seed = Number(process.env.TAKUJO_SEED ?? 1);
  // A small generator, so that a failed run can be repeated.
  const chance = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  const between = await network(t, server, chance);
  const first = await phoneAt(t, between.url);
  await first.goto(`${between.url}#/new/any`);
  await seat(first, w, ['Ann', 'Bob', 'Cleo']);
  await first.getByLabel('Ann', { exact: true }).check();
  await button(first, w.open).tap();
  await first.getByRole('link', { name: w.standings }).tap();
  await button(first, 'Play on all phones').tap();
  await button(first, 'Share this table').tap();
  await stands(first, 'here');
  const link = await first.getByLabel('Link', { exact: true }).inputValue();
  await button(first, 'Close').tap();
  const phones = [first];
  for (const name of ['Bob', 'Cleo', 'Ann', 'Bob']) phones.push(await join(t, link, name));
  for (const page of phones) await page.getByRole('link', { name: 'Turn', exact: true }).tap();

  const count = async (page) => Number(await page.locator('.table').getAttribute('data-entries'));
  const told = (page) => page.getByText('Others have played on meanwhile');
  let made = 0;
  for (let round = 0; round < Number(process.env.TAKUJO_ROUNDS ?? 4); round += 1) {
    between.bad(round % 2 ? 0.02 : 0.1);
    if (chance() < 0.5) between.cut();
    await Promise.all(phones.map(async (page) => {
      await new Promise((later) => setTimeout(later, chance() * 400));
      await button(page, 'Next player').tap();
    }));
    between.good();
    for (const page of phones) await stands(page, 'here');
    // What is drawn may lag behind what is known, so this is asked until it holds.
    let kept;
    let shown;
    await becomes(async () => {
      const counts = await Promise.all(phones.map(count));
      shown = await Promise.all(phones.map((page) => told(page).count()));
      [kept] = counts;
      return [counts.every((one) => one === kept), kept - made + shown.reduce((sum, one) => sum + one)];
    }, [true, phones.length], `round ${round}, seed ${process.env.TAKUJO_SEED ?? 1}`);
    assert.ok(kept > made, 'somebody was first');
    made = kept;
    for (const [at, page] of phones.entries()) if (shown[at]) await button(page, 'Discard').tap();
  }
  // What a page was fetching when its connection was cut, too.
  await leave(phones, /WebSocket connection|net::ERR_/);
});
