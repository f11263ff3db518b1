// What the table tests do again and again, as a person would: by the words on the screen.
import assert from 'node:assert/strict';

/** The words of the two languages that the tests look for. */
export const words = {
  en: {
    name: 'Name', add: 'Add', open: 'Open the table', toTable: 'To the table', next: 'Next', undo: 'Undo:', redo: 'Redo:',
    standings: 'Standings', tables: 'Tables', continue: 'Continue', saved: 'Saved', correct: (n) => `Correct round ${n}`,
    draw: 'Draw at random',
  },
  ja: {
    name: '名前', add: '加える', open: '卓を開く', toTable: '卓へ', next: '次へ', undo: '戻す：', redo: 'やり直す：',
    standings: '成績', tables: '卓', continue: 'つづける', saved: '保存済み', correct: (n) => `第${n}ラウンドを直す`,
    draw: 'くじで決める',
  },
};

export const button = (page, name) => page.getByRole('button', { name, exact: true });

/** Types names on the page of a new table. */
export async function seat(page, w, names) {
  for (const name of names) {
    await page.getByLabel(w.name, { exact: true }).fill(name);
    await button(page, w.add).click();
  }
}

/** Waits until every tap is on disk. */
export async function saved(page, w) {
  await page.locator('.saved[data-state="saved"]').getByText(w.saved).waitFor();
}

/** Presses keys of the pad, counted as taps. */
export async function keys(t, page, digits) {
  for (const digit of digits) await t.tap(button(page, digit));
}

/** The horizontal overflow of a page in pixels: 0 where everything fits. */
export async function fits(page) {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(over <= 0, `${page.url()} is ${over} px wider than the screen`);
}
