// A newcomer plays Nerts at a real table: several rounds, undo, a correction, a reload in the middle, the end.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axe, dark, japanese, open, phone, shot, taps, url } from './harness.mjs';
import { becomes, button, closed, entries, fits, keys, saved, seat, unfold, words } from './table.mjs';

const names = ['Aiko', 'Ken', '美咲', 'Tom'];
const total = (page, name) => page.locator('.ranking li').filter({ hasText: name }).locator('.total');
const small = { ...phone, viewport: { width: 360, height: 640 } };

async function newTable(page, w) {
  await page.getByRole('link', { name: /Nerts|ナーツ/ }).first().tap();
  await seat(page, w, names);
  await button(page, w.open).tap();
  await page.locator('.cell').first().waitFor();
}

test('a four-player game to 100 in English, within the tap budgets', async (t) => {
  const w = words.en;
  const page = await open(t, '/', phone);
  await newTable(page, w);
  await shot(page, 'nerts-entry-empty');

  // Round 1: at most 18 taps; the caller is found from the only 0 left.
  let count = taps(page);
  await keys(count, page, '310185253221');
  await becomes(() => button(page, 'Aiko').getAttribute('aria-pressed'), 'true', 'the caller is found');
  await shot(page, 'nerts-entry-full');
  await count.tap(button(page, 'Save round'));
  assert.ok(count.count <= 18, `${count.count} taps for a round`);
  await saved(page, w);
  // The line shows everyone's points, and opens to explain them.
  await page.getByRole('button', { name: /^Round 1: .* leads with 31 .*\+31 .*\+8 .*\+19 .*\+20/ }).tap();
  await page.getByText('Aiko called “Nerts”.').waitFor();
  await page.getByText('31 played − 2 × 0 left').waitFor();
  await shot(page, 'nerts-result');
  await axe(page);
  await button(page, 'Close').tap();

  // Wrong numbers are reported beside the field and change nothing.
  await keys(taps(page), page, '5113');
  await page.getByText('Aiko: 51 + 13 = 64 cards, but the deck has 52.').waitFor();
  await shot(page, 'nerts-error');
  await axe(page);
  await page.locator('.undo').tap();
  await page.locator('.undo').tap();
  await becomes(() => page.locator('.cell').first().textContent(), '');

  // Round 2, then undo and redo of a whole round.
  await keys(taps(page), page, '200312253');
  await keys(taps(page), page, '92');
  await button(page, 'Save round').tap();
  await saved(page, w);
  await page.getByText('round 3', { exact: true }).waitFor();
  await page.locator('.undo').filter({ hasText: 'Undo: round' }).tap();
  await page.getByText('round 2', { exact: true }).waitFor();
  await page.getByRole('button', { name: /^Redo:/ }).tap();
  await page.getByText('round 3', { exact: true }).waitFor();
  await saved(page, w);

  // Reloaded while typing: the table is there with every digit.
  await keys(taps(page), page, '41');
  await becomes(() => page.locator('.cell').first().textContent(), '41');
  await saved(page, w);
  await page.reload();
  await page.locator('.cell').first().waitFor();
  await becomes(() => page.locator('.cell').first().textContent(), '41');
  await page.getByText('round 3', { exact: true }).waitFor();

  // Opened again: one tap to the table in play.
  await page.goto(await url('/'));
  count = taps(page);
  await count.tap(page.getByRole('link', { name: w.continue }));
  await page.locator('.cell').first().waitFor();
  assert.equal(count.count, 1);
  await becomes(() => page.locator('.cell').first().textContent(), '41');

  // Round 1 is corrected, and everything after it follows.
  await page.getByRole('link', { name: w.standings }).tap();
  const before = Number(await total(page, 'Aiko').textContent());
  await shot(page, 'nerts-standings', { fullPage: true });
  await fits(page);
  await axe(page);
  await button(page, w.correct(1)).tap();
  await page.getByRole('heading', { name: 'Correct round 1' }).waitFor();
  await keys(taps(page), page, '33');
  await button(page, 'Save').tap();
  await saved(page, w);
  await page.getByRole('link', { name: w.standings }).tap();
  await becomes(async () => Number(await total(page, 'Aiko').textContent()), before + 2);

  // To the end: Aiko passes 100. The entry begun before the correction is still there.
  await page.getByRole('link', { name: 'Score', exact: true }).tap();
  await becomes(() => page.locator('.cell').first().textContent(), '41');
  await page.locator('.cell').first().tap();
  await keys(taps(page), page, '500185253221');
  await button(page, 'Save round').tap();
  await page.getByRole('heading', { name: 'Aiko wins' }).waitFor();
  await saved(page, w);
  await shot(page, 'nerts-end', { fullPage: true });
  await axe(page);

  // Again with the same people.
  await button(page, 'Play again').tap();
  await page.getByText('round 1', { exact: true }).waitFor();
  await page.getByRole('link', { name: w.tables }).first().tap();
  await page.getByText('Aiko, Ken, 美咲 and Tom').first().waitFor();
});

