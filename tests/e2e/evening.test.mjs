// A whole evening as its table plays it: three games set up with few taps, played, put right, and found again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dark, japanese, open, phone, shot, taps } from './harness.mjs';
import { becomes, button, entries, keys, saved, words } from './table.mjs';

const small = { ...phone, viewport: { width: 360, height: 640 } };
const texts = {
  en: {
    ...words.en, racing: 'Racing Demon (UK)', save: 'Save round', known: 'Start from a known game', use: 'Use this score sheet', spades: 'Spades', countdown: 'Countdown',
    menu: /^Menu for/, details: /^Details of/, seat: /^Seat 2\b/, keep: 'Save', month: 'Month', dee: 'Dee', history: 'History',
  },
  ja: {
    ...words.ja, racing: 'レーシングデーモン（英国）', save: '保存する', known: '定番のゲームから始める', use: 'この得点表を使う', spades: 'スペード', countdown: 'カウントダウン',
    menu: /のメニュー$/, details: /の詳細$/, seat: /^席2/, keep: '保存', month: '月', dee: 'Dee', history: '履歴',
  },
};
const people = ['Ann', 'Bob', 'Cy', 'Dee', 'Eve'];
// At a letter in a third of a second and a tap a second, less than a minute.
const inAMinute = (t, what) => assert.ok(t.count <= 45, `${what}: ${t.count} taps and letters`);

for (const [lang, device] of [['en', small], ['ja', japanese(dark(small))]]) {
  const w = texts[lang];

  test(`Racing Demon for five, Spades in pairs and a countdown in one evening (${lang})`, async (t) => {
    const page = await open(t, '/#/new/nerts', device);
    await page.locator('#first').waitFor({ state: 'detached' });
    const play = async (digits, entry) => {
      await keys(taps(page), page, digits);
      await button(page, w.save).tap();
      await entries(page, entry);
    };
    // Those who have played before are there to be tapped.
    const known = async (count, t) => {
      for (const name of people.slice(0, count)) {
        const person = page.getByRole('button', { name: new RegExp(`^${name}`) });
        if (!await page.locator('.seats').getByText(name, { exact: true }).count()) await t.tap(person.first());
      }
    };
    const usual = async (game, t) => {
      await t.tap(page.locator('.options > summary'));
      await t.tap(button(page, w.known));
      const sheet = page.getByRole('dialog');
      await t.tap(sheet.locator('.usual-game').filter({ hasText: game }).first());
      await t.tap(button(sheet, w.use));
      await t.tap(button(page, w.open));
      await page.locator('.entering').waitFor();
    };

    const racing = taps(page);
    for (const name of people) {
      await racing.type(page.getByLabel(w.name, { exact: true }), name);
      await racing.tap(button(page, w.add));
    }
    await racing.tap(page.locator('.options > summary'));
    await racing.tap(page.getByLabel(w.racing));
    await racing.tap(button(page, w.open));
    await page.locator('.entering').waitFor();
    inAMinute(racing, 'Racing Demon');
    for (let round = 1; round <= 3; round += 1) {
      await page.locator('.callers').getByRole('button', { name: 'Ann' }).tap();
      await play(`231${'1550'.repeat(4)}`, round);
    }
    await saved(page, w);
    // 23 played, one King, and 10 for going out; the others 15 less 5 left.
    await page.getByRole('link', { name: w.standings }).tap();
    await becomes(() => page.locator('.ranking .total').allTextContents(), ['114', '30', '30', '30', '30']);
    await shot(page, `evening-racing-${lang}`, { fullPage: true });
  });
}
