// A game of people's own: a score sheet made by tapping, played with somebody who joins, offered again with its people, with a
// history of its own; given away as a link and as a file.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axe, bytes, dark, japanese, open, phone, shot, started, taps, url } from './harness.mjs';
import { becomes, button, entries, fits, keys, saved, seat, settled, unfold, words } from './table.mjs';

const small = { ...phone, viewport: { width: 360, height: 640 } };
const texts = {
  en: {
    ...words.en, game: 'Any card game', name: 'Name of the game', player: 'Name', columns: ['Tricks', 'Bid made', 'Off by'], add: 'Add a category', dealing: 'The next player after each round', addPlayer: 'Add',
    category: (n) => `Category ${n}`, worth: 'Points each', most: 'At most', minus: 'Subtract', remove: (name) => `Remove ${name}`, start: 'Points at the start',
    noName: 'A category needs a name of at most 16 characters.', twice: 'Two categories have this name.', worthless: 'Points each: from 1 to 1000.',
    deals: (n, name) => `Round ${n}: ${name} deals`, save: 'Save round', too: 'Ann: Tricks goes from 0 to 13.', people: 'Change players', end: 'End the game', again: 'Play again',
    own: 'Your games', lead: 'Tricks 4 · Bid made 1×10', give: 'Share this game', keep: 'Keep this game', forget: 'Forget this game', replace: 'Keep this one instead', saveSheet: 'Save', link: 'Share link', file: 'Save as a file', copied: 'Copied.',
    broken: 'This link is cut off, or holds no game. Ask for it again.', bound: 'The game in this link cannot be used. Points each: from 1 to 1000.', other: 'You have another game called Skat. Only one of them can be kept.',
    kept: 'Kept on this device.', figures: 'Statistics', whichGame: 'Game', versus: 'Head to head', shared: '3 games together', import: '0 tables', plain: 'Bonus',
  },
  ja: {
    ...words.ja, game: 'そのほかのカードゲーム', name: 'ゲーム名', player: '名前', columns: ['トリック', '成功', 'ずれ'], add: '項目を追加', dealing: '毎ラウンド次の人へ', addPlayer: '追加',
    category: (n) => `項目${n}`, worth: '1つにつき（点）', most: '上限', minus: 'マイナスにする', remove: (name) => `${name}を削除`, start: '最初の持ち点',
    noName: '項目には16文字までの名前が必要です。', twice: '同じ名前の項目があります。', worthless: '1つにつきの点数は1から1000までです。',
    deals: (n, name) => `第${n}ラウンド：親は${name}`, save: '保存する', too: 'Ann：トリックは0から13までです。', people: 'メンバーの変更', end: 'ゲームを終える', again: 'もう一度遊ぶ',
    own: '自分のゲーム', lead: 'トリック 4 · 成功 1×10', give: 'このゲームを共有', keep: 'このゲームを残す', forget: 'このゲームを消す', replace: 'こちらに入れ替える', saveSheet: '保存', link: 'リンクを共有', file: 'ファイルに保存',
    broken: 'リンクが途中で切れているか、ゲームが入っていません。もう一度もらってください。', bound: 'このリンクのゲームは使えません。1つにつきの点数は1から1000までです。', other: '残せるのは1つだけです。',
    kept: 'この端末に残してあります。', figures: '戦績', whichGame: 'ゲーム', versus: '直接対決', shared: '3戦', plain: 'ボーナス',
  },
};

/** The part of an address that holds a game. */
const code = (game) => Buffer.from(JSON.stringify(game)).toString('base64url');

