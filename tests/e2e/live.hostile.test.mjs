// A shared table with a guest who means harm: who has a link for writing, and puts into the log what no app would.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EDGE } from '../../scripts/host.mjs';
import { axe, shot, taps } from './harness.mjs';
import { host, lost } from './host.mjs';
import { guest } from './guest.mjs';
import { join, leave, mark, phoneAt, share, stands } from './live.mjs';
import { becomes, button, entries, keys } from './table.mjs';

/** A round of Nerts for two: cards played and left, of each. */
async function round(page, digits) {
  await keys(taps(page), page, digits);
  await button(page, 'Save round').tap();
}

const log = (eve, ...records) => ['log', eve.me, ...records.map((record) => (typeof record === 'string' ? record : JSON.stringify(record)))].join('\n');
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
    // Any setup that whoever hosts has not signed: without people, of another game, with other points, other people, or from the future.
    ...[{ players: [] }, { game: 'any', options: {} }, { options: { ...head.options, target: 5 } }, { players: [...head.players].reverse() }, { takujo: 99 }, { options: null }]
      .map((wrong) => `head\n${JSON.stringify({ ...head, ...wrong })}`),
    'head\n{', 'head\n', 'writers\none', '', 'log', 'what\nis this',
    // Records that are none, that break a rule, or of which only the first breaks none.
    log(eve, ''), log(eve, '{'), log(eve, 'null'), log(eve, { at, op: 'what' }), log(eve, { at, op: 'undo', more: '['.repeat(300) }, '['.repeat(3000)),
    log(eve, { at, op: 'append', event: { type: 'round', counts: [{ foundations: 99, left: 0 }, { foundations: 1, left: 2 }], caller: 0 } }),
    log(eve, { at, op: 'correct', entry: 7, event: { type: 'share' } }),
    log(eve, { at, op: 'append', event: { type: 'round', counts, caller: 0 } }, { at, op: 'redo' }),
    `guest\n${eve.me}\n\u202e${'E'.repeat(4000)}`, ...['7 Aiko · Ken\n1\n99 99', '1 Aiko · Ken\n12\n1 1', '1 Aiko · Ken\n1\n99 -'].map((row) => `row\n${eve.me}\n${row}`),
    // What would be allowed, in the name of another phone.
    log({ me: 'ken' }, { at, op: 'append', event: { type: 'round', counts, caller: 0 } }), 'row\nken\n1 Aiko · Ken\n1\n1 1', 'guest\nken\nEve',
  ]) {
    assert.equal(await eve.append(letter), 'in', letter.slice(0, 80));
  }
  assert.equal(await eve.appendSealed(Buffer.from('not sealed')), 'in');
  // What others have signed, said once more.
  const said = await eve.letters();
  assert.ok(['charter', 'log', 'guest'].every((kind) => said.some(({ text }) => text.startsWith(`${kind}\n`))));
  for (const { signed, text } of said.filter(({ text }) => /^(charter|log)\n/.test(text))) {
    assert.equal(await eve.again(signed), 'in');
    assert.equal(await eve.append(text), 'in');
  }

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

/** The entry of a phone in the sheet's list, by its person. */
const inList = (page, name) => page.locator('.live-phones > li').filter({ hasText: name });

test('a phone that is shut out enters nothing more, and what it entered is taken back; the others play on', async (t) => {
  const server = await host(t);
  const aiko = await phoneAt(t, server.url);
  const link = await share(aiko, /Nerts/, ['Aiko', 'Ken']);
  const ken = await join(t, link, 'Ken');
  await round(aiko, '310185');
  await entries(ken, 1);
  const eve = await guest(t, link);
  const bad = log(eve, { at, op: 'append', event: { type: 'round', counts: [{ foundations: 5, left: 0 }, { foundations: 6, left: 2 }], caller: 0 } });
  assert.equal(await eve.append(`guest\n${eve.me}\nEve`), 'in');
  // All that the rules allow: a round of theirs, and another's changed.
  assert.equal(await eve.append(bad), 'in');
  assert.equal(await eve.append(log(eve, { at, op: 'correct', entry: 0, event: { type: 'round', counts, caller: 0 } })), 'in');
  await entries(ken, 2);
  await round(ken, '183250');
  for (const page of [aiko, ken]) await entries(page, 3);

  await mark(aiko).tap();
  await button(aiko, 'Shut out Eve').tap();
  await inList(aiko, 'Eve').getByText('not let in').waitFor();
  await axe(aiko);
  await shot(aiko, 'live-shut-out');
  await inList(aiko, 'Eve').getByText('What Eve entered').tap();
  // The first of them is the last in the list.
  const first = inList(aiko, 'Eve').locator('ol button').last();
  await first.tap();
  await first.tap();
  await aiko.getByText('Taken back. What others entered has stayed.').waitFor();
  await shot(aiko, 'live-taken-back');
  // Nor does it help to come as somebody else.
  const again = await guest(t, link);
  for (const phone of [eve, again]) assert.equal(await phone.append(log(phone, { at, op: 'append', event: { type: 'round', counts, caller: 0 } })), 'in');
  await button(aiko, 'Close').tap();
  for (const page of [aiko, ken]) {
    await entries(page, 2);
    await stands(page, 'here');
  }
  await round(ken, '205100');
  for (const page of [aiko, ken]) await entries(page, 3);
  // Whoever is let in again plays along again.
  await mark(aiko).tap();
  await button(aiko, 'Let Eve in').tap();
  await button(aiko, 'Shut out Eve').waitFor();
  await button(aiko, 'Close').tap();
  await stands(aiko, 'here');
  assert.equal(await eve.append(bad), 'in');
  for (const page of [aiko, ken]) await entries(page, 4);
  await leave([aiko, ken, eve.page, again.page]);
});

