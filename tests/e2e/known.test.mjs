// Known games to start from, and what their sheets know: bids before tricks, what has to add up, overtricks in the long run, yes
// or no with a tap, bonuses, and more categories than fit in a line.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axe, dark, japanese, open, phone, shot, taps, url } from './harness.mjs';
import { becomes, button, entries, fits, keys, saved, seat, unfold, words } from './table.mjs';

const small = { ...phone, viewport: { width: 360, height: 640 } };
const texts = {
  en: {
    ...words.en, known: 'Start from a known game', search: 'Search', fits: (n) => `Only what ${n} can play`, none: 'No game like that here.', use: 'Use this score sheet', back: 'All games',
    spades: 'Spades', gin: 'Gin Rummy', old: '20 for gin, 10 for an undercut', gameName: 'Name of the game', ask: (n) => `Round ${n}: Ann deals`, save: 'Save round', made: 'Made (bid 7)',
    total: 'Made adds up to 14, not 13.', reason: 'bid 7, made 8: +71', nil: 'Nil made 1×100', lost: '10 overtricks: −100', over: (n) => `${n} over`, agreed: '10 per trick bid',
    out: 'Ann, Went out: yes', not: 'Ann, Went out: no', one: 'Went out adds up to 0, not 1.',
  },
  ja: {
    ...words.ja, known: '定番のゲームから始める', search: '検索', fits: (n) => `${n}人で遊べるものだけ`, none: 'そのゲームはありません。', use: 'この得点表を使う', back: '一覧に戻る',
    spades: 'スペード', gin: 'ジン・ラミー', old: 'ジン20点、アンダーカット10点', gameName: 'ゲーム名', ask: (n) => `第${n}ラウンド：親はAnn`, save: '保存する', made: '獲得（ビッド7）',
    total: '獲得の合計が14です（13になるはずです）。', reason: 'ビッド7、獲得8：+71', nil: 'ニル成功 1×100', lost: 'オーバートリック10：−100', over: (n) => `オーバー${n}`, agreed: 'ビッド1につき10点',
    out: 'Ann, Went out：はい', not: 'Ann, Went out：いいえ', one: 'Went outの合計が0です（1になるはずです）。',
  },
};
const code = (game) => Buffer.from(JSON.stringify(game)).toString('base64url');
const totals = (page) => page.locator('.cells .total-now').allTextContents();