for (const [lang, device] of [['en', small], ['ja', japanese(dark(small))]]) {
  const w = texts[lang];

  test(`a game of three categories, somebody joins in the second round, and the two are compared afterwards (${lang})`, async (t) => {
    const page = await open(t, '/#/new/any', device);
    await seat(page, { name: w.player, add: w.addPlayer }, ['Ann', 'Bob']);
    await page.getByLabel('Ann', { exact: true }).check();
    await unfold(page);
    await page.getByLabel(w.name).fill('Skat');
    const row = (n) => page.locator('.categories li').nth(n - 1);
    for (const [at, [worth, most]] of [['1', '13'], ['10', '1'], ['-5', '13']].entries()) {
      await button(page, w.add).tap();
      await row(at + 1).getByLabel(w.category(at + 1), { exact: true }).fill(w.columns[at]);
      await row(at + 1).getByLabel(w.worth).fill(worth);
      await row(at + 1).getByLabel(w.most, { exact: true }).fill(most);
    }
    await page.getByLabel(w.dealing).check();
    await button(page, w.add).tap();
    // Each mistake is named beside the category, and nothing is opened.
    await row(4).getByLabel(w.category(4), { exact: true }).fill('Bonus');
    await row(4).getByLabel(w.category(4), { exact: true }).fill('');
    await row(4).getByText(w.noName).waitFor();
    await row(4).getByLabel(w.category(4), { exact: true }).fill(await row(1).getByLabel(w.category(1), { exact: true }).inputValue());
    await row(4).getByText(w.twice).waitFor();
    await button(page, w.open).tap();
    await page.locator('.foot .error').getByText(w.twice).waitFor();
    await row(4).getByLabel(w.category(4), { exact: true }).fill('Extra');
    await row(4).getByLabel(w.worth).fill('0');
    await row(4).getByText(w.worthless).waitFor();
    await axe(page);
    await shot(page, `sheets-form-${lang}`, { fullPage: true });
    await fits(page);
    await button(row(4), w.remove('Extra')).tap();
    await becomes(() => page.locator('.categories li').count(), 3);
    await button(page, w.open).tap();

    // The dealer moves on; a count beyond its bound is named.
    await page.getByText(w.deals(1, 'Ann')).waitFor();
    const press = (digits) => keys(taps(page), page, digits);
    await press('14');
    await page.getByText(w.too).waitFor();
    await shot(page, `sheets-wrong-${lang}`);
    await page.locator('.cell').first().tap();
    // A cell that can take no further digit moves on by itself.
    await press('410302');
    await becomes(() => page.locator('.cells .points').allTextContents(), ['14', '−7']);
    const totals = () => page.locator('.cells .points + div .total-now').allTextContents();
    assert.deepEqual(await totals(), ['14', '−7']);
    await shot(page, `sheets-round-${lang}`);
    await axe(page);
    await fits(page);
    await button(page, w.save).tap();
    await saved(page, w);
    await page.getByText(w.deals(2, 'Bob')).waitFor();
    await page.locator('.last').tap();
    await page.getByText(w.lead).waitFor();
    await shot(page, `sheets-last-${lang}`);
    await page.keyboard.press('Escape');

    // Somebody joins, and has cells of their own.
    await page.getByRole('link', { name: w.standings }).tap();
    await button(page, w.people).tap();
    const sheet = page.getByRole('dialog');
    await sheet.getByLabel(w.player, { exact: true }).fill('Cy');
    await button(sheet, w.addPlayer).tap();
    await button(sheet, w.saveSheet).tap();
    await sheet.waitFor({ state: 'detached' });
    await page.locator('nav.bar a').first().tap();
    const round = async (...rows) => {
      await press(rows.join(''));
      await button(page, w.save).tap();
    };
    await press('310');
    // Who is ahead is seen during the round.
    await becomes(totals, ['27', '−7', '0']);
    await shot(page, `sheets-total-${lang}`);
    await round('500', '213');
    await entries(page, 3);
    await page.getByText(w.deals(3, 'Cy')).waitFor();
    await round('702', '210', '410');
    await entries(page, 4);
    await page.locator('.last').tap();
    await button(page, w.end).tap();
    await page.getByRole('heading', { name: /Ann/ }).first().waitFor();
    await axe(page);
    await shot(page, `sheets-end-${lang}`, { fullPage: true });

    // Twice more, from its chip: with its people and its sheet.
    for (let game = 2; game <= 3; game += 1) {
      await page.goto(await url('/#/new/any'));
      await page.getByRole('heading', { name: w.own }).waitFor();
      await button(page, 'Skat').tap();
      await becomes(() => page.locator('.seats .name').allTextContents(), ['Ann', 'Bob']);
      if (game === 2) {
        await axe(page);
        await shot(page, `sheets-again-${lang}`);
      }
      await page.getByLabel('Ann', { exact: true }).check();
      await button(page, w.open).tap();
      await page.getByText(w.deals(1, 'Ann')).waitFor();
      await round('510', '200');
      await entries(page, 1);
      await page.locator('.last').tap();
      await button(page, w.end).tap();
      await entries(page, 2);
    }
    await page.goto(await url('/#/history'));
    await button(page, w.figures).tap();
    await page.getByRole('combobox', { name: w.whichGame, exact: true }).selectOption({ label: 'Skat' });
    await button(page, 'Ann').tap();
    await page.getByRole('heading', { name: w.versus }).waitFor();
    await page.locator('.results').getByText(w.shared, { exact: true }).waitFor();
    await settled(page);
    await shot(page, `sheets-versus-${lang}`, { fullPage: true });
    await axe(page);
  });

  test(`a game is given away as a link and as a file, and a bad one is refused (${lang})`, async (t) => {
    const category = (name, factor, most) => ({ name, factor, most });
    const skat = { name: 'Skat', categories: [category('Tricks', 1, 13), category(w.plain, -5, 9)], deals: true, winner: 'lowest', ending: { type: 'rounds', at: 3 }, step: 2, direction: 'clockwise' };
    const page = await open(t, `/#/game/${code(skat)}`, device);
    await page.getByRole('heading', { name: 'Skat' }).waitFor();
    await page.getByRole('row', { name: /Tricks 1 13/ }).waitFor();
    assert.equal(await page.getByText(/\+2/).count(), 0, 'nothing about draw cards');
    await page.getByRole('row', { name: new RegExp(`${w.plain} −5 9`) }).waitFor();
    await axe(page);
    await fits(page);
    await button(page, w.keep).tap();
    await page.getByText(w.kept).waitFor();
    await shot(page, `sheets-link-${lang}`, { fullPage: true });
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, w.file).tap()]);
    const file = await bytes(download);

    // The home page has it, below everything else.
    const home = async () => {
      await page.goto(await url('/'));
      await page.locator('.calculate .chip').last().waitFor();
      await settled(page);
      return page.locator('.calculate .chip').last().boundingBox();
    };
    const own = page.locator('.calculate').getByRole('link', { name: 'Skat' });
    const place = await home();
    await own.waitFor();
    await axe(page);
    await fits(page);
    await shot(page, `sheets-home-${lang}`, { fullPage: true });
    await own.tap();
    await page.locator('.options summary .soft').getByText(/Skat\s· Tricks/).waitFor();

    // Another of the same name takes its place only when asked to; forgetting is undone by keeping.
    await page.goto(await url(`/#/game/${code({ ...skat, start: 50 })}`));
    await page.getByText(w.other).waitFor();
    await page.goto(await url(`/#/game/${code(skat)}`));
    await button(page, w.forget).tap();
    await button(page, w.keep).waitFor();
    assert.deepEqual(await home(), place);
    assert.equal(await own.count(), 0);
    await page.goto(await url('/#/new/any'));
    await page.locator('.seating').waitFor();
    assert.equal(await page.getByRole('heading', { name: w.own }).count(), 0);

    // The file brings it back, and its name in the address picks it.
    await page.goto(await url('/#/history'));
    await page.locator('input[type=file]').setInputFiles({ name: 'skat.json', mimeType: 'application/json', buffer: file });
    await page.getByRole('progressbar').waitFor({ state: 'detached' });
    await page.goto(await url('/#/new/any/Skat'));
    await page.locator('.options summary .soft').getByText(/Skat\s· Tricks/).waitFor();
    await seat(page, { name: w.player, add: w.addPlayer }, ['Ann', 'Bob']);
    await page.getByLabel('Ann', { exact: true }).check();
    await button(page, w.open).tap();
    await page.getByText(w.deals(1, 'Ann')).waitFor();

    // On the flat phone each enters their own counts, turned to them.
    const play = page.url();
    await page.goto(play.replace(/play$/, 'flat'));
    await page.locator('.flat-seat').filter({ hasText: 'Bob' }).tap();
    for (const key of ['4', '2', 'next']) await page.locator(`.flat [data-key="${key}"]`).tap();
    await page.locator('.flat-centre').waitFor();
    await page.goto(play);
    await becomes(async () => (await page.locator('.cell').allTextContents()).map((text) => text.trim()), ['', '', '4', '2']);

    for (const [bad, said] of [[code(skat).slice(0, -20), w.broken], ['!', w.broken], [code({ ...skat, categories: [category('Tricks', 0, 13)] }), w.bound]]) {
      await page.goto(await url(`/#/game/${bad}`));
      await page.getByText(said).waitFor();
    }
    await axe(page);
    await shot(page, `sheets-broken-${lang}`);
    await started(page);
  });
}
