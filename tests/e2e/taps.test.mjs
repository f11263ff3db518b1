// A hurried finger: a double tap counts once, and its second tap never hits what has appeared there.
import assert from 'node:assert/strict';
import test from 'node:test';
import { hurry, open, phone } from './harness.mjs';
import { button, seat, words } from './table.mjs';

const w = words.en;
const entries = (page) => page.locator('.table').getAttribute('data-entries').then(Number);

/** The point where a finger hits it. */
async function middle(locator) {
  await locator.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await locator.boundingBox();
  return [x + width / 2, y + height / 2];
}

/** Two taps at the same spot, this many milliseconds apart; waits until the page is drawn afterwards. */
async function twice(page, [x, y], apart) {
  await page.touchscreen.tap(x, y);
  await page.waitForTimeout(apart);
  await page.touchscreen.tap(x + 4, y - 3);
  await page.waitForTimeout(400);
}

/** Taps at the same spot of a phone that is too busy to handle them; none of them is quick. */
async function whileBusy(page, [x, y], times) {
  const busy = page.evaluate(() => new Promise((done) => {
    setTimeout(() => {
      const until = performance.now() + 1500;
      while (performance.now() < until);
      done();
    }, 50);
  }));
  await page.waitForTimeout(200);
  const taps = [];
  for (let tap = 0; tap < times; tap += 1) {
    taps.push(page.touchscreen.tap(x, y));
    await page.waitForTimeout(400);
  }
  await Promise.all([busy, ...taps]);
  await page.waitForTimeout(600);
}

/** A table with turns, tapped in real time. */
async function table(t, game) {
  const page = await open(t, `/#/new/${game}`, phone);
  await seat(page, w, ['Ann', 'Bob', 'Cleo']);
  await page.getByLabel('Ann', { exact: true }).check();
  await button(page, w.open).tap();
  await page.locator('.page.table').waitFor();
  await hurry(page);
  return page;
}

test('a double tap passes the turn on once, two taps twice', async (t) => {
  const page = await table(t, 'nihon_meisho');
  const pass = await middle(button(page, 'Pass'));
  await twice(page, pass, 60);
  assert.equal(await entries(page), 1);
  await twice(page, pass, 200);
  assert.equal(await entries(page), 2);
  await twice(page, pass, 500);
  assert.equal(await entries(page), 4, 'what is no double tap counts twice');
});

test('taps before the first one is drawn count once', async (t) => {
  const page = await table(t, 'nihon_meisho');
  const pass = await middle(button(page, 'Pass'));
  await whileBusy(page, pass, 3);
  assert.equal(await entries(page), 1);
});

test('a key held down counts once', async (t) => {
  const page = await table(t, 'nihon_meisho');
  await button(page, 'Pass').focus();
  for (let times = 0; times < 8; times += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await page.waitForTimeout(400);
  assert.equal(await entries(page), 1);
});

test('a double tap that opens a table opens one', async (t) => {
  const page = await open(t, '/#/new/any', phone);
  await hurry(page);
  for (const name of ['Ann', 'Bob']) {
    await seat(page, w, [name]);
    await page.waitForTimeout(400);
  }
  await page.getByLabel('Ann', { exact: true }).tap();
  assert.ok(await page.getByLabel('Ann', { exact: true }).isChecked(), 'a label passes its tap on');
  await page.waitForTimeout(400);
  await whileBusy(page, await middle(button(page, w.open)), 3);
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
  const page = await table(t, 'any');
  const one = await middle(button(page, '1'));
  for (let digit = 0; digit < 3; digit += 1) await page.touchscreen.tap(...one);
  await page.getByRole('button', { name: /Ann.*111/ }).waitFor();
});
