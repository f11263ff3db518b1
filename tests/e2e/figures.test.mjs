// The figures of the history: by person and by game, two people compared, what a game counts; a deleted table leaves them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axe, bytes, dark, desktop, japanese, open, phone, shot, url } from './harness.mjs';
import { becomes, button, fits, summed } from './table.mjs';

const small = { ...phone, viewport: { width: 360, height: 640 } };
const texts = {
  en: {
    figures: 'Statistics', tables: 'Tables', game: 'Game', person: 'Player', time: 'Time', everyone: 'Everyone', nerts: 'Nerts', month: 'Last 30 days',
    ann: '3 of 4 won', bob: '2 of 4 won', cy: '0 of 1 won', streak: '3 in a row', versus: 'Head to head', score: '2 : 1', shared: '4 games together', points: 'Points over time',
    calls: 'Calls of “Nerts”', left: 'Average left in the pile', average: 'Average', favourite: 'Favourite game', none: 'No finished games match.',
    bin: /^Delete/, undo: 'Undo', fewer: '3 of 3 won', csv: 'All results as CSV', heads: 'Date,Game,Table,Player,Total,Points,Rounds,Won', bgstats: 'To BG Stats',
  },
  ja: {
    figures: '戦績', tables: '卓', game: 'ゲーム', person: 'プレイヤー', time: '期間', everyone: '全員', nerts: 'ナーツ', month: '最近30日',
    ann: '4戦3勝', bob: '4戦2勝', cy: '1戦0勝', streak: '3連勝', score: '2：1', versus: '直接対決', shared: '4戦', points: '得点の移り変わり',
    calls: '「ナーツ」の宣言', left: '山の残り（平均枚数）', average: '平均', favourite: 'よく遊ぶゲーム', none: 'この条件で終わったゲームはありません。',
    bin: /を削除$/, undo: '元に戻す', fewer: '3戦3勝', csv: 'すべての結果をCSVで保存', heads: '日時,ゲーム,卓,プレイヤー,合計,得点,ラウンド,勝ち', bgstats: 'BG Statsへ送る',
  },
};

/** Finished tables, the newest long ago: Ann wins two, then shares one with Bob, then loses to him. Cy was at the second. */
const day = (at) => `2024-0${at + 1}-05T19:00:00Z`;
const nerts = (at, counts, names = ['Ann', 'Bob']) => ({
  takujo: 1, id: `20240105-${at}`, game: 'nerts', title: `Evening ${at}`, created: day(at), starter: 0, drawn: false,
  players: names.map((name, mark) => ({ name, mark })),
  options: { target: 20, jokers: 0, partnerships: false, tie: 'share' },
  log: [{ at: day(at), op: 'append', event: { type: 'round', counts: counts.map(([foundations, left]) => ({ foundations, left })), caller: counts.findIndex(([, left]) => left === 0) } }],
});
const file = JSON.stringify({
  takujo: 1, kept: {}, sessions: [
    nerts(0, [[30, 0], [20, 2]]), nerts(1, [[25, 0], [20, 5], [10, 6]], ['Ann', 'Bob', 'Cy']), nerts(2, [[28, 0], [32, 2]]), nerts(3, [[20, 4], [40, 0]]),
  ],
});

