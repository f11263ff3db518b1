// The pages around the tables in use: a new table, history, files, settings; storage trouble.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { games } from './games.mjs';
import { axe, bytes, japanese, open, phone, shot, taps, url } from './harness.mjs';
import { becomes, button, entries, keys, onDisk, saved, seat, words } from './table.mjs';

test('a new table with known people and a drawn starter takes at most 8 taps', async (t) => {
  const w = words.en;
  const page = await open(t, '/', phone);
  const names = ['Aiko', 'Ken', '美咲', 'Tom'];
  await page.getByRole('link', { name: 'Nerts' }).first().tap();
  await seat(page, w, names);
  await button(page, w.open).tap();
  await page.locator('.cell').first().waitFor();
  await page.goto(await url('/'));
  const count = taps(page);
  await count.tap(page.getByRole('link', { name: 'Machinamitorite' }).first());
  for (const name of names) await count.tap(button(page, name));
  assert.ok(await page.getByLabel(w.draw).isChecked());
  await count.tap(button(page, w.open));
  await page.getByText('Goes first').waitFor();
  await shot(page, 'draw');
  await axe(page);
  await count.tap(page.getByRole('link', { name: w.toTable }));
  await page.locator('.cell').first().waitFor();
  assert.ok(count.count <= 8, `${count.count} taps`);
});

for (const [lang, device] of Object.entries({ en: phone, ja: japanese(phone) })) {
  test(`a new table fits on one screen, with four people known: ${lang}`, async (t) => {
    const w = words[lang];
    const page = await open(t, '/#/new/nerts', device);
    const names = ['Aiko', 'Ken', '美咲', 'Tom'];
    await seat(page, w, names);
    await button(page, w.open).tap();
    await page.locator('.cell').first().waitFor();
    for (const game of Object.keys(games)) {
      await page.goto(await url(`/#/new/${game}`));
      for (const name of names) await button(page, name).tap();
      const agreed = page.locator('.options > summary');
      await agreed.getByText(' · ').waitFor();
      const below = (await page.locator('.foot').boundingBox()).y;
      for (const seen of [page.locator('.seats li').first(), page.locator('.seats li').last(), agreed]) {
        const { y, height } = await seen.boundingBox();
        assert.ok(y >= 0 && y + height <= below, `${game}: ${y} to ${y + height} is not above ${below}`);
      }
    }
  });
}

test('seats: faults beside the field, moved by buttons and by dragging', async (t) => {
  const w = words.en;
  const page = await open(t, '/#/new/nerts', phone);
  await button(page, w.add).tap();
  await page.getByText('Enter a name first.').waitFor();
  await seat(page, w, ['Ann', 'Bob', 'Cy']);
  await seat(page, w, ['Ann']);
  await page.getByText('Ann is already at the table.').waitFor();
  await seat(page, w, ['x'.repeat(25)]);
  await page.getByText('A name can have at most 24 characters.').waitFor();
  const order = () => page.locator('.seats .name').allTextContents();
  await button(page, 'Move Cy up').tap();
  await becomes(order, ['Ann', 'Cy', 'Bob']);
  const grip = await page.locator('.seats .grip').first().boundingBox();
  await page.mouse.move(grip.x + 20, grip.y + 20);
  await page.mouse.down();
  await page.mouse.move(grip.x + 20, grip.y + 150, { steps: 10 });
  await page.mouse.up();
  await becomes(order, ['Cy', 'Bob', 'Ann']);
  await button(page, 'Remove Bob').tap();
  await button(page, 'Remove Ann').tap();
  await button(page, w.open).tap();
  await page.getByText('At least 2 players are needed; there is only 1.').waitFor();
  await axe(page);
});

test('hostile names are only ever text', async (t) => {
  const w = words.en;
  const page = await open(t, '/#/new/nerts', phone);
  await seat(page, w, ['<img src=x onerror=a>', '"><script>b']);
  await button(page, w.open).tap();
  await page.locator('.cell').first().waitFor();
  assert.equal(await page.locator('img, .page script').count(), 0);
  await page.getByText('<img src=x onerror=a>').first().waitFor();
});

