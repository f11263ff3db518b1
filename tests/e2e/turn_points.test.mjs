// Any card game that is scored turn by turn: the points of one player, and nothing asked of the rest.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axe, dark, japanese, open, phone, shot, taps } from './harness.mjs';
import { becomes, button, closed, entries, fits, keys, saved, seat, unfold, words } from './table.mjs';

const small = { ...phone, viewport: { width: 360, height: 640 } };
const texts = {
  en: {
    ...words.en, turns: 'One player’s, after each turn', passes: 'The next player after each round', nobody: 'Nobody', agreed: 'points after each turn', save: 'Save',
    wrong: 'Points for each turn go without a score sheet and without a dealer.', ask: (n, name) => `Turn ${n}: ${name}`, played: '3 turns', head: 'Turns', correct: (n) => `Correct turn ${n}`,
  },
  ja: {
    ...words.ja, turns: '手番ごとに一人分', passes: 'ラウンドごとに次の人へ', nobody: 'なし', agreed: '手番ごとに得点', save: '保存',
    wrong: '手番ごとの得点では、得点表と親は使えません。', ask: (n, name) => `${n}手目：${name}`, played: '3手', head: '手番別の得点', correct: (n) => `${n}手目を修正`,
  },
};
const totals = (page) => page.locator('.cells .total-now').allTextContents();
const row = (page, n) => page.locator('.rounds tbody tr').nth(n).locator('td').allInnerTexts();

for (const [lang, device] of [['en', small], ['ja', japanese(dark(small))]]) {
  const w = texts[lang];

  test(`one player scores in a turn, and the next one is asked (${lang})`, async (t) => {
    const page = await open(t, '/#/new/any', device);
    await seat(page, { name: w.name, add: w.add }, ['Ann', 'Bob', 'Cem']);
    await page.getByLabel('Ann', { exact: true }).check();
    await unfold(page);
    // A dealer and turns contradict each other, which is said beside them.
    await page.locator('[name="deals"]').nth(1).check();
    await page.getByLabel(w.turns).check();
    await page.getByRole('alert').getByText(w.wrong).waitFor();
    await axe(page);
    await shot(page, `turn-points-form-${lang}`, { fullPage: true });
    await page.locator('[name="deals"]').first().check();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await page.locator('.options > summary').tap();
    await page.getByText(w.agreed).waitFor();
    await button(page, w.open).tap();
    await page.locator('.ask').getByText(w.ask(1, 'Ann')).waitFor();

    await keys(taps(page), page, '24');
    await becomes(() => totals(page), ['24', '0', '0']);
    await button(page, w.save).tap();
    await entries(page, 1);
    await page.locator('.ask').getByText(w.ask(2, 'Bob')).waitFor();
    await becomes(() => totals(page), ['24', '0', '0']);
    // Typed for Bob, meant for Cem: what was typed goes along.
    await keys(taps(page), page, '9');
    await becomes(() => totals(page), ['24', '9', '0']);
    await page.locator('.cells tbody tr').nth(2).locator('button').tap();
    await becomes(() => totals(page), ['24', '0', '9']);
    await page.locator('.ask').getByText(w.ask(2, 'Cem')).waitFor();
    await saved(page, w);
    await page.reload();
    await becomes(() => totals(page), ['24', '0', '9']);
    await shot(page, `turn-points-moved-${lang}`);
    await fits(page);
    await axe(page);
    await page.locator('.undo').tap();
    await becomes(() => totals(page), ['24', '9', '0']);
    // Two more lead back into the turn before, and the row is the one of whoever had it.
    await page.locator('.undo').tap();
    await page.locator('.undo').tap();
    await entries(page, 0);
    await page.locator('.ask').getByText(w.ask(1, 'Ann')).waitFor();
    await keys(taps(page), page, '24');
    await button(page, w.save).tap();
    await page.locator('.ask').getByText(w.ask(2, 'Bob')).waitFor();
    await keys(taps(page), page, '9');
    await button(page, w.save).tap();
    await page.locator('.ask').getByText(w.ask(3, 'Cem')).waitFor();
    await keys(taps(page), page, '0');
    await button(page, w.save).tap();
    await page.locator('.ask').getByText(w.ask(4, 'Ann')).waitFor();
    await shot(page, `turn-points-next-${lang}`);
    await page.locator('.last').tap();
    await page.getByRole('dialog').waitFor();
    await shot(page, `turn-points-last-${lang}`);
    await page.keyboard.press('Escape');
    await closed(page);

    await page.getByRole('link', { name: w.standings }).tap();
    await page.getByRole('heading', { name: w.head }).waitFor();
    assert.deepEqual((await row(page, 0)).slice(0, 3), ['+24', '·', '·']);
    assert.deepEqual((await row(page, 2)).slice(0, 3), ['·', '·', '0']);
    await axe(page);
    await fits(page);
    await shot(page, `turn-points-standings-${lang}`, { fullPage: true });
    // The second turn was Cem's after all.
    await button(page, w.correct(2)).tap();
    await page.locator('.ask').getByText(w.correct(2)).waitFor();
    await page.locator('.cells tbody tr').nth(2).locator('button').tap();
    await button(page, w.save).tap();
    await becomes(() => row(page, 1).then((cells) => cells.slice(0, 3)), ['·', '·', '+9']);
    await page.goto(new URL('/#/', page.url()).href);
    await page.getByText(w.played).first().waitFor();
    await shot(page, `turn-points-home-${lang}`);
  });
}
