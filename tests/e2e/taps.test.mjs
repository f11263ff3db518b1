// A hurried finger: a double tap counts once, and its second tap never hits what has appeared there.
import assert from 'node:assert/strict';
import test from 'node:test';
import { finger, hurry, middle, open, phone } from './harness.mjs';
import { button, drawn, seat, unfold, words } from './table.mjs';

const w = words.en;
const entries = (page) => page.locator('.table').getAttribute('data-entries').then(Number);

/** Makes the phone too busy to handle anything for a while, as soon as it is touched. */
const busyOnceTouched = (page) => page.evaluate(() => addEventListener('touchstart', () => {
  const until = performance.now() + 1500;
  while (performance.now() < until);
}, { once: true }));

/** A table with turns, tapped in real time. */
async function table(t, game, agree) {
  const page = await open(t, `/#/new/${game}`, phone);
  await seat(page, w, ['Ann', 'Bob', 'Cleo']);
  await page.getByLabel('Ann', { exact: true }).check();
  if (agree) {
    await unfold(page);
    await agree(page);
  }
  await button(page, w.open).tap();
  await page.locator('.page.table').waitFor();
  await hurry(page);
  return [page, await finger(page)];
}

test('a double tap passes the turn on once, two taps twice', async (t) => {
  const [page, hand] = await table(t, 'nihon_meisho');
  const pass = await middle(button(page, 'Pass'));
  await hand.twice(pass);
  assert.equal(await entries(page), 1);
  await hand.twice(pass, 200);
  assert.equal(await entries(page), 2);
  await hand.tap(pass);
  await hand.tap(pass, 400);
  assert.equal(await entries(page), 4, 'what is no double tap counts twice');
});

test('taps before the first one is drawn count once', async (t) => {
  const [page, hand] = await table(t, 'nihon_meisho');
  const pass = await middle(button(page, 'Pass'));
  await busyOnceTouched(page);
  await hand.taps(pass, 3, 400);
  assert.equal(await entries(page), 1);
});

test('a double tap plays a card, a run, a +2 and the call for the last card once', async (t) => {
  const [page, hand] = await table(t, 'nihon_meisho', async (page) => {
    await page.getByRole('radio', { name: /^Full/ }).check();
    await page.getByLabel('Starting hand').fill('4');
  });
  const act = (name) => page.locator(`[data-act="${name}"]`);
  // Four of each area, in rows.
  const card = (at) => page.locator('.cards .cell').nth(at);
  const refused = page.getByRole('alert');
  const holds = (name, cards) => page.locator('.ring-seat', { hasText: name }).getByText(cards).waitFor();
  let played = 0;
  /** What is tapped twice is played once. */
  const plays = async (locator) => {
    await hand.twice(await middle(locator));
    assert.equal(await entries(page), played += 1);
    assert.equal(await refused.count(), 0);
  };
  /** What is tapped twice is asked once. */
  const asks = async (locator, question) => {
    await hand.twice(await middle(locator));
    await page.locator('.sentence').filter({ hasText: question }).waitFor();
    assert.equal(await entries(page), played);
    assert.equal(await refused.count(), 0);
  };
  await plays(card(0));
  // Three of an area are a set.
  await asks(act('Play2'), 'which card goes first, underneath?');
  await asks(card(1), 'and on top of Lakes & Rivers of Hokkaido?');
  await plays(card(2));
  await plays(card(5));
  await holds('Ann', '2 cards');
  await asks(act('Play1'), 'which card?');
  await plays(card(6));
  await holds('Bob', '3 cards');
  await plays(act('PlusTwo'));
  await page.locator('.ring-number').getByText('+2', { exact: true }).waitFor();
  await plays(act('PlusTwo'));
  await page.locator('.ring-number').getByText('+4', { exact: true }).waitFor();
  await plays(act('Call'));
  await holds('Ann', '1, said');
  await plays(act('Take'));
  await plays(card(9));
  await holds('Bob', '7 cards');
  await plays(act('Reverse'));
});

test('what is tapped twice before anything is drawn is played once', async (t) => {
  const [page] = await table(t, 'nihon_meisho');
  const acts = ['Play1', 'PlusTwo', 'Take', 'Reverse', 'Pass'];
  for (const [at, act] of acts.entries()) {
    // Clicks by scripts reach the app, however quick they are.
    await page.locator(`[data-act="${act}"]`).evaluate((it) => { it.click(); it.click(); });
    await drawn(page);
    await drawn(page);
    assert.equal(await entries(page), at + 1, act);
  }
});

test('a key held down counts once', async (t) => {
  const [page] = await table(t, 'nihon_meisho');
  await button(page, 'Pass').focus();
  const session = await page.context().newCDPSession(page);
  const now = Date.now() / 1000;
  const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' };
  for (let times = 0; times < 8; times += 1) {
    // The times are given, because a busy machine would hold some of them up.
    await session.send('Input.dispatchKeyEvent', { type: 'keyDown', ...enter, autoRepeat: times > 0, timestamp: now + times * 0.05 });
    await drawn(page);
    await drawn(page);
  }
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter });
  assert.equal(await entries(page), 1);
});

test('a double tap that opens a table opens one', async (t) => {
  const page = await open(t, '/#/new/any', phone);
  await hurry(page);
  for (const name of ['Ann', 'Bob']) {
    await seat(page, w, [name]);
    await page.waitForTimeout(400);
  }
  const hand = await finger(page);
  await hand.tap(await middle(page.getByLabel('Ann', { exact: true })));
  assert.ok(await page.getByLabel('Ann', { exact: true }).isChecked(), 'a label passes its tap on');
  const spot = await middle(button(page, w.open));
  await busyOnceTouched(page);
  await hand.taps(spot, 3, 400);
  await page.locator('.page.table').waitFor();
  const tables = await page.evaluate(() => new Promise((done) => {
    const open = indexedDB.open('takujo:/');
    open.onsuccess = () => {
      const all = open.result.transaction('heads').objectStore('heads').getAll();
      all.onsuccess = () => { open.result.close(); done(all.result.length); };
    };
  }));
  assert.equal(tables, 1);
  assert.equal(await entries(page), 0, 'nor is anything tapped at the table');
});

test('whoever types between two taps means both, however quickly', async (t) => {
  const page = await open(t, '/#/new/any', phone);
  await hurry(page);
  const names = ['Ann', 'Bob', 'Cleo', 'Dan', 'Eve', 'Flo'];
  await seat(page, w, names);
  await page.locator('.seats li').nth(names.length - 1).waitFor();
  assert.equal(await page.locator('.seats li').count(), names.length);
});

test('elements made for quick taps accept them', async (t) => {
  const [page, hand] = await table(t, 'any');
  await hand.taps(await middle(button(page, '1')), 3, 60);
  await page.getByRole('button', { name: /Ann.*111/ }).waitFor();
});
