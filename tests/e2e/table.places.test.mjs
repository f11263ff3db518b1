// Where things lie on a phone that lies flat in the middle, that is turned, and on a tablet: from two to twelve seats, in every
// game, from whatever side, nothing is cut off, covered or too small.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { games } from './games.mjs';
import { axe, open, phone, phoneSideways, shot, smallPhone as small, url } from './harness.mjs';
import { enter, lies, reachable, table } from './table.extras.mjs';
import { button, fits } from './table.mjs';

const people = ['Aiko', 'Ken', '美咲', 'Tom', 'Alexandria', 'Bo', 'さくら', 'Wilhelmina', 'Cy', 'Dee', '一二三四五六七', 'Flo'];

test('the phone lies flat: two to twelve seats, upright and sideways', async (t) => {
  const page = await open(t, '/', small);
  for (const players of [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]) {
    await page.setViewportSize(small.viewport);
    const at = await table(page, 'any', people.slice(0, players));
    await page.goto(`${at}/flat`);
    for (const viewport of [small.viewport, { width: 360, height: 640 }, phone.viewport, phoneSideways.viewport, { width: 640, height: 360 }, { width: 820, height: 1180 }, { width: 1024, height: 768 }]) {
      await page.setViewportSize(viewport);
      await page.locator('.flat-seat').first().waitFor();
      await lies(page, players);
      await fits(page);
      if ([2, 4, 7, 12].includes(players)) await shot(page, `flat-${players}-${viewport.width}`);
      await button(page, 'More').tap();
      await page.locator('.flat-panel').waitFor();
      await reachable(page);
      await fits(page);
      if ([2, 4, 7, 12].includes(players)) await shot(page, `flat-more-${players}-${viewport.width}`);
      await button(page, 'Change whose turn it is').tap();
      await page.locator('.flat-head').getByText('Change whose turn it is').waitFor();
      await reachable(page);
      await button(page, 'Close').tap();
      await button(page, 'Close').tap();
      await page.locator('.flat-panel').waitFor({ state: 'detached' });
    }
    if (players === 12) await axe(page);
    await page.goto(await url('/'));
  }
});

test('the phone lies flat: every game, with and without turns', async (t) => {
  const page = await open(t, '/', phone);
  const names = ['Aiko', 'Ken', '美咲', 'Tom'];
  for (const [game, { flat: { tap, shows, then } }] of Object.entries(games)) {
    const at = await table(page, game, names);
    await page.goto(`${at}/flat`);
    await page.locator('.flat').waitFor();
    await lies(page, 4);
    await shot(page, `flat-${game}`);
    await axe(page);
    if (shows) await page.getByRole('status').getByText(shows, { exact: false }).first().waitFor();
    if (then) await enter(page, tap);
    else await page.getByRole('button', { name: tap, exact: true }).tap();
    if (then) await page.getByRole('status').getByText(then, { exact: true }).waitFor();
    else await page.locator(game === 'hanafuda' ? '.flat-panel' : '.table').waitFor();
    await page.goto(await url('/'));
  }
});

test('the phone lies flat: a turn of hanafuda and all of Nihon Meisho, from whatever side', async (t) => {
  const page = await open(t, '/', { ...phone, isMobile: false });
  const views = [{ width: 360, height: 640 }, phoneSideways.viewport, { width: 820, height: 1180 }];
  const now = (name) => page.locator('.flat-seat[data-current="true"]').getByText(name, { exact: true }).waitFor();
  const everywhere = async (name) => {
    for (const viewport of views) {
      await page.setViewportSize(viewport);
      await reachable(page);
      await shot(page, `flat-${name}-${viewport.width}`);
    }
  };
  const hanafuda = await table(page, 'hanafuda', ['Aiko', 'Ken', '美咲', 'Tom']);
  await page.goto(`${hanafuda}/flat`);
  for (const [name, then] of [['Aiko', 'Tom'], ['Tom', '美咲'], ['美咲', 'Ken'], ['Ken', 'Aiko']]) {
    await now(name);
    await button(page, 'Enter a play').tap();
    await everywhere(`hanafuda-${name}`);
    await button(page, 'Hand-field').tap();
    await button(page, 'Other').waitFor();
    await everywhere(`hanafuda-top-${name}`);
    await enter(page, 'Other');
    await now(then);
  }
  await page.goto(await url('/'));

  const meisho = await table(page, 'nihon_meisho', ['Aiko', 'Ken', '美咲', 'Tom']);
  await page.goto(`${meisho}/flat`);
  for (const [name, move, then] of [['Aiko', 'Play 2', 'Ken'], ['Ken', '+2', '美咲']]) {
    await now(name);
    await button(page, 'More').tap();
    await everywhere(`meisho-${name}`);
    await enter(page, move);
    await now(then);
  }
  await lies(page, 4);
  await enter(page, 'Take 2');
  await now('Tom');
});

/** Which of these elements cannot be tapped where they are: off screen, under the bar or covered. */
const outOfSight = (page, selector) => page.evaluate((selector) => [...document.querySelectorAll(selector)].flatMap((node) => {
  const { left, top, width, height } = node.getBoundingClientRect();
  const seen = [0.1, 0.9].every((down) => {
    const over = document.elementFromPoint(left + width / 2, top + height * down);
    return over !== null && (node.contains(over) || over.contains(node));
  });
  return seen ? [] : [`${node.textContent.trim()}: ${[left, top, width, height].map(Math.round)}`];
}), selector);

test('sideways and on tablets: what is filled in and what is tapped for it are in sight together', async (t) => {
  const page = await open(t, '/', { ...phone, isMobile: false });
  for (const [game, view, selector, before] of Object.entries(games).flatMap(([id, { sight }]) => sight.map((one) => [id, ...one]))) {
    await page.setViewportSize(phone.viewport);
    const at = await table(page, game, ['Aiko', 'Ken', '美咲', 'Tom']);
    await page.goto(`${at}/${view}`);
    await before?.(page);
    await page.locator(selector).first().waitFor();
    for (const [width, height] of [[640, 360], [844, 390], [768, 1024], [1024, 768]]) {
      await page.setViewportSize({ width, height });
      await page.evaluate(() => scrollTo(0, 0));
      await fits(page);
      assert.deepEqual(await outOfSight(page, selector), [], `${game} ${view} at ${width} x ${height}`);
      await shot(page, `sideways-${game}-${view}-${width}`);
    }
    await page.goto(await url('/'));
  }
});
