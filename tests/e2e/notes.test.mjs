// Notes on rounds: written at the standings, kept, undone, and in what leaves the phone.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { axe, bytes, japanese, open, phone, shot, smallPhone, url } from './harness.mjs';
import { becomes } from './table.mjs';

const read = async (name) => JSON.parse(await readFile(new URL(`../saves/${name}.json`, import.meta.url), 'utf8'));
const words = {
  en: { add: 'Add a note', round: 'Round', note: 'Note', save: 'Save', undo: /^Undo: note “Ken dealt twice”/, csv: 'CSV', long: 'A note can have at most 200 characters.', change: 'Note on round 2: Ken dealt twice', text: 'Ken dealt twice' },
  ja: { add: 'メモを追加', round: 'ラウンド', note: 'メモ', save: '保存', undo: /健が2回配った/, csv: 'CSV', long: 'メモは200文字までです。', change: '第2ラウンドのメモ：健が2回配った', text: '健が2回配った' },
};

for (const [lang, device] of [['en', phone], ['ja', japanese(smallPhone)]]) {
  test(`a note on a round: written, kept, changed, undone, exported (${lang})`, async (t) => {
    const w = words[lang];
    const page = await open(t, '/#/history', device);
    const table = await read('any-2');
    await page.locator('input[type=file]').setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(table)) });
    await page.locator('.tables .item').waitFor();
    const standings = `/#/table/${table.id}/standings`;
    await page.goto(await url(standings));
    const notes = page.locator('.rounds .note');
    await notes.getByText('健の親').waitFor();
    assert.equal(await notes.count(), 1);

    await page.getByRole('button', { name: w.add }).tap();
    const sheet = page.getByRole('dialog');
    // The last round, until another is chosen.
    assert.equal(await sheet.getByLabel(w.round).inputValue(), '2');
    await sheet.getByLabel(w.round).selectOption('1');
    assert.equal(await sheet.getByLabel(w.note).inputValue(), '健の親');
    await sheet.getByLabel(w.note).fill('あ'.repeat(201));
    await sheet.getByText(w.long).waitFor();
    await axe(page);
    await sheet.getByRole('button', { name: w.save }).tap();
    assert.equal(await sheet.count(), 1, 'too long: nothing is lost, nothing is written');
    await sheet.getByLabel(w.note).fill(`  ${w.text}\u202e `);
    await sheet.getByRole('button', { name: w.save }).tap();
    await sheet.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: w.change }).waitFor();
    await page.locator('.saved[data-state="saved"]').waitFor();
    await axe(page);
    await shot(page, `note-${lang}`, { fullPage: true });

    await page.reload();
    await page.getByRole('button', { name: w.change }).waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: w.csv }).tap();
    const csv = `${await bytes(download)}`;
    assert.match(csv, new RegExp(`"${w.note}"\\r\\n1,12,5,""\\r\\n2,3,9,"${w.text}"`));

    // An empty note removes it; the undo brings it back, and the next one what was there before.
    await page.getByRole('button', { name: w.change }).tap();
    await sheet.getByLabel(w.note).fill('');
    await sheet.getByRole('button', { name: w.save }).tap();
    await notes.first().waitFor({ state: 'detached' });
    await page.locator('.undo').tap();
    await page.getByRole('button', { name: w.change }).waitFor();
    // The head is drawn a frame late.
    await becomes(async () => w.undo.test(await page.locator('.undo').getAttribute('title')), true);
    await page.locator('.undo').tap();
    await notes.getByText('健の親').waitFor();
  });
}
