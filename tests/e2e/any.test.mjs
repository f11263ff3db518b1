// Any other card game: sums on the pad, the lowest wins, a turn with direction, skip and a draw stack.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axe, dark, japanese, open, phone, shot, taps } from './harness.mjs';
import { becomes, button, closed, entries, fits, keys, saved, seat, unfold, words } from './table.mjs';

const small = { ...phone, viewport: { width: 360, height: 640 } };

test('a game to 50 where the lowest wins, with sums', async (t) => {
  const w = words.en;
  const page = await open(t, '/', phone);
  await page.getByRole('link', { name: 'Any card game' }).tap();
  await seat(page, w, ['Ann', 'Bob', 'Cy']);
  await unfold(page);
  await page.getByLabel('The lowest total').check();
  await page.getByLabel('When someone reaches a total').check();
  await page.getByLabel('Total', { exact: true }).fill('0');
  await page.getByText('Enter a whole number from 1 to 99999.').waitFor();
  await page.getByLabel('Total', { exact: true }).fill('50');
  await shot(page, 'any-new', { fullPage: true });
  await axe(page);
  await page.getByLabel('Ann', { exact: true }).check();
  await button(page, w.open).tap();

  const t1 = taps(page);
  await keys(t1, page, '12');
  await t1.tap(button(page, 'Plus'));
  await keys(t1, page, '11');
  await t1.tap(button(page, 'Minus'));
  await keys(t1, page, '7');
  await page.getByText('= 16').waitFor();
  await t1.tap(button(page, w.next));
  await t1.tap(button(page, 'Minus'));
  await keys(t1, page, '3');
  await t1.tap(button(page, w.next));
  await keys(t1, page, '30');
  await shot(page, 'any-score');
  await fits(page);
  await axe(page);
  await t1.tap(button(page, 'Save round'));
  await saved(page, w);
  await page.getByText('Round 1: ').waitFor();

  // Half a round, a reload, then the rest.
  await keys(taps(page), page, '5');
  await button(page, w.next).tap();
  await becomes(() => page.locator('.cell').nth(1).getAttribute('aria-pressed'), 'true');
  await saved(page, w);
  await page.reload();
  await page.getByRole('button', { name: 'Ann: 5' }).waitFor();
  await keys(taps(page), page, '8');
  await button(page, w.next).tap();
  await keys(taps(page), page, '21');
  await button(page, 'Save round').tap();
  await page.getByRole('heading', { name: 'Bob wins' }).waitFor();
  await axe(page);

  // Round 1 is corrected, which reopens the game.
  await page.getByRole('link', { name: w.standings }).tap();
  await button(page, w.correct(1)).tap();
  await button(page, 'Cy: 30').tap();
  await keys(taps(page), page, '20');
  await button(page, 'Save round').tap();
  await page.getByText('round 3 · lowest wins', { exact: true }).waitFor();
  // Back where the correction was begun.
  await page.waitForURL(/\/standings$/);
  await page.locator('nav.bar a').first().tap();
  await page.locator('.last').tap();
  await button(page, 'End the game').tap();
  await page.getByRole('heading', { name: 'Bob wins' }).waitFor();
  await page.locator('.undo').filter({ hasText: 'End the game' }).tap();
  await page.getByText('round 3 · lowest wins', { exact: true }).waitFor();
});

