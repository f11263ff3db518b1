// How any card game ends: exactly at a total, at a lower limit, in a tie that a round or the table decides; and who deals.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axe, dark, japanese, open, phone, shot, taps } from './harness.mjs';
import { becomes, button, entries, fits, keys, saved, seat, unfold, words } from './table.mjs';

const small = { ...phone, viewport: { width: 360, height: 640 } };
const texts = {
  en: {
    ...words.en, known: 'Start from a known game', search: 'Search', countdown: 'Countdown', use: 'Use this score sheet', agreed: /starts at 501.*down to 0.*going past it scores nothing.*taken off/, off: 'Taken off', save: 'Save round',
    left: (n) => `${n} to go`, past: 'past it: nothing', why: '−140 would go past 0 and scores nothing', wins: (name) => `${name} wins`, end: 'When someone reaches a total', limitAt: 'When someone falls to a lower limit', limit: 'Lower limit', below: 'Enter a whole number from −99999 to −1.',
    total: 'Total', tie: 'We decide then', more: 'One more round decides', both: /to 100.*lower limit −50.*tie: the table decides/, tied: 'Ann and Bob are tied for the lead', another: 'Play one more round', share: 'Share the win', one: 'Bob wins', decides: (n) => `A tie: round ${n} decides`,
    ender: 'Whoever ended the round (one tap)', asks: 'Who ended round 1? They deal.', deals: (n, name) => `Round ${n}: ${name} deals`,
  },
  ja: {
    ...words.ja, known: '定番のゲームから始める', search: '検索', countdown: 'カウントダウン', use: 'この得点表を使う', agreed: /501/, off: '引く点', save: '保存する',
    left: (n) => `あと${n}点`, past: /^行きすぎ/, why: '−140は0を通りすぎるので0点', wins: (name) => `${name}の勝ち`, end: '決めた点数に達したら', limitAt: '下限まで減ったら', limit: '下限', below: /−99999.*−1/,
    total: '合計点', tie: 'そのとき決める', more: 'もう1ラウンドで決める', both: /100点まで.*−50点/, tied: 'AnnとBobが同点トップです', another: 'もう1ラウンド遊ぶ', share: '同点で優勝とする', one: 'Bobの勝ち', decides: (n) => `同点です。第${n}ラウンドで決着`,
    ender: 'ラウンドを終わらせた人（タップで選ぶ）', asks: '第1ラウンドを終わらせたのは？ その人が親です。', deals: (n, name) => `第${n}ラウンド：親は${name}`,
  },
};
const totals = (page) => page.locator('.cells .total-now').allTextContents();

/// A round of two: what each scores.
async function round(page, w, points, entry) {
  for (const [at, text] of points.entries()) {
    if (text.startsWith('−')) await page.getByRole('button', { name: w.minus, exact: true }).tap();
    await keys(taps(page), page, text.replace('−', ''));
    if (at === 0) await button(page, w.next).tap();
  }
  await button(page, w.save).tap();
  await entries(page, entry);
}

