// One person, several devices: what one has the others get, whatever each of them did alone meanwhile.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axe, desktop, japanese, phone, shot, taps } from './harness.mjs';
import { host, lost, network } from './host.mjs';
import { leave, phoneAt } from './live.mjs';
import { becomes, button, entries, fits, keys, onDisk, seat, settled, words } from './table.mjs';

const w = words.en;
const texts = {
  en: { begin: 'Keep on my other devices', name: 'Name of this device', add: 'Add a device', other: 'Already set up on another device?', code: 'Code from the other device', join: 'Join', same: 'Everything is the same on your devices.', link: 'Link', stop: 'Stop on this device', sure: 'Tap again to stop' },
  ja: { begin: 'ほかの端末でも使う', name: 'この端末の名前', add: '端末を追加', other: 'ほかの端末で設定済みの場合', code: 'ほかの端末のコード', join: '参加する', same: 'すべての端末で同じ内容です。', link: 'リンク', stop: 'この端末でやめる', sure: 'もう一度タップするとやめます' },
};

/** Everything that is on a device, but for what only it is to know: heads and records by table, and the values. */
const everything = (page) => page.evaluate(() => new Promise((done, failed) => {
  const open = indexedDB.open('takujo:/');
  open.onerror = failed;
  open.onsuccess = () => {
    const transaction = open.result.transaction(['heads', 'records']);
    const all = ['heads', 'records'].map((name) => {
      const store = transaction.objectStore(name);
      return [store.getAllKeys(), store.getAll()];
    });
    transaction.oncomplete = () => {
      open.result.close();
      done(all.map(([keys, values]) => keys.result.map((key, at) => [key, JSON.parse(values.result[at])])));
    };
  };
}));
/** The same text for the same value, in whatever order its fields were stored. */
const text = (value) => JSON.stringify(value, (_, at) => (at && typeof at === 'object' && !Array.isArray(at) ? Object.fromEntries(Object.entries(at).sort()) : at));
const tables = async (page) => (await everything(page))[0].length;
const people = async (page) => JSON.parse(await onDisk(page, 'roster') ?? '[]').map(({ name }) => name).sort();

/** A round of Nerts at a new table. */
async function evening(page, site, names) {
  await page.goto(`${site}#/new/nerts`);
  await seat(page, w, names);
  await button(page, w.open).tap();
  await page.locator('.cell').first().waitFor();
  await round(page, 1, '520185');
}

async function round(page, count, digits) {
  await keys(taps(page), page, digits);
  await page.locator('.key.main').tap();
  await entries(page, count);
}

const settings = async (page, site) => {
  await page.goto(`${site}#/settings`);
  await settled(page);
};

/** Begins to keep what is here, and gives the link for another device. */
async function begin(page, site, name, s = texts.en) {
  await settings(page, site);
  await page.getByLabel(s.name).fill(name);
  await button(page, s.begin).tap();
  await page.getByText(s.same).waitFor();
  await page.getByText(s.add, { exact: true }).tap();
  return page.getByLabel(s.link, { exact: true }).inputValue();
}

