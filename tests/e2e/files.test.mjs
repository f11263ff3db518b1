// Files taken in: all of a file or nothing, whatever fails meanwhile, and as often as one likes.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { axe, bytes, desktop, expectFaults, japanese, open, phone, shot, url } from './harness.mjs';
import { becomes, button, onDisk } from './table.mjs';

const any = JSON.parse(await readFile(new URL('../saves/any-1.json', import.meta.url), 'utf8'));
const nerts = JSON.parse(await readFile(new URL('../saves/nerts-1.json', import.meta.url), 'utf8'));
const until = (records) => ({ ...any, log: any.log.slice(0, records) });
const bundle = (sessions, kept = {}) => ({ takujo: 1, sessions, kept });
const give = (page, file) => page.locator('input[type=file]').setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(file)) });
const says = (page, words) => page.locator('.toast').getByText(words).waitFor();
/** Ids and lengths of all logs on disk. */
const logs = (page) => page.evaluate(() => new Promise((done, failed) => {
  const open = indexedDB.open('takujo:/');
  open.onsuccess = () => {
    const stores = open.result.transaction(['heads', 'records']);
    const [heads, records] = ['heads', 'records'].map((name) => stores.objectStore(name).getAllKeys());
    stores.oncomplete = () => {
      open.result.close();
      done(Object.fromEntries(heads.result.map((id) => [id, records.result.filter(([of]) => of === id).length])));
    };
    stores.onerror = failed;
  };
}));

test('a backup brings deleted tables back, goes on where it has more, and makes one copy at most', async (t) => {
  const page = await open(t, '/#/history', phone);
  await give(page, bundle([until(4), nerts]));
  await says(page, '2 tables imported.');
  await page.getByRole('button', { name: 'Menu for Golf' }).tap();
  await page.getByRole('button', { name: 'Delete Golf' }).tap();
  await says(page, 'Deleted.');
  await page.reload();
  await give(page, bundle([until(3), nerts]));
  await says(page, 'No new tables, 1 was here already. 1 deleted table was restored.');
  await page.getByRole('link', { name: 'Golf' }).waitFor();
  await axe(page);
  await shot(page, 'import-restored');
  await give(page, until(6));
  await says(page, '1 had more entries in the file: they were added.');
  const apart = { ...until(2), log: [...any.log.slice(0, 2), any.log[0]] };
  await give(page, apart);
  await says(page, '1 went on differently here: the file’s version is now a separate table.');
  for (const _ of [1, 2, 3]) {
    await page.reload();
    await give(page, bundle([apart, until(2), nerts]));
    await says(page, 'No new tables, 3 were here already.');
  }
  assert.deepEqual(Object.values(await logs(page)).sort((a, b) => a - b), [3, 6, nerts.log.length].sort((a, b) => a - b));
});

test('a table open elsewhere shows what a file added to it', async (t) => {
  const page = await open(t, '/#/history', phone);
  await give(page, until(4));
  await says(page, '1 table imported.');
  const other = await page.context().newPage();
  other.setDefaultTimeout(10_000);
  await other.goto(await url(`/#/table/${any.id}/play`));
  await other.locator('.page.table').waitFor();
  const shown = () => other.locator('.page.table').getAttribute('data-entries');
  const before = Number(await shown());
  await give(page, until(6));
  await says(page, 'had more entries in the file: they were added');
  await other.locator(`.table[data-entries="${before + 2}"]`).waitFor();
});

test('no room in the middle of a file: nothing of it is stored, and it can be taken in once there is', async (t) => {
  const page = await open(t, '/#/history', phone);
  const people = [{ name: 'Zed', mark: 3 }];
  const file = bundle([until(4), nerts, { ...any, id: 'third' }], { roster: people, bookmarks: ['nerts/score'] });
  // Every fifth write fails once: first when it is asked for, then because its transaction is aborted.
  for (let nth = 0; nth < 24; nth += 5) {
    for (const late of [false, true]) {
      await page.evaluate(([nth, late]) => {
        let count = 0;
        for (const name of ['add', 'put']) {
          const write = IDBObjectStore.prototype[name];
          window.heal ??= [];
          window.heal.push(() => { IDBObjectStore.prototype[name] = write; });
          IDBObjectStore.prototype[name] = function full(...how) {
            count += 1;
            if (count !== nth + 1) return write.apply(this, how);
            if (!late) throw new DOMException('full', 'QuotaExceededError');
            const request = write.apply(this, how);
            this.transaction.abort();
            return request;
          };
        }
      }, [nth, late]);
      await give(page, file);
      await says(page, late ? 'Saving failed.' : 'This device is full.');
      await page.evaluate(() => window.heal.splice(0).forEach((heal) => heal()));
      assert.deepEqual(await logs(page), {}, `write ${nth}`);
      assert.equal(await onDisk(page, 'roster'), undefined);
      assert.equal(await onDisk(page, 'bookmarks'), undefined);
    }
  }
  await give(page, file);
  await says(page, '3 tables imported.');
  assert.deepEqual(await logs(page), { [any.id]: 4, [nerts.id]: nerts.log.length, third: any.log.length });
  assert.deepEqual(JSON.parse(await onDisk(page, 'roster')), people);
});

