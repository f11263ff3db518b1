// How friends come to a shared table: what a link says before one sits down, and links that lead to where phones can go.
import assert from 'node:assert/strict';
import { networkInterfaces } from 'node:os';
import { test } from 'node:test';
import { allowFaults, axe, japanese, phone, shot, taps } from './harness.mjs';
import { host } from './host.mjs';
import { join, leave, phoneAt, share, stands } from './live.mjs';
import { becomes, button, entries, keys, seat, words } from './table.mjs';

const small = { ...phone, viewport: { width: 360, height: 640 } };

test('a link says which table it is, who sits there and who has come already; one can watch only', async (t) => {
  const server = await host(t);
  const aiko = await phoneAt(t, server.url);
  const link = await share(aiko, /Nerts/, ['Aiko', 'Ken', 'Tom'], async () => {
    await aiko.getByRole('group', { name: 'Whose phone is this?' }).getByLabel('Aiko').check();
  });
  const ken = await phoneAt(t, link, small);
  await ken.getByRole('heading', { name: 'Nerts' }).waitFor();
  const chips = () => ken.locator('.join .chip').evaluateAll((chips) => chips.map((chip) => [chip.querySelectorAll('.mark').length, chip.innerText.replaceAll('\n', ' ')]));
  await becomes(chips, [[1, 'Aiko has a phone'], [1, 'Ken'], [1, 'Tom']]);
  // A browser that shares its storage with the installed app has nothing to say about that.
  assert.equal(await ken.getByText('You are in a browser').count(), 0);
  assert.equal(await ken.getByText('Somebody has this name').count(), 0, 'nothing is chosen yet');
  const box = () => button(ken, 'Sit down').boundingBox();
  const before = await box();
  await ken.locator('.join .chip', { hasText: 'Aiko' }).tap();
  await ken.getByText('Somebody has this name already').waitFor();
  assert.deepEqual(await box(), before, 'the button stays where it is');
  await shot(ken, 'live-join-taken');
  await axe(ken);
  await ken.locator('.join .chip', { hasText: 'Ken' }).tap();
  await becomes(() => ken.getByText('Somebody has this name').count(), 0);
  await button(ken, 'Sit down').tap();
  await stands(ken, 'here');

  const tom = await phoneAt(t, link, japanese(small));
  await becomes(() => tom.locator('.join .chip', { hasText: '参加中' }).count(), 2);
  await shot(tom, 'live-join-ja');
  await axe(tom);
  await button(tom, '見るだけ').tap();
  await stands(tom, 'here');
  await keys(taps(aiko), aiko, '310185204');
  await button(aiko, 'Save round').tap();
  await entries(tom, 1);
  // A watcher's cells are there to be read.
  const cells = (which) => () => tom.locator(`.cell${which}`).count();
  await becomes(cells(':disabled'), 6);
  await becomes(cells(':not(:disabled)'), 0);

  // An iPhone's installed app keeps its own tables, and Safari says that it is not the app.
  const iphone = await phoneAt(t, server.url);
  await iphone.addInitScript(() => { Object.defineProperty(navigator, 'standalone', { value: false }); });
  await iphone.goto('about:blank');
  await iphone.goto(link);
  await iphone.getByText('You are in a browser').waitFor();
  await leave([aiko, ken, tom, iphone]);
});

test('a table shared at localhost has a link that leads phones to this computer; if nothing does, it says so', async (t) => {
  const server = await host(t, '--host', '0.0.0.0');
  const near = (address) => address.replace('127.0.0.1', 'localhost');
  const others = Object.values(networkInterfaces()).flat().filter(({ family, internal }) => family === 'IPv4' && !internal);
  const aiko = await phoneAt(t, near(server.url));
  if (others.length > 0) {
    const link = await share(aiko, /Nerts/, ['Aiko', 'Ken']);
    const address = new URL(link);
    assert.ok(others.some(({ address: ip }) => ip === address.hostname), link);
    const ken = await join(t, link, 'Ken');
    // Browsers say of an address without encryption that it is one.
    allowFaults(ken, /Cross-Origin-Opener-Policy/);
    await keys(taps(ken), ken, '310185');
    await button(ken, 'Save round').tap();
    await entries(aiko, 1);
    // Of a page that was opened by another name, the host says nothing.
    assert.equal((await fetch(`${address.origin}/addresses`)).status, 404);
    await leave([ken]);
  } else {
    t.diagnostic('this machine is in no network: a link that leads to it was not tried');
  }
  const alone = await host(t);
  const tom = await phoneAt(t, near(alone.url));
  await tom.goto(`${near(alone.url)}#/new/nerts`);
  await seat(tom, words.en, ['Aiko', 'Ken']);
  await button(tom, words.en.open).tap();
  await button(tom, 'Play on all phones').tap();
  await button(tom, 'Share this table').tap();
  await stands(tom, 'here');
  await tom.getByText('Other phones cannot open this link').waitFor();
  await shot(tom, 'live-localhost');
  await axe(tom);
  await leave([aiko, tom]);
});