/** Joins with a link that was opened. */
async function joins(page, name, s = texts.en) {
  await page.getByLabel(s.name).fill(name);
  await button(page, s.join).tap();
  await page.getByText(s.same).waitFor();
  await page.waitForURL(/#\/settings$/);
  await page.locator('.bar [aria-current="page"]').waitFor();
}

/** Both devices have the same, and so many tables. */
async function alike(first, second, count) {
  await becomes(() => tables(first), count, 'tables of the first', 20_000);
  await becomes(() => tables(second), count, 'tables of the second', 20_000);
  await becomes(async () => text(await everything(second)) === text(await everything(first)), true, 'the same', 20_000);
}

test('a second device shows the history, both play on alone, and then both have all of it', async (t) => {
  const server = await host(t);
  const between = await network(t, server, () => 0);
  const first = await phoneAt(t, server.url);
  await evening(first, server.url, ['Aiko', 'Ken']);
  const link = await begin(first, server.url, 'Phone');
  assert.match(link, /#\/keep\/([0-9A-Z]{4}-){7}[0-9A-Z]{4}$/);
  await shot(first, 'devices-on', { fullPage: true });
  await axe(first);
  await fits(first);

  const second = await phoneAt(t, link.replace(server.url, between.url));
  await second.getByLabel(texts.en.name).waitFor();
  await settled(second);
  await shot(second, 'devices-join', { fullPage: true });
  await axe(second);
  await joins(second, 'Tablet');
  await alike(first, second, 1);
  await becomes(() => people(second), ['Aiko', 'Ken']);
  await second.goto(`${between.url}#/history`);
  await second.locator('.tables .item', { hasText: /Aiko|Ken/ }).waitFor();

  // Each plays on at the same table, and opens one.
  between.bad(1);
  between.cut();
  for (const [page, site, digits, names] of [[first, server.url, '300111', ['Aiko', 'Mina']], [second, between.url, '310182', ['Ken', 'Tom']]]) {
    await page.goto(`${site}#/history`);
    await page.getByRole('link', { name: /^Nerts/ }).first().tap();
    await page.locator('.cell').first().waitFor();
    await round(page, 2, digits);
    await evening(page, site, names);
    await settings(page, site);
  }
  between.good();
  await second.evaluate(() => window.dispatchEvent(new Event('online')));
  await alike(first, second, 4);
  await becomes(() => people(first), ['Aiko', 'Ken', 'Mina', 'Tom']);
  await becomes(() => first.getByText(/played on differently/).count().then((one) => one > 0 || second.getByText(/played on differently/).count().then((two) => two > 0)), true, 'it is said');

  // What is changed in the settings comes along; a table goes to the bin on both.
  await first.getByRole('radio', { name: 'Dark' }).check();
  await becomes(() => second.evaluate(() => document.documentElement.dataset.theme), 'dark');

  // A device is sent away, and ends there; the other goes on alone, and with another code.
  await first.getByRole('button', { name: 'Remove Tablet' }).tap();
  await first.getByRole('button', { name: 'Tap again to remove Tablet' }).tap();
  await second.getByText('Another device has removed this one.').waitFor();
  await first.getByText(texts.en.same).waitFor();
  await button(first, texts.en.add).tap();
  await becomes(async () => (await first.getByLabel(texts.en.link, { exact: true }).inputValue()) !== link, true, 'a new code');
  await evening(first, server.url, ['Aiko', 'Zoe']);
  await settings(first, server.url);
  await first.getByText(texts.en.same).waitFor();
  assert.equal(await tables(first), 5);
  assert.equal(await tables(second), 4);
  await button(second, texts.en.stop).tap();
  await button(second, texts.en.sure).tap();
  await button(second, texts.en.begin).waitFor();
  await becomes(() => onDisk(second, 'live:*'), '');
  await leave([first, second], lost);
});

test('a host that loses everything gets it back, and a code is typed', async (t) => {
  const server = await host(t);
  const s = texts.ja;
  const first = await phoneAt(t, server.url, japanese(phone));
  await begin(first, server.url, 'スマホ', s);
  const code = await first.locator('.keep-code').textContent();
  await shot(first, 'devices-ja', { fullPage: true });
  await axe(first);
  await server.kill();
  await server.restore(null);
  await first.getByText('今は接続できません。').waitFor();
  await server.start();
  await first.getByText(s.same).waitFor({ timeout: 60_000 });
  const again = await first.locator('.keep-code').textContent();
  assert.notEqual(again, code, 'the next log');

  const second = await phoneAt(t, server.url, japanese(desktop));
  await settings(second, server.url);
  await second.getByText(s.other).click();
  await second.getByLabel(s.code).fill('abcd 0123');
  await button(second, s.join).click();
  await second.getByText('コードは4文字ずつ8組の英数字です。').waitFor();
  await shot(second, 'devices-off-ja', { fullPage: true });
  await axe(second);
  // With the code from before, what came after it is found.
  await second.getByLabel(s.code).fill(code.toLowerCase());
  await button(second, s.join).click();
  await second.getByText(s.same).waitFor();
  await becomes(() => first.locator('.people .name').allTextContents().then((names) => names.filter((name) => ['スマホ', 'パソコン'].includes(name)).length), 2);
  await leave([first, second], lost);
});

test('a disk that is full when other devices are joined: it is said beside the field, and the devices from before stay', async (t) => {
  const server = await host(t);
  const [first, second] = [await phoneAt(t, server.url), await phoneAt(t, server.url)];
  await begin(first, server.url, 'Phone');
  const link = await begin(second, server.url, 'Tablet');
  await first.goto(link);
  await button(first, texts.en.join).waitFor();
  await first.evaluate(() => {
    const put = IDBObjectStore.prototype.put;
    window.heal = () => { IDBObjectStore.prototype.put = put; };
    IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError'); };
  });
  const kept = await onDisk(first, 'live:*');
  await button(first, texts.en.join).tap();
  await first.getByText('This device could not store it.').waitFor();
  assert.equal(await onDisk(first, 'live:*'), kept);
  await first.locator('.people .name', { hasText: 'Phone' }).waitFor();
  await first.evaluate(() => window.heal());
  await button(first, texts.en.join).tap();
  await first.waitForURL(/#\/settings$/);
  await first.locator('.people .name', { hasText: 'Tablet' }).waitFor();
  await second.locator('.people .name', { hasText: 'Phone' }).waitFor();
  await leave([first, second], lost);
});
