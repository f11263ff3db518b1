// Site data cleared in the middle of a game, and a private window that stores nothing: what would be lost is said whole and
// asked about, and one tap brings the table back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axe, context, japanese, open, phone, shot, smallPhone, started, taps, url } from './harness.mjs';
import { host, lost } from './host.mjs';
import { join, leave, phoneAt, share, stands } from './live.mjs';
import { becomes, button, entries, fits, keys, onDisk, saved, seat, words } from './table.mjs';

const says = {
  en: { only: 'It is only in this window', back: 'Bring it back', file: 'Save as a file', round: 'Save round', unsaved: 'Not saved', refused: 'a table is lost when this page closes', close: 'Close' },
  ja: { only: 'このウィンドウの中だけにあり', back: '復元する', file: 'ファイルに保存', round: '保存する', unsaved: '未保存', refused: 'ページを閉じると卓は消えます', close: '閉じる' },
};

/** What a person does in the settings of the browser, while the page is open. */
async function clear(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin: new URL(page.url()).origin, storageTypes: 'all' });
  await session.detach();
}

const enlarged = (made) => made.addInitScript(() => addEventListener('DOMContentLoaded', () => { document.documentElement.style.fontSize = '200%'; }));

/** Whether the browser asks before the page is closed. */
const asks = (page) => page.evaluate(() => window.onbeforeunload !== null);

/** Leaving the page is asked about; it stays. */
async function stays(page) {
  const asked = page.waitForEvent('dialog');
  await Promise.all([asked.then((dialog) => dialog.dismiss()), page.evaluate(() => { location.reload(); })]);
  assert.equal((await asked).type(), 'beforeunload');
}

/** The notice with this text, of which nothing is cut off. */
async function told(page, text, within) {
  const notice = page.locator('.notice.told');
  await becomes(async () => (await notice.allInnerTexts()).join().replaceAll(/[\u200b\u2060\n]/g, '').includes(text), true, text, within);
  const cut = await notice.evaluate((notice) => [notice, ...notice.querySelectorAll('p')].some((box) => {
    const { top, bottom, left, right } = box.getBoundingClientRect();
    const inside = top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
    return !inside || box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1;
  }));
  assert.equal(cut, false, 'it can be read whole');
  await fits(page);
  return notice;
}

/** One tap where the button is, without scrolling to it. */
async function once(page, locator) {
  const { x, y, width, height } = await locator.boundingBox();
  await page.touchscreen.tap(x + width / 2, y + height / 2);
}

async function round(page, s, digits = '310185') {
  await keys(taps(page), page, digits);
  await button(page, s.round).tap();
}

/** Opens a table of Nerts for two. */
async function table(page, w) {
  await seat(page, w, ['Ann', 'Bob']);
  await button(page, w.open).tap();
  await page.locator('.cell').first().waitFor();
}

