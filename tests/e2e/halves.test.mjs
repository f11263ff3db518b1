// Points with one decimal in any card game: agreed, typed, added up exactly, and shown wherever points are.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axe, dark, japanese, open, phone, shot, taps } from './harness.mjs';
import { becomes, button, entries, fits, keys, saved, seat, unfold, words } from './table.mjs';

const small = { ...phone, viewport: { width: 360, height: 640 } };
const texts = {
  en: { ...words.en, tenths: 'Points can have one decimal, like 7.5', agreed: 'points with one decimal', point: 'Decimal point', missing: '2.5 to go' },
  ja: { ...words.ja, tenths: '小数第1位まで入れる（7.5など）', agreed: '小数第1位まで', point: '小数点', missing: 'あと2.5点' },
};
const totals = (page) => page.locator('.cells .total-now').allTextContents();

for (const [lang, device] of [['en', small], ['ja', japanese(dark(small))]]) {
  const w = texts[lang];

  test(`halves are typed with a key of their own and add up exactly (${lang})`, async (t) => {
    const page = await open(t, '/#/new/any', device);
    await seat(page, { name: w.name, add: w.add }, ['Ann', 'Bob']);
    await page.getByLabel('Ann', { exact: true }).check();
    await unfold(page);
    await page.getByLabel(w.tenths).check();
    await page.locator('[name="ending-target"]').check();
    await page.locator('[name="total"]').fill('10');
    await axe(page);
    await shot(page, `halves-form-${lang}`, { fullPage: true });
    await page.locator('.options > summary').tap();
    await page.locator('.options > summary').getByText(w.agreed).waitFor();
    await button(page, w.open).tap();
    const point = page.locator('[data-key="point"]');
    await point.waitFor();
    assert.equal(await point.getAttribute('aria-label'), w.point);

    await keys(taps(page), page, '7');
    await point.tap();
    await keys(taps(page), page, '5');
    await becomes(() => totals(page), ['7.5', '0.0']);
    // A second decimal goes nowhere.
    await keys(taps(page), page, '5');
    await becomes(() => totals(page), ['7.5', '0.0']);
    await page.getByText(w.missing).waitFor();
    await page.locator('[data-key="next"]').tap();
    await page.keyboard.type('.5');
    await becomes(() => totals(page), ['7.5', '0.5']);
    await shot(page, `halves-${lang}`);
    await fits(page);
    await axe(page);
    await saved(page, w);
    await page.reload();
    await becomes(() => totals(page), ['7.5', '0.5']);
    await page.locator('[data-key="next"]').tap();
    await entries(page, 1);
    await page.locator('.last .scored').getByText('+7.5').last().waitFor();
    // The round is put right, and then the next one ends the game.
    await page.getByRole('link', { name: w.standings ?? (lang === 'en' ? 'Standings' : '成績') }).tap();
    await becomes(() => page.locator('.ranking .total').allTextContents(), ['7.5', '0.5']);
    await shot(page, `halves-standings-${lang}`, { fullPage: true });
    await fits(page);
    assert.deepEqual(await page.locator('.rounds tbody tr td').allInnerTexts().then((cells) => cells.slice(0, 2)), ['+7.5', '+0.5']);
  });
}

test('on a phone with little height each key still has a place', async (t) => {
  const page = await open(t, '/#/new/any', { ...phone, viewport: { width: 640, height: 360 } });
  await seat(page, { name: words.en.name, add: words.en.add }, ['Ann', 'Bob']);
  await page.getByLabel('Ann', { exact: true }).check();
  await unfold(page);
  await page.getByLabel(texts.en.tenths).check();
  await button(page, words.en.open).tap();
  await page.locator('[data-key="point"]').waitFor();
  const boxes = await page.locator('.pad .key').evaluateAll((all) => all.map((key) => {
    const { x, y, right, bottom } = key.getBoundingClientRect();
    return { key: key.dataset.key, x, y, right, bottom };
  }));
  for (const [at, one] of boxes.entries()) {
    for (const other of boxes.slice(at + 1)) {
      const apart = one.right <= other.x + 0.5 || other.right <= one.x + 0.5 || one.bottom <= other.y + 0.5 || other.bottom <= one.y + 0.5;
      assert.ok(apart, `${one.key} covers ${other.key}`);
    }
  }
  await shot(page, 'halves-low');
});
