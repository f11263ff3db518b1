// A whole evening of the "Untitled" hanafuda game: the deal, turns with effects, "First!", payouts, forfeits, the end.
import assert from 'node:assert/strict';
import test from 'node:test';
import { axe, dark, desktop, japanese, open, phone, taps } from './harness.mjs';
import { becomes, unfold } from './table.mjs';

const words = {
  en: {
    game: /hanafuda/, name: 'Name', add: 'Add', open: 'Start', both: 'Both', worth: 'One point is', unit: 'Unit', forfeit: 'A forfeit',
    dealt: /^Dealt: /, pay: 'Pay', draw: 'Draw a forfeit', done: 'Done', stop: 'Stop and settle up',
  },
  ja: {
    game: /花札/, name: '名前', add: '追加', both: '両方', worth: '1点は', unit: '単位', forfeit: '罰ゲーム',
    dealt: /^配り終えた：/, pay: '払う', draw: '罰ゲームを引く', done: '完了', stop: '終えて精算する',
  },
};

const button = (page, name) => page.getByRole('button', { name, exact: typeof name === 'string' });
const tab = (page, at) => page.locator('nav.bar a').nth(at);
const saved = (page) => page.locator('.saved[data-state="saved"]').waitFor();
const said = (page) => page.locator('.sentence:not(.error)');

async function bothThemes(page) {
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    await axe(page);
  }
}

/** Seats people and opens a table; `agree` sets the options. Ends at the deal. */
async function table(page, w, people, agree) {
  await page.getByRole('link', { name: w.game }).first().click();
  for (const person of people) {
    await page.getByLabel(w.name, { exact: true }).fill(person);
    await button(page, w.add).first().click();
  }
  await page.locator('label.pick', { hasText: new RegExp(`^${people[0]}$`) }).click();
  if (agree) {
    await unfold(page);
    await agree();
  }
  await page.locator('.foot .button.main').click();
}