test('the turn: one tap each, and undo, in Japanese and dark', async (t) => {
  const w = words.ja;
  const page = await open(t, '/', dark(japanese(small)));
  await page.getByRole('link', { name: 'そのほかのカードゲーム' }).tap();
  await seat(page, w, ['アイコ', 'ケン', '美咲', 'トム']);
  await page.getByLabel('アイコ', { exact: true }).check();
  await unfold(page);
  await page.getByLabel('ドロー1枚で増える数').fill('4');
  await button(page, w.open).tap();
  await page.getByRole('link', { name: '手番' }).tap();
  await page.getByText('アイコの手番です。').waitFor();
  for (const [name, then] of [
    ['次の人へ', 'ケンの手番です。'],
    ['+4を出す', '美咲：重ねて出すか、4枚引きます。'],
    ['+4を出す', 'トム：重ねて出すか、8枚引きます。'],
    ['8枚引く', 'アイコの手番です。'],
    ['逆回り', 'トムの手番です。'],
    ['1人飛ばす', 'ケンの手番です。'],
  ]) {
    await button(page, name).tap();
    await page.getByText(then).waitFor();
  }
  await shot(page, 'any-turn-ja-dark');
  await fits(page);
  await axe(page);
  for (let step = 0; step < 6; step += 1) await page.locator('.undo').tap();
  await page.getByText('アイコの手番です。').waitFor();
  await entries(page, 0);
});

test('a countdown from 501 to 0, and a start below zero', async (t) => {
  const w = words.en;
  const page = await open(t, '/#/new/any', phone);
  await seat(page, w, ['Ann', 'Bob']);
  await unfold(page);
  const start = page.getByLabel('Points at the start');
  await start.fill('−１００');
  await page.getByText(/starts at −100/).waitFor({ state: 'attached' });
  await start.fill('-100000');
  await page.getByText('Enter a whole number from −99999 to 99999.').waitFor();
  await start.fill('501');
  await page.getByLabel('The lowest total').check();
  await page.getByLabel('When someone reaches a total').check();
  await page.getByText('Counts down, because everyone starts at 501.').waitFor();
  await page.getByLabel('Total', { exact: true }).fill('0');
  await page.getByText(/starts at 501.*down to 0/).waitFor({ state: 'attached' });
  await shot(page, 'any-countdown', { fullPage: true });
  await fits(page);
  await axe(page);
  await page.getByLabel('Ann', { exact: true }).check();
  await button(page, w.open).tap();
  // Nobody has won before the first round.
  await page.locator('.entering').waitFor();
  assert.deepEqual(await page.locator('.cells .missing').allTextContents(), ['501 to go', '501 to go']);
  assert.equal(await page.locator('.total-now[data-leads="true"]').count(), 0, 'nobody leads yet');
  for (const [ann, bob] of [['−60', '−180'], ['−41', '−321']]) {
    for (const points of [ann, bob]) {
      await button(page, 'Minus').tap();
      await keys(taps(page), page, points.slice(1));
      if (points === ann) await button(page, w.next).tap();
    }
    await button(page, 'Save round').tap();
    await saved(page, w);
    if (bob === '−321') break;
    await becomes(() => page.locator('.cells .missing').allTextContents(), ['2nd · 441 to go', '1st · 321 to go']);
    assert.deepEqual(await page.locator('.total-now[data-leads="true"]').allTextContents(), ['321'], 'the lowest leads');
    await page.getByRole('link', { name: w.standings }).tap();
    await page.locator('.ranking').getByText('441 to go').waitFor();
    await page.goBack();
    await page.locator('.entering').waitFor();
  }
  await page.getByRole('heading', { name: 'Bob wins' }).waitFor();
  await shot(page, 'any-countdown-end');
});

