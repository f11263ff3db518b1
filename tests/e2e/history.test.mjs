// A history of many tables: what is seen is drawn, more comes with scrolling and with the keyboard, a table is found by a
// word, and what older versions stored is summed up while the page stays usable.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { axe, bytes, dark, japanese, open, phone, shot, url } from './harness.mjs';
import { becomes, button, fits, saved, words } from './table.mjs';

const small = { ...phone, viewport: { width: 360, height: 640 } };
const nerts = JSON.parse(await readFile(new URL('../saves/nerts-1.json', import.meta.url), 'utf8'));

/** A page of the app that has so many tables, as an older version stored them: without summaries. */
async function stored(t, tables, device, hours = 1) {
  const page = await open(t, '/#/settings', device);
  await page.locator('#first').waitFor({ state: 'detached' });
  await page.evaluate(async ([tables, nerts, hours]) => {
    const open = indexedDB.open('takujo:/');
    await new Promise((done) => { open.onsuccess = done; });
    const transaction = open.result.transaction(['heads', 'records'], 'readwrite');
    const { log, ...head } = nerts;
    for (let at = 0; at < tables; at += 1) {
      const id = `20261120190000-${at.toString(16).padStart(8, '0')}`;
      const created = new Date(Date.UTC(2026, 10, 20, 12) - at * hours * 3.6e6).toISOString();
      transaction.objectStore('heads').put(JSON.stringify({ ...head, id, created, title: `Evening ${at}` }), id);
      log.forEach((record, n) => transaction.objectStore('records').put(JSON.stringify(record), [id, n]));
    }
    await new Promise((done) => { transaction.oncomplete = done; });
    open.result.close();
  }, [tables, nerts, hours]);
  return page;
}

/** The summaries on the device. */
const summaries = (page) => page.evaluate(() => new Promise((done, failed) => {
  const open = indexedDB.open('takujo:/');
  open.onerror = failed;
  open.onsuccess = () => {
    const all = open.result.transaction('values').objectStore('values').getAll(IDBKeyRange.bound('summary:', 'summary;'));
    all.onsuccess = () => { open.result.close(); done(all.result.map((text) => JSON.parse(text))); };
  };
}));
const rows = (page) => page.locator('.tables .item').count();

for (const [device, said] of [
  [small, { find: 'Find by name', one: '1 table found', none: '0 tables found' }],
  [japanese(small), { find: '名前で探す', one: '1卓見つかりました', none: '0卓見つかりました' }],
]) {
  test(`300 tables of an older version: some are drawn, more on the way down, each is found (${device.locale})`, async (t) => {
    const page = await stored(t, 300, device);
    await page.goto(await url('/#/history'));
    await page.locator('.tables .item').nth(19).waitFor();
    assert.equal(await rows(page), 20);
    // The figures follow, without anything being tapped, and stay on the device.
    // They are stored twenty at a time.
    for (let least = 20; least <= 300; least += 20) await becomes(async () => (await summaries(page)).length >= least, true);
    assert.ok((await summaries(page)).every(({ length }) => length === nerts.log.length));
    const standing = await page.locator('.tables .item .standing').allTextContents();
    assert.ok(standing.every((text) => text === standing[0] && text !== ''), standing.join());
    await fits(page);
    await axe(page);
    await shot(page, `history-many-${device.locale}`);
    await page.reload();
    await page.locator('.tables .item').nth(19).waitFor();
    assert.equal(await rows(page), 20);

    // Scrolling brings more before the end comes into view.
    await page.locator('.tables .item').nth(15).scrollIntoViewIfNeeded();
    await becomes(() => rows(page), 40);
    // So does the keyboard, which never loses its place.
    await page.locator('.tables .item').nth(20).focus();
    for (let at = 21; at < 75; at += 1) {
      await becomes(async () => await rows(page) > at, true);
      await page.keyboard.press('Tab');
      while (!await page.evaluate(() => document.activeElement.matches('.item'))) await page.keyboard.press('Tab');
      assert.equal(await page.evaluate(() => document.activeElement.querySelector('strong').textContent), `Evening ${at}`);
    }
    await becomes(() => rows(page), 100);

    const find = page.getByLabel(said.find);
    await find.fill('evening 299');
    await page.getByText(said.one).waitFor();
    assert.deepEqual(await page.locator('.tables .item strong').allTextContents(), ['Evening 299']);
    await axe(page);
    await find.fill('nobody');
    await page.getByText(said.none).waitFor();
    await find.fill('ＡＩＫＯ');
    await becomes(() => rows(page), 20);
    // Where the browser tells nothing of what is in view, a button shows more.
    await page.getByRole('button', { name: /280/ }).press('Enter');
    // Where it does tell, it may see the last rows while the button is focused, and draw more besides.
    await becomes(async () => await rows(page) >= 40, true);
  });
}