test('a whole evening', async (t) => {
  const page = await open(t, '/', phone);
  const w = words.en;
  await table(page, w, ['Aiko', 'Ken', 'Misaki', 'Tom'], async () => {
    await page.getByLabel(w.worth).fill('none');
    await page.getByText('Enter 0.001').waitFor();
    await page.getByLabel(w.worth).fill('0.5');
    await page.getByLabel(w.unit).fill('€');
    await page.getByText('7 points = 3.5 €').waitFor();
    await page.getByText('Both', { exact: true }).click();
    for (const forfeit of ['Sing', 'Hop']) {
      await page.getByLabel(w.forfeit, { exact: true }).fill(forfeit);
      await button(page, w.add).last().click();
    }
    await page.getByLabel(w.forfeit, { exact: true }).fill('Hop');
    await button(page, w.add).last().click();
    await page.getByText('already on the list').waitFor();
    await bothThemes(page);
  });

  // The deal, and a field that must be dealt again.
  await page.getByRole('heading', { name: 'Round 1: Aiko deals' }).waitFor();
  for (const month of ['Pine', 'Plum', 'Pine', 'Pine']) await button(page, new RegExp(`· ${month}$`)).click();
  await page.getByText('Pine: 3 on the field').waitFor();
  await bothThemes(page);
  await button(page, 'Dealt again').click();
  await button(page, w.dealt).click();

  // Counter-clockwise: Aiko, Tom, Misaki, Ken. A turn with its effect takes two taps.
  await becomes(() => said(page).textContent(), 'Aiko dealt and starts.');
  await bothThemes(page);
  const turn = taps(page);
  await turn.tap(button(page, /^Hand-field/));
  await turn.tap(button(page, 'Bright'));
  assert.equal(turn.count, 2);
  await page.getByText('Tom draws one and misses a turn. Misaki’s turn.').waitFor();
  await becomes(() => page.locator('.ring-note').allTextContents(), ['3 cards', '4 cards', '4 cards', '5 cards']);

  // A move without effect takes one tap; one that the hand is too small for is refused where the finger is.
  await button(page, /^Field-field/).click();
  await page.getByText('Ken’s turn.', { exact: true }).waitFor();
  await button(page, /^Hand hiki/).click();
  await button(page, /^Undo/).click();
  await button(page, /^Hand-hand/).click();
  await button(page, 'Poetry').click();
  await page.getByText('Aiko draws one, then plays.').waitFor();
  await button(page, /^Struggle, keep/).click();
  await button(page, /^Hand-field/).click();
  await button(page, 'Purple').click();
  await page.getByText('Misaki misses a turn. Ken’s turn.').waitFor();
  await button(page, /^Field hiki/).click();
  await page.getByText('Ken has 2 cards; this move takes 3.').waitFor();
  await saved(page);
  await page.reload();
  await page.getByText('Misaki misses a turn. Ken’s turn.').waitFor();

  // Undo and redo.
  await button(page, /^Undo/).click();
  await page.getByText('Tom’s turn.', { exact: true }).waitFor();
  await button(page, /^Redo/).click();
  await page.getByText('Misaki misses a turn. Ken’s turn.').waitFor();

  // The last cards: the effect is not asked for.
  await button(page, /^Hand-hand/).click();
  await page.getByRole('heading', { name: 'Ken: “First!”' }).waitFor();
  await bothThemes(page);

  // Payout with four players.
  const paying = taps(page);
  await paying.tap(button(page, 'Misaki'));
  await paying.tap(button(page, '6'));
  await page.getByText('Enter 0 to 5.').waitFor();
  await bothThemes(page);
  await page.getByRole('button', { name: /^Aiko, Brights/ }).click();
  await paying.tap(button(page, '1'));
  await page.getByRole('button', { name: /^Aiko, Brights: 1/ }).waitFor();
  await saved(page);
  await page.reload();
  await paying.tap(button(page, '0'));
  await paying.tap(button(page, w.pay));
  assert.ok(paying.count <= 10);

  // The forfeit on top of it: Misaki touched first, so the top of the heap is Aiko or Tom.
  await page.getByRole('heading', { name: 'Forfeit', level: 2 }).waitFor();
  await becomes(() => page.getByRole('group', { name: /hand is on top/ }).getByRole('button').count(), 2);
  await button(page, 'Tom').click();
  await button(page, w.draw).click();
  const drawn = await page.locator('.fate').textContent();
  assert.ok(['Sing', 'Hop'].includes(drawn), drawn);
  await saved(page);
  await page.reload();
  assert.equal(await page.locator('.fate').textContent(), drawn, 'a reload draws nothing new');
  await bothThemes(page);
  await button(page, w.done).click();
  await page.getByRole('heading', { name: /^Round 1 is over: .+ leads? with / }).waitFor();
  await bothThemes(page);

  // Points and what they are worth sum to 0, and the payouts' tab has the points once; an old payout is corrected in place.
  const balance = async () => (await page.locator('.view table:not(.rounds-side table)').first().locator('tbody tr').allInnerTexts()).map((row) => row.split(/\s+/).join(' '));
  assert.deepEqual(await balance(), ['Aiko −9 −4.5 €', 'Ken +13 6.5 €', 'Misaki 0 0.0 €', 'Tom −4 −2.0 €', 'Total 0 0.0 €']);
  await tab(page, 1).click();
  await page.locator('.ranking').waitFor();
  assert.deepEqual(await balance(), ['Aiko −4.5 €', 'Ken 6.5 €', 'Misaki 0.0 €', 'Tom −2.0 €']);
  await bothThemes(page);
  await button(page, 'Correct round 1').click();
  await page.getByRole('heading', { name: 'Correct a payout' }).waitFor();
  await page.getByRole('button', { name: /^Aiko, Brights/ }).click();
  await button(page, '2').click();
  await button(page, 'Save').click();
  await tab(page, 1).click();
  await page.getByText('Aiko pays Ken').waitFor();
  assert.match((await balance())[0], /−6\.5/);

  // The chart.
  await tab(page, 2).click();
  await page.getByRole('heading', { name: '9 · Chrysanthemum' }).waitFor();
  assert.equal(await page.locator('.hanafuda').count(), 48);
  await bothThemes(page);

  // The end.
  await tab(page, 1).click();
  await button(page, w.stop).click();
  await tab(page, 0).click();
  await page.getByRole('heading', { name: 'Ken wins' }).waitFor();
  await page.getByRole('heading', { name: 'Who pays whom' }).waitFor();
  await bothThemes(page);
});