test('no network for a game of the file: nothing of it is stored, it is said, and it can be taken in later', async (t) => {
  const page = await open(t, '/#/history', phone);
  await page.route('**/nerts-*.wasm', (route) => route.abort('internetdisconnected'));
  await give(page, bundle([any, nerts]));
  await page.locator('.toast').getByText('The import is taking a while; nothing from the file is stored yet.').waitFor({ timeout: 20_000 });
  await axe(page);
  await shot(page, 'import-slow');
  assert.deepEqual(await logs(page), {});
  await page.reload();
  await page.unroute('**/nerts-*.wasm');
  expectFaults(page, /ERR_INTERNET_DISCONNECTED|cannot be had/);
  await give(page, bundle([any, nerts]));
  await says(page, '2 tables imported.');
});

test('two windows take in one file at once: each table is there once, and each window says so', async (t) => {
  const page = await open(t, '/#/history', phone);
  const other = await page.context().newPage();
  other.setDefaultTimeout(10_000);
  await other.goto(await url('/#/history'));
  await button(other, 'Save everything').waitFor();
  const sessions = Array.from({ length: 100 }, (_, at) => ({ ...any, id: `t-${at}` }));
  await Promise.all([page, other].map((window) => give(window, bundle(sessions))));
  await Promise.all([page, other].map((window) => says(window, /100 tables imported\.|No new tables, 100 were here already\./)));
  assert.equal(Object.keys(await logs(page)).length, 100);
});

test('the page is left while a file is taken in: it is taken in all the same, and said later', async (t) => {
  const page = await open(t, '/#/history', phone);
  const sessions = Array.from({ length: 300 }, (_, at) => ({ ...any, id: `t-${at}` }));
  await give(page, bundle(sessions, { roster: [{ name: 'Zed', mark: 3 }] }));
  await page.evaluate(() => { location.hash = '#/settings'; });
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  await page.getByText('Zed').waitFor();
  assert.equal(Object.keys(await logs(page)).length, 300);
  await page.getByRole('link', { name: 'History' }).tap();
  await says(page, '300 tables imported.');
});

test('the page is closed while a file is taken in: all of it is there, or nothing', async (t) => {
  const page = await open(t, '/#/history', phone);
  const sessions = Array.from({ length: 200 }, (_, at) => ({ ...any, id: `t-${at}` }));
  for (const wait of [0, 40, 80, 160, 320, 640]) {
    await give(page, bundle(sessions.map((session) => ({ ...session, id: `${session.id}-${wait}` })), { roster: [{ name: `Zed ${wait}`, mark: 3 }] }));
    await page.waitForTimeout(wait);
    await page.reload();
    await button(page, 'Save everything').waitFor();
    const there = Object.keys(await logs(page)).filter((id) => id.endsWith(`-${wait}`)).length;
    assert.ok(there === 0 || there === 200, `${there} of 200 tables`);
    assert.equal((await onDisk(page, 'roster') ?? '').includes(`Zed ${wait}`), there === 200);
  }
});

for (const lang of ['en', 'ja']) {
  test(`a file of 2,000 tables shows how far it is on every page of the history, and can be stopped: ${lang}`, async (t) => {
    const w = lang === 'en'
      ? { stop: 'Stop', stopped: 'Stopped. Nothing from the file was stored.', done: '2000 tables imported.', import: 'Import a file' }
      : { stop: '中止', stopped: '中止しました。ファイルからは何も保存していません。', done: '2000卓を読み込みました。', import: 'ファイルを読み込む' };
    const page = await open(t, '/#/history', lang === 'en' ? phone : japanese(phone));
    const many = bundle(Array.from({ length: 2_000 }, (_, at) => ({ ...until(3 + (at % 4)), id: `${any.id}-${at}` })));
    const progress = page.getByRole('progressbar');
    await give(page, many);
    await progress.waitFor();
    await becomes(async () => Number(await progress.getAttribute('value')) > 5, true);
    assert.equal(await page.getByText(w.import).count(), 0, 'one file at a time');
    await button(page, w.stop).tap();
    await says(page, w.stopped);
    assert.deepEqual(await logs(page), {}, 'nothing of it is stored');
    await progress.waitFor({ state: 'detached' });

    await give(page, many);
    await progress.waitFor();
    await axe(page);
    await shot(page, `import-progress-${lang}`);
    await page.goto(await url('/#/'));
    await page.goto(await url('/#/history'));
    // On a busy machine it may have ended while the pages changed.
    const value = () => progress.evaluateAll(([bar]) => (bar ? Number(bar.getAttribute('value')) : Infinity));
    const before = await value();
    await becomes(async () => before === Infinity || (await value()) > before, true, 'it goes on');
    await progress.waitFor({ state: 'detached', timeout: 60_000 });
    await says(page, w.done);
    await becomes(async () => Object.keys(await logs(page)).length, 2_000);
  });
}