test('the same in Japanese, on a small dark phone', async (t) => {
  const w = words.ja;
  const page = await open(t, '/', dark(japanese(small)));
  await shot(page, 'home-ja-dark');
  await newTable(page, w);
  await keys(taps(page), page, '310185253221');
  await shot(page, 'nerts-entry-ja-dark');
  await fits(page);
  await axe(page);
  await button(page, '保存する').tap();
  await saved(page, w);
  await page.locator('.last').tap();
  await page.getByText('台札31枚 − 残り0枚×2').waitFor();
  await button(page, '閉じる').tap();
  await keys(taps(page), page, '510185253221');
  await button(page, '保存する').tap();
  await page.getByText('第3ラウンド', { exact: true }).waitFor();
  await page.locator('.undo').filter({ hasText: '元に戻す：第2ラウンド' }).tap();
  await page.locator('.where').getByText('第2ラウンド', { exact: true }).waitFor();
  await saved(page, w);
  await page.reload();
  await page.locator('.where').getByText('第2ラウンド', { exact: true }).waitFor();
  await page.getByRole('link', { name: w.standings }).tap();
  await button(page, w.correct(1)).tap();
  await keys(taps(page), page, '52');
  await button(page, '保存').tap();
  await page.waitForURL(/\/standings$/);
  await page.getByRole('link', { name: '得点', exact: true }).tap();
  await keys(taps(page), page, '520185253221');
  await button(page, '保存する').tap();
  await page.getByRole('heading', { name: 'Aikoの勝ち' }).waitFor();
  await shot(page, 'nerts-end-ja-dark', { fullPage: true });
  await axe(page);
});

test('a tie at the target asks, and the win can be shared', async (t) => {
  const w = words.en;
  const page = await open(t, '/', phone);
  await page.getByRole('link', { name: 'Nerts' }).first().tap();
  await seat(page, w, ['Ann', 'Bob']);
  await unfold(page);
  await page.getByLabel('Target score').fill('50');
  await button(page, w.open).tap();
  await keys(taps(page), page, '520');
  await keys(taps(page), page, '520');
  await button(page, 'Nobody: stuck').tap();
  await button(page, 'Save round').tap();
  await page.getByRole('heading', { name: 'Ann and Bob are tied for the lead' }).waitFor();
  await axe(page);
  await button(page, 'Share the win').tap();
  await page.getByRole('heading', { name: 'Ann and Bob share the win' }).waitFor();
  await page.locator('.undo').filter({ hasText: 'shared win' }).tap();
  await button(page, 'Play one more round').tap();
  await keys(taps(page), page, '100');
  await keys(taps(page), page, '90');
  await button(page, 'Bob').tap();
  await button(page, 'Save round').tap();
  await page.getByRole('heading', { name: 'Ann wins' }).waitFor();
});

