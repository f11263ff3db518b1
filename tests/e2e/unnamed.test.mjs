// Who plays: known names that wrap, and players without names, who are nobody once the evening is over.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axe, dark, desktop, japanese, open, phone, shot, taps, url } from './harness.mjs';
import { becomes, button, fits, keys, saved, seat, words } from './table.mjs';

const small = { ...phone, viewport: { width: 360, height: 640 } };
const narrow = { ...phone, viewport: { width: 320, height: 640 } };
const known = ['Aiko', 'Ken', '美咲', 'Tom', 'Bartholomew', 'Grandmother Kazuko', 'Jo', 'Al'];
const texts = {
  en: { ...words.en, count: 'Without names', player: (n) => `Player ${n}`, save: 'Save round', people: 'People', person: 'Player', everyone: 'Everyone', figures: 'Figures' },
  ja: { ...words.ja, count: '名前なしの人数', player: (n) => `${n}番`, save: '保存する' },
};
const seated = (page) => page.locator('.seats .name').allTextContents();
const counts = (page) => page.locator('.unnamed .chip');
const count = (page, n) => page.locator('.unnamed').getByRole('button', { name: `${n}`, exact: true });

for (const [name, device, lang] of [
  ['320', narrow, 'en'], ['320-ja', japanese(dark(narrow)), 'ja'], ['360', small, 'en'], ['360-ja', japanese(small), 'ja'],
  ['390', phone, 'en'], ['390-dark', dark(phone), 'en'], ['390-ja', japanese(phone), 'ja'], ['1280', desktop, 'en'], ['1280-ja', japanese(dark(desktop)), 'ja'],
]) {
  const w = texts[lang];
  test(`nobody whom one knows is cut off, and a number is enough: ${name}`, async (t) => {
    const page = await open(t, '/#/new/nerts', device);
    await seat(page, w, known);
    await button(page, w.open).click();
    await page.locator('.cell').first().waitFor();
    await page.goto(await url('/#/new/nerts'));
    await page.locator('.seating .chip-row').waitFor();
    await fits(page);
    const chips = page.locator('.seating .chip-row button');
    assert.equal(await chips.count(), known.length);
    const card = await page.locator('.seating').boundingBox();
    for (const chip of await chips.all()) {
      const { x, width, height } = await chip.boundingBox();
      assert.ok(x >= card.x && x + width <= card.x + card.width, `${await chip.textContent()}: ${x} to ${x + width}`);
      assert.ok(height >= 47.5);
    }
    await shot(page, `unnamed-known-${name}`);
    assert.equal(await counts(page).count(), 11);
    // A table for four takes two taps.
    await count(page, 4).click();
    await becomes(() => seated(page), [1, 2, 3, 4].map(w.player));
    assert.equal(await count(page, 4).getAttribute('aria-pressed'), 'true');
    await axe(page);
    await shot(page, `unnamed-four-${name}`);
    // Somebody with a name takes the first place, and leaves it empty; fewer can play; seats are numbered as they stand.
    await button(page, 'Tom').click();
    await becomes(() => seated(page), ['Tom', w.player(2), w.player(3), w.player(4)]);
    await page.locator('.seats li').first().getByRole('button').nth(1).click();
    await becomes(() => seated(page), [w.player(1), 'Tom', w.player(3), w.player(4)]);
    await count(page, 3).click();
    await becomes(() => seated(page), [w.player(1), 'Tom', w.player(3)]);
    await button(page, 'Tom').click();
    await becomes(() => seated(page), [1, 2].map(w.player));
    await button(page, w.open).click();
    await page.locator('.cell').first().waitFor();
    await fits(page);
  });
}

test('whoever has no name is no person', async (t) => {
  const w = texts.en;
  const page = await open(t, '/#/new/any', phone);
  await seat(page, w, ['Ann']);
  assert.equal(await counts(page).count(), 0, 'whoever types names needs no numbers');
  await button(page, 'Remove Ann').tap();
  const fingers = taps(page);
  await fingers.tap(count(page, 3));
  await button(page, 'Move Player 3 up').tap();
  await becomes(() => seated(page), [1, 2, 3].map(w.player));
  await seat(page, w, ['Ann']);
  await fingers.tap(button(page, w.open));
  assert.equal(fingers.count, 2);
  const drawn = page.getByRole('link', { name: w.toTable });
  await page.locator('.cell').first().or(drawn).first().waitFor();
  if (await drawn.isVisible()) await drawn.tap();
  await page.locator('.cell').first().waitFor();
  await keys(taps(page), page, ['5', 'Next', '7', 'Next', '9']);
  await button(page, w.save).tap();
  await saved(page, w);
  await page.locator('.last').tap();
  await button(page, 'End the game').tap();
  await page.locator('.ending').waitFor();
  await saved(page, w);
  await page.goto(await url('/#/new/nerts'));
  const chips = page.locator('.seating .chip-row button');
  await becomes(() => chips.allTextContents(), ['Ann']);
  await page.goto(await url('/#/settings'));
  await page.locator('.people').waitFor();
  assert.deepEqual(await page.locator('.people .name').allTextContents(), ['Ann']);
  await page.goto(await url('/#/history'));
  await page.getByText('Player 2').first().waitFor();
  await page.goto(await url('/#/history/figures'));
  const people = page.getByRole('combobox', { name: 'Player' });
  await becomes(() => people.locator('option').allTextContents(), ['Everyone', 'Ann']);
});