for (const lang of ['en', 'ja']) {
  test(`an import is taken back as a whole, but for what was changed since: ${lang}`, async (t) => {
    const w = lang === 'en'
      ? { undo: 'Undo the import', undone: 'The import is undone.', but: 'The import is undone, except for a table that has changed since.', first: '1 table imported.', end: 'End the game', own: 'Your games' }
      : { undo: '読み込みを取り消す', undone: '読み込みを取り消しました。', but: '読み込みを取り消しました。そのあと変わった1卓は残しています。', first: '1卓を読み込みました。', end: 'ゲームを終える', own: '自分のゲーム' };
    const page = await open(t, '/#/history', lang === 'en' ? phone : japanese(phone));
    await give(page, until(4));
    await says(page, w.first);
    // A reload makes it final.
    await page.reload();
    await page.locator('.item').first().waitFor();
    assert.equal(await page.getByText(w.undo).count(), 0);
    const roster = await onDisk(page, 'roster') ?? '[]';
    const before = await logs(page);

    const other = { ...any, id: 'other' };
    const kept = { roster: [{ name: 'Zed', mark: 3 }], 'own-games': [{ options: { name: 'Skat' } }] };
    await give(page, bundle([until(6), nerts, other], kept));
    await button(page, w.undo).waitFor();
    assert.deepEqual(await logs(page), { ...before, [any.id]: 6, [nerts.id]: nerts.log.length, other: any.log.length });
    await axe(page);
    await shot(page, `import-undo-${lang}`, { fullPage: true });
    await button(page, w.undo).tap();
    await says(page, w.undone);
    assert.deepEqual(await logs(page), before);
    assert.equal(await onDisk(page, 'roster'), roster);
    assert.deepEqual(JSON.parse(await onDisk(page, 'own-games') ?? 'null') ?? [], []);
    await becomes(() => page.locator('.item').count(), 1);
    assert.equal(await page.getByText(w.undo).count(), 0);

    // The same again, but somebody undoes a tap at a table before it is taken back.
    await give(page, bundle([until(6), nerts, other], kept));
    await button(page, w.undo).waitFor();
    await page.goto(await url('/#/table/other/play'));
    await page.locator('.undo').tap();
    await page.locator('.saved[data-state="saved"]').waitFor();
    await page.goto(await url('/#/history'));
    await button(page, w.undo).tap();
    await says(page, w.but);
    assert.deepEqual(await logs(page), { ...before, other: any.log.length + 1 });
  });
}

/** A share sheet that takes files; `window.answer` is what it answers: nothing, or the name of an error. */
const sheet = () => {
  window.shared = [];
  navigator.canShare = ({ files }) => files?.length === 1;
  navigator.share = async ({ files }) => {
    window.shared.push([files[0].name, files[0].type, await files[0].text()]);
    if (window.answer) throw new DOMException('', window.answer);
  };
};

test('a phone gives a file through its share sheet and says what became of it; a computer saves it', async (t) => {
  for (const device of [phone, desktop]) {
    const page = await open(t, '/#/history', device);
    await page.evaluate(sheet);
    await give(page, any);
    await page.locator('.tables .item').waitFor();
    const save = button(page, 'Save everything');
    const shared = () => page.evaluate(() => window.shared.length);
    const saves = async (words) => {
      const download = page.waitForEvent('download');
      await save.click();
      assert.deepEqual(JSON.parse(await bytes(download)).sessions.map(({ id }) => id), [any.id]);
      await says(page, words);
    };
    if (device === desktop) {
      await saves('Saved to your downloads.');
      assert.equal(await shared(), 0);
      continue;
    }
    await save.tap();
    await says(page, 'Passed to the app you chose.');
    const [name, type, text] = await page.evaluate(() => window.shared[0]);
    assert.match(name, /^takujo.*\.json$/);
    assert.equal(type, 'application/json');
    assert.deepEqual(JSON.parse(text).sessions.map(({ id }) => id), [any.id]);
    await page.evaluate(() => { window.answer = 'AbortError'; });
    await save.tap();
    await says(page, 'Nothing was shared or saved.');
    // Too late after the tap, or not allowed: it is saved, as on a computer.
    await page.evaluate(() => { window.answer = 'NotAllowedError'; });
    await saves('Saved to your downloads.');
    assert.equal(await shared(), 3);
    await Promise.all([page.waitForEvent('download'), button(page, 'All results as CSV').tap()]);
    assert.equal((await page.evaluate(() => window.shared[3]))[1], 'text/csv;charset=utf-8');
  }
});
