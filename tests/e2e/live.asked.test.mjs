// Different numbers for one row of a round, entered on two phones at a shared table.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axe, shot, taps } from './harness.mjs';
import { host, network } from './host.mjs';
import { join, leave, phoneAt, share, stands } from './live.mjs';
import { becomes, button, entries, keys, words } from './table.mjs';

const w = words.en;

/** Says that the phone on which a table is shared is Aiko's. */
const ofAiko = (page) => () => page.getByRole('group', { name: 'Whose phone is this?' }).getByLabel('Aiko').check();

/** Goes to somebody's row, which nobody has entered yet, and enters it. */
async function enter(page, name, digits) {
  await page.locator('.live-rows .chip', { hasText: name }).first().tap();
  await keys(taps(page), page, digits);
}

/** Waits until the next key goes into this person's row. */
const begins = (page, name) => becomes(async () => (await page.locator('.cell[aria-pressed="true"]').getAttribute('aria-label')).startsWith(name), true, name);

/** What a cell of Ken's row shows: his cards on the foundations, then those left. */
const ofKen = (page, which) => page.getByRole('button', { name: new RegExp(`^Ken, ${which}`) }).first().textContent();

test('two phones enter different numbers for one row: both are asked, nobody saves before, and one answer is enough', async (t) => {
  const server = await host(t);
  const between = await network(t, server, () => 1);
  const aiko = await phoneAt(t, between.url);
  const link = (await share(aiko, /Nerts/, ['Aiko', 'Ken', 'Tom'], ofAiko(aiko))).replace(between.url, server.url);
  const [ken, tom] = [await join(t, link, 'Ken'), await join(t, link, 'Tom')];
  await stands(aiko, 'here');

  for (const [page, name] of [[aiko, 'Aiko'], [ken, 'Ken'], [tom, 'Tom']]) await begins(page, name);
  // Whoever opened the table has no button to hand in: what is entered there is on the other phones all the same.
  await enter(aiko, 'Aiko', '310');
  await ken.getByRole('button', { name: 'Aiko: done', exact: true }).waitFor();
  await enter(aiko, 'Tom', '96');
  await tom.getByRole('button', { name: 'Tom: done, entered by Aiko' }).waitFor();

  // Neither phone hears of the other before both have entered it.
  const release = between.hold();
  await Promise.all([enter(ken, 'Ken', '151'), enter(aiko, 'Ken', '173')]);
  release();
  for (const page of [aiko, ken, tom]) await page.locator('.live-asked', { hasText: 'which entry is right?' }).waitFor();
  await shot(ken, 'live-asked');
  await axe(ken);
  await button(aiko, 'Save round').tap();
  await aiko.getByText('Not saved: one row has two different entries.').waitFor();
  await shot(aiko, 'live-asked-saving');
  await entries(aiko, 0);

  await button(ken, 'Ken: 15 · 1').tap();
  for (const page of [aiko, ken, tom]) {
    await page.locator('.live-asked').waitFor({ state: 'detached' });
    await becomes(() => ofKen(page, 'Left'), '1');
  }
  await button(tom, 'Save round').tap();
  for (const page of [aiko, ken, tom]) await entries(page, 1);
  assert.match(await aiko.getByRole('main').textContent(), /13/, 'Ken has 15 − 2');
  for (const [page, name] of [[aiko, 'Aiko'], [ken, 'Ken'], [tom, 'Tom']]) await begins(page, name);

  // Taken back and done again, the numbers of this round are no entry for the next.
  await aiko.locator('.undo').tap();
  for (const page of [aiko, ken, tom]) await entries(page, 0);
  await aiko.locator('.live-rows[data-missing="0"]').waitFor();
  await aiko.getByRole('button', { name: w.redo }).tap();
  for (const page of [aiko, ken, tom]) {
    await entries(page, 1);
    await page.locator('.live-rows[data-missing="3"]').waitFor();
  }
  await enter(ken, 'Ken', '181');
  for (const page of [aiko, ken, tom]) await page.locator('.live-rows[data-missing="2"]').waitFor();
  await leave([aiko, ken, tom]);
});

test('a number that its author takes back again asks nothing, and reaches the others', async (t) => {
  const server = await host(t);
  const aiko = await phoneAt(t, server.url);
  const link = await share(aiko, /Nerts/, ['Aiko', 'Ken'], ofAiko(aiko));
  const ken = await join(t, link, 'Ken');
  await stands(aiko, 'here');
  await enter(ken, 'Ken', '151');
  await becomes(() => ofKen(aiko, 'Left'), '1');
  for (const left of ['2', '1']) {
    await ken.getByRole('button', { name: /^Ken, Left/ }).first().tap();
    await keys(taps(ken), ken, left);
    await becomes(() => ofKen(aiko, 'Left'), left);
  }
  assert.equal(await aiko.locator('.live-asked').count(), 0);
  // After a reload the phone says nothing twice.
  await ken.reload();
  await ken.locator('.live-rows .chip').first().waitFor();
  await stands(ken, 'here');
  await becomes(() => ofKen(ken, 'Left'), '1');
  assert.equal(await ken.locator('.live-asked').count(), 0);
  await leave([aiko, ken]);
});
