// People who come and go in the middle of a game: a sheet at the standings, one entry in the log, told in the rounds and the
// chart, undone and corrected.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { axe, bytes, dark, japanese, open, phone, shot } from './harness.mjs';
import { becomes, button, closed, entries, fits, keys, saved, seat, unfold, words } from './table.mjs';

const small = { ...phone, viewport: { width: 360, height: 640 } };
const texts = {
  en: {
    ...words.en, game: 'Any card game', people: 'Change players', joinsWith: (name) => `${name} joins with`, lowest: 'the lowest total (2)',
    number: 'a set number of points', points: (name) => `${name}’s points`, wrong: 'Enter a number from −99999 to 99999.',
    unchanged: 'Nothing has changed yet.', remove: (name) => `Remove ${name}`, save: 'Save', saveRound: 'Save round', few: 'At least 2 players are needed',
    left: 'No longer at the table', back: (name) => `${name} comes back`, undo: /Undo: Cy joins · Bob leaves/, change: 'Cy joins with 2 · Bob leaves with 2',
    correct: 'Correct: Cy joins with 2 · Bob leaves with 2', corrected: 'Cy joins with −7 · Bob leaves with 2', gone: 'left early', csv: 'CSV', end: 'End the game', again: 'Play again',
    half: 'A round is half entered. Save it or undo it first.', start: 'Start', round: 'Round', total: 'Total',
  },
  ja: {
    ...words.ja, game: 'そのほかのカードゲーム', people: 'メンバーの変更', joinsWith: (name) => `${name}の最初の点`, lowest: 'いちばん低い合計（2点）',
    number: '点数を決める', points: (name) => `${name}の点`, wrong: '−99999から99999までの数を入力してください。',
    unchanged: 'まだ何も変わっていません。', remove: (name) => `${name}を外す`, save: '保存', saveRound: '保存する', few: '2人以上必要です',
    left: '抜けた人', back: (name) => `${name}が戻る`, undo: /元に戻す：Cyが参加 · Bobが抜ける/, change: 'Cyが2点で参加 · Bobが2点で抜ける',
    correct: '修正：Cyが2点で参加 · Bobが2点で抜ける', corrected: 'Cyが−7点で参加 · Bobが2点で抜ける', gone: '抜けました', csv: 'CSV', end: 'ゲームを終える', again: 'もう一度遊ぶ',
    half: '入力中のラウンドがあります。先に保存するか、元に戻してください。', start: '開始時', round: 'ラウンド', total: '合計',
  },
};

const names = (page, rows) => page.locator(rows).evaluateAll((rows) => rows.map((row) => row.innerText.replace(/[\s\u200b]+/g, ' ').trim()));