test('who called is asked when it cannot be found, and a caller with cards left is an error', async (t) => {
  const w = words.en;
  const page = await open(t, '/', phone);
  await page.getByRole('link', { name: 'Nerts' }).first().tap();
  await seat(page, w, ['Ann', 'Bob']);
  await button(page, w.open).tap();
  await keys(taps(page), page, '310280');
  // The line says why it cannot be saved yet, and the key looks disabled.
  await page.getByText('Choose, or “Nobody: stuck”.').waitFor();
  assert.equal(await button(page, 'Save round').getAttribute('aria-disabled'), 'true');
  await button(page, 'Ann').tap();
  await button(page, 'Save round').tap();
  await page.locator('.last').tap();
  await page.getByText('Ann called “Nerts”.').waitFor();
  await button(page, 'Close').tap();
  await keys(taps(page), page, '315280');
  await button(page, 'Ann').tap();
  await page.getByText('Ann called, but has 5 cards left').waitFor();
  await entries(page, 1);
});

test('six as partnerships, a target and jokers', async (t) => {
  const w = words.en;
  const page = await open(t, '/', phone);
  await page.getByRole('link', { name: 'Nerts' }).first().tap();
  await seat(page, w, ['A', 'B', 'C', 'D', 'E', 'F']);
  await unfold(page);
  await page.getByLabel('Pairs', { exact: true }).check();
  await page.getByRole('group', { name: 'Jokers per deck' }).getByLabel('4').check();
  await page.getByLabel('Target score').fill('0');
  await page.getByText('Enter a whole number from 1 to 9999').waitFor();
  await button(page, w.open).tap();
  await page.getByText('The target can be 1 to 9999 points, not 0.').waitFor();
  await page.getByLabel('Target score').fill('56');
  await button(page, w.open).tap();
  await keys(taps(page), page, '560');
  await keys(taps(page), page, '302252');
  await button(page, 'Save round').tap();
  await page.getByRole('heading', { name: 'A and B win' }).waitFor();
  await shot(page, 'nerts-partners', { fullPage: true });
});

for (const [device, w, say] of [
  [phone, words.en, {
    game: 'Nerts', racing: 'Racing Demon (UK)', handicap: 'Handicap piles', save: 'Save round',
    agreed: ['Racing Demon (UK)', '−1 a card left', '+10 for calling', '+5 a King', 'handicap piles'],
    reason: '23 played − 1 × 0 left + 5 × 2 Kings + 10 for calling', use: 'Deal these', piles: 'Cards in each pile: Aiko 14 · Ken 12',
    too: 'Ken cannot have 13 left: a Nerts pile has 12 cards.', called: 'I called “Nerts”', nextRound: 'Next round: Aiko 14 · Ken 12',
  }],
  [dark(japanese(small)), words.ja, {
    game: 'ナーツ', racing: 'レーシングデーモン（英国）', handicap: '山のハンデ', save: '保存する',
    agreed: ['レーシングデーモン（英国）', '残り1枚−1点', '宣言+10点', 'K1枚+5点', '山のハンデ'],
    reason: '台札23枚 − 残り0枚×1 + K2枚×5 + 宣言10点', use: 'この枚数で配る', piles: '山の枚数：Aiko 14枚 · Ken 12枚',
    too: 'Kenの残り13枚はありえません。ナーツの山は12枚です。', called: '自分が宣言した', nextRound: '次の山：Aiko 14枚 · Ken 12枚',
  }],
]) {
  test(`a table counts as in Racing Demon, with handicap piles: ${device.locale}`, async (t) => {
    const page = await open(t, '/', device);
    await page.getByRole('link', { name: say.game }).first().tap();
    await seat(page, w, ['Aiko', 'Ken']);
    await unfold(page);
    await page.getByLabel(say.racing).check();
    await page.getByLabel(say.handicap).check();
    await shot(page, `nerts-racing-options-${device.locale}`, { fullPage: true });
    await fits(page);
    await axe(page);
    await page.locator('.options > summary').click();
    const folded = await page.locator('.options > summary').innerText();
    for (const rule of say.agreed) assert.ok(folded.replaceAll('\u200b', '').includes(rule), `${rule} in ${folded}`);
    await button(page, w.open).tap();
    // A tap on who called fills in the 0 that it means. Then what is missing is asked for.
    await keys(taps(page), page, '23');
    await page.locator('.callers').getByRole('button', { name: 'Ken' }).tap();
    await becomes(() => page.locator('.cell').allTextContents(), ['23', '', '', '', '0', '']);
    await page.locator('.callers').getByRole('button', { name: 'Aiko' }).tap();
    await becomes(() => page.locator('.cell').allTextContents(), ['23', '0', '', '', '', '']);
    await keys(taps(page), page, '21850');
    await shot(page, `nerts-racing-full-${device.locale}`);
    await fits(page);
    await axe(page);
    await button(page, say.save).tap();
    await saved(page, w);
    await page.locator('.last').tap();
    await page.getByText(say.reason).waitFor();
    await page.getByText(say.nextRound).waitFor();
    await shot(page, `nerts-racing-result-${device.locale}`);
    await axe(page);
    await button(page, say.use).tap();
    await page.getByText(say.nextRound).waitFor({ state: 'detached' });
    await page.getByRole('status').getByText(say.piles).waitFor();
    await page.keyboard.press('Escape');
    // Ken's pile has twelve now.
    await keys(taps(page), page, '20');
    await page.locator('.cell').nth(4).tap();
    await keys(taps(page), page, '13');
    await page.getByText(say.too).waitFor();
    await page.getByRole('link', { name: w.standings }).tap();
    await page.getByText(say.piles).waitFor();
    await becomes(() => total(page, 'Aiko').textContent(), '43');
    await shot(page, `nerts-racing-standings-${device.locale}`, { fullPage: true });
    await fits(page);
    await axe(page);
    // The calculator knows it too.
    await page.goto(await url('/#/calculate/nerts'));
    await page.getByLabel(say.racing).check();
    await keys(taps(page), page, '23');
    await page.getByLabel(say.called).check();
    await keys(taps(page), page, '2');
    await becomes(() => page.locator('output').textContent(), '43');
    await shot(page, `nerts-racing-calculate-${device.locale}`, { fullPage: true });
    await fits(page);
    await axe(page);
  });
}