for (const [device, w, say] of [
  [phone, words.en, { two: '2 sides', together: 'Ann and Cy · Bob and Di', chosen: 'Ann and Bob · Cy and Di', agreed: '2 sides', own: 'in chosen sides', turn: 'Turn', save: 'Save round' }],
  [dark(japanese({ ...phone, viewport: { width: 360, height: 640 } })), words.ja, { two: '2組', together: 'Ann・Cy · Bob・Di', chosen: 'Ann・Bob · Cy・Di', agreed: '2組に分かれて', own: '決めた組で', turn: '手番', save: '保存する' }],
]) {
  test(`two pairs across have one score each: ${device.locale}`, async (t) => {
    const page = await open(t, '/#/new/any', device);
    await seat(page, w, ['Ann', 'Bob', 'Cy', 'Di']);
    await unfold(page);
    await page.getByLabel(say.two, { exact: true }).check();
    const folded = async () => (await page.locator('.options > summary').textContent()).replaceAll('\u200b', '');
    await page.getByRole('status').getByText(say.together, { exact: true }).waitFor();
    assert.ok((await folded()).includes(say.agreed));
    const person = (name) => page.locator('.chips .chip').filter({ hasText: name });
    await person('Bob').tap();
    await person('Cy').tap();
    await page.getByRole('status').getByText(say.chosen, { exact: true }).waitFor();
    assert.ok((await folded()).includes(say.own));
    await shot(page, `any-sides-${device.locale}`, { fullPage: true });
    await fits(page);
    await axe(page);
    // One person more: nobody chose for five.
    await seat(page, w, ['Eve']);
    await page.getByRole('status').getByText(/Ann.*Cy.*Eve · Bob.*Di/).waitFor();
    await page.getByRole('radio', { name: 'Bob', exact: true }).check();
    await button(page, w.open).tap();
    await page.locator('.cell').first().waitFor();
    assert.equal(await page.locator('.cell').count(), 2, 'each side has a row');
    await keys(taps(page), page, '30');
    await page.locator('.cell').nth(1).tap();
    await keys(taps(page), page, '12');
    await becomes(() => page.locator('.total-now').allTextContents(), ['30', '12']);
    await shot(page, `any-sides-full-${device.locale}`);
    await fits(page);
    await axe(page);
    await button(page, say.save).tap();
    await saved(page, w);
    await page.locator('.last').tap();
    await shot(page, `any-sides-result-${device.locale}`);
    await axe(page);
    await page.keyboard.press('Escape');
    await closed(page);
    await page.getByRole('link', { name: w.standings }).tap();
    await becomes(() => page.locator('.ranking .total').allTextContents(), ['30', '12']);
    // The turn goes round everybody, and beside each stands what their side has.
    await page.getByRole('link', { name: say.turn, exact: true }).tap();
    await becomes(() => page.locator('.ring-note').allTextContents(), ['30', '12', '30', '12', '30']);
    await shot(page, `any-sides-turn-${device.locale}`);
    await fits(page);
    await page.getByRole('link', { name: w.standings }).tap();
    await page.locator('.ranking').waitFor();
    await shot(page, `any-sides-standings-${device.locale}`, { fullPage: true });
    await fits(page);
    await axe(page);
  });
}

test('+2 and +4 go on one stack, and with two players Reverse means again', async (t) => {
  const w = words.en;
  const page = await open(t, '/#/new/any', { ...phone, viewport: { width: 360, height: 640 } });
  await seat(page, w, ['Ann', 'Bob']);
  await unfold(page);
  await page.getByLabel('There is another draw card').check();
  await page.getByLabel('Cards added by that one').fill('11');
  await page.getByText('Enter a whole number from 1 to 10.').waitFor();
  await page.getByLabel('Cards added by that one').fill('4');
  await page.getByLabel('With two players, Reverse lets the same one play again').check();
  await page.getByText('draw +2 and +4').waitFor({ state: 'attached' });
  await shot(page, 'any-two-draw-cards', { fullPage: true });
  await fits(page);
  await axe(page);
  await page.getByLabel('Ann', { exact: true }).check();
  await button(page, w.open).tap();
  await page.getByRole('link', { name: 'Turn', exact: true }).tap();
  for (const [name, then] of [
    ['Play a +2', 'Bob: add to the stack, or take 2.'],
    ['Play a +4', 'Ann: add to the stack, or take 6.'],
    ['Take 6', 'Bob’s turn.'],
    ['Reverse: again', 'Bob’s turn.'],
    ['Next player', 'Ann’s turn.'],
  ]) {
    await button(page, name).tap();
    await page.getByText(then).waitFor();
  }
  await entries(page, 5);
  await shot(page, 'any-turn-again');
  await fits(page);
  await axe(page);
  for (let step = 0; step < 2; step += 1) await page.locator('.undo').tap();
  await page.getByText('Bob’s turn.').waitFor();
  await entries(page, 3);
});