for (const [lang, of] of Object.entries({ en: (device) => device, ja: japanese })) {
  const s = texts[lang];
  const rows = (page) => page.locator('.results li').evaluateAll((all) => all.map((li) => [li.querySelector('.who, .name').textContent, li.querySelector('.value').textContent]));
  const figures = (page) => page.locator('.amounts div').evaluateAll((all) => Object.fromEntries(all.map((div) => [...div.children].map((child) => child.textContent.replace(/[\u200b\u2060]/g, '')))));
  const take = async (page, name = 'evenings.json') => {
    await page.goto(await url('/#/history'));
    await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(file) });
    await summed(page, 4);
  };

  test(`figures by person and by game, and two people compared (${lang})`, async (t) => {
    const page = await open(t, '/', of(small));
    await take(page);
    await button(page, s.figures).tap();
    await becomes(() => rows(page), [['Ann', s.ann], ['Bob', s.bob], ['Cy', s.cy]]);
    await fits(page);
    await axe(page);
    await shot(page, `figures-everyone-${lang}`, { fullPage: true });

    // They have an address of their own: a reload stays, and the way back leads to the tables.
    await page.waitForURL(/#\/history\/figures$/);
    await page.reload();
    await becomes(() => rows(page), [['Ann', s.ann], ['Bob', s.bob], ['Cy', s.cy]]);
    await page.goBack();
    await page.locator('.tables .item').first().waitFor();
    await page.goForward();
    await button(page, 'Ann').tap();
    await page.getByText(s.streak, { exact: true }).waitFor();
    await page.getByRole('heading', { name: s.versus }).waitFor();
    await page.getByRole('heading', { name: s.points }).waitFor();
    assert.equal((await figures(page))[s.favourite], s.nerts);
    assert.deepEqual(await rows(page), [['Bob', s.score]]);
    await page.locator('.results').getByText(s.shared, { exact: true }).waitFor();
    assert.equal(await page.locator('.evenings rect').count(), 4);
    assert.equal(await page.locator('.evenings rect.won').count(), 3);
    await fits(page);
    await axe(page);
    await shot(page, `figures-person-${lang}`, { fullPage: true });

    // What the game counts: Ann called at the first three, and had four left at the last.
    await page.getByRole('combobox', { name: s.game, exact: true }).selectOption('nerts');
    await becomes(async () => (await figures(page))[s.calls], '3');
    assert.deepEqual([(await figures(page))[s.left], (await figures(page))[s.average]], ['1.0', '23.8']);
    await axe(page);
    await shot(page, `figures-game-${lang}`, { fullPage: true });

    // Empty sections do not show.
    await page.getByRole('combobox', { name: s.person, exact: true }).selectOption('Cy');
    await becomes(async () => (await figures(page))[s.calls], '0');
    assert.equal(await page.getByRole('heading', { name: s.versus }).count(), 0);
    assert.equal(await page.getByRole('heading', { name: s.points }).count(), 0);
    await page.getByRole('combobox', { name: s.time, exact: true }).selectOption({ label: s.month });
    await page.getByText(s.none).waitFor();
    await axe(page);
  });

  test(`a deleted table leaves the figures, and an undo brings it back (${lang})`, async (t) => {
    const page = await open(t, '/', of(phone));
    await take(page);
    // The newest, which Ann lost.
    await page.locator('[data-unfold]').first().tap();
    await page.locator('.tables .card').first().getByRole('button', { name: s.bin }).tap();
    await page.locator('.item.gone').waitFor();
    await button(page, s.figures).tap();
    await becomes(async () => (await rows(page))[0], ['Ann', s.fewer]);
    await button(page, s.tables).tap();
    await button(page, s.undo).tap();
    await page.locator('.item.gone').waitFor({ state: 'detached' });
    await button(page, s.figures).tap();
    await becomes(async () => (await rows(page))[0], ['Ann', s.ann]);
  });

  test(`all results as a spreadsheet, and a finished table for BG Stats (${lang})`, async (t) => {
    const page = await open(t, '/', of(small));
    await take(page);
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, s.csv).tap()]);
    const lines = `${await bytes(download)}`.replace('\uFEFF', '').split('\r\n');
    assert.equal(lines[0].replaceAll('"', ''), s.heads);
    const cells = lines.slice(1, -1).map((line) => line.replaceAll('"', '').split(',').slice(1));
    assert.equal(cells.length, 9);
    assert.deepEqual(cells.slice(0, 2), [[s.nerts, 'Evening 0', 'Ann', '30', '30', '1', '1'], [s.nerts, 'Evening 0', 'Bob', '16', '16', '1', '0']]);
    await page.goto(await url('/#/table/20240105-1/standings'));
    const link = page.getByRole('link', { name: s.bgstats, exact: true });
    const address = new URL(await link.getAttribute('href'));
    assert.equal(address.origin + address.pathname, 'https://app.bgstatsapp.com/createPlay.html');
    const play = JSON.parse(address.searchParams.get('data'));
    assert.deepEqual(play.players.map(({ name, score, winner, startPlayer }) => [name, score, winner, startPlayer]), [['Ann', 25, true, true], ['Bob', 10, false, false], ['Cy', -2, false, false]]);
    assert.equal(play.playDate, '2024-02-05 19:00:00');
    await fits(page);
    await axe(page);
  });

  test(`the figures in the dark and on a wide screen (${lang})`, async (t) => {
    for (const [name, device] of Object.entries({ dark: dark(of(phone)), wide: of(desktop), 'wide-dark': dark(of(desktop)) })) {
      const page = await open(t, '/', device);
      await take(page);
      await button(page, s.figures).click();
      await button(page, 'Ann').click();
      await page.getByRole('heading', { name: s.versus }).waitFor();
      await fits(page);
      await axe(page);
      await shot(page, `figures-${name}-${lang}`, { fullPage: true });
    }
  });
}