test('history: open, rename, delete, undo, out as a file and in again', async (t) => {
  const w = words.en;
  const page = await open(t, '/#/history', phone);
  await page.getByText('No tables yet.').waitFor();
  await page.goto(await url('/#/new/nerts'));
  await seat(page, w, ['Ann', 'Bob']);
  await button(page, w.open).tap();
  await keys(taps(page), page, '310185');
  await button(page, 'Save round').tap();
  await saved(page, w);
  await page.goto(await url('/#/history'));
  await page.getByText('Ann leads with 31').waitFor();
  await shot(page, 'history');
  await axe(page);

  await page.getByText('1 round · Ann leads with 31 · Bob 8').waitFor();
  await button(page, 'Menu for Nerts').tap();
  await button(page, 'Details of Nerts').tap();
  await axe(page);
  await page.getByLabel('Name of the table').fill('Friday');
  await button(page, 'Save').tap();
  await page.getByText('Friday').waitFor();

  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Save everything').tap()]);
  await page.getByText('Saved to your downloads.').waitFor();
  const file = JSON.parse(`${await bytes(download)}`);
  assert.equal(file.sessions.length, 1);
  assert.equal(file.sessions[0].title, 'Friday');
  const [sheet] = await Promise.all([page.waitForEvent('download'), button(page, 'Save the points of Friday as CSV').tap()]);
  assert.equal(`${await bytes(sheet)}`, '\ufeff"Round","Ann","Bob"\r\n1,31,8\r\n"Total",31,8\r\n');
  assert.match(sheet.suggestedFilename(), /^takujo-nerts-.*\.csv$/);

  await button(page, 'Delete Friday').tap();
  await page.getByText('Deleted.').waitFor();
  await becomes(() => page.getByRole('link', { name: /Friday/ }).count(), 0);
  await button(page, 'Undo').tap();
  await page.getByRole('link', { name: /Friday/ }).waitFor();
  await button(page, 'Delete Friday').tap();
  await page.getByText('Recently deleted (1)').waitFor();

  // Played on differently elsewhere: imported beside the existing one. If identical: not twice.
  file.sessions[0].title = 'Friday, the other phone';
  file.sessions[0].log[0].event.counts[0].foundations = 30;
  const input = page.locator('input[type=file]');
  const give = (name, text) => input.setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
  await give('all.json', JSON.stringify(file));
  await page.getByText('1 went on differently here').waitFor();
  await page.getByRole('link', { name: /the other phone/ }).waitFor();
  await give('bad.json', '{"takujo":1,');
  await page.getByText('the file is incomplete or not JSON').waitFor();
  await give('newer.json', '{"takujo":99}');
  await page.getByText('it was written by a newer Takujo').waitFor();
  await give('other.json', '{"hello":"world"}');
  await page.getByText('it is not a Takujo file').waitFor();
});

test('an unreadable save is set aside and reported, the others open', async (t) => {
  const w = words.en;
  const page = await open(t, '/#/new/nerts', phone);
  await seat(page, w, ['Ann', 'Bob']);
  await button(page, w.open).tap();
  await keys(taps(page), page, '310185');
  await button(page, 'Save round').tap();
  await saved(page, w);
  const id = /table\/([^/]+)\//.exec(page.url())[1];
  await page.evaluate((id) => new Promise((done, failed) => {
    const open = indexedDB.open('takujo:/');
    open.onsuccess = () => {
      const t = open.result.transaction(['records', 'heads'], 'readwrite');
      t.objectStore('heads').get(id).onsuccess = (e) => t.objectStore('heads').put(e.target.result, 'good');
      t.objectStore('records').put('{"broken', [id, 0]);
      t.oncomplete = () => { open.result.close(); done(); };
      t.onerror = failed;
    };
  }), id);
  await page.goto(await url('/'));
  await page.goto(await url(`/#/table/${id}/play`));
  await page.getByText('This table cannot be opened: entry 1 is damaged.').waitFor();
  await page.goto(await url('/#/history'));
  await page.getByRole('heading', { name: 'Cannot be read' }).waitFor();
  assert.equal(await page.locator('.tables .item').count(), 1, 'the other one is there');
  await shot(page, 'history-broken');
  await axe(page);
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Save what is there').tap()]);
  assert.match(`${await bytes(download)}`, /\{"broken/);
});

test('storage refused: the app works, says so, and offers the table as a file', async (t) => {
  const w = words.en;
  const page = await open(t, '/', phone);
  await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { get() { throw new DOMException('no', 'SecurityError'); } }));
  await page.goto(await url('/#/new/nerts'));
  await page.reload();
  await page.getByText('This browser cannot store anything here').waitFor();
  await seat(page, w, ['Ann', 'Bob']);
  await button(page, w.open).tap();
  await keys(taps(page), page, '310185');
  await button(page, 'Save round').tap();
  await page.getByText('Round 1: ').waitFor();
  await shot(page, 'storage-refused');
  await page.getByRole('link', { name: w.standings }).tap();
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Save as a file').tap()]);
  assert.equal(JSON.parse(`${await bytes(download)}`).log.length, 1);
});

