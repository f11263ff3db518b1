// Who is let in at a shared table, and new links, where people are quick, leave in the middle, or have two windows.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axe, desktop, shot, taps } from './harness.mjs';
import { host } from './host.mjs';
import { join, leave, mark, phoneAt, share, stands } from './live.mjs';
import { becomes, button, entries, keys } from './table.mjs';

/** A round of Nerts: cards played and left, of each. */
async function round(page, digits) {
  await keys(taps(page), page, digits);
  await button(page, 'Save round').tap();
}

/** The link in the open sheet, once it is another one than this. */
async function renewed(page, link) {
  const field = page.getByLabel('Link', { exact: true });
  await becomes(async () => (await field.count()) && (await field.inputValue()) !== link, true, 'another link');
  return field.inputValue();
}

test('new links that were begun are made also if the program ends at once, and a window that stayed behind does not undo them', async (t) => {
  const server = await host(t);
  const aiko = await phoneAt(t, server.url);
  const link = await share(aiko, /Nerts/, ['Aiko', 'Ken']);
  await round(aiko, '310185');
  const ken = await join(t, link, 'Ken');
  await entries(ken, 1);
  const table = aiko.url();
  const second = await aiko.context().newPage();
  await second.goto(table);
  await stands(second, 'here');
  await mark(aiko).tap();
  await button(aiko, 'New links').tap();
  await button(aiko, 'Yes, replace all links').tap();
  // The new ticket may be stored by now, or not: both are begun by the same tap.
  await aiko.goto(server.url);
  await aiko.goto(table);
  await stands(aiko, 'here');
  await mark(aiko).tap();
  if (await button(aiko, 'New links').isEnabled() && (await aiko.getByLabel('Link', { exact: true }).inputValue().catch(() => '')) === link) {
    await button(aiko, 'New links').tap();
    await button(aiko, 'Yes, replace all links').tap();
  }
  const next = await renewed(aiko, link);
  await button(aiko, 'Close').tap();
  for (const page of [ken, second]) await page.getByText('No longer shared').first().waitFor();
  await round(aiko, '183250');
  await entries(aiko, 2);
  // The other window has the new ticket when it is opened again.
  await second.reload();
  await stands(second, 'here');
  await entries(second, 2);
  await aiko.reload();
  await stands(aiko, 'here');
  const mina = await join(t, next, 'Ken');
  await entries(mina, 2);
  await leave([aiko, ken, mina]);
});

test('new links are made while the table is left, and play goes on by the old ones if the host takes no table', async (t) => {
  const server = await host(t);
  const aiko = await phoneAt(t, server.url);
  const link = await share(aiko, /Nerts/, ['Aiko', 'Ken']);
  await round(aiko, '310185');
  await mark(aiko).tap();
  await button(aiko, 'New links').tap();
  await button(aiko, 'Yes, replace all links').tap();
  await button(aiko, 'Close').tap();
  await aiko.getByRole('link', { name: 'Tables' }).tap();
  await aiko.locator('.table').waitFor({ state: 'detached' });
  // Nothing has ended with an error, and the table goes on.
  await aiko.goBack();
  await stands(aiko, 'here');
  await mark(aiko).tap();
  const next = await renewed(aiko, link);
  await button(aiko, 'Close').tap();
  const ken = await join(t, next, 'Ken');
  await round(ken, '183250');
  for (const page of [aiko, ken]) await entries(page, 2);
  await leave([aiko, ken]);
});

test('two are shut out in a row; who only watches is not, and who comes later waits', async (t) => {
  const server = await host(t);
  const aiko = await phoneAt(t, server.url);
  const link = await share(aiko, /Nihon Meisho/, ['Aiko', 'Ken', 'Tom']);
  const [ken, other, tom] = [await join(t, link, 'Ken'), await join(t, link, 'Ken'), await join(t, link, 'Tom')];
  await mark(aiko).tap();
  await aiko.getByLabel('watching').check();
  const watching = await aiko.getByLabel('Link', { exact: true }).inputValue();
  // Two phones of one name have numbers.
  await button(aiko, 'Shut out Ken 2').waitFor();
  await button(aiko, 'Shut out Tom').tap();
  await button(aiko, 'Shut out Ken 2').tap();
  for (const page of [other, tom]) await mark(page).filter({ hasText: 'Not let in' }).waitFor();
  await stands(ken, 'here');
  await axe(aiko);
  await shot(aiko, 'live-phones');
  const tablet = await phoneAt(t, watching, desktop);
  await button(tablet, 'Watch only').click();
  await stands(tablet, 'here');
  assert.equal(await tablet.getByText('Not let in').count(), 0);
  // Whoever comes later is told before they sit down.
  const late = await phoneAt(t, link);
  await late.getByText('you have to be let in on the table’s phone').waitFor();
  await button(aiko, 'Close').tap();
  await button(aiko, 'Play 1').tap();
  await entries(ken, 1);
  await button(ken, 'Play 1').tap();
  await entries(aiko, 2);
  await mark(aiko).tap();
  await button(aiko, 'Let in everyone with a link').tap();
  for (const page of [other, tom]) await stands(page, 'here');
  await leave([aiko, ken, other, tom, tablet, late]);
});