for (const [lang, device, large] of [['en', phone, false], ['ja', japanese(smallPhone), true]]) {
  const [w, s] = [words[lang], says[lang]];

  test(`site data cleared in the middle of a game: seen without a tap, asked about, back with one (${lang})`, async (t) => {
    const made = await context(t, device);
    if (large) await enlarged(made);
    const page = await made.newPage();
    page.setDefaultTimeout(10_000);
    await page.goto(await url('/#/new/nerts'));
    await table(page, w);
    await round(page, s);
    await entries(page, 1);
    await round(page, s);
    await entries(page, 2);
    await keys(taps(page), page, '31');
    await saved(page, w);
    assert.equal(await asks(page), false);

    await clear(page);
    await told(page, s.only, 5_000);
    await page.locator('.saved[data-state="failed"]', { hasText: s.unsaved }).waitFor({ state: 'attached' });
    await axe(page);
    await shot(page, `cleared-${lang}`);
    await stays(page);

    // It is still there after the home page, and closing is asked about there, too.
    await page.getByRole('link', { name: w.tables, exact: true }).first().tap();
    await page.locator('.tile').first().waitFor();
    await stays(page);
    await page.getByRole('link', { name: w.continue, exact: true }).tap();
    await entries(page, 2);
    await told(page, s.only);
    await once(page, button(page, s.back));
    await page.locator('.notice').waitFor({ state: 'detached' });
    await saved(page, w);
    await becomes(() => asks(page), false);
    await page.reload();
    await entries(page, 2);
    await becomes(async () => (await page.locator('.cell').allTextContents()).join(' ').includes('31'), true, 'what was half typed');
    assert.equal(await page.locator('.notice').count(), 0);
    await page.goto(await url('/'));
    await page.reload();
    await page.getByRole('link', { name: w.continue, exact: true }).waitFor();
  });

  test(`a private window: what is lost with it is said whole, and asked about once there is something (${lang})`, async (t) => {
    const made = await context(t, device);
    if (large) await enlarged(made);
    await made.addInitScript(() => {
      // As private windows of some browsers do it: the factory is there, and opens nothing.
      IDBFactory.prototype.open = () => {
        const request = new EventTarget();
        for (const name of ['success', 'error', 'upgradeneeded']) {
          Object.defineProperty(request, `on${name}`, { set: (then) => request.addEventListener(name, then) });
        }
        request.error = new DOMException('no', 'InvalidStateError');
        setTimeout(() => request.dispatchEvent(new Event('error')));
        return request;
      };
    });
    const page = await made.newPage();
    page.setDefaultTimeout(10_000);
    await page.goto(await url('/#/new/nerts'));
    await started(page);
    await table(page, w);
    const notice = await told(page, s.refused);
    await page.locator('.saved[data-state="failed"]', { hasText: s.unsaved }).waitFor({ state: 'attached' });
    await axe(page);
    await shot(page, `private-${lang}`);
    assert.equal(await asks(page), false, 'nobody has played yet');
    await once(page, notice.getByRole('button', { name: s.close }));
    await notice.waitFor({ state: 'detached' });
    await keys(taps(page), page, '3');
    await becomes(() => asks(page), true, 'a round that is half typed');
    await keys(taps(page), page, '10185');
    await button(page, s.round).tap();
    await entries(page, 1);
    await shot(page, `private-played-${lang}`);
    await page.getByRole('link', { name: w.tables, exact: true }).first().tap();
    await page.locator('.tile').first().waitFor();
    await stays(page);
    await page.getByRole('link', { name: w.continue, exact: true }).tap();
    await entries(page, 1);
  });
}

test('cleared with two windows open: both say so, and what one brings back the other shows', async (t) => {
  const [w, s] = [words.en, says.en];
  const page = await open(t, '/#/new/nerts', phone);
  await table(page, w);
  await round(page, s);
  await saved(page, w);
  const other = await page.context().newPage();
  other.setDefaultTimeout(10_000);
  await other.goto(page.url());
  await entries(other, 1);
  await clear(page);
  await Promise.all([told(page, s.only, 5_000), told(other, s.only, 5_000)]);
  await once(other, button(other, s.back));
  await Promise.all([saved(page, w), saved(other, w)]);
  for (const window of [page, other]) {
    assert.equal(await window.locator('.notice').count(), 0);
    await becomes(() => asks(window), false);
  }
  await round(page, s);
  await Promise.all([entries(page, 2), entries(other, 2)]);
});

test('a shared table plays on when the storage of a phone is cleared, and is there and shared after a reload', async (t) => {
  const s = says.en;
  const server = await host(t);
  const aiko = await phoneAt(t, server.url);
  const ken = await join(t, await share(aiko, /Nerts/, ['Aiko', 'Ken']), 'Ken');
  await round(aiko, s);
  await entries(ken, 1);
  const id = /table\/([^/]+)\//.exec(aiko.url())[1];
  await clear(aiko);
  await becomes(async () => Boolean(await onDisk(aiko, `live:${id}`)), true, 'its part is stored again');
  assert.equal(await aiko.locator('.notice').count(), 0);
  await round(ken, s, '183250');
  await entries(aiko, 2);
  await round(aiko, s, '200153');
  await entries(ken, 3);
  await stands(aiko, 'here');
  await aiko.reload();
  await entries(aiko, 3);
  await stands(aiko, 'here');
  await round(aiko, s);
  await entries(ken, 4);
  await leave([aiko, ken], lost);
});