for (const [lang, device] of [['en', small], ['ja', japanese(dark(small))]]) {
  const w = { ...texts[lang], minus: lang === 'en' ? 'Minus' : 'ひく' };

  test(`counting down from 501: what is scored is typed, and exactly nothing wins (${lang})`, async (t) => {
    const page = await open(t, '/#/new/any', device);
    await seat(page, { name: w.name, add: w.add }, ['Ann', 'Bob']);
    await page.getByLabel('Ann', { exact: true }).check();
    await unfold(page);
    await button(page, w.known).tap();
    const sheet = page.getByRole('dialog');
    await sheet.getByLabel(w.search).fill(w.countdown);
    await sheet.locator('.usual-game').tap();
    await axe(page);
    await shot(page, `ends-countdown-${lang}`);
    await button(sheet, w.use).tap();
    await page.locator('.options > summary').tap();
    await page.getByText(w.agreed).first().waitFor();
    await button(page, w.open).tap();
    await page.locator('.entering').waitFor();
    await page.getByRole('columnheader', { name: w.off }).waitFor();
    await round(page, w, ['180', '60'], 1);
    await becomes(() => totals(page), ['321', '441']);
    await round(page, w, ['190', '100'], 2);
    // 140 is more than the 131 that are left.
    await keys(taps(page), page, '140');
    await page.locator('.cells .missing').getByText(w.past).waitFor();
    await becomes(() => totals(page), ['131', '341']);
    await saved(page, w);
    await page.reload();
    await page.locator('.cells .missing').getByText(w.past).waitFor();
    await shot(page, `ends-past-${lang}`);
    await fits(page);
    await axe(page);
    await button(page, w.next).tap();
    await keys(taps(page), page, '1');
    await button(page, w.save).tap();
    await entries(page, 3);
    await page.locator('.last').tap();
    await page.getByText(w.why).waitFor();
    await shot(page, `ends-why-${lang}`);
    await page.keyboard.press('Escape');
    await round(page, w, ['131', '2'], 4);
    await page.getByRole('heading', { name: w.wins('Ann') }).waitFor();
    await shot(page, `ends-won-${lang}`);
  });

  test(`several ends at once, and a tie that the table decides (${lang})`, async (t) => {
    const page = await open(t, '/#/new/any', device);
    await seat(page, { name: w.name, add: w.add }, ['Ann', 'Bob']);
    await page.getByLabel('Ann', { exact: true }).check();
    await unfold(page);
    await page.getByLabel(w.end).check();
    await page.getByLabel(w.limitAt).check();
    const limit = page.getByLabel(w.limit, { exact: true });
    await limit.fill('0');
    await page.getByText(w.below).waitFor();
    await shot(page, `ends-wrong-${lang}`, { fullPage: true });
    await limit.fill('−５０');
    await page.getByText(w.below).waitFor({ state: 'detached' });
    await page.getByLabel(w.tie).check();
    await axe(page);
    await fits(page);
    await shot(page, `ends-form-${lang}`, { fullPage: true });
    await page.locator('.options > summary').tap();
    await page.getByText(w.both).waitFor();
    await button(page, w.open).tap();
    await page.locator('.entering').waitFor();
    await round(page, w, ['100', '100'], 1);
    await page.getByRole('heading', { name: w.tied }).waitFor();
    await axe(page);
    await fits(page);
    await shot(page, `ends-tie-${lang}`);
    await saved(page, w);
    await page.reload();
    // One of them is named, taken back, and played for instead.
    await button(page, w.one).tap();
    await page.getByRole('heading', { name: w.wins('Bob') }).waitFor();
    await entries(page, 2);
    await saved(page, w);
    await page.reload();
    await page.getByRole('heading', { name: w.wins('Bob') }).waitFor();
    await page.locator('.undo').tap();
    await entries(page, 1);
    await button(page, w.another).tap();
    await page.getByText(w.decides(2)).waitFor();
    await shot(page, `ends-decides-${lang}`);
    await round(page, w, ['−20', '−10'], 2);
    await page.getByRole('heading', { name: w.wins('Bob') }).waitFor();
    // Shared after all.
    await page.locator('.undo').tap();
    await button(page, w.share).tap();
    await page.locator('.card.ending').getByRole('heading').getByText('Ann').waitFor();
    // At the lower limit: undo back to the start, and somebody falls to it.
    await page.locator('.undo').tap();
    await page.locator('.undo').tap();
    await entries(page, 0);
    await round(page, w, ['10', '−50'], 1);
    await page.getByRole('heading', { name: w.wins('Ann') }).waitFor();
  });

  test(`whoever ended the round deals, said with a tap (${lang})`, async (t) => {
    const page = await open(t, '/#/new/any', device);
    await seat(page, { name: w.name, add: w.add }, ['Ann', 'Bob']);
    await page.getByLabel('Ann', { exact: true }).check();
    await unfold(page);
    await page.getByLabel(w.ender).check();
    await page.locator('.options > summary').tap();
    await button(page, w.open).tap();
    await page.getByText(w.deals(1, 'Ann')).waitFor();
    await round(page, w, ['7', '3'], 1);
    await page.locator('.ask').getByText(w.asks).waitFor();
    const asked = page.getByRole('group', { name: w.asks });
    await asked.waitFor();
    const place = () => page.locator('.pad button').first().boundingBox();
    const before = await place();
    // What is typed stays while the deal is given.
    await keys(taps(page), page, '4');
    await shot(page, `ends-deal-${lang}`);
    await fits(page);
    await asked.getByRole('button', { name: 'Bob' }).tap();
    await page.getByText(w.deals(2, 'Bob')).waitFor();
    await entries(page, 2);
    assert.deepEqual(await place(), before, 'no key moves');
    await page.getByRole('button', { name: /^Ann[:：] ?4$/ }).waitFor();
    await axe(page);
    await saved(page, w);
    await page.reload();
    await page.getByText(w.deals(2, 'Bob')).waitFor();
    await page.getByRole('button', { name: /^Ann[:：] ?4$/ }).waitFor();
    await shot(page, `ends-dealt-${lang}`);
  });
}