for (const [device, w, say] of [
  [phone, words.en, {
    game: 'Nerts', pairs: 'Pairs', decks: 'A deck for each person', together: 'Aiko and 美咲 · Ken and Tom', save: 'Save round',
    agreed: ['in chosen sides', 'a deck each'], made: '12 played − 2 × 4 left',
  }],
  [dark(japanese(small)), words.ja, {
    game: 'ナーツ', pairs: '2人組', decks: 'トランプは1人1組', together: 'Aiko・美咲 · Ken・Tom', save: '保存する',
    agreed: ['決めた組で', 'トランプは1人1組'], made: '台札12枚 − 残り4枚×2',
  }],
]) {
  test(`four choose who plays with whom, with a deck each: ${device.locale}`, async (t) => {
    const page = await open(t, '/', device);
    await page.getByRole('link', { name: say.game }).first().tap();
    await seat(page, w, names);
    await unfold(page);
    await page.getByLabel(say.pairs, { exact: true }).check();
    const person = (name) => page.locator('.chips .chip').filter({ hasText: name });
    await person('Ken').tap();
    await shot(page, `nerts-sides-picked-${device.locale}`, { fullPage: true });
    await fits(page);
    await axe(page);
    await person('美咲').tap();
    await page.getByRole('status').getByText(say.together).waitFor();
    await page.getByLabel(say.decks).check();
    await shot(page, `nerts-sides-${device.locale}`, { fullPage: true });
    await fits(page);
    await axe(page);
    await page.locator('.options > summary').click();
    const folded = (await page.locator('.options > summary').innerText()).replaceAll('\u200b', '');
    for (const rule of say.agreed) assert.ok(folded.includes(rule), `${rule} in ${folded}`);
    await button(page, w.open).tap();
    await page.locator('.cell').first().waitFor();
    assert.equal(await page.locator('.cell').count(), 8, 'each has a row');
    await keys(taps(page), page, '200153');
    await keys(taps(page), page, '124181');
    await becomes(() => page.locator('.total-now').allTextContents(), ['29', '20'], 'the total of a side stands there once');
    await shot(page, `nerts-sides-full-${device.locale}`);
    await fits(page);
    await axe(page);
    await button(page, say.save).tap();
    await saved(page, w);
    await page.locator('.last').tap();
    await page.getByText(say.made).waitFor();
    await shot(page, `nerts-sides-result-${device.locale}`);
    await axe(page);
    await page.keyboard.press('Escape');
    await closed(page);
    await page.getByRole('link', { name: w.standings }).tap();
    await becomes(() => page.locator('.ranking .total').allTextContents(), ['29', '20']);
    await shot(page, `nerts-sides-standings-${device.locale}`, { fullPage: true });
    await fits(page);
    await axe(page);
  });
}

