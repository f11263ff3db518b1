// The last round is corrected where it is read, and says afterwards that it was.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axe, dark, desktop, japanese, open, phone, shot, taps, url } from './harness.mjs';
import { becomes, button, closed, entries, fits, keys, seat, words } from './table.mjs';

const small = { ...phone, viewport: { width: 360, height: 640 } };
const texts = {
  en: { ...words.en, round: 'Save round', save: 'Save', done: 'Corrected', undo: /^Undo: correction/ },
  ja: { ...words.ja, round: '保存する', save: '保存', done: '修正済み', undo: /^元に戻す：/ },
};

for (const [name, device, lang] of [
  ['390', phone, 'en'], ['360-ja', japanese(dark(small)), 'ja'], ['320', { ...phone, viewport: { width: 320, height: 640 } }, 'en'], ['1280-ja', japanese(desktop), 'ja'],
]) {
  const w = texts[lang];
  test(`the last round is corrected from its sheet, and marked: ${name}`, async (t) => {
    const page = await open(t, '/#/new/nerts', device);
    await seat(page, w, ['Ann', 'Bob']);
    await button(page, w.open).click();
    await page.locator('.cell').first().waitFor();
    for (const digits of ['310185', '250121']) {
      for (const digit of digits) await page.locator(`.pad [data-key="${digit}"]`).click();
      await page.locator('.pad [data-key="next"]').click();
    }
    await entries(page, 2);
    await page.locator('.last').click();
    const sheet = page.getByRole('dialog');
    await button(sheet, w.correct(2)).waitFor();
    assert.equal(await sheet.getByText(w.done, { exact: true }).count(), 0);
    await axe(page);
    await shot(page, `corrected-last-${name}`);
    await button(sheet, w.correct(2)).click();
    await page.waitForURL(/\/correct-\d+$/);
    await page.locator('.cell').first().click();
    for (const digit of '30') await page.locator(`.pad [data-key="${digit}"]`).click();
    await page.locator('.pad [data-key="next"]').click();
    await page.waitForURL(/\/(play|standings)$/);
    await page.goto(page.url().replace(/[^/]+$/, 'play'));
    await page.locator('.last').click();
    await sheet.getByText(w.done, { exact: true }).waitFor();
    await axe(page);
    await shot(page, `corrected-after-${name}`);
    await page.keyboard.press('Escape');
    await closed(page);
    await page.goto(page.url().replace(/[^/]+$/, 'standings'));
    const rows = page.locator('.rounds tbody tr');
    await becomes(async () => (await rows.locator('th').allTextContents()).map((text) => text.trim()), ['1', `2 ${w.done}`]);
    await fits(page);
    await axe(page);
    await shot(page, `corrected-rounds-${name}`, { fullPage: true });
    // What is taken back was not corrected.
    await page.getByRole('button', { name: w.undo }).click();
    await becomes(async () => (await rows.locator('th').allTextContents()).map((text) => text.trim()), ['1', '2']);
  });
}