test('storage full: the tap counts, the problem is shown, a retry saves it', async (t) => {
  const w = words.en;
  const page = await open(t, '/#/new/nerts', phone);
  await seat(page, w, ['Ann', 'Bob']);
  await button(page, w.open).tap();
  await page.locator('.cell').first().waitFor();
  await page.evaluate(() => {
    const add = IDBObjectStore.prototype.add;
    window.heal = () => { IDBObjectStore.prototype.add = add; };
    IDBObjectStore.prototype.add = () => { throw new DOMException('full', 'QuotaExceededError'); };
  });
  await keys(taps(page), page, '310185');
  await button(page, 'Save round').tap();
  await page.getByText('Not saved', { exact: true }).waitFor();
  await page.getByText('This device is full.').waitFor();
  await page.getByText('Round 1: ').waitFor();
  await shot(page, 'storage-full');
  await axe(page);
  await page.evaluate(() => window.heal());
  await button(page, 'Try again').tap();
  await saved(page, w);
  await page.reload();
  await page.getByText('Round 1: ').waitFor();
});

test('two windows that cannot notify each other: neither overwrites the other', async (t) => {
  const w = words.en;
  const page = await open(t, '/#/new/nerts', phone);
  await seat(page, w, ['Ann', 'Bob']);
  await button(page, w.open).tap();
  await page.locator('.cell').first().waitFor();
  const other = await page.context().newPage();
  // Like an older browser. For windows that can notify each other see windows.test.mjs.
  await other.addInitScript(() => { delete window.BroadcastChannel; });
  await other.goto(page.url());
  await other.locator('.cell').first().waitFor();
  // In a window behind another a browser draws once a second.
  await page.bringToFront();
  await keys(taps(page), page, '310185');
  await button(page, 'Save round').tap();
  await saved(page, w);
  await other.bringToFront();
  await keys(taps(other), other, '400185');
  await button(other, 'Save round').tap();
  await other.getByText('Play went on in another window.').waitFor();
  await other.getByText('Round 1: ').waitFor();
  await entries(other, 1);
});

test('the bar marks the current page, or the page above it', async (t) => {
  const page = await open(t, '/', phone);
  const marked = async (name) => {
    await page.locator('nav.bar [aria-current="page"]').getByText(name).waitFor();
    assert.equal(await page.locator('[aria-current]').count(), 1);
  };
  await marked('Tables');
  for (const name of ['Rules', 'History', 'Settings', 'Tables']) {
    await page.locator('nav.bar').getByRole('link', { name }).tap();
    await marked(name);
  }
  for (const [address, name] of [['/#/new/nerts', 'Tables'], ['/#/calculate/nerts', 'Tables'], ['/#/rules/nerts', 'Rules'], ['/#/history', 'History']]) {
    await page.goto(await url(address));
    await marked(name);
  }
});

test('settings: language, theme and people are kept', async (t) => {
  const page = await open(t, '/#/settings', phone);
  await page.getByRole('radio', { name: '日本語' }).check();
  await page.getByRole('heading', { name: '設定' }).waitFor();
  await page.getByLabel('ダーク').check();
  await becomes(async () => JSON.parse(await onDisk(page, 'settings') ?? '{}').theme, 'dark');
  await page.reload();
  await page.getByRole('heading', { name: '設定' }).waitFor();
  assert.equal(await page.locator('html').getAttribute('lang'), 'ja');
  assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
  await page.getByRole('button', { name: /English/ }).tap();
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
});