for (const [device, said] of [
  [small, { month: 'October 2026', label: 'Month', all: 'All months', game: 'Game', person: 'Player', four: '4 tables found', one: '1 table found', nerts: 'Nerts', menu: 'Menu for Evening 4', details: 'Details of Evening 4', find: 'Find by name' }],
  [japanese(dark(small)), { month: '2026年10月', label: '月', all: 'すべての月', game: 'ゲーム', person: 'プレイヤー', four: '4卓見つかりました', one: '1卓見つかりました', nerts: 'ナーツ', menu: 'Evening 4のメニュー', details: 'Evening 4の詳細', find: '名前で探す' }],
]) {
  test(`an evening is found by its month, in a list of short lines (${device.locale})`, async (t) => {
    const page = await stored(t, 40, device, 240);
    await page.goto(await url('/#/history'));
    await page.locator('.tables .item').nth(19).waitFor();
    await becomes(async () => (await summaries(page)).length, 40);
    const heads = () => page.locator('.month h2').allTextContents();
    assert.equal((await heads())[1], said.month);
    const heights = await page.locator('.tables .card').evaluateAll((all) => all.slice(0, 10).map((card) => card.getBoundingClientRect().height));
    assert.ok(Math.max(...heights) <= 95, `lines of ${heights.join()} px`);
    await shot(page, `history-months-${device.locale}`);
    await page.getByRole('combobox', { name: said.label }).selectOption(said.month);
    await page.getByText(said.four).waitFor();
    assert.deepEqual(await heads(), [said.month]);
    assert.equal(await rows(page), 4);
    await button(page, said.menu).tap();
    await button(page, said.details).waitFor();
    await fits(page);
    await axe(page);
    await shot(page, `history-month-${device.locale}`);
    // Everything that is chosen holds at once.
    await page.getByLabel(said.find).fill('evening 4');
    await page.getByText(said.one).waitFor();
    await page.getByLabel(said.find).fill('');
    await page.getByRole('combobox', { name: said.person }).selectOption('Aiko');
    await page.getByText(said.four).waitFor();
    await page.getByRole('combobox', { name: said.game }).selectOption(said.nerts);
    await page.getByText(said.four).waitFor();
    await page.getByRole('combobox', { name: said.label }).selectOption(said.all);
    await becomes(() => rows(page), 20);
  });
}

test('back from a table far down, the history is where it was', async (t) => {
  const page = await stored(t, 200, phone);
  await page.goto(await url('/#/history'));
  for (const at of [15, 35, 55, 75, 95, 115, 135]) {
    await page.locator('.tables .item').nth(at).waitFor();
    await page.locator('.tables .item').nth(at).scrollIntoViewIfNeeded();
  }
  await page.locator('.tables .item').nth(135).tap();
  await page.locator('.table').waitFor();
  await page.goBack();
  await page.waitForFunction(() => scrollY > 8_000 && Math.abs(scrollY - history.state[1]) < 3);
});

test('what was played since is summed up anew, and a summary never speaks for another log', async (t) => {
  const page = await stored(t, 3, phone);
  await page.goto(await url('/#/history'));
  await becomes(async () => (await summaries(page)).length, 3);
  const before = await page.locator('.tables .item .standing').first().textContent();
  await page.locator('.tables .item').first().tap();
  await page.getByRole('button', { name: /^Undo: / }).tap();
  await page.getByRole('button', { name: /^Redo: / }).waitFor();
  await saved(page, words.en);
  assert.equal((await summaries(page)).length, 2, 'gone with the tap');
  await page.getByRole('link', { name: 'Tables', exact: true }).tap();
  await page.getByRole('link', { name: 'History', exact: true }).tap();
  await becomes(async () => (await summaries(page)).map(({ length }) => length).sort(), [nerts.log.length, nerts.log.length, nerts.log.length + 1]);
  const after = await page.locator('.tables .item .standing').first().textContent();
  assert.notEqual(after, before);
  await page.locator('.tables .item').first().tap();
  await page.getByRole('button', { name: /^Redo: / }).tap();
  await saved(page, words.en);
  await page.goto(await url('/#/history'));
  await becomes(() => page.locator('.tables .item .standing').first().textContent(), before);
  // Deleted by one tap, and found in a file with its whole log.
  await button(page, 'Menu for Evening 1').tap();
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Save Evening 1 as a file').tap()]);
  assert.deepEqual(JSON.parse(`${await bytes(download)}`).log, nerts.log);
  await button(page, 'Delete Evening 1').tap();
  await page.getByText('Recently deleted (1)').waitFor();
  assert.equal((await summaries(page)).length, 3);
});

