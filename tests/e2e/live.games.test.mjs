// Whole games on three phones that share a table: what friends do of an evening, whatever happens to a phone and to the host.
import { test } from 'node:test';
import { taps } from './harness.mjs';
import { host, lost, network } from './host.mjs';
import { join, leave, phoneAt, share, stands } from './live.mjs';
import { becomes, button, entries, keys, words } from './table.mjs';

const w = words.en;

/** The numbers of all phones at a shared table are the same: each entry once. */
async function alike(phones, count) {
  for (const page of phones) {
    await entries(page, count);
    await stands(page, 'here');
  }
}

test('a whole game of Nerts and one of Nihon Meisho on three phones: one is away for a round, the host dies twice, and nothing is lost or doubled', async (t) => {
  const server = await host(t);
  const between = await network(t, server, () => 0);
  const away = () => {
    between.bad(1);
    between.cut();
  };
  const through = (link) => link.replace(server.url, between.url);
  const aiko = await phoneAt(t, server.url);
  let link = await share(aiko, /Nerts/, ['Aiko', 'Ken', 'Tom'], async () => {
    await aiko.getByLabel('Everyone their own row').check();
    await aiko.getByRole('group', { name: 'Whose phone is this?' }).getByLabel('Aiko').check();
  });
  const ken = await join(t, through(link), 'Ken');
  const tom = await join(t, link, 'Tom');
  const three = [aiko, ken, tom];
  const row = async (page, digits) => {
    await page.locator('.live-rows .chip').first().waitFor();
    await keys(taps(page), page, digits);
    if (page === aiko) return;
    await button(page, 'I am done').tap();
    await page.getByText('Your row is in').waitFor();
  };
  const saveRound = async () => {
    await aiko.locator('.live-rows[data-missing="0"]').waitFor();
    await button(aiko, 'Save round').tap();
  };

  await row(ken, '185');
  await row(tom, '214');
  await row(aiko, '310');
  await saveRound();
  await alike(three, 1);

  // Ken is away for a round. His row is filled in from the table's phone; what he handed in meanwhile is of that round only.
  away();
  await stands(ken, 'away');
  await row(ken, '155');
  await row(tom, '204');
  await row(aiko, '310');
  await button(aiko, 'Ken: not done yet').tap();
  await keys(taps(aiko), aiko, '165');
  await saveRound();
  await alike([aiko, tom], 2);
  between.good();
  await alike(three, 2);
  await ken.locator('.live-rows[data-missing="3"]').waitFor();

  // The host dies in the middle of a round.
  await row(tom, '194');
  await server.kill();
  for (const page of three) await stands(page, 'away');
  await row(ken, '175');
  await row(aiko, '310');
  await server.start();
  await saveRound();
  await alike(three, 3);

  await row(ken, '181');
  await row(tom, '221');
  await row(aiko, '300');
  await saveRound();
  for (const page of three) {
    await alike([page], 4);
    await page.getByRole('link', { name: w.standings }).tap();
    const totals = () => page.locator('.ranking .total').allTextContents();
    // 31+31+31+30, 13+12+11+20 and 8+6+7+16.
    await becomes(totals, ['123', '56', '37'], 'the same totals everywhere');
  }

  // Whoever has the phone in hand taps; Ken is away again, and the host dies before the last card.
  await aiko.goto(server.url);
  link = await share(aiko, /Nihon Meisho/, ['Aiko', 'Ken', 'Tom']);
  const [ken2, tom2] = [await join(t, through(link), 'Ken'), await join(t, link, 'Tom')];
  const all = [aiko, ken2, tom2];
  const turn = (page, name) => page.getByRole('heading', { name: `${name}’s turn` }).waitFor();
  // Aiko plays hers; the others pass, each on their own phone or, when away, on another.
  let made = 0;
  const tap = async (page, what, next) => {
    await button(page, what).tap();
    made += 1;
    if (next) await turn(page, next);
  };
  const hand = 6;
  for (let card = 1; card < hand; card += 1) {
    await tap(aiko, 'Play 1', 'Ken');
    if (card === hand - 1) await tap(aiko, 'Aiko said it');
    if (card === 2) {
      away();
      await stands(ken2, 'away');
    }
    const his = card === 2 ? tom2 : ken2;
    await turn(his, 'Ken');
    await entries(his, made);
    await tap(his, 'Pass', 'Tom');
    await turn(tom2, 'Tom');
    await tap(tom2, 'Pass', 'Aiko');
    await turn(aiko, 'Aiko');
    between.good();
  }
  await alike(all, made);
  await server.kill();
  await stands(aiko, 'away');
  await button(aiko, 'Play 1').tap();
  await aiko.getByRole('heading', { name: 'Aiko wins' }).first().waitFor();
  await server.start();
  for (const page of all) await page.getByRole('heading', { name: 'Aiko wins' }).first().waitFor();
  await alike(all, made + 1);
  await leave([...three, ken2, tom2], lost);
});