test('a friend who is shut out is told, and can enter nothing until they are let in', async (t) => {
  const server = await host(t);
  const aiko = await phoneAt(t, server.url);
  const link = await share(aiko, /Nihon Meisho/, ['Aiko', 'Ken', 'Tom']);
  const ken = await join(t, link, 'Ken');
  await mark(aiko).tap();
  await button(aiko, 'Shut out Ken').tap();
  await mark(ken).filter({ hasText: 'Not let in' }).waitFor();
  await mark(ken).tap();
  await ken.getByText('Entries from this phone do not count.').waitFor();
  await axe(ken);
  await shot(ken, 'live-not-let-in');
  await button(ken, 'Close').tap();
  await button(ken, 'Play 1').tap();
  await ken.getByText('This phone cannot enter that.').waitFor();
  await button(aiko, 'Let in everyone with a link').tap();
  await mark(ken).filter({ hasText: 'Not let in' }).waitFor({ state: 'detached' });
  await stands(ken, 'here');
  await button(aiko, 'Close').tap();
  await button(aiko, 'Play 1').tap();
  await entries(ken, 1);
  await button(ken, 'Play 1').tap();
  await entries(aiko, 2);
  await leave([aiko, ken]);
});

// A Worker has no file to copy.
test('with new links a guest of before can neither write nor read, and an old copy of the host’s file brings nothing back', { skip: EDGE }, async (t) => {
  const server = await host(t);
  const aiko = await phoneAt(t, server.url);
  const link = await share(aiko, /Nerts/, ['Aiko', 'Ken']);
  const ken = await join(t, link, 'Ken');
  await round(ken, '310185');
  await entries(aiko, 1);
  const eve = await guest(t, link);
  const before = await server.copy();
  await mark(aiko).tap();
  await button(aiko, 'New links').tap();
  await button(aiko, 'Yes, replace all links').tap();
  await ken.getByText('No longer shared').first().waitFor();
  await stands(aiko, 'here');
  const field = aiko.getByLabel('Link', { exact: true });
  await becomes(async () => (await field.count()) && (await field.inputValue()) !== link, true, 'another link');
  const renewed = await field.inputValue();
  const part = (address, from, to) => Buffer.from(address.split('#/join/')[1], 'base64url').subarray(from, to).toString('hex');
  // Another name, another secret, another key; the same host.
  for (const [from, to] of [[1, 17], [17, 49], [49, 81]]) assert.notEqual(part(renewed, from, to), part(link, from, to));
  assert.equal(part(renewed, 81), part(link, 81));
  // Who entered what is still known, also before they come back.
  await button(aiko, 'Close').tap();
  await mark(aiko).tap();
  await aiko.getByText('Who entered what').tap();
  await aiko.locator('.live-makers li').filter({ hasText: 'Ken' }).first().waitFor();
  await button(aiko, 'Close').tap();
  assert.notEqual(await eve.append(`guest\n${eve.me}\nEve`), 'in');
  // Ken comes back to the same table.
  await ken.goto(renewed);
  await ken.locator('.join .chip').filter({ has: ken.getByText('Ken', { exact: true }) }).tap();
  await button(ken, 'Sit down').tap();
  await stands(ken, 'here');
  await entries(ken, 1);
  await round(ken, '183250');
  await entries(aiko, 2);

  // The host comes back as it was before: by the old links nobody is found, and who has the new ones goes on.
  await server.kill();
  await server.restore(before);
  await server.start();
  for (const page of [aiko, ken]) await stands(page, 'here');
  await round(aiko, '205100');
  for (const page of [aiko, ken]) await entries(page, 3);
  const late = await guest(t, link);
  assert.equal(await late.append(log(late, { at, op: 'append', event: { type: 'round', counts, caller: 0 } })), 'in');
  await round(ken, '205100');
  for (const page of [aiko, ken]) await entries(page, 4);
  await leave([aiko, ken, eve.page, late.page], lost);
});

test('a host with a new disk gets the table back from whoever comes first, also without the one who hosts it', async (t) => {
  const server = await host(t);
  const aiko = await phoneAt(t, server.url);
  const link = await share(aiko, /Nerts/, ['Aiko', 'Ken', 'Mina']);
  const [ken, mina] = [await join(t, link, 'Ken'), await join(t, link, 'Mina')];
  await round(ken, '310185207');
  for (const page of [aiko, mina]) await entries(page, 1);
  const address = aiko.url();
  await aiko.goto('about:blank');
  await server.kill();
  await server.restore(null);
  await server.start();
  for (const page of [ken, mina]) await stands(page, 'here');
  await round(mina, '183250104');
  for (const page of [ken, mina]) await entries(page, 2);
  // Also for somebody who has never been there.
  const tom = await join(t, link, 'Aiko');
  await entries(tom, 2);
  await aiko.goto(address);
  await stands(aiko, 'here');
  await entries(aiko, 2);
  // Who hosts it still does.
  await mark(aiko).tap();
  await button(aiko, 'End sharing for all').tap();
  await button(aiko, 'Yes, end it for all').tap();
  for (const page of [ken, mina, tom]) await page.getByText('No longer shared').first().waitFor();
  // What was closed stays so, whoever comes back.
  for (const page of [ken, mina]) {
    await page.reload();
    await page.getByText('No longer shared').first().waitFor();
  }
  await leave([aiko, ken, mina, tom], lost);
});
