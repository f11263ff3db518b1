// Problems with the storage, the clock and the program, in both languages: each is reported, and there is a way out.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axe, bytes, context, expectFault, expectFaults, japanese, open, phone, shot, taps, url } from './harness.mjs';
import { becomes, button, entries, keys, onDisk, saved, seat, words } from './table.mjs';

const says = {
  en: {
    full: 'This device is full.', refused: 'This browser cannot store anything here', retry: 'Try again', save: 'Save round', unsaved: 'Not saved',
    newer: 'it was written by a newer Takujo (format 99)', damaged: 'entry 1 is damaged', gap: 'entry 2 is damaged', until: 'Open up to entry 1', remove: 'Delete ', undo: 'Undo', broken: 'Cannot be read', keep: 'Save what is there', history: 'Go to history',
    file: 'Save as a file',
    lost: 'The browser has closed its storage', waiting: 'Takujo has not started', stopped: 'Takujo has stopped',
    everything: 'Save everything', reload: 'Reload', known: '1 was here already',
  },
  ja: {
    full: '端末の空きがありません。', refused: 'このブラウザーには保存できません', retry: 'もう一度', save: '保存する', unsaved: '未保存',
    newer: '新しいバージョンの卓上（形式99）で書かれています', damaged: '1番目の記録が壊れています', gap: '2番目の記録が壊れています', until: '1番目の記録まで開く', remove: 'を削除', undo: '元に戻す', broken: '読めない記録', keep: 'ある分だけ保存', history: '履歴へ',
    file: 'ファイルに保存',
    lost: 'ブラウザーの保存領域が閉じられ', waiting: '卓上がまだ起動していません', stopped: '卓上が止まりました',
    everything: 'すべてをファイルに保存', reload: '読み込み直す', known: '1卓はすでにありました',
  },
};

/** Writes directly into the database: `put` is `[store, value, key]`. */
const byHand = (page, put) => page.evaluate((put) => new Promise((done, failed) => {
  const open = indexedDB.open('takujo:/');
  open.onsuccess = () => {
    const t = open.result.transaction(put[0], 'readwrite');
    t.objectStore(put[0]).put(put[1], put[2]);
    t.oncomplete = () => { open.result.close(); done(); };
    t.onerror = failed;
  };
}), put);
const valueOf = (page, store, key) => page.evaluate(([store, key]) => new Promise((done, failed) => {
  const open = indexedDB.open('takujo:/');
  open.onsuccess = () => {
    const get = open.result.transaction(store).objectStore(store).get(key);
    get.onsuccess = () => { open.result.close(); done(get.result); };
    get.onerror = failed;
  };
}), [store, key]);
const headOf = (page, id) => valueOf(page, 'heads', id);

const roundOf = async (page, s) => {
  const before = Number(await page.locator('.table').getAttribute('data-entries'));
  await keys(taps(page), page, '310185');
  await button(page, s.save).tap();
  await entries(page, before + 1);
};
/** Opens a table for two; returns its id. */
const tableOf = async (page, w) => {
  await seat(page, w, ['Ann', 'Bob']);
  await button(page, w.open).tap();
  await page.locator('.cell').first().waitFor();
  return /table\/([^/]+)\//.exec(page.url())[1];
};

