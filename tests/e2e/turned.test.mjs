// A phone that is turned in the middle of an entry, and a table left in the middle: the cell being filled is in sight, and what
// was typed is there.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { four, table } from './blind.mjs';
import { japanese, open, phone } from './harness.mjs';
import { becomes, drawn, words } from './table.mjs';

/** How far each game is entered: keys of the pad, and what leads to the pad. */
const half = {
  nerts: { keys: '310185253' },
  any: { keys: ['1', '2', 'next', '3', '4', 'next', '5', 'next', '7'] },
  machinamitorite: { keys: '50022211000305011122' },
  weather: {
    keys: '22222222222',
    before: async (page) => {
      for (let wish = 0; wish < four.length; wish += 1) {
        await page.locator('.wish:enabled').nth(wish).tap();
        await drawn(page);
      }
    },
  },
  hanafuda: {
    agree: (page) => page.getByLabel('Keep track of turns and hands').or(page.getByLabel('手番と手札の枚数も記録する')).uncheck(),
    keys: ['1', '3', 'next', '2'],
    before: async (page) => {
      await page.locator('.one-of').nth(0).locator('.chip').nth(0).tap();
      await page.locator('.one-of').nth(1).locator('.chip').nth(1).tap();
    },
  },
};

/** What is not in sight of the cell being filled, the keys, and whose cell it is. */
const hidden = (page) => page.evaluate(() => {
  const seen = (node) => {
    const { x, y, width, height } = node.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    return top !== null && (node === top || node.contains(top) || top.contains(node));
  };
  const at = document.querySelector('.cell[aria-pressed="true"]');
  const found = [];
  if (!at) return ['no cell is active'];
  const [cell, box] = [at, document.querySelector('.cells-box')].map((node) => node.getBoundingClientRect());
  if (!seen(at) || cell.top < box.top - 1 || cell.bottom > box.bottom + 1) found.push(`the cell: ${cell.top} to ${cell.bottom} in ${box.top} to ${box.bottom}`);
  for (const key of document.querySelectorAll('.pad [data-key]')) if (!seen(key)) found.push(`the key ${key.dataset.key}`);
  if (!document.querySelector('.asked .name, .asked, .tell')) found.push('the line');
  return found;
});

for (const [game, { keys, agree, before = async () => {} }] of Object.entries(half)) {
  for (const [name, device, w] of [
    ['390x844', phone, words.en],
    ['360x640, Japanese', japanese({ ...phone, viewport: { width: 360, height: 640 } }), words.ja],
    ['320x568', { ...phone, viewport: { width: 320, height: 568 } }, words.en],
  ]) {
    // The questions of a payout leave a low screen on its side less than a row of cells.
    if (game === 'hanafuda' && name === '320x568') continue;
    test(`a phone turned, a table left and another language, in the middle of an entry: ${game}, ${name}`, async (t) => {
      const page = await open(t, '/', device);
      await table(page, game, four, w, agree && (() => agree(page)));
      await before(page);
      for (const key of keys) await page.locator(`.pad [data-key="${key}"]`).tap();
      const cells = () => page.locator('.cell').allTextContents();
      const typed = await cells();
      assert.ok(typed.some((text) => text.trim()), 'something is typed');
      const { width, height } = device.viewport;
      for (const size of [{ width: height, height: width }, { width, height }]) {
        await page.setViewportSize(size);
        await drawn(page);
        await becomes(() => hidden(page), [], `at ${size.width}x${size.height}`);
        assert.deepEqual(await cells(), typed);
      }
      for (const other of [1, 2]) {
        await page.locator('.round.lang').tap();
        await drawn(page);
        await becomes(() => hidden(page), [], `in the language ${other}`);
        assert.deepEqual(await cells(), typed);
      }
      // Home and back, by the card of the table in play.
      await page.getByRole('link', { name: w.tables }).first().tap();
      await page.getByRole('link', { name: w.continue }).tap();
      await page.locator('.pad').waitFor();
      await becomes(cells, typed);
      await becomes(() => hidden(page), [], 'back again');
      // Undo takes back the last of it.
      await page.locator('.undo').tap();
      await becomes(async () => JSON.stringify(await cells()) === JSON.stringify(typed), false, 'undone');
      await becomes(() => hidden(page), [], 'after undo');
    });
  }
}