test('a table damaged after it was summed up is among the unreadable ones once somebody opened it', async (t) => {
  const page = await stored(t, 2, phone);
  await page.goto(await url('/#/history'));
  await becomes(async () => (await summaries(page)).length, 2);
  await page.evaluate(() => new Promise((done) => {
    const open = indexedDB.open('takujo:/');
    open.onsuccess = () => {
      const transaction = open.result.transaction('records', 'readwrite');
      transaction.objectStore('records').put('{"at":"2026-', ['20261120190000-00000000', 1]);
      transaction.oncomplete = () => { open.result.close(); done(); };
    };
  }));
  await page.getByText('Evening 0').tap();
  await page.getByText('This table cannot be opened: entry 2 is damaged.').waitFor();
  await page.getByRole('link', { name: 'Go to history' }).tap();
  await page.getByRole('heading', { name: 'Cannot be read' }).waitFor();
  await becomes(() => rows(page), 1);
});

for (const [device, said] of [
  [small, { menu: 'Menu for Evening 0', details: 'Details of Evening 0', seat: /^Seat 2\b.*Ken/, from: /^From when on/, second: 'from round 2 on', over: /takes over the score/, save: 'Save', sits: /seat 1/, left: /left early/, undo: /^Undo: correction \(Mio joins · Ken leaves\)/ }],
  [japanese(dark(small)), { menu: 'Evening 0のメニュー', details: 'Evening 0の詳細', seat: /^席2（Ken）/, from: /^いつから/, second: '第2ラウンドから', over: /引き継ぎます/, save: '保存', sits: /1番目/, left: /抜けました/, undo: /元に戻す：修正（Mioが参加 · Kenが抜ける）/ }],
]) {
  test(`a seat was somebody else’s from a later round on (${device.locale})`, async (t) => {
    const page = await stored(t, 1, device);
    await page.goto(await url('/#/history'));
    await becomes(async () => (await summaries(page)).length, 1);
    const [before] = await summaries(page);
    await button(page, said.menu).tap();
    await button(page, said.details).tap();
    const sheet = page.getByRole('dialog');
    const from = sheet.getByLabel(said.from);
    const seat = sheet.getByLabel(said.seat);
    await seat.waitFor();
    assert.equal(await from.count(), 0, 'only of somebody else');
    // Aiko sat there already, on seat 1.
    await seat.fill('Aiko');
    await from.selectOption({ label: said.second });
    await sheet.getByText(said.over).waitFor();
    await button(sheet, said.save).tap();
    await sheet.locator('.error', { hasText: said.sits }).waitFor();
    assert.deepEqual(await summaries(page), [before], 'nothing is stored');
    await axe(page);
    await fits(page);
    await shot(page, `history-details-later-${device.locale}`, { fullPage: true });
    await seat.fill('Mio');
    await button(sheet, said.save).tap();
    await sheet.waitFor({ state: 'detached' });
    await becomes(async () => (await summaries(page))[0]?.joined?.[0].name, 'Mio');
    const [after] = await summaries(page);
    assert.equal(after.length, before.length + 1);
    assert.deepEqual(after.totals.slice(0, before.totals.length), before.totals, 'the score goes with the seat');
    const line = page.locator('.tables .item');
    await line.tap();
    await page.locator('.undo').waitFor();
    assert.match((await page.locator('.undo').getAttribute('title')).replaceAll('\u200b', ''), said.undo);
    await page.goto(`${page.url().split('#')[0]}#/table/20261120190000-00000000/standings`);
    await page.getByText(said.left).waitFor();
    await page.locator('.note.change').getByText('Mio').waitFor();
    await fits(page);
    await shot(page, `history-later-${device.locale}`, { fullPage: true });
    // Undone like any correction.
    await page.locator('.undo').tap();
    await becomes(() => page.getByText(said.left).count(), 0);
    assert.equal(await page.getByText('Mio', { exact: true }).count(), 0);
  });
}

