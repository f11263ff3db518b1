// An evening on four phones: two people type at once, one phone is asleep for a round, a guest means harm, and the host is
// another one half-way.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { taps } from './harness.mjs';
import { guest } from './guest.mjs';
import { host, lost, network } from './host.mjs';
import { join, leave, mark, phoneAt, share, stands } from './live.mjs';
import { becomes, button, entries, keys, words } from './table.mjs';

const w = words.en;
const names = ['Aiko', 'Ken', 'Mina', 'Tom'];
const ofAiko = (page) => () => page.getByRole('group', { name: 'Whose phone is this?' }).getByLabel('Aiko').check();

/** Goes to somebody's row, which nobody has entered yet, and enters it. */
async function enter(page, name, digits) {
  await page.locator('.live-rows .chip', { hasText: name }).first().tap();
  await keys(taps(page), page, digits);
}

/** The numbers of all phones are the same: each entry once. */
async function alike(phones, count) {
  for (const page of phones) {
    await entries(page, count);
    await stands(page, 'here');
  }
}

/** Shuts out the guest and takes back all that they entered, on the phone of whoever hosts. */
async function send(page, name) {
  await mark(page).tap();
  await button(page, `Shut out ${name}`).tap();
  const listed = page.locator('.live-phones > li').filter({ hasText: name });
  await listed.getByText(`What ${name} entered`).tap();
  const first = listed.locator('ol button').last();
  await first.tap();
  await first.tap();
  await page.getByText('Taken back. What others entered has stayed.').waitFor();
  await button(page, 'Close').tap();
}