for (const [lang, device] of [['en', phone], ['ja', japanese(phone)]]) {
  const [w, s] = [words[lang], says[lang]];
  const round = (page) => roundOf(page, s);
  const table = (page) => tableOf(page, w);

  test(`no room left, when a table is opened and when it is played at (${lang})`, async (t) => {
    const page = await open(t, '/#/new/nerts', device);
    await seat(page, w, ['Ann', 'Bob']);
    const fill = () => page.evaluate(() => {
      const add = IDBObjectStore.prototype.add;
      window.heal = () => { IDBObjectStore.prototype.add = add; };
      IDBObjectStore.prototype.add = () => { throw new DOMException('full', 'QuotaExceededError'); };
    });
    await fill();
    await button(page, w.open).tap();
    await page.getByText(s.full).first().waitFor();
    await page.evaluate(() => window.heal());
    await button(page, w.open).tap();
    await page.locator('.cell').first().waitFor();
    await fill();
    await round(page);
    await page.getByText(s.unsaved, { exact: true }).waitFor();
    await page.getByText(s.full).first().waitFor();
    await axe(page);
    await page.evaluate(() => window.heal());
    await button(page, s.retry).tap();
    await saved(page, w);
    await page.reload();
    await page.locator('.table[data-entries="1"]').waitFor();
  });

  test(`storage blocked: it is said, and the table goes out as a file (${lang})`, async (t) => {
    const made = await context(t, device);
    await made.addInitScript(() => Object.defineProperty(window, 'indexedDB', { get() { throw new DOMException('no', 'SecurityError'); } }));
    const page = await made.newPage();
    page.setDefaultTimeout(10_000);
    await page.goto(await url('/#/new/nerts'));
    await page.getByText(s.refused).waitFor();
    await table(page);
    await round(page);
    await page.getByRole('link', { name: w.standings }).tap();
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, s.file).tap()]);
    assert.equal(JSON.parse(`${await bytes(download)}`).log.length, 1);
  });

  test(`a table from a newer version, and one damaged by hand: said, kept, and to be had as a file (${lang})`, async (t) => {
    const page = await open(t, '/#/new/nerts', device);
    const id = await table(page);
    await round(page);
    await saved(page, w);
    const head = await headOf(page, id);
    const record = await valueOf(page, 'records', [id, 0]);
    for (const [put, why] of [
      [['heads', JSON.stringify({ ...JSON.parse(head), takujo: 99 }), id], s.newer],
      [['records', '{"at":"2026-', [id, 0]], s.damaged],
      // The first record is back, followed by one without a predecessor.
      [['records', record, [id, 2]], s.gap],
    ]) {
      await page.goto(await url('/'));
      await byHand(page, put);
      await page.goto(await url(`/#/table/${id}/play`));
      await page.getByText(why).waitFor();
      await axe(page);
      await page.getByRole('link', { name: s.history }).tap();
      await page.getByRole('heading', { name: s.broken }).waitFor();
      await page.getByText(why).waitFor();
      const [download] = await Promise.all([page.waitForEvent('download'), button(page, s.keep).tap()]);
      assert.match(`${await bytes(download)}`, /"nerts"/);
      assert.equal(await button(page, s.until).count(), why === s.gap ? 1 : 0);
      // It can be removed, and put back as it was.
      await page.getByRole('button', { name: s.remove + (lang === 'en' ? id : ''), exact: false }).tap();
      await page.locator('.card.warn').getByRole('button', { name: s.undo, exact: true }).tap();
      await page.getByText(why).waitFor();
      await byHand(page, ['heads', head, id]);
      await byHand(page, ['records', record, [id, 0]]);
    }
    // What is before the gap is a table of its own, on which play goes on; the damaged one stays as it is.
    await shot(page, `history-gap-${lang}`);
    await button(page, s.until).tap();
    await page.locator('.table[data-entries="1"]').waitFor();
    await round(page);
    await saved(page, w);
    await page.reload();
    await page.locator('.table[data-entries="2"]').waitFor();
    assert.notEqual(/table\/([^/]+)\//.exec(page.url())[1], id);
    await page.goto(await url('/#/history'));
    await page.getByText(s.gap).waitFor();
    assert.equal(await valueOf(page, 'records', [id, 0]), record);
    assert.ok(!await valueOf(page, 'records', [id, 1]));
    assert.equal(await valueOf(page, 'records', [id, 2]), record);
    assert.equal(await page.locator('.tables .item').count(), 1);
  });
}

