// Phones and hosts of neighbouring versions: they play on in what both speak, or say which of them is too old and lose nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axe, japanese, phone, shot, smallPhone, taps } from './harness.mjs';
import { host, hostOfBefore, hostOfVersion, lost } from './host.mjs';
import { join, leave, mark, phoneAt, share, stands } from './live.mjs';
import { button, entries, keys, seat, words } from './table.mjs';

const w = words.en;

/** A round of Nerts: cards played and left, of each. */
async function round(page, digits) {
  await keys(taps(page), page, digits);
  await button(page, 'Save round').tap();
}

test('a phone falls back to the version of an older host, and plays on when that becomes a newer one', async (t) => {
  const server = await host(t);
  const old = await hostOfVersion(t, server, 1);
  const aiko = await phoneAt(t, old.url);
  const link = await share(aiko, /Nerts/, ['Aiko', 'Ken']);
  const ken = await join(t, link, 'Ken');
  // Also with one that speaks the newest version at the same table.
  const mina = await join(t, link.replace(old.url, server.url), 'Aiko');
  const all = [aiko, ken, mina];
  for (const [nth, page] of all.entries()) {
    await round(page, '310185');
    for (const each of all) await entries(each, nth + 1);
  }
  assert.deepEqual([[...old.heard].sort(), [...old.told]], [[1, 2], [1]], 'begun with the newest, answered in the oldest');
  // The host is updated in the middle of the evening, to one that no longer speaks version 1.
  old.speaks(2);
  await stands(aiko, 'here');
  await round(aiko, '183250');
  for (const page of all) await entries(page, 4);
  assert.deepEqual([...old.told], [1, 2]);
  await leave(all, lost);
});

test('a phone finds its table at a host that knows no addresses of tables, but of partitions', async (t) => {
  const aiko = await phoneAt(t, await hostOfBefore(t, await host(t), /^\/live\/..$/));
  const ken = await join(t, await share(aiko, /Nerts/, ['Aiko', 'Ken']), 'Ken');
  await round(ken, '310185');
  for (const page of [aiko, ken]) await entries(page, 1);
  await leave([aiko, ken], lost);
});

for (const [version, mends, words] of [[9, 'App', 'The host is newer than this app.'], [0, 'Host', 'The host is older than this app.']]) {
  test(`with a host of version ${version} a phone says that the ${mends.toLowerCase()} is too old, plays on alone, and shares again later`, async (t) => {
    const server = await host(t);
    const other = await hostOfVersion(t, server, 2);
    const aiko = await phoneAt(t, other.url);
    const link = await share(aiko, /Nerts/, ['Aiko', 'Ken']);
    const ken = await join(t, link.replace(other.url, server.url), 'Ken');
    await round(aiko, '310185');
    await entries(ken, 1);

    other.speaks(version);
    await mark(aiko).filter({ hasText: `${mends} needs an update` }).waitFor();
    await round(aiko, '183250');
    await entries(aiko, 2);
    await stands(aiko, 'away', 1);
    await mark(aiko).tap();
    await aiko.getByText(words).waitFor();
    await axe(aiko);
    await shot(aiko, `live-version-${version}`);
    await button(aiko, 'Close').tap();
    // After a reload as well, and it is still there.
    await aiko.reload();
    await mark(aiko).filter({ hasText: `${mends} needs an update` }).waitFor();
    await entries(aiko, 2);
    await stands(aiko, 'away', 1);

    // Whoever comes now is told, too, and so is whoever shares a table.
    const tom = await phoneAt(t, link, japanese(smallPhone));
    await tom.getByText(version ? /バージョンが\u200b?あります」\u2060?と/ : '更新を頼んでください').waitFor();
    await axe(tom);
    await shot(tom, `live-version-${version}-join`);
    const mina = await phoneAt(t, other.url, phone);
    await mina.getByRole('link', { name: /Nerts/ }).first().tap();
    await seat(mina, w, ['Mina', 'Eve']);
    await button(mina, w.open).tap();
    await button(mina, 'Play on all phones').tap();
    await button(mina, 'Share this table').tap();
    await mina.getByRole('alert').filter({ hasText: words }).waitFor();
    await axe(mina);

    // The other side is updated. The app asks again by itself, at the latest when it is looked at again.
    other.speaks(2);
    await aiko.evaluate(() => globalThis.dispatchEvent(new Event('pageshow')));
    await stands(aiko, 'here');
    for (const page of [aiko, ken]) await entries(page, 2);
    await round(ken, '205100');
    for (const page of [aiko, ken]) await entries(page, 3);
    await leave([aiko, ken, tom, mina], lost);
  });
}
