// A whole evening as its table plays it: three games set up with few taps, played, put right, and found under its month.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dark, japanese, open, phone, shot, taps, url } from './harness.mjs';
import { becomes, button, entries, keys, saved, words } from './table.mjs';

const small = { ...phone, viewport: { width: 360, height: 640 } };
const now = new Date();
const texts = {
  en: {
    ...words.en, racing: 'Racing Demon (UK)', save: 'Save round', known: 'Start from a known game', search: 'Search', use: 'Use this score sheet', spades: 'Spades', countdown: 'Countdown',
    menu: /^Menu for/, details: /^Details of/, seat: /^Seat 1\b.*Ann/, keep: 'Save', month: now.toLocaleString('en-US', { month: 'long', year: 'numeric' }),
  },
  ja: {
    ...words.ja, racing: 'レーシングデーモン（英国）', save: '保存する', known: '定番のゲームから始める', search: '検索', use: 'この得点表を使う', spades: 'スペード', countdown: 'カウントダウン',
    menu: /のメニュー$/, details: /の詳細$/, seat: /^席1（Ann）/, keep: '保存', month: `${now.getFullYear()}年${now.getMonth() + 1}月`,
  },
};
const people = ['Ann', 'Bob', 'Cy', 'Dee', 'Eve'];
/** A tap a second and three letters a second are less than a minute. */
const inAMinute = (t, what) => assert.ok(t.count <= 45, `${what}: ${t.count} taps and letters`);
const totals = (page) => page.locator('.cells .total-now').allTextContents();

for (const [lang, device] of [['en', small], ['ja', japanese(dark(small))]]) {
  const w = texts[lang];

  test(`Racing Demon for five, Spades in pairs and a countdown in one evening (${lang})`, async (t) => {
    const page = await open(t, '/#/new/nerts', device);
    await page.locator('#first').waitFor({ state: 'detached' });
    const type = (digits) => keys(taps(page), page, digits);
    const save = async (entry) => {
      await button(page, w.save).tap();
      await entries(page, entry);
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
      await type(`231${'1550'.repeat(4)}`);
      await save(round);
    }
    await saved(page, w);
    // 23 played, one King, and 10 for going out; the others 15 less 5 left.
    await page.getByRole('link', { name: w.standings }).tap();
    await becomes(() => page.locator('.ranking .total').allTextContents(), ['114', '30', '30', '30', '30']);
    await shot(page, `evening-racing-${lang}`, { fullPage: true });

    // Those who have played before are there to be tapped, and so are the games that people know.
    const usual = async (count, game) => {
      const by = taps(page);
      await page.goto(await url('/#/new/any'));
      for (const name of people.slice(0, count)) await by.tap(page.locator('.chip-row .chip').filter({ hasText: name }).first());
      await by.tap(page.getByLabel('Ann', { exact: true }));
      await by.tap(page.locator('.options > summary'));
      await by.tap(button(page, w.known));
      const sheet = page.getByRole('dialog');
      await by.type(sheet.getByLabel(w.search), game.slice(0, 4));
      await by.tap(sheet.locator('.usual-game').first());
      await by.tap(button(sheet, w.use));
      await by.tap(button(page, w.open));
      await page.locator('.entering').waitFor();
      inAMinute(by, game);
    };
    await usual(4, w.spades);
    for (let round = 1; round <= 3; round += 1) {
      await type('75');
      await type('800500');
      await save(round);
    }
    await becomes(() => totals(page), ['213', '150']);
    await saved(page, w);

    await usual(2, w.countdown);
    for (const [at, [ann, bob]] of [['180', '60'], ['190', '100'], ['131', '2']].entries()) {
      await type(ann);
      await button(page, w.next).tap();
      await type(bob);
      await save(at + 1);
    }
    await page.locator('.ending').getByText('Ann').first().waitFor();
    await saved(page, w);

    // It was not Ann who won: put right, under the month in which it was.
    await page.goto(await url('/#/history'));
    const head = page.locator('.month h2');
    await head.waitFor();
    assert.equal(await head.textContent(), w.month);
    assert.equal(await page.locator('.tables .item').count(), 3);
    const right = taps(page);
    await right.tap(page.getByRole('button', { name: w.menu }).first());
    await right.tap(page.getByRole('button', { name: w.details }).first());
    const sheet = page.getByRole('dialog');
    await sheet.getByLabel(w.seat).fill('Mio');
    await right.tap(button(sheet, w.keep));
    await sheet.waitFor({ state: 'detached' });
    await page.locator('.tables .item').first().locator('.standing').getByText('Mio').first().waitFor();
    assert.ok(right.count <= 3);
    await shot(page, `evening-history-${lang}`);
  });
}