for (const [lang, device] of [['en', small], ['ja', japanese(small)]]) {
  test(`somebody joins and somebody leaves between two rounds (${lang})`, async (t) => {
    const w = texts[lang];
    const page = await open(t, '/', device);
    await page.getByRole('link', { name: w.game }).tap();
    await seat(page, w, ['Ann', 'Bob', 'Di']);
    await page.getByLabel('Ann', { exact: true }).check();
    await button(page, w.open).tap();
    const t1 = { tap: (what) => what.tap() };
    const round = async (...points) => {
      for (const [at, digits] of points.entries()) {
        await keys(t1, page, digits);
        await t1.tap(button(page, at + 1 < points.length ? w.next : w.saveRound));
      }
    };
    await round('5', '2', '9');
    await entries(page, 1);

    // A half entered round is not lost.
    await keys(t1, page, '4');
    await page.getByRole('link', { name: w.standings }).tap();
    await button(page, w.people).tap();
    const sheet = page.getByRole('dialog');
    await sheet.getByText(w.half).waitFor();
    await page.keyboard.press('Escape');
    await closed(page);
    await page.locator('.undo').tap();

    await button(page, w.people).tap();
    await sheet.getByText(w.unchanged).waitFor();
    assert.ok(await button(sheet, w.save).isDisabled());
    await button(sheet, w.remove('Ann')).tap();
    await button(sheet, w.remove('Bob')).tap();
    await sheet.getByText(w.few).waitFor();
    await sheet.getByRole('heading', { name: w.left }).waitFor();
    await button(sheet, w.back('Ann')).tap();
    await sheet.getByLabel(w.name, { exact: true }).fill('Cy');
    await button(sheet, w.add).tap();
    await sheet.getByLabel(w.joinsWith('Cy')).selectOption({ label: w.number });
    await sheet.getByText(w.wrong).first().waitFor();
    await sheet.getByLabel(w.points('Cy')).fill('１２');
    await becomes(() => sheet.getByText(w.wrong).count(), 0);
    // Of those who stay, nobody has less than 5: with Bob it was 2.
    await sheet.getByLabel(w.joinsWith('Cy')).selectOption('1');
    await axe(page);
    await shot(page, `comings-sheet-${lang}`);
    await button(sheet, w.back('Bob')).tap();
    await sheet.getByLabel(w.joinsWith('Cy')).selectOption({ label: w.lowest });
    await sheet.getByLabel(w.joinsWith('Cy')).selectOption({ label: w.number });
    await sheet.getByLabel(w.points('Cy')).fill('2');
    await button(sheet, w.remove('Bob')).tap();
    await fits(page);
    await button(sheet, w.save).tap();
    await sheet.waitFor({ state: 'detached' });
    await entries(page, 2);
    await saved(page, w);
    await page.getByRole('button', { name: w.correct }).waitFor();
    assert.match((await page.locator('.undo').getAttribute('title')).replaceAll('\u200b', ''), w.undo);
    assert.deepEqual(await names(page, '.ranking li'), ['Di 9', 'Ann 5', 'Cy 2', `Bob ${w.gone} 2`]);

    // Whoever sits there now plays the next round, and undo and redo know who sat.
    await page.locator('.bar a').first().tap();
    await page.locator('.cells tbody tr').nth(2).waitFor();
    assert.deepEqual((await names(page, '.cells tbody th .name')), ['Di', 'Ann', 'Cy']);
    await round('1', '3', '8');
    await entries(page, 3);
    await page.locator('.undo').tap();
    await page.locator('.undo').tap();
    await entries(page, 1);
    await becomes(() => names(page, '.cells tbody th .name'), ['Ann', 'Bob', 'Di']);
    for (let redo = 2; redo <= 3; redo += 1) {
      await page.getByRole('button', { name: w.redo }).tap();
      await entries(page, redo);
    }

    // A round from before belongs to those who played it.
    await page.getByRole('link', { name: w.standings }).tap();
    await button(page, w.correctRound ?? words[lang].correct(1)).tap();
    await becomes(() => names(page, '.cells tbody th .name'), ['Ann', 'Bob', 'Di']);
    await page.goBack();
    await page.getByRole('button', { name: w.correct }).tap();
    await sheet.getByLabel(w.points('Cy')).fill('−7');
    await axe(page);
    await button(sheet, w.save).tap();
    await page.getByRole('button', { name: w.corrected }).waitFor();
    await becomes(() => names(page, '.ranking li'), ['Di 10', 'Ann 8', 'Cy 1', `Bob ${w.gone} 2`]);
    await fits(page);
    await axe(page);
    await shot(page, `comings-standings-${lang}`, { fullPage: true });

    await saved(page, w);
    await page.reload();
    await page.getByRole('button', { name: w.corrected }).waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: w.csv }).tap();
    const csv = `${await bytes(download)}`;
    assert.equal(csv, `\ufeff"${w.round}","Di","Ann","Cy","Bob"\r\n"${w.start}",0,0,-7,0\r\n1,9,5,,2\r\n2,1,3,8,\r\n"${w.total}",10,8,1,2\r\n`);

    // Played again with those who sit here.
    await page.locator('.bar a').first().tap();
    await page.locator('.last').tap();
    await button(page, w.end).tap();
    await button(page, w.again).tap();
    await becomes(() => names(page, '.cells tbody th .name'), ['Di', 'Ann', 'Cy']);
  });
}