for (const [device, w, say] of [
  [phone, words.en, {
    game: 'Nerts', pairs: 'Pairs', decks: 'A deck for each person', together: 'One row for each side', save: 'Save round',
    agreed: ['in pairs', 'a deck each', 'one row a side'],
    pile: 'Aiko and Ken cannot have 27 left: their Nerts piles have 26 cards.',
    beside: 'If 美咲 called, 美咲 and Tom can have 13 left at most.',
    called: '美咲 called “Nerts”.', made: '32 played − 2 × 4 left',
  }],
  [dark(japanese(small)), words.ja, {
    game: 'ナーツ', pairs: '2人組', decks: 'トランプは1人1組', together: '枚数は組ごとにまとめて入力', save: '保存する',
    agreed: ['2人組', 'トランプは1人1組', '枚数は組ごとに入力'],
    pile: 'Aiko・Kenの残り27枚はありえません。ナーツの山は合わせて26枚です。',
    beside: '美咲が宣言したなら、美咲・Tomの残りは13枚までです。',
    called: '美咲が「ナーツ」', made: '台札32枚 − 残り4枚×2',
  }],
]) {
  test(`pairs with a deck each enter their sums in one row: ${device.locale}`, async (t) => {
    const page = await open(t, '/', device);
    await page.getByRole('link', { name: say.game }).first().tap();
    await seat(page, w, names);
    await unfold(page);
    await page.getByLabel(say.pairs, { exact: true }).check();
    await page.getByLabel(say.decks).check();
    await page.getByLabel(say.together).check();
    await shot(page, `nerts-together-options-${device.locale}`, { fullPage: true });
    await fits(page);
    await axe(page);
    // Whoever takes one deck back has one row anyway.
    await page.getByLabel(say.decks).uncheck();
    await page.getByLabel(say.together).waitFor({ state: 'detached' });
    await page.getByLabel(say.decks).check();
    assert.equal(await page.getByLabel(say.together).isChecked(), false);
    await page.getByLabel(say.together).check();
    await page.locator('.options > summary').click();
    const folded = (await page.locator('.options > summary').innerText()).replaceAll('\u200b', '');
    for (const rule of say.agreed) assert.ok(folded.includes(rule), `${rule} in ${folded}`);
    await button(page, w.open).tap();
    await page.locator('.cell').first().waitFor();
    assert.equal(await page.locator('.cell').count(), 4, 'a side has a row');
    const cell = (at) => page.locator('.cell').nth(at);
    const caller = (name) => page.locator('.callers').getByRole('button', { name });
    assert.equal(await page.locator('.callers').getByRole('button').count(), 4, 'a person calls, not a side');
    // Two decks have three digits, so "next" says when a number is whole.
    const count = taps(page);
    await keys(count, page, '32');
    await count.tap(button(page, w.next));
    await keys(count, page, '27');
    await page.getByText(say.pile).waitFor();
    await cell(1).tap();
    await keys(count, page, '4');
    await cell(2).tap();
    await keys(count, page, '60');
    await cell(3).tap();
    await keys(count, page, '14');
    // Nobody is found to have called, and who can have is asked.
    assert.equal(await page.locator('.callers [aria-pressed="true"]').count(), 0);
    await caller('美咲').tap();
    await page.getByText(say.beside).waitFor();
    await shot(page, `nerts-together-fault-${device.locale}`);
    await fits(page);
    await axe(page);
    await cell(3).tap();
    await keys(count, page, '13');
    await becomes(() => page.locator('.total-now').allTextContents(), ['24', '34']);
    await shot(page, `nerts-together-full-${device.locale}`);
    await fits(page);
    await axe(page);
    await button(page, say.save).tap();
    await saved(page, w);
    await page.locator('.last').tap();
    await page.getByText(say.called).waitFor();
    await page.getByText(say.made).waitFor();
    await shot(page, `nerts-together-result-${device.locale}`);
    await axe(page);
    await page.keyboard.press('Escape');
    await closed(page);
    // The round comes back as it was entered, with who called.
    await page.getByRole('link', { name: w.standings }).tap();
    await becomes(() => page.locator('.ranking .total').allTextContents(), ['34', '24']);
    await button(page, w.correct(1)).tap();
    await becomes(() => page.locator('.cell').allTextContents(), ['32', '4', '60', '13']);
    await becomes(() => caller('美咲').getAttribute('aria-pressed'), 'true');
    await fits(page);
  });
}

