// Steps shared by the table tests, as a person would do them: by the texts on the screen.
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';

/** The texts of the two languages that the tests look for. */
export const words = {
  en: {
    name: 'Name', add: 'Add', open: 'Start', toTable: 'Let’s play', next: 'Next', undo: 'Undo:', redo: 'Redo:',
    standings: 'Standings', tables: 'Tables', continue: 'Continue', saved: 'Saved', correct: (n) => `Correct round ${n}`,
    draw: 'Pick at random',
  },
  ja: {
    name: '名前', add: '追加', open: '始める', toTable: 'ゲーム開始', next: '次へ', undo: '元に戻す：', redo: 'やり直す：',
    standings: '成績', tables: '卓', continue: '続ける', saved: '保存済み', correct: (n) => `第${n}ラウンドを修正`,
    draw: 'ランダム',
  },
};

export const button = (page, name) => page.getByRole('button', { name, exact: true });

/** Types names on the page for a new table. */
export async function seat(page, w, names) {
  // Until then there is a first screen, which only looks like the page.
  await page.locator('#first').waitFor({ state: 'detached' });
  for (const name of names) {
    await page.getByLabel(w.name, { exact: true }).fill(name);
    await button(page, w.add).click();
  }
}

/** Unfolds the options of a new table, if they are folded. */
export const unfold = async (page) => {
  await page.locator('.options').waitFor();
  if (await page.locator('.options[open]').count() === 0) await page.locator('.options > summary').click();
};

/** Waits until every tap is on disk. */
export async function saved(page, w) {
  await page.locator('.saved[data-state="saved"]').getByText(w.saved).waitFor();
}

/** Presses keys of the pad, counted as taps. */
export async function keys(t, page, digits) {
  for (const digit of digits) await t.tap(button(page, digit));
}

/** Taps buttons, one per letter. */
export async function press(page, letters) {
  for (const letter of letters) await button(page, letter).tap();
}

/** Fails if the page is wider than the screen. */
export async function fits(page) {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(over <= 0, `${page.url()} is ${over} px wider than the screen`);
}

/** Waits until the table has this many entries. */
export const entries = (page, count) => page.locator(`.table[data-entries="${count}"]`).waitFor();

/** Waits until `read` returns `wanted`, because much of a page is drawn a frame after a tap; `within` is in milliseconds. */
export async function becomes(read, wanted, message, within = 10_000) {
  for (const end = Date.now() + within;;) {
    const found = await read();
    if (Date.now() > end || isDeepStrictEqual(found, wanted)) return assert.deepEqual(found, wanted, message);
    await new Promise((later) => setTimeout(later, 20));
  }
}

/** Waits until a sheet that was closed is gone, its entry of the browser's history too, so that a link may follow. */
export async function closed(page) {
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await becomes(() => page.evaluate(() => history.state[3]), 0);
}

/** Waits until so many tables of the history say how they stand, which comes after they are listed. */
export const summed = (page, count) => page.locator('.tables .standing').filter({ hasText: /\S/ }).nth(count - 1).waitFor();

/** Waits two frames, after which the result of the last tap is drawn. */
export const drawn = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** Waits until the program stands and the page's text stays the same for a while. */
export const settled = (page) => page.evaluate(async () => {
  for (let same = 0, last; same < 8;) {
    await new Promise((done) => requestAnimationFrame(done));
    const now = document.querySelector('.sheet-body, main')?.textContent;
    const opening = document.querySelector('#first, [data-state="opening"]');
    same = now && now === last && !opening ? same + 1 : 0;
    last = now;
  }
});

/** A named value on disk; undefined if there is none or no database, which is not made by asking, or none can be read now. */
export const onDisk = (page, key) => page.evaluate((key) => new Promise((done) => {
  const open = indexedDB.open('takujo:/');
  open.onupgradeneeded = () => open.transaction.abort();
  open.onerror = () => done(undefined);
  open.onsuccess = () => {
    try {
      const reads = open.result.transaction('values');
      const get = reads.objectStore('values').get(key);
      reads.oncomplete = () => done(get.result);
      reads.onabort = () => done(undefined);
    } catch {
      // The browser closes what is being cleared.
      done(undefined);
    }
    open.result.close();
  };
}), key);

/** Replaces a value that the app has stored. */
export const put = (page, key, value) => page.evaluate(([key, value]) => new Promise((done) => {
  const open = indexedDB.open('takujo:/');
  open.onsuccess = () => {
    const t = open.result.transaction('values', 'readwrite');
    t.objectStore('values').put(value, key);
    t.oncomplete = () => { open.result.close(); done(); };
  };
}), [key, value]);