test('a clock that jumps: nothing follows from it, and nothing is lost', async (t) => {
  const w = words.en;
  // Winter time starts there at 3 in the night of 25 October 2026, so an hour occurs twice.
  const page = await open(t, '/#/new/any', { ...phone, timezoneId: 'Europe/Berlin' });
  const ids = [];
  // Forward, back, years ahead, before 1970, and the hour that occurs twice.
  const times = ['2026-10-25T00:59:59Z', '2026-10-25T01:00:01Z', '2026-10-24T23:00:00Z', '2099-01-01T00:00:00Z', '1969-07-20T00:00:00Z', '2026-11-21T00:00:00Z'];
  for (const [at, time] of times.entries()) {
    await page.clock.setFixedTime(new Date(time));
    await page.goto(await url('/#/new/any'));
    await page.getByLabel(w.name, { exact: true }).waitFor();
    if (at === 0) await seat(page, w, ['Ann', 'Bob']);
    else for (const name of ['Ann', 'Bob']) await page.getByRole('button', { name, exact: true }).first().tap();
    await page.getByLabel('Ann', { exact: true }).check();
    await button(page, w.open).tap();
    await page.getByRole('link', { name: 'Turn', exact: true }).tap();
    ids.push(/table\/([^/]+)\//.exec(page.url())[1]);
    // The clock also jumps between two taps.
    for (const [tap, then] of times.entries()) {
      await page.clock.setFixedTime(new Date(then));
      await button(page, 'Next player').tap();
      await page.locator(`.table[data-entries="${tap + 1}"]`).waitFor();
    }
    await saved(page, w);
    await page.reload();
    await page.locator(`.table[data-entries="${times.length}"]`).waitFor();
  }
  assert.equal(new Set(ids).size, times.length, `an id came twice: ${ids}`);
  await page.goto(await url('/#/history'));
  await page.locator('.tables .item').nth(times.length - 1).waitFor();
  const years = (await page.locator('.month h2').allTextContents()).map((text) => /(19|20)\d\d/.exec(text)[0]);
  assert.deepEqual([...new Set(years)], ['2099', '2026', '1969'], 'the newest first');
  await page.locator('[data-unfold]').nth(1).tap();
  // Deleted by one clock and viewed by another, it can still be restored.
  await page.clock.setFixedTime(new Date('1969-07-21T00:00:00Z'));
  await page.getByRole('button', { name: /^Delete/ }).tap();
  await page.getByText('Recently deleted (1)').waitFor();
  await page.clock.setFixedTime(new Date('2098-01-01T00:00:00Z'));
  await page.reload();
  await page.getByText('Recently deleted (1)').waitFor();
});

test('a tap at the very moment the page goes away', async (t) => {
  const page = await open(t, '/#/new/nerts');
  await seat(page, words.en, ['Ann', 'Bob']);
  await button(page, words.en.open).tap();
  // The tap and the reload in one task, so that nothing is drawn in between.
  const tapAndReload = (name) => Promise.all([page.waitForEvent('load'), page.evaluate((name) => {
    [...document.querySelectorAll('button')].find((b) => b.textContent.trim() === name).click();
    location.reload();
  }, name)]);
  const cells = page.locator('.cell');
  const digits = '310185';
  for (let at = 0; at < digits.length; at += 1) {
    await cells.first().waitFor();
    await tapAndReload(digits[at]);
  }
  for (let round = 1; round <= 3; round += 1) {
    if (round > 1) await keys(taps(page), page, digits);
    await cells.last().getByText('5').waitFor();
    // A tap while the one before is still being written waits for that, which takes a page that is there.
    const id = new URL(page.url()).hash.split('/')[2];
    await becomes(async () => (await onDisk(page, `draft:${id}`) ?? '').includes('\\"5\\"'), true, 'what was typed is on the disk');
    await tapAndReload('Save round');
    await page.locator(`.table[data-entries="${round}"]`).waitFor();
  }
});

// --- a database that goes away ------------------------------------------------------------------------------------

test('what is not saved survives going home, is written once however often one tries, and a reload asks first', async (t) => {
  const page = await open(t, '/#/new/any', phone);
  await seat(page, words.en, ['Ann', 'Bob']);
  await page.getByLabel('Ann', { exact: true }).check();
  await button(page, words.en.open).tap();
  await page.getByRole('link', { name: 'Turn', exact: true }).tap();
  const id = /table\/([^/]+)\//.exec(page.url())[1];
  await page.evaluate(() => {
    const { add } = IDBObjectStore.prototype;
    window.heal = () => { IDBObjectStore.prototype.add = add; };
    IDBObjectStore.prototype.add = () => { throw new DOMException('full', 'QuotaExceededError'); };
  });
  for (let tap = 1; tap <= 4; tap += 1) {
    await button(page, 'Next player').tap();
    await page.locator(`.table[data-entries="${tap}"]`).waitFor();
  }
  await page.getByText(says.en.unsaved, { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Tables', exact: true }).first().tap();
  await page.locator('.tile').first().waitFor();
  // Leaving the app is asked about; the page stays.
  const asked = page.waitForEvent('dialog');
  await Promise.all([asked.then((dialog) => dialog.dismiss()), page.evaluate(() => { location.reload(); })]);
  assert.equal((await asked).type(), 'beforeunload');
  await page.getByRole('link', { name: 'Continue', exact: true }).tap();
  await page.locator('.table[data-entries="4"]').waitFor();
  await page.evaluate((retry) => {
    window.heal();
    const again = [...document.querySelectorAll('button')].find((one) => one.textContent.trim() === retry);
    again.click();
    again.click();
  }, says.en.retry);
  await saved(page, words.en);
  await page.locator('.table[data-entries="4"]').waitFor();
  assert.equal(await page.getByText('in another window').count(), 0);
  await page.reload();
  await page.locator('.table[data-entries="4"]').waitFor();
  assert.equal(await valueOf(page, 'records', [id, 4]), undefined);
});

/** Records the app's connections, so that `window.lose()` can close them, as systems do for apps in the background. */
const losable = (page) => page.addInitScript(() => {
  const { open } = IDBFactory.prototype;
  const connections = [];
  window.lose = () => connections.splice(0).forEach((connection) => connection.close());
  IDBFactory.prototype.open = function losable(...how) {
    const request = open.apply(this, how);
    request.addEventListener('success', () => connections.push(request.result));
    return request;
  };
  window.hang = () => { IDBFactory.prototype.open = () => new EventTarget(); };
  window.answer = () => { IDBFactory.prototype.open = open; };
});

for (const [lang, device] of [['en', phone], ['ja', japanese(phone)]]) {
  const [w, s] = [words[lang], says[lang]];

  test(`a write that is never answered is a failure after five seconds, and is written once the disk answers (${lang})`, async (t) => {
    const page = await open(t, '/#/new/nerts', device);
    await tableOf(page, w);
    // What is written from now on stays unfinished for as long as the transaction lives.
    await page.evaluate(() => {
      const { transaction } = IDBDatabase.prototype;
      const { commit } = IDBTransaction.prototype;
      IDBTransaction.prototype.commit = () => {};
      IDBDatabase.prototype.transaction = function hung(...how) {
        const made = transaction.apply(this, how);
        const store = made.objectStore(made.objectStoreNames[0]);
        const go = () => { store.count().onsuccess = go; };
        go();
        return made;
      };
      window.heal = () => { IDBDatabase.prototype.transaction = transaction; IDBTransaction.prototype.commit = commit; };
    });
    await roundOf(page, s);
    await page.getByText(s.unsaved, { exact: true }).waitFor();
    await page.locator('.notice').first().waitFor();
    await axe(page);
    await shot(page, `trouble-no-answer-${lang}`);
    await page.evaluate(() => window.heal());
    await saved(page, w);
    await page.reload();
    await page.locator('.table[data-entries="1"]').waitFor();
  });

  test(`a connection that aborts everything is replaced by one that works (${lang})`, async (t) => {
    const page = await open(t, '/#/new/nerts', device);
    await tableOf(page, w);
    await page.evaluate(() => {
      const { transaction } = IDBDatabase.prototype;
      const bad = new WeakSet();
      let first;
      IDBDatabase.prototype.transaction = function aborting(...how) {
        first ??= this;
        const made = transaction.apply(this, how);
        if (this === first) {
          bad.add(made);
          Object.defineProperty(made, 'error', { value: new DOMException('Attempt to get a record from database without an in-progress transaction', 'UnknownError') });
          setTimeout(() => { try { made.abort(); } catch { /* it has ended */ } });
        }
        return made;
      };
      IDBTransaction.prototype.commit = () => {};
    });
    await roundOf(page, s);
    await saved(page, w);
    await page.reload();
    await page.locator('.table[data-entries="1"]').waitFor();
  });

  test(`a lost connection to the database comes back by itself; while it does not, taps wait and it is said (${lang})`, async (t) => {
    const page = await open(t, '/', device);
    await losable(page);
    await page.goto(await url('/#/new/nerts'));
    await page.reload();
    await page.evaluate(() => window.lose());
    await tableOf(page, w);
    await page.evaluate(() => window.lose());
    await roundOf(page, s);
    await saved(page, w);
    await page.evaluate(() => { window.lose(); window.hang(); });
    await roundOf(page, s);
    // The time limit is ten seconds.
    await page.getByText(s.unsaved, { exact: true }).waitFor({ timeout: 20_000 });
    await page.getByText(s.lost).first().waitFor();
    await axe(page);
    await page.evaluate(() => window.answer());
    await button(page, s.retry).tap();
    await saved(page, w);
    await page.reload();
    await page.locator('.table[data-entries="2"]').waitFor();
  });
}

test('settings and people that cannot be read are not written over, and come back', async (t) => {
  const page = await open(t, '/#/settings', phone);
  await page.getByRole('radio', { name: '日本語' }).check();
  await page.goto(await url('/#/new/nerts'));
  await tableOf(page, words.ja);
  const [roster, settings] = [await valueOf(page, 'values', 'roster'), await valueOf(page, 'values', 'settings')];
  await page.addInitScript(() => {
    const { get } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.get = function broken(key) {
      if (['roster', 'settings'].includes(key) && !sessionStorage.getItem('healed')) throw new DOMException('not now', 'UnknownError');
      return get.call(this, key);
    };
  });
  await page.goto(await url('/#/new/any'));
  await page.reload();
  await page.getByText('cannot be read right now').waitFor();
  await axe(page);
  await seat(page, words.en, ['Cleo', 'Dan']);
  await page.getByLabel('Cleo', { exact: true }).check();
  await button(page, words.en.open).tap();
  await page.locator('.page.table').waitFor();
  await page.goto(await url('/#/settings'));
  await page.getByRole('radio', { name: 'Dark' }).check();
  await page.evaluate(() => { sessionStorage.setItem('healed', 'yes'); });
  assert.deepEqual([await valueOf(page, 'values', 'roster'), await valueOf(page, 'values', 'settings')], [roster, settings]);
  await page.getByRole('heading', { name: '設定' }).waitFor();
  await page.getByText('今は読めません').waitFor({ state: 'detached' });
  const people = async () => (await page.locator('.people .name').allTextContents()).sort();
  await becomes(people, ['Ann', 'Bob', 'Cleo', 'Dan']);
  await page.reload();
  await page.getByRole('heading', { name: '設定' }).waitFor();
  await becomes(people, ['Ann', 'Bob', 'Cleo', 'Dan']);
});

test('whatever lies where the cards of the home page are stored, the app starts', async (t) => {
  const page = await open(t, '/', phone);
  // Each is nearly as much as a browser stores at most.
  for (const card of ['a\nnerts\n\nAnn\nAnn\n'.repeat(250_000), `a\nnerts\n${'x'.repeat(4_000_000)}\nAnn\nAnn`, '\n'.repeat(4_000_000)]) {
    await page.evaluate((card) => localStorage.setItem('card', card), card);
    const from = Date.now();
    await page.reload();
    await page.locator('#first').waitFor({ state: 'detached' });
    await page.locator('.tile').first().waitFor();
    assert.ok(Date.now() - from < 5_000, `the start takes ${Date.now() - from} ms`);
  }
});

test('the bytes of a download are held for a minute', async (t) => {
  const page = await open(t, '/', phone);
  await page.clock.install();
  await page.addInitScript(() => {
    const { revokeObjectURL } = URL;
    window.released = 0;
    URL.revokeObjectURL = (address) => { window.released += 1; revokeObjectURL.call(URL, address); };
  });
  await page.goto(await url('/#/history'));
  await page.reload();
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Save everything').tap()]);
  assert.equal(JSON.parse(`${await bytes(download)}`).takujo, 1);
  await page.clock.runFor(50_000);
  assert.equal(await page.evaluate(() => window.released), 0);
  await page.clock.runFor(11_000);
  assert.equal(await page.evaluate(() => window.released), 1);
});

test('what an earlier version kept under the name all paths shared is taken over, once', async (t) => {
  const page = await open(t, '/#/new/nerts', phone);
  await tableOf(page, words.en);
  await roundOf(page, says.en);
  await saved(page, words.en);
  const table = page.url();
  // A page of the site without the app, so that nothing holds the database.
  await page.goto(await url('/rules/nerts.en.html'));
  await page.evaluate(async () => {
    const done = (request) => new Promise((resolve, reject) => { request.onsuccess = () => resolve(request.result); request.onerror = reject; request.onblocked = reject; });
    const from = await done(indexedDB.open('takujo:/'));
    const opening = indexedDB.open('takujo', 1);
    opening.onupgradeneeded = () => { for (const name of from.objectStoreNames) opening.result.createObjectStore(name); };
    const to = await done(opening);
    for (const name of from.objectStoreNames) {
      const store = from.transaction(name).objectStore(name);
      const [all, at] = await Promise.all([done(store.getAll()), done(store.getAllKeys())]);
      const writing = to.transaction(name, 'readwrite').objectStore(name);
      await Promise.all(all.map((value, index) => done(writing.put(value, at[index]))));
    }
    from.close();
    to.close();
    await done(indexedDB.deleteDatabase('takujo:/'));
  });
  await page.goto(table);
  await page.locator('.table[data-entries="1"]').waitFor();
  await roundOf(page, says.en);
  await saved(page, words.en);
  await page.reload();
  await page.locator('.table[data-entries="2"]').waitFor();
  const names = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name).sort());
  assert.deepEqual(names, ['takujo', 'takujo:/'], 'another path may want it too');
});

// --- a program that does not start, or stops ----------------------------------------------------------------------

for (const [lang, device] of [['en', phone], ['ja', japanese(phone)]]) {
  const [w, s] = [words[lang], says[lang]];
  const round = (page) => roundOf(page, s);
  const table = (page) => tableOf(page, w);
  const tile = (page) => page.locator('.tile.accent-nerts').filter({ visible: true });

  test(`the program comes as something else: it is said at once, and can be tried again (${lang})`, async (t) => {
    const made = await context(t, device);
    const page = await made.newPage();
    page.setDefaultTimeout(10_000);
    let portal = true;
    await page.route('**/*.wasm', (route) => (portal
      ? route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Sign in to this network</h1>' })
      : route.continue()));
    await page.goto(await url('/'));
    const dialog = page.getByRole('dialog', { name: s.waiting });
    await dialog.waitFor();
    await axe(page);
    expectFault(page, /uncaught/);
    portal = false;
    await button(page, s.retry).tap();
    await page.locator('#main .page').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await tile(page).tap();
    await page.getByLabel(w.name, { exact: true }).waitFor();
  });

  test(`the program or the database takes its time: it is said, and goes away when they come (${lang})`, async (t) => {
    for (const slow of ['program', 'database']) {
      const made = await context(t, device);
      const page = await made.newPage();
      page.setDefaultTimeout(10_000);
      if (slow === 'database') {
        // The first visit creates it.
        await page.goto(await url('/'));
        await page.locator('#first').waitFor({ state: 'detached' });
      }
      // Its time stands still where the test does not run it.
      await page.clock.install();
      await page.clock.pauseAt(Date.now() + 60_000);
      if (slow === 'database') {
        await page.addInitScript(() => {
          const { open } = IDBFactory.prototype;
          const late = [];
          IDBFactory.prototype.open = function hung(...how) {
            const request = open.apply(this, how);
            // Delays the app's callbacks.
            const later = new Proxy(request, {
              set: (_, name, value) => { late.push(() => { request[name] = value; if (request.readyState === 'done' && name === 'onsuccess') value(); }); return true; },
              get: (_, name) => { const value = request[name]; return typeof value === 'function' ? value.bind(request) : value; },
            });
            Object.setPrototypeOf(later, IDBOpenDBRequest.prototype);
            return later;
          };
          window.come = () => { IDBFactory.prototype.open = open; late.splice(0).forEach((set) => set()); };
        });
      }
      const held = [];
      let holding = slow === 'program';
      await page.route('**/*.wasm', (route) => (holding ? held.push(route) : route.continue()));
      await page.goto(await url('/'));
      await page.clock.runFor(9_000);
      const dialog = page.getByRole('dialog', { name: s.waiting });
      assert.equal(await dialog.count(), 0, slow);
      await page.clock.runFor(1_100);
      await dialog.waitFor();
      await page.clock.resume();
      holding = false;
      for (const route of held) await route.continue();
      if (slow === 'database') await page.evaluate(() => window.come());
      await dialog.waitFor({ state: 'detached' });
      await tile(page).tap();
      await page.getByLabel(w.name, { exact: true }).waitFor();
    }
  });

  test(`the program stops: it is said, and everything is to be had as a file (${lang})`, async (t) => {
    const made = await context(t, device);
    const page = await made.newPage();
    page.setDefaultTimeout(10_000);
    await page.addInitScript(() => {
      const { instantiate } = WebAssembly;
      WebAssembly.instantiate = async (...how) => {
        const instance = await instantiate.apply(WebAssembly, how);
        window.memory ??= instance.exports.memory;
        return instance;
      };
    });
    await page.goto(await url('/#/new/nerts'));
    const id = await table(page);
    await round(page);
    await saved(page, w);
    await page.evaluate(() => new Uint8Array(window.memory.buffer).fill(255));
    // Not a tap, because whatever runs next stops the program, and may do so first.
    await button(page, '7').dispatchEvent('click');
    const dialog = page.getByRole('dialog', { name: s.stopped });
    await dialog.waitFor();
    await axe(page);
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, s.everything).tap()]);
    const file = JSON.parse(`${await bytes(download)}`);
    assert.deepEqual(file.sessions.map((session) => [session.id, session.log.length]), [[id, 1]]);
    await button(page, s.reload).tap();
    await page.locator('.table[data-entries="1"]').waitFor();
    assert.equal(await dialog.count(), 0);
    expectFaults(page, /RuntimeError/);
    // The app accepts that file as its own.
    await page.goto(await url('/#/history'));
    await page.locator('input[type=file]').setInputFiles({ name: 'all.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(file)) });
    await page.getByText(s.known).waitFor();
  });
}

test('a part of the program that cannot be fetched is fetched once the network is back, without a tap', async (t) => {
  const page = await open(t, '/', phone);
  let away = true;
  await page.route(/assets\/history-\w+\.wasm/, (route) => (away ? route.abort() : route.continue()));
  await page.getByRole('link', { name: 'History', exact: true }).tap();
  await page.getByText('This is taking a while. Are you online?').waitFor();
  away = false;
  await page.getByRole('heading', { name: 'Files' }).waitFor();
  expectFaults(page, /net::ERR_/);
});