test('a table of its own rules plays a number of rounds, and more calls win a tie', async (t) => {
  const w = words.en;
  const page = await open(t, '/#/new/nerts', phone);
  await seat(page, w, ['Ann', 'Bob']);
  await unfold(page);
  await page.getByLabel('After a number of rounds').check();
  // Typed key by key, as a hand does: the field stays the same one.
  await page.getByLabel('Rounds', { exact: true }).press('ControlOrMeta+a');
  await page.keyboard.type('100');
  assert.equal(await page.getByLabel('Rounds', { exact: true }).inputValue(), '100');
  await button(page, w.open).tap();
  await page.getByText('Choose 1 to 99 rounds, not 100.').waitFor();
  await page.getByLabel('Rounds', { exact: true }).fill('2');
  await page.getByLabel('Our own').check();
  await page.getByRole('group', { name: 'Cards in a deck' }).getByLabel('40').check();
  await page.getByText('A deck of 40 has no Kings.').waitFor();
  await page.getByRole('group', { name: 'Calling gives' }).getByLabel('5', { exact: true }).check();
  await page.getByLabel('Whoever called more often wins').check();
  await shot(page, 'nerts-own-options', { fullPage: true });
  await fits(page);
  await axe(page);
  await button(page, w.open).tap();
  await page.getByText('round 1 of 2', { exact: true }).waitFor();
  // 20 + 5 and 25; then 20 each, when nobody called.
  await keys(taps(page), page, '200250');
  await button(page, 'Ann').tap();
  await button(page, 'Save round').tap();
  await page.getByText('round 2 of 2', { exact: true }).waitFor();
  await keys(taps(page), page, '200200');
  await button(page, 'Nobody: stuck').tap();
  await button(page, 'Save round').tap();
  await page.getByRole('heading', { name: 'Ann wins' }).waitFor();
});

test('a quick calculation needs no table', async (t) => {
  const page = await open(t, '/', phone);
  await page.getByRole('link', { name: 'Nerts', exact: true }).last().tap();
  await keys(taps(page), page, '237');
  await page.locator('output').getByText('9', { exact: true }).waitFor();
  await shot(page, 'nerts-calculate');
  await fits(page);
  await axe(page);
});

test('a whole round by keyboard alone', async (t) => {
  const w = words.en;
  const page = await open(t, '/', { viewport: { width: 1280, height: 800 } });
  await page.getByRole('link', { name: 'Nerts' }).first().press('Enter');
  for (const name of ['Ann', 'Bob']) {
    await page.getByLabel(w.name, { exact: true }).fill(name);
    await page.keyboard.press('Enter');
  }
  await button(page, w.open).press('Enter');
  await page.locator('.cell').first().focus();
  await page.keyboard.type('310185');
  await page.keyboard.press('ArrowLeft');
  await becomes(() => page.locator('.cell[aria-pressed="true"]').count(), 1);
  await shot(page, 'nerts-wide');
  // Enter moves on, and saves at the end.
  await page.keyboard.press('Enter');
  await page.getByText('Round 1: ').waitFor();
  await becomes(() => page.evaluate(() => document.activeElement.matches('.cell[aria-pressed="true"]')), true, 'the focus is in the first cell again');
});
