// A shared table with a guest who means harm: who has a link for writing, and puts into the log what no app would.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shot, taps } from './harness.mjs';
import { host } from './host.mjs';
import { guest } from './guest.mjs';
import { join, leave, mark, phoneAt, share, stands } from './live.mjs';
import { button, entries, keys } from './table.mjs';

/** A round of Nerts for two: cards played and left, of each. */
async function round(page, digits) {
  await keys(taps(page), page, digits);
  await button(page, 'Save round').tap();
}

const log = (...records) => ['log', 'eve', ...records.map((record) => (typeof record === 'string' ? record : JSON.stringify(record)))].join('\n');
const at = '2026-11-25T20:00:00Z';
const counts = [{ foundations: 40, left: 0 }, { foundations: 1, left: 2 }];

test('what the rules refuse is nothing on any phone, and play goes on', async (t) => {
  const server = await host(t);
  const aiko = await phoneAt(t, server.url);
  const link = await share(aiko, /Nerts/, ['Aiko', 'Ken']);
  const ken = await join(t, link, 'Ken');
  await round(aiko, '310185');
  await entries(ken, 1);

  const head = {
    takujo: 1, id: 'eve', game: 'nerts', title: '', created: at, players: [{ name: 'Aiko', mark: 0 }, { name: 'Ken', mark: 1 }],
    starter: 0, drawn: false, options: { target: 100, jokers: 0, partnerships: false, tie: 'ask' },
  };
  const eve = await guest(t, link);
  for (const letter of [
    // A setup without people, of another game, with other points, other people, or from the future.
    ...[{ players: [] }, { game: 'any', options: {} }, { options: { ...head.options, target: 5 } }, { players: [...head.players].reverse() }, { takujo: 99 }, { options: null }]
      .map((wrong) => `head\n${JSON.stringify({ ...head, ...wrong })}`),
    'head\n{', 'head\n', 'writers\none', '', 'log', 'what\nis this',
    // Records that are none, that break a rule, or of which only the first breaks none.
    log(''), log('{'), log('null'), log({ at, op: 'what' }), log({ at, op: 'undo', more: '['.repeat(300) }, '['.repeat(3000)),
    log({ at, op: 'append', event: { type: 'round', counts: [{ foundations: 99, left: 0 }, { foundations: 1, left: 2 }], caller: 0 } }),
    log({ at, op: 'correct', entry: 7, event: { type: 'share' } }),
    log({ at, op: 'append', event: { type: 'round', counts, caller: 0 } }, { at, op: 'redo' }),
    `guest\neve\n\u202e${'E'.repeat(4000)}`, 'row\neve\n7 Aiko · Ken\n1\n99 99', 'row\neve\n1 Aiko · Ken\n12\n1 1', 'row\neve\n1 Aiko · Ken\n1\n99 -',
  ]) {
assert.equal(await eve.append(letter), 'in', letter.slice(0, 80));
  }
  assert.equal(await eve.appendSealed(Buffer.from('not sealed')), 'in');

  // Ken plays on, and both have what he entered, also after they were closed.
  await stands(ken, 'here');
  await round(ken, '183250');
  for (const page of [aiko, ken]) {
    await entries(page, 2);
    await stands(page, 'here');
    assert.equal(await page.getByRole('alert').filter({ hasText: /./ }).count(), 0);
  }
  await shot(aiko, 'live-hostile');
  for (const page of [aiko, ken]) {
    const address = page.url();
    await page.goto('about:blank');
    await page.goto(address);
    await entries(page, 2);
    await stands(page, 'here');
  }
  // Who comes later has the same.
  const mina = await join(t, link, 'Ken');
  await entries(mina, 2);
  await leave([aiko, ken, mina, eve.page]);
});

test('whoever hosts can lock and end a table while others write without end', async (t) => {
  const server = await host(t);
  const aiko = await phoneAt(t, server.url);
  const link = await share(aiko, /Nerts/, ['Aiko', 'Ken']);
  const guests = [];
  for (let count = 0; count < 4; count += 1) guests.push(await guest(t, link));
  const floods = guests.map((eve, nth) => eve.flood(`guest\neve${nth}\nEve`));
  await mark(aiko).tap();
  await button(aiko, 'Lock for the others').tap();
  // 5: locked.
  assert.deepEqual(await Promise.all(floods), floods.map(() => 5));
  await button(aiko, 'Unlock').tap();
  await button(aiko, 'Lock for the others').waitFor();
  const again = guests.map((eve, nth) => eve.flood(`guest\neve${nth}\nEve`));
  await button(aiko, 'End sharing for all').tap();
  await button(aiko, 'Yes, end it for all').tap();
  // 3: not there any more; or cut off at once.
  for (const told of await Promise.all(again)) assert.ok([3, 'cut'].includes(told), `${told}`);
  await leave([aiko, ...guests.map(({ page }) => page)]);
});