for (const [device, said] of [
  [small, { menu: /^Menu for/, details: /^Details of/, who: 'Who won?', open: /leave this tie open/, ken: 'Ken wins', share: 'Aiko and Ken share the win', save: 'Save', named: 'Ken wins the tie' }],
  [japanese(dark(small)), { menu: /のメニュー$/, details: /の詳細$/, who: 'だれの勝ち？', open: '同点の決め方は、ルールにありません。勝者を卓で選べます。', ken: 'Kenの勝ち', share: 'AikoとKenが同点で優勝', save: '保存', named: /同点から.{0,3}Kenの.{0,2}勝ち/ }],
]) {
  test(`the table names the winner of a tie afterwards, or that they share it (${device.locale})`, async (t) => {
    const page = await open(t, '/#/history', device);
    const save = JSON.parse(await readFile(new URL('../saves/nerts-6.json', import.meta.url), 'utf8'));
    const shared = { ...save, takujo: 1, log: save.log.slice(0, 3) };
    await page.locator('input[type=file]').setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(shared)) });
    await page.locator('.tables .item').waitFor();
    await becomes(async () => (await summaries(page))[0]?.tied, [0, 1]);
    const sheet = page.getByRole('dialog');
    const details = async () => {
      await button(page, said.menu).tap();
      await button(page, said.details).tap();
      await sheet.getByText(said.open).waitFor();
    };
    const choose = async (label) => {
      await sheet.getByLabel(said.who).selectOption({ label });
      await button(sheet, said.save).tap();
      await sheet.waitFor({ state: 'detached' });
    };
    const won = async (sides) => becomes(async () => (await summaries(page))[0]?.outcome.won, sides);
    await details();
    await axe(page);
    await fits(page);
    await shot(page, `history-winner-${device.locale}`, { fullPage: true });
    await choose(said.ken);
    await won([1]);
    // Said at the table as well.
    await page.locator('.tables .item').tap();
    await page.getByText(said.named).first().waitFor();
    await fits(page);
    await shot(page, `history-named-${device.locale}`, { fullPage: true });
    await page.goto(await url('/#/history'));
    await details();
    await choose(said.share);
    await won([0, 1]);
  });
}

for (const [device, said] of [
  [small, { menu: 'Menu for Evening 0', details: 'Details of Evening 0', when: 'When it was played', seat: /^Seat 2\b.*Ken/, counts: 'Counts in the statistics', save: 'Save', same: /seat 2/, wrong: 'Enter a date and a time.', not: 'not counted', month: 'August 2024', day: '9 Aug, 20:15' }],
  [japanese(dark(small)), { menu: 'Evening 0のメニュー', details: 'Evening 0の詳細', when: '遊んだ日時', seat: /^席2（Ken）/, counts: '成績に含める', save: '保存', same: /2番目/, wrong: '日付と時刻を入力してください。', not: '集計外', month: '2024年8月', day: '8月9日 20:15' }],
]) {
  test(`a table is put right: when it was, who really sat there, and that it does not count (${device.locale})`, async (t) => {
    const page = await stored(t, 1, device);
    await page.goto(await url('/#/history'));
    await becomes(async () => (await summaries(page)).length, 1);
    await button(page, said.menu).tap();
    await button(page, said.details).tap();
    const sheet = page.getByRole('dialog');
    const seat = sheet.getByLabel(said.seat);
    await seat.fill('Aiko');
    await sheet.getByLabel(said.when).fill('2024-08-09T20:15');
    await button(sheet, said.save).tap();
    await sheet.locator('.error', { hasText: said.same }).waitFor();
    await axe(page);
    await fits(page);
    await shot(page, `history-details-${device.locale}`, { fullPage: true });
    await seat.fill('  Mio ');
    await sheet.getByLabel(said.when).fill('');
    await button(sheet, said.save).tap();
    await sheet.getByText(said.wrong).waitFor();
    await sheet.getByLabel(said.when).fill('2024-08-09T20:15');
    await sheet.getByLabel(said.counts).uncheck();
    await button(sheet, said.save).tap();
    await sheet.waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: said.month }).waitFor();
    const line = page.locator('.tables .item');
    await line.getByText(said.day).waitFor();
    await line.getByText(said.not).waitFor();
    await line.locator('.standing').getByText('Mio').first().waitFor();
    await shot(page, `history-put-right-${device.locale}`);
    await page.reload();
    await page.getByRole('heading', { name: said.month }).waitFor();
    // The table itself knows, and the person is offered from now on.
    await line.tap();
    await page.getByText('Mio').first().waitFor();
    assert.equal(await page.getByText('Ken', { exact: true }).count(), 0);
    await page.goto(await url('/#/new/nerts'));
    await page.getByRole('button', { name: /Mio/ }).waitFor();
    // The game is over only if the table says so; in any case it is in no statistics.
    await page.goto(await url('/#/history/figures'));
    await page.locator('.empty').waitFor();
  });
}
