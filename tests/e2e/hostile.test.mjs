// Malicious names and files are only ever text: no dialog, no request elsewhere, nothing parsed as HTML. (The harness
// fails a test on any request to another host, any error and any violation of the content security policy.)
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { context, phone, started, url } from './harness.mjs';
import { button, fits, saved, words } from './table.mjs';

const w = words.en;
const nasty = ['<img src=x onerror=a()>', '</script><b>b', '"><svg/onload=c()>', '\u202eevil\u2066', '=cmd()', '{{7*7}}${x}'];
const shown = nasty.map((name) => name.replace(/[\u202a-\u202e\u2066-\u2069]/g, ''));

async function guarded(t, path) {
  const made = await context(t, phone);
  await made.addInitScript(() => { for (const name of 'abc') window[name] = () => console.error('a name was run'); });
  const page = await made.newPage();
  page.setDefaultTimeout(10_000);
  page.on('dialog', (dialog) => assert.fail(`a dialog: ${dialog.message()}`));
  await page.goto(await url(path));
  await started(page);
  await page.getByRole('heading').first().waitFor();
  return page;
}

/** No name became an element, and no character in one reverses the page's text. */
async function onlyText(page) {
  assert.equal(await page.locator('.app :is(img, script, b, svg[onload], [onerror], [onload])').count(), 0);
  assert.doesNotMatch(await page.locator('.app').innerText(), /[\u202a-\u202e\u2066-\u2069]/);
  await fits(page);
}

test('hostile names on every page of a table, its history and the people', async (t) => {
  const page = await guarded(t, '/#/new/any');
  for (const name of [...nasty, '\u200b\ufeff', 'x'.repeat(10_000)]) {
    await page.getByLabel(w.name, { exact: true }).fill(name);
    await button(page, w.add).click();
  }
  // The invisible name and the one that is too long were not seated.
  await onlyText(page);
  for (const blank of ['\u200b\ufeff', '\u3164', ' \u2060 \ufe0f']) {
    await page.getByLabel(w.name, { exact: true }).fill(blank);
    await button(page, w.add).click();
    await page.getByText('This name would be invisible.').waitFor();
    await page.getByLabel(w.name, { exact: true }).fill('');
    await button(page, w.add).click();
    await page.getByText('Enter a name first.').waitFor();
  }
  await page.getByLabel(w.name, { exact: true }).fill('');
  await page.getByLabel(shown[0], { exact: true }).check();
  await button(page, w.open).tap();
  await page.locator('.cell').first().waitFor();
  await onlyText(page);
  for (const digit of '123456') {
    if (digit > 1) await button(page, w.next).tap();
    await button(page, digit).tap();
  }
  for (const tab of ['turn', 'standings', 'play']) {
    await page.goto(page.url().replace(/[^/]+$/, tab));
    await page.locator('.page.table').waitFor();
    await onlyText(page);
  }
  await page.goto(await url('/#/history'));
  await page.locator('.tables .item').first().waitFor();
  for (const name of shown.slice(0, 3)) await page.getByText(name).first().waitFor();
  await page.locator('[data-unfold]').first().tap();
  await page.getByRole('button', { name: /^Details/ }).tap();
  await page.getByLabel('Name of the table').fill('<img src=x onerror=a()>\u202e');
  await button(page, 'Save').tap();
  await page.getByText('<img src=x onerror=a()>').first().waitFor();
  await onlyText(page);
  await page.goto(await url('/#/settings'));
  await page.getByText(shown[0]).first().waitFor();
  await onlyText(page);
});

test('hostile files: taken in as text, or refused with the reason', async (t) => {
  const page = await guarded(t, '/#/history');
  const good = JSON.parse(await readFile(new URL('../saves/any-1.json', import.meta.url), 'utf8'));
  const players = good.players.map((player, at) => ({ ...player, name: nasty[at] }));
  const input = page.locator('input[type=file]');
  const give = (text, name = 'file.json') => input.setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
  const said = (text) => page.getByText(text).first().waitFor();

  await give(JSON.stringify({ ...good, id: '../../#/"><img src=x onerror=a()>', title: `</script>${'x'.repeat(10_000)}`, players }), '<img src=x onerror=a()>.json');
  await said('1 table imported.');
  await page.getByText('</script>xxx').first().waitFor();
  await onlyText(page);
  await page.locator('.tables .item').first().tap();
  await page.locator('.page.table').waitFor();
  await page.waitForURL(/table\/[0-9A-Za-z-]+\/play$/);
  await onlyText(page);
  await page.goto(await url('/#/history'));

  await give(JSON.stringify({ ...good, game: '<img src=x onerror=a()>' }));
  await said('the game “<img src=x onerror=a()>” is unknown');
  await give(`${'['.repeat(200_000)}`);
  await said('the file is incomplete or not JSON');
  await give(JSON.stringify({ ...good, log: Array(20_001).fill({ at: good.created, op: 'undo' }) }));
  await said('the file has more than 20000 entries or tables');
  await give(JSON.stringify({ ...good, players: good.players.map((player) => ({ ...player, name: 'x'.repeat(10_000) })) }));
  await said('its players or options are damaged');
  // From disk, because sending it through the browser's debugging protocol would take long.
  const folder = await mkdtemp(join(tmpdir(), 'takujo-large-'));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'large.json'), ' '.repeat(33 * 1024 * 1024));
  await input.setInputFiles(join(folder, 'large.json'));
  await said('the file is larger than 32 MB');
  await give(JSON.stringify({ takujo: 1, sessions: [], kept: { roster: [{ name: 'y'.repeat(10_000), mark: 0 }, { name: '<b>Zed', mark: 1 }], settings: { lang: 'ja' } } }));
  await said('No new tables');
  await page.goto(await url('/#/settings'));
  await page.getByText('<b>Zed').first().waitFor();
  assert.equal(await page.getByText('yyyy').count(), 0);
  await onlyText(page);
});