test('the sheet is in order in the dark, and the same people play weather to the end', async (t) => {
  const w = texts.en;
  const page = await open(t, '/#/history', dark(phone));
  for (const name of ['any-3', 'nerts-2', 'weather-1']) {
    const text = await readFile(new URL(`../saves/${name}.json`, import.meta.url), 'utf8');
    await page.locator('input[type=file]').setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from(text) });
    await page.locator('.tables .item').nth(['any-3', 'nerts-2', 'weather-1'].indexOf(name)).waitFor();
    const { id } = JSON.parse(text);
    await page.goto(`${page.url().split('#')[0]}#/table/${id}/standings`);
    await button(page, w.people).waitFor();
    await shot(page, `comings-${name}-dark`, { fullPage: true });
    await button(page, w.people).tap();
    const sheet = page.getByRole('dialog');
    if (name === 'weather-1') await sheet.getByText('This game keeps the same players to the end.').waitFor();
    else await sheet.getByText(/The game is over|Nothing has changed/).waitFor();
    await axe(page);
    await shot(page, `comings-${name}-sheet-dark`);
    await page.keyboard.press('Escape');
    await closed(page);
    await page.goto(`${page.url().split('#')[0]}#/history`);
    await page.locator('.tables .item').first().waitFor();
  }
});

/** Imports a frozen save and opens its table there. */
async function frozen(page, name, tab) {
  const text = await readFile(new URL(`../saves/${name}.json`, import.meta.url), 'utf8');
  await page.locator('input[type=file]').setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from(text) });
  await page.locator('.tables .item').waitFor();
  await page.goto(`${page.url().split('#')[0]}#/table/${JSON.parse(text).id}/${tab}`);
}

test('Machinamitorite: three players leave a city in the box, and an old hand has its own people', async (t) => {
  const w = texts.en;
  const page = await open(t, '/#/history', small);
  await frozen(page, 'machinamitorite-2', 'standings');
  await button(page, words.en.correct(1)).tap();
  await becomes(() => page.locator('.whose .name').allInnerTexts(), ['Aiko', 'Ken', '美咲', 'Tom']);
  await page.goBack();
  await button(page, w.people).tap();
  const sheet = page.getByRole('dialog');
  await sheet.getByText('With 4 players all cities are in the deck.').waitFor();
  await button(sheet, w.remove('Mio')).tap();
  await sheet.getByText('With 3 players Black Kyoto stays in the box.').waitFor();
  await button(sheet, w.remove('Tom')).tap();
  await sheet.getByText('At least 3 players are needed').waitFor();
  await button(sheet, w.back('Ken')).tap();
  await axe(page);
  await fits(page);
  await shot(page, 'comings-machinamitorite');
  await button(sheet, w.save).tap();
  await sheet.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /Correct: Ken joins · Mio leaves with 1 win · Tom leaves with 1 win/ }).waitFor();
});

test('hanafuda: whoever left settles up too, and whoever joins starts with nothing', async (t) => {
  const w = texts.en;
  const page = await open(t, '/#/history', small);
  await frozen(page, 'hanafuda-2', 'standings');
  await page.locator('.undo').tap();
  await page.locator('.undo').tap();
  await page.locator('.undo').tap();
  await becomes(() => names(page, '.ranking li'), ['Aiko 4', 'Mio 4', '美咲 −4', 'Ken left early −4']);
  await button(page, w.people).tap();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel(w.name, { exact: true }).fill('Rin');
  await button(sheet, w.add).tap();
  await button(sheet, w.remove('Rin')).waitFor();
  assert.equal(await sheet.getByLabel(w.joinsWith('Rin')).count(), 0);
  await button(sheet, w.save).tap();
  await sheet.waitFor({ state: 'detached' });
  await becomes(() => names(page, '.ranking li'), ['Aiko 4', 'Mio 4', 'Rin 0', '美咲 −4', 'Ken left early −4']);
  await fits(page);
  await axe(page);
  await shot(page, 'comings-hanafuda', { fullPage: true });
});