test('with two players a lost turn comes back, in Japanese', async (t) => {
  const page = await open(t, '/', japanese(dark(phone)));
  const w = words.ja;
  await table(page, w, ['アイコ', '健']);
  await button(page, w.dealt).click();
  await button(page, /^手と場/).click();
  await button(page, '青短').click();
  await page.getByText('健は1回休み。もう一度アイコの手番です。').waitFor();
  await button(page, /^手と手/).click();
  await button(page, 'その他').click();
  await button(page, /^あがき・捨てる/).click();
  await button(page, /^手と手/).click();
  await page.getByRole('heading', { name: 'アイコ「ファースト！」' }).waitFor();

  // The count at the table overrides the tracked hands.
  await button(page, '2').click();
  await page.getByRole('button', { name: /^健、枚数/ }).click();
  await button(page, '6').click();
  await page.getByText('数えたのは6枚、アプリの記録は5枚です').waitFor();
  await axe(page);
  await button(page, '数えた枚数が正しい').click();
  await button(page, w.pay).click();
  await page.getByText('光札2枚×5 + 4枚×1').waitFor();
  await button(page, '第2ラウンドを始める（親：\u2060健）').click();
  await page.getByRole('heading', { name: '第2ラウンド：健が親' }).waitFor();
  await tab(page, 2).click();
  await page.getByRole('heading', { name: '48枚の一覧' }).waitFor();
  await axe(page);
  await tab(page, 1).click();
  await page.getByText('健からアイコへ').waitFor();
  await button(page, w.stop).click();
  await tab(page, 0).click();
  await page.getByRole('heading', { name: 'だれがだれに払う？' }).waitFor();
  await axe(page);
});

test('without turns a payout with four players takes at most ten taps, by keys too', async (t) => {
  const page = await open(t, '/', desktop);
  const w = words.en;
  await table(page, w, ['Aiko', 'Ken', 'Misaki', 'Tom'], async () => {
    await page.getByLabel('Keep track of turns and hands').uncheck();
  });
  await page.getByRole('heading', { name: 'Round 1: who was first?' }).waitFor();
  const paying = taps(page);
  await paying.tap(button(page, 'Ken').first());
  await paying.tap(page.getByRole('group', { name: /first on Ken/ }).getByRole('button', { name: 'Tom' }));
  for (const key of ['1', '4']) await paying.tap(button(page, key));
  await paying.tap(button(page, 'Next'));
  for (const key of ['0', '3']) await paying.tap(button(page, key));
  await paying.tap(button(page, w.pay));
  assert.ok(paying.count <= 10, `${paying.count} taps`);
  await page.getByRole('heading', { name: 'Round 2: who was first?' }).waitFor();
  await button(page, /^Round 1 is over: /).click();
  await page.getByText('1 bright × 5 + 3 × 1').waitFor();
  await bothThemes(page);

  await button(page, 'Close').click();

  // The second round by keyboard, starting with a missing number.
  await button(page, 'Aiko').first().click();
  await page.getByRole('group', { name: /first on Aiko/ }).getByRole('button', { name: 'Ken' }).click();
  await page.getByRole('button', { name: /^Misaki, Brights/ }).focus();
  await page.keyboard.type('05');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('07');
  await button(page, w.pay).click();
  await page.getByRole('heading', { name: 'Round 3: who was first?' }).waitFor();
});

for (const [lang, device, starters, first] of [
  ['en', phone, /^Add (\d) to start with$|^Add one to start with$/, 'Hum a tune until somebody knows it'],
  ['ja', japanese(phone), /おすすめを/, 'だれかが曲名を当てるまで鼻歌を歌う'],
]) {
  test(`a list of forfeits to start with (${lang})`, async (t) => {
    const w = words[lang];
    const page = await open(t, '/#/new/hanafuda', device);
    await unfold(page);
    await page.getByText(w.both, { exact: true }).click();
    const list = page.locator('ol.people', { has: page.getByText(first) }).locator('li');
    await page.getByLabel(w.forfeit, { exact: true }).fill(first);
    await button(page, w.add).last().click();
    await becomes(() => list.count(), 1);
    const more = button(page, starters);
    assert.match(await more.textContent(), /7/);
    await more.click();
    await becomes(() => list.count(), 8);
    assert.equal(await more.count(), 0, 'all are there');
    assert.doesNotMatch((await list.allTextContents()).join(), /\u200b/);
    await bothThemes(page);
    await list.nth(2).getByRole('button').last().click();
    await becomes(() => list.count(), 7);
    await more.waitFor();
  });
}
