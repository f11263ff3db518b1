// The system's "back" closes what is open over a page, topmost first, and only then leaves the page. What was typed is still
// there afterwards, however it was closed.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { open, phone, url } from './harness.mjs';
import { becomes, button, closed, seat, words } from './table.mjs';

const hash = (page) => new URL(page.url()).hash;

/** A table of three rounds, opened from the history, at its standings. */
async function standings(t) {
  const page = await open(t, '/#/history', phone);
  const table = JSON.parse(await readFile(new URL('../saves/any-2.json', import.meta.url), 'utf8'));
  await page.locator('input[type=file]').setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(table)) });
  await page.locator('.tables .item').waitFor();
  const here = `#/table/${table.id}/standings`;
  await page.goto(await url(`/${here}`));
  await page.locator('.rounds .note').first().waitFor();
  return { page, here };
}

test('back closes a sheet and leaves the page only after that; a closed sheet leaves nothing behind', async (t) => {
  const { page, here } = await standings(t);
  const sheet = page.getByRole('dialog');
  const add = page.getByRole('button', { name: 'Add a note' });

  await add.tap();
  await sheet.waitFor();
  await page.goBack();
  await sheet.waitFor({ state: 'detached' });
  assert.equal(hash(page), here);

  for (const close of [
    () => button(page, 'Close').tap(),
    () => page.keyboard.press('Escape'),
    () => page.touchscreen.tap(195, 20),
  ]) {
    await add.tap();
    await sheet.waitFor();
    await close();
    await closed(page);
    assert.equal(hash(page), here);
  }
  // Forward leads to where a sheet was, which is not opened again.
  await page.goForward();
  await becomes(() => page.evaluate(() => history.state[3]), 0);
  assert.equal(await sheet.count(), 0);
  await page.goBack();
  await becomes(() => hash(page), '#/history');
});

test('the rules over a sheet close before it', async (t) => {
  const page = await open(t, '/#/new/nerts', phone);
  await seat(page, words.en, ['Ann', 'Bob']);
  await button(page, words.en.open).tap();
  await page.locator('.entering').waitFor();
  for (const key of '310185') await button(page, key).tap();
  await button(page, 'Save round').tap();
  const here = hash(page);
  await page.locator('button.last').tap();
  const sheets = page.getByRole('dialog');
  await becomes(() => sheets.count(), 1);
  const rule = sheets.getByRole('button', { name: /rule/i }).or(sheets.getByRole('link')).first();
  await rule.tap();
  await becomes(() => sheets.count(), 2);
  await page.goBack();
  await becomes(() => sheets.count(), 1);
  await page.goBack();
  await becomes(() => sheets.count(), 0);
  assert.equal(hash(page), here);
});

test('a note that was typed and not saved is still there', async (t) => {
  const { page } = await standings(t);
  const sheet = page.getByRole('dialog');
  const add = page.getByRole('button', { name: 'Add a note' });
  await add.tap();
  await sheet.getByLabel('Note').fill('Ken dealt twice');
  await page.goBack();
  await sheet.waitFor({ state: 'detached' });
  await add.tap();
  assert.equal(await sheet.getByLabel('Note').inputValue(), 'Ken dealt twice');
  // Another round has its own.
  await sheet.getByLabel('Round').selectOption('1');
  assert.equal(await sheet.getByLabel('Note').inputValue(), '健の親');
  await page.touchscreen.tap(195, 20);
  await sheet.waitFor({ state: 'detached' });
  await add.tap();
  assert.equal(await sheet.getByLabel('Note').inputValue(), 'Ken dealt twice');
  await button(page, 'Save').tap();
  await sheet.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /Ken dealt twice/ }).first().waitFor();
});

test('names at a new table that was left are still there, and gone once it was opened', async (t) => {
  const page = await open(t, '/', phone);
  await page.locator('.tile').first().tap();
  await seat(page, words.en, ['Ann', 'Bob']);
  await page.goBack();
  await page.locator('.tiles').waitFor();
  await page.locator('.tile').first().tap();
  await becomes(() => page.locator('.seats .name').allTextContents(), ['Ann', 'Bob']);
  await button(page, words.en.open).tap();
  await page.locator('.entering').waitFor();
  await page.goto(await url('/#/new/nerts'));
  await page.getByLabel(words.en.name, { exact: true }).waitFor();
  assert.equal(await page.locator('.seats .name').count(), 0);
});
