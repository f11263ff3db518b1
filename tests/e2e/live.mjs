// Steps shared by the tests of tables that many phones share.
import { allowFaults, axe, context, phone, shot, started } from './harness.mjs';
import { button, seat, words } from './table.mjs';

const w = words.en;
export const mark = (page) => page.locator('.live');
export const stands = (page, state, waiting = 0) => page.locator(`.live[data-live="${state}"][data-waiting="${waiting}"]`).waitFor();

/** A phone of its own, at an address of the host. */
export async function phoneAt(t, address, device = phone) {
  const page = await (await context(t, device, address)).newPage();
  page.setDefaultTimeout(20_000);
  await page.goto(address);
  await started(page);
  return page;
}

/** Opens a table of a game and shares it; returns the link to play along. */
export async function share(page, game, names, choose = async () => {}) {
  await page.getByRole('link', { name: game }).first().tap();
  await seat(page, w, names);
  if (await page.getByRole('radio', { name: names[0] }).count()) await page.getByRole('radio', { name: names[0] }).check();
  await button(page, w.open).tap();
  await page.locator('.table').waitFor();
  await button(page, 'Play on all phones').tap();
  await choose();
  await axe(page);
  await shot(page, 'live-start');
  await button(page, 'Share this table').tap();
  await stands(page, 'here');
  await page.locator('svg.code').waitFor();
  await axe(page);
  await shot(page, 'live-sheet');
  const link = await page.getByLabel('Link', { exact: true }).inputValue();
  await button(page, 'Close').tap();
  return link;
}

/** Sits down at a shared table as one of its players. */
export async function join(t, link, name) {
  const page = await phoneAt(t, link);
  await page.locator('.join .chip').filter({ has: page.getByText(name, { exact: true }) }).tap();
  await shot(page, 'live-join');
  await axe(page);
  await button(page, 'Sit down').tap();
  await stands(page, 'here');
  return page;
}

/** Puts the phones away before the host ends, which they would miss; `faults` are what the test did to them. */
export async function leave(phones, faults = /^$/) {
  for (const page of phones) {
    await page.context().close();
    allowFaults(page, faults);
  }
}