test('a game of Nerts and one of Nihon Meisho on four phones: every difference is asked about, and nothing is lost', async (t) => {
  const server = await host(t);
  const between = await network(t, server, () => 0);
  const sleeps = () => {
    between.bad(1);
    between.cut();
  };
  const through = (link) => link.replace(server.url, between.url);
  const aiko = await phoneAt(t, server.url);
  let link = await share(aiko, /Nerts/, names, ofAiko(aiko));
  const [ken, mina, tom] = [await join(t, link, 'Ken'), await join(t, through(link), 'Mina'), await join(t, link, 'Tom')];
  const four = [aiko, ken, mina, tom];

  // Two people enter different numbers for Ken at once: all are asked.
  await enter(aiko, 'Aiko', '310');
  await enter(mina, 'Mina', '185');
  await enter(tom, 'Tom', '214');
  // Neither phone hears of the other before both have entered it.
  const release = between.hold();
  await Promise.all([enter(ken, 'Ken', '151'), enter(mina, 'Ken', '173')]);
  release();
  for (const page of four) await page.locator('.live-asked', { hasText: 'which entry is right?' }).waitFor();
  await button(ken, 'Ken: 15 · 1').tap();
  for (const page of four) await page.locator('.live-asked').waitFor({ state: 'detached' });
  await button(tom, 'Save round').tap();
  await alike(four, 1);

  // Mina's phone sleeps, so Aiko fills in her row. A guest enters a round and changes the first one.
  sleeps();
  await stands(mina, 'away');
  const eve = await guest(t, link);
  const said = (record) => `log\n${eve.me}\n${JSON.stringify({ at: '2026-11-25T20:00:00Z', ...record })}`;
  const counts = [40, 1, 1, 1].map((foundations, at) => ({ foundations, left: at ? 1 : 0 }));
  assert.equal(await eve.append(`guest\n${eve.me}\nEve`), 'in');
  for (const record of [{ op: 'append' }, { op: 'correct', entry: 0 }]) assert.equal(await eve.append(said({ ...record, event: { type: 'round', counts, caller: 0 } })), 'in');
  await alike([aiko, ken, tom], 2);
  await send(aiko, 'Eve');
  await alike([aiko, ken, tom], 1);
  await enter(ken, 'Ken', '155');
  await enter(tom, 'Tom', '204');
  await enter(aiko, 'Aiko', '310');
  await enter(aiko, 'Mina', '165');
  for (const page of [aiko, ken, tom]) await page.locator('.live-rows[data-missing="0"]').waitFor();
  await button(ken, 'Save round').tap();
  await alike([aiko, ken, tom], 2);
  between.good();
  await alike(four, 2);

  // The host is another one, with an empty disk.
  await enter(tom, 'Tom', '194');
  await server.kill();
  await server.restore(null);
  for (const page of four) await stands(page, 'away');
  await enter(ken, 'Ken', '175');
  await enter(aiko, 'Aiko', '310');
  await server.start();
  await alike(four, 2);
  await enter(mina, 'Mina', '171');
  for (const page of four) await page.locator('.live-rows[data-missing="0"]').waitFor();
  await button(mina, 'Save round').tap();
  await alike(four, 3);
  // She is still shut out there.
  const again = await guest(t, link);
  assert.equal(await again.append(`log\n${again.me}\n${JSON.stringify({ at: '2026-11-25T21:00:00Z', op: 'undo' })}`), 'in');

  for (const [page, name, digits] of [[aiko, 'Aiko', '300'], [ken, 'Ken', '181'], [mina, 'Mina', '201'], [tom, 'Tom', '221']]) await enter(page, name, digits);
  for (const page of four) await page.locator('.live-rows[data-missing="0"]').waitFor();
  await button(aiko, 'Save round').tap();
  for (const page of four) {
    await alike([page], 4);
    await page.getByRole('link', { name: w.standings }).tap();
    // 31+31+31+30, 13+5+7+16, 8+6+15+18 and 13+12+11+20.
    await becomes(() => page.locator('.ranking .total').allTextContents(), ['123', '56', '47', '41'], 'the same totals everywhere');
  }

  // Whoever has the phone in hand taps; two tap at once, and one of them is told that it did not count.
  await aiko.goto(server.url);
  link = await share(aiko, /Nihon Meisho/, names);
  const late = await network(t, server, () => 0);
  const [ken2, mina2, tom2] = [await join(t, link, 'Ken'), await join(t, through(link), 'Mina'), await join(t, link.replace(server.url, late.url), 'Tom')];
  const all = [aiko, ken2, mina2, tom2];
  const turn = (page, name) => page.getByRole('heading', { name: `${name}’s turn` }).waitFor();
  // Neither has news of the other: a tap after that is simply the next turn.
  const letThrough = late.hold();
  for (const page of [aiko, tom2]) await button(page, 'Play 1').tap();
  for (const page of [aiko, tom2]) await entries(page, 1);
  letThrough();
  let made = 1;
  for (const page of all) await turn(page, 'Ken');
  await alike(all, made);
  const told = () => Promise.all([aiko, tom2].map((page) => page.getByText('Not counted from this phone').count()));
  await becomes(async () => (await told()).reduce((sum, one) => sum + one, 0), 1, 'one was told');
  for (const page of [aiko, tom2]) {
    if (await button(page, 'Discard').count()) await button(page, 'Discard').tap();
  }
  const tap = async (page, what, next) => {
    await button(page, what).tap();
    made += 1;
    if (next) await turn(page, next);
  };
  const hand = 6;
  for (let card = 2; card <= hand; card += 1) {
    for (const [page, name, next] of [[ken2, 'Ken', 'Mina'], [mina2, 'Mina', 'Tom'], [tom2, 'Tom', 'Aiko']]) {
      // One phone is asleep: another is handed round.
      const asleep = card === 3 && name === 'Mina';
      if (asleep) {
        sleeps();
        await stands(mina2, 'away');
      }
      const here = asleep ? tom2 : page;
      // Also on a phone that has just woken up.
      await turn(here, name);
      await entries(here, made);
      await tap(here, 'Pass', next);
      between.good();
    }
    await turn(aiko, 'Aiko');
    if (card < hand) await tap(aiko, 'Play 1', 'Ken');
    if (card === hand - 1) await tap(aiko, 'Aiko said it');
  }
  await alike(all, made);
  await button(aiko, 'Play 1').tap();
  for (const page of all) await page.getByRole('heading', { name: 'Aiko wins' }).first().waitFor();
  await alike(all, made + 1);
  await leave([...four, ken2, mina2, tom2, eve.page, again.page], lost);
});