for (const [lang, device] of [['en', small], ['ja', japanese(small)]]) {
  test(`Nihon Meisho: somebody leaves on their turn, under a +2 (${lang})`, async (t) => {
    const w = texts[lang];
    const leave = { en: ['Hands', 'Someone leaves', 'Ken leaves', 'At least 2 players are needed'], ja: ['手札', '途中で抜ける', 'Kenが抜ける', '2人以上必要です'] }[lang];
    const page = await open(t, '/#/new/nihon_meisho', device);
    await seat(page, w, ['Aiko', 'Ken', '美咲']);
    await page.getByRole('radio', { name: 'Aiko' }).check();
    await button(page, w.open).tap();
    await button(page, '+2').tap();
    const turn = (name) => page.locator('h2.hidden', { hasText: name }).waitFor({ state: 'attached' });
    await turn('Ken');
    await page.getByRole('link', { name: leave[0] }).tap();
    await button(page, leave[1]).tap();
    const sheet = page.getByRole('dialog');
    await axe(page);
    await shot(page, `comings-meisho-${lang}`);
    await button(sheet, leave[2]).tap();
    await sheet.waitFor({ state: 'detached' });
    await entries(page, 2);
    await page.locator('.log li').first().getByText(leave[2]).waitFor();
    await button(page, leave[1]).tap();
    await sheet.getByText(leave[3]).waitFor();
    await page.keyboard.press('Escape');
    await closed(page);
    await page.locator('.bar a').first().tap();
    await turn('美咲');
    await page.locator('.ring-number', { hasText: '+2' }).waitFor();
    await shot(page, `comings-meisho-turn-${lang}`);
    await page.locator('.undo').tap();
    await turn('Ken');
  });
}

test('whoever takes a seat on a side that people chose plays with the same partner, for the points that were left there', async (t) => {
  const w = texts.en;
  const page = await open(t, '/#/new/any', small);
  await seat(page, w, ['Ann', 'Bob', 'Cy', 'Di']);
  await unfold(page);
  await page.getByLabel('2 sides', { exact: true }).check();
  const person = (name) => page.locator('.chips .chip').filter({ hasText: name });
  await person('Bob').tap();
  await person('Cy').tap();
  const together = page.getByRole('status').getByText('Ann and Bob · Cy and Di', { exact: true });
  await together.waitFor();
  // Whoever moves up takes their partner along.
  await person('Ann').tap();
  await page.getByRole('button', { name: 'Move Cy up' }).tap();
  await becomes(() => person('Ann').getAttribute('aria-pressed'), 'false', 'with the seats anew, nobody is tapped');
  await together.waitFor();
  await page.getByRole('button', { name: 'Move Cy down' }).tap();
  await together.waitFor();
  await page.getByRole('radio', { name: 'Ann', exact: true }).check();
  await button(page, w.open).tap();
  await keys({ tap: (what) => what.tap() }, page, '21');
  await page.locator('.cell').nth(1).tap();
  await keys({ tap: (what) => what.tap() }, page, '5');
  await button(page, w.saveRound).tap();
  await entries(page, 1);
  await page.getByRole('link', { name: w.standings }).tap();
  await button(page, w.people).tap();
  const sheet = page.getByRole('dialog');
  await button(sheet, w.remove('Bob')).tap();
  await sheet.getByText('Sides were chosen for 4 players; there are 3. Someone new can take the seat of whoever leaves.').waitFor();
  assert.equal(await sheet.getByText('Together:').count(), 0, 'three have no sides');
  await sheet.getByLabel(w.name, { exact: true }).fill('Eve');
  await button(sheet, w.add).tap();
  await sheet.getByText('Together: Ann and Eve · Cy and Di.').waitFor();
  assert.equal(await sheet.getByLabel(w.points('Eve')).inputValue(), '10');
  await axe(page);
  await shot(page, 'comings-sides');
  // Bob is back after all.
  await button(sheet, w.remove('Eve')).tap();
  await button(sheet, w.back('Bob')).tap();
  await sheet.getByText('Together: Ann and Bob · Cy and Di.').waitFor();
  await button(sheet, w.remove('Bob')).tap();
  await sheet.getByLabel(w.name, { exact: true }).fill('Eve');
  await button(sheet, w.add).tap();
  await button(sheet, w.save).tap();
  await sheet.waitFor({ state: 'detached' });
  await entries(page, 2);
  await becomes(async () => (await names(page, '.ranking li')).slice(0, 2), ['Ann Eve 21', 'Cy Di 5']);
  await shot(page, 'comings-sides-standings', { fullPage: true });
  await axe(page);
});
