// A correction is a place: leaving it ends it, and what was half entered before is still there.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { open, phone, url } from './harness.mjs';
import { becomes, button, entries, onDisk, saved, words } from './table.mjs';

const w = words.en;
const saves = new URL('../saves/', import.meta.url);

/** A table of `game` with the first of its saved records that `keep` chooses, opened in its play tab. */
async function table(t, game, keep) {
  const file = JSON.parse(await readFile(new URL(`${game}-1.json`, saves), 'utf8'));
  const page = await open(t, '/#/history', phone);
  // With a target that nobody reaches, play goes on.
  const content = { ...file, log: keep(file.log), ...(game === 'nerts' && { options: { ...file.options, target: 500 } }) };
  const buffer = Buffer.from(JSON.stringify({ takujo: 1, sessions: [content], kept: {} }));
  await page.locator('input[type=file]').setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer });
  await page.getByText('1 table imported.').waitFor();
  await page.goto(await url(`/#/table/${file.id}/play`));
  await page.locator('main.view').waitFor();
  return [page, file.id, content.log.length];
}

const rounds = (count) => (log) => log.filter(({ event }) => event?.type === 'round').slice(0, count);
/** The draft of the round under way, as it lies on disk. */
const draft = async (page, id) => JSON.parse(await onDisk(page, `draft:${id}`) ?? 'null')?.draft ?? null;
const key = (page, name) => page.locator(`.pad [data-key="${name}"]`);
const tab = (page, name) => page.locator(`nav.bar a[href$="/${name}"]`);
const correcting = (page) => page.waitForURL(/\/correct-\d+$/);

async function correctFirst(page) {
  await tab(page, 'standings').tap();
  await page.waitForURL(/\/standings$/);
  await page.locator('main button[aria-label^="Correct"]').first().tap();
  await correcting(page);
  await button(page, 'Keep it as it was').waitFor();
}

const ways = {
  'the button': [(page) => button(page, 'Keep it as it was').tap(), /\/standings$/],
  'another tab': [(page) => tab(page, 'standings').tap(), /\/standings$/],
  'the way back': [(page) => page.goBack(), /\/standings$/],
  home: [(page) => page.getByRole('link', { name: w.tables }).first().tap(), /#\/$/],
};
for (const [way, [leave, to]] of Object.entries(ways)) {
  test(`a correction left by ${way} is over`, async (t) => {
    const [page, id, before] = await table(t, 'nerts', rounds(1));
    await key(page, 7).tap();
    await correctFirst(page);
    await key(page, 9).tap();
    await leave(page);
    await page.waitForURL(to);
    await page.goto(await url(`/#/table/${id}/play`));
    await page.getByRole('heading', { name: 'Round 2: what was played?' }).waitFor();
    assert.equal(await button(page, 'Keep it as it was').count(), 0);
    await becomes(async () => (await page.locator('.cell').first().textContent()).trim(), '7', 'the half round is as it was');
    await entries(page, before);
    // In another correction nothing of what was typed is left.
    await correctFirst(page);
    await becomes(async () => (await page.locator('.cell').first().textContent()).trim() === '9', false);
  });
}

for (const [game, keep, half] of [
  ['nerts', rounds(1), (page) => key(page, 7).tap()],
  ['any', rounds(1), (page) => key(page, 7).tap()],
  ['machinamitorite', (log) => log.slice(0, 3), (page) => key(page, 1).tap()],
  ['weather', (log) => log.slice(0, -1), (page) => key(page, 1).tap()],
  ['hanafuda', (log) => log, async (page) => {
    await page.locator('main .button.main').first().tap();
    await page.locator('.months button').first().tap();
  }],
]) {
  test(`what is half entered survives a correction: ${game}`, async (t) => {
    const [page, id] = await table(t, game, keep);
    await half(page);
    await saved(page, w);
    await becomes(async () => await draft(page, id) !== null, true, 'something is half entered');
    const before = await draft(page, id);
    await correctFirst(page);
    if (await key(page, 2).count()) await key(page, 2).tap();
    assert.equal(await draft(page, id), before);
    await button(page, 'Keep it as it was').tap();
    await page.waitForURL(/\/standings$/);
    await becomes(() => draft(page, id), before);
    await tab(page, 'play').tap();
    await page.waitForURL(/\/play$/);
    await becomes(() => draft(page, id), before);
  });
}

test('a round saved in one window is no half round in the other', async (t) => {
  const [page, id] = await table(t, 'nerts', rounds(1));
  const other = await page.context().newPage();
  other.setDefaultTimeout(10_000);
  for (const digit of [3, 1]) await key(page, digit).tap();
  await becomes(async () => (await page.locator('.cell').first().textContent()).trim(), '31');
  await becomes(async () => (await draft(page, id))?.includes('31'), true);
  // The other window opens with the same digits, enters the rest and saves.
  await other.goto(await url(`/#/table/${id}/play`));
  const cells = other.locator('.cell');
  await becomes(async () => (await cells.first().textContent()).trim(), '31');
  const count = await cells.count();
  await cells.nth(1).tap();
  await key(other, 0).tap();
  for (let at = 2; at < count; at += 1) {
    await cells.nth(at).tap();
    await key(other, at % 2 ? 3 : 8).tap();
  }
  await button(other, 'Save round').tap();
  await entries(other, 2);
  await entries(page, 2);
  await page.getByRole('heading', { name: 'Round 3: what was played?' }).waitFor();
  await becomes(async () => (await page.locator('.cell').allTextContents()).filter((text) => text.trim()), [], 'no stale digit');
  // A hurried hand taps where the key to save was: nothing is saved a second time.
  await button(page, 'Save round').tap({ force: true, timeout: 1000 }).catch(() => {});
  await key(page, 'next').tap({ force: true });
  await page.waitForTimeout(300);
  await entries(page, 2);
  await entries(other, 2);
});