for (const [lang, device] of [['en', small], ['ja', japanese(dark(small))]]) {
  const w = texts[lang];

  test(`a known game is found, and Spades in pairs is played from it (${lang})`, async (t) => {
    const page = await open(t, '/#/new/any', device);
    await seat(page, { name: w.name, add: w.add }, ['Ann', 'Bob', 'Cy', 'Dee']);
    await page.getByLabel('Ann', { exact: true }).check();
    await unfold(page);
    await button(page, w.known).tap();
    const sheet = page.getByRole('dialog');
    const games = () => sheet.locator('.usual-game').count();
    await becomes(games, 16);
    const sees = (locator) => locator.evaluate((node) => {
      const { x, y, width, height } = node.getBoundingClientRect();
      return node.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
    await becomes(() => sees(sheet.getByLabel(w.search)), true, 'the search is in sight');
    await axe(page);
    await shot(page, `known-list-${lang}`);
    await sheet.getByLabel(w.fits(4)).check();
    await becomes(games, 15);
    await sheet.getByLabel(w.search).fill('chess');
    await sheet.getByText(w.none).waitFor();
    await sheet.getByLabel(w.search).fill(w.spades.slice(0, 4));
    // Hearts speaks of the queen of spades; the name comes first.
    await becomes(games, 2);
    await sheet.locator('.usual-game').first().tap();
    await axe(page);
    await shot(page, `known-spades-${lang}`);
    await button(sheet, w.use).tap();
    await sheet.waitFor({ state: 'detached' });
    await becomes(() => page.getByLabel(w.gameName).inputValue(), w.spades);
    await becomes(() => page.locator('input[name="total"]').inputValue(), '500');
    await axe(page);
    await fits(page);
    await shot(page, `known-form-${lang}`, { fullPage: true });
    await page.locator('.options > summary').tap();
    await page.locator('.options summary .soft').getByText(w.agreed).waitFor();
    await button(page, w.open).tap();

    await page.getByText(w.ask(1)).waitFor();
    const type = (digits) => keys(taps(page), page, digits);
    // Both pairs bid; the bids stand there until the tricks are known, and are worth nothing yet.
    await type('75');
    await becomes(() => page.locator('.cells thead .so-far [aria-hidden]').allTextContents(), ['12/13', '0/13']);
    await page.locator('.asked').getByText(w.made).waitFor();
    assert.deepEqual(await totals(page), ['0', '0']);
    await saved(page, w);
    await page.reload();
    await becomes(() => page.locator('.cells thead .so-far [aria-hidden]').allTextContents(), ['12/13', '0/13']);
    await shot(page, `known-bids-${lang}`);
    // Tricks that do not add up are said.
    await type('900510');
    await page.getByText(w.total).waitFor();
    await shot(page, `known-wrong-${lang}`);
    await page.locator('.cell').nth(1).tap();
    await type('8');
    await becomes(() => totals(page), ['71', '150']);
    await axe(page);
    await button(page, w.save).tap();
    await entries(page, 1);
    await page.locator('.last').tap();
    await page.getByText(w.reason).waitFor();
    await page.getByText(w.nil).waitFor();
    await shot(page, `known-last-${lang}`);
    await page.keyboard.press('Escape');

    // Ten overtricks over the rounds cost a hundred points, in the round in which the tenth is made.
    await page.locator('.cells').getByText(w.over(1)).waitFor();
    await type('35800500');
    await button(page, w.save).tap();
    await entries(page, 2);
    await page.locator('.cells').getByText(w.over(6)).waitFor();
    await type('35700600');
    await becomes(() => totals(page), [`${71 + 35 + 34 - 100}`, `${150 + 50 + 51}`]);
    await button(page, w.save).tap();
    await entries(page, 3);
    await page.locator('.last').tap();
    await page.getByText(w.lost).waitFor();
  });

  test(`what can be there once is a tap, and only one can have it; two lines of categories, and a bonus (${lang})`, async (t) => {
    const page = await open(t, '/#/new/any', device);
    await seat(page, { name: w.name, add: w.add }, ['Ann', 'Bob']);
    await unfold(page);
    await button(page, w.known).tap();
    const sheet = page.getByRole('dialog');
    await sheet.getByLabel(w.search).fill(w.gin);
    await sheet.locator('.usual-game').tap();
    await button(sheet, w.back).tap();
    await sheet.getByLabel(w.search).fill(w.gin);
    await sheet.locator('.usual-game').tap();
    await sheet.getByLabel(w.old).check();
    await button(sheet, w.use).tap();
    await page.locator('.options > summary').tap();
    await page.locator('.options summary .soft').getByText(/×20[^]*×10/).waitFor();

    const upper = (n) => ({ name: `Face ${n}`, factor: n, most: 5 });
    const categories = [1, 2, 3, 4, 5, 6].map(upper);
    categories.push({ name: 'Upper bonus', bonus: { from: 63, points: 35 } }, { name: 'Below', factor: 1, most: 99, below: true }, { name: 'Went out', factor: 25, most: 1, all: true });
    await page.goto(await url(`/#/game/${code({ name: 'Dice', categories, winner: 'highest', ending: { type: 'open' }, step: 2, direction: 'clockwise' })}`));
    await page.getByRole('row', { name: /Upper bonus/ }).getByText(/\+35/).waitFor();
    await shot(page, `known-link-${lang}`, { fullPage: true });
    await fits(page);
    await axe(page);
    await page.locator('.own-game .main').tap();
    await seat(page, { name: w.name, add: w.add }, ['Ann', 'Bob']);
    await page.getByLabel('Ann', { exact: true }).check();
    await button(page, w.open).tap();
    await page.locator('.cells').waitFor();
    const type = (digits) => keys(taps(page), page, digits);
    // Three of each is 63, and the bonus comes by itself.
    await type('333333');
    await becomes(() => page.locator('.bonus').allTextContents(), ['Ann, Upper bonus +35', 'Bob, Upper bonus –']);
    await type('7');
    await shot(page, `known-lines-${lang}`);
    await fits(page);
    await axe(page);
    // A yes that only one can have is a no for the other.
    await page.locator('.cell').nth(7).tap();
    await page.getByRole('button', { name: w.out }).waitFor();
    await page.locator('.cell').nth(8).tap();
    await type('0000000');
    await becomes(() => totals(page), ['130', '0']);
    await page.getByRole('button', { name: w.out }).tap();
    await page.getByText(w.one).waitFor();
    await page.getByRole('button', { name: w.not }).tap();
    await becomes(() => totals(page), ['130', '0']);
    await button(page, w.save).tap();
    await entries(page, 1);
  });
}
