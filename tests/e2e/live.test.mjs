// A table that many phones share: the real host, which is killed and started again, and browsers of their own for each phone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { axe, context, japanese, phone, shot, started, taps, url } from './harness.mjs';
import { host, lost, network, under } from './host.mjs';
import { join, leave, mark, phoneAt, share, stands } from './live.mjs';
import { becomes, button, entries, keys, onDisk, put, seat, words } from './table.mjs';

const w = words.en;

/** A round of Nerts for two: cards played and left, of each. */
async function round(page, digits) {
  await keys(taps(page), page, digits);
  await button(page, 'Save round').tap();
}

test('what a phone loads to join is at most 64 kB beyond the table, and nothing before it joins', async (t) => {
  /** The program's files behind these addresses, one after the other in one window. */
  const files = async (...addresses) => {
    const page = await (await context(t)).newPage();
    const seen = new Set();
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.endsWith('.wasm')) seen.add(pathname);
    });
    for (const address of addresses) {
      await page.goto(await url(address));
      await page.locator('#main h1').first().waitFor();
      await page.waitForLoadState('networkidle');
    }
    return seen;
  };
  // A broken link leads to the page that says so.
  const joining = await files('/#/join/none');
  const beside = await files('/', '/#/new/nerts', '/#/history');
  const only = [...joining].filter((file) => !beside.has(file));
  assert.ok(only.some((file) => /\/live-/.test(file)), `${only}`);
  let bytes = 0;
  for (const file of only) bytes += gzipSync(Buffer.from(await (await fetch(await url(file))).arrayBuffer()), { level: 9 }).length;
  assert.ok(bytes <= 64_000, `${bytes} bytes: ${only}`);
});

test('two phones play Nerts, the host is killed and started again, and nothing is lost or doubled', async (t) => {
  const server = await host(t);
  const aiko = await phoneAt(t, server.url);
  const link = await share(aiko, /Nerts/, ['Aiko', 'Xanthippe']);
  const ken = await join(t, link, 'Xanthippe');

  await round(aiko, '310185');
  await entries(ken, 1);
  await round(ken, '183250');
  await entries(aiko, 2);
  await stands(aiko, 'here');
  await stands(ken, 'here');

  // The host has the rounds and knows nobody: neither its disk nor its memory has a name.
  assert.equal(await server.knows('Xanthippe'), false);
  assert.equal(await server.knows('takujo'), true, 'the search finds what is there');

  // Killed: both say so, taps count and wait.
  await server.kill();
  await stands(aiko, 'away');
  await round(ken, '200153');
  await entries(ken, 3);
  await stands(ken, 'away', 1);
  await shot(ken, 'live-away');
  await axe(ken);
  // A phone that is closed and opened again still has them.
  const at = ken.url();
  await ken.goto('about:blank');
  await server.start();
  await ken.goto(at);
  await entries(ken, 3);
  await entries(aiko, 3);
  await stands(ken, 'here');

  // Both enter the fourth round while they cannot hear each other: one counts, the other is shown and kept.
  await server.kill();
  await stands(aiko, 'away');
  await stands(ken, 'away');
  await round(aiko, '150204');
  await round(ken, '160214');
  await entries(aiko, 4);
  await entries(ken, 4);
  await server.start();
  await stands(aiko, 'here');
  await stands(ken, 'here');
  const told = (page) => page.getByText('Others have played on in the meantime').count();
  await becomes(async () => await told(aiko) + await told(ken), 1, 'one phone is told');
  await entries(aiko, 4);
  await entries(ken, 4);
  await leave([aiko, ken], lost);
});

/** Closes the sheet about the shared table. */
const shut = (page) => button(page, 'Close').tap();

/** Whether somebody's row is done, by its chip. */
const isDone = async (page, name) => await page.locator('.live-rows .chip', { hasText: name }).getAttribute('data-done') === 'true';

test('everyone enters their own row at Nerts, and the table’s phone fills in for a guest and saves the round', async (t) => {
  const server = await host(t);
  const aiko = await phoneAt(t, server.url);
  const link = await share(aiko, /Nerts/, ['Aiko', 'Ken', 'Tom'], async () => {
    await aiko.getByLabel('Everyone their own row').check();
    await aiko.getByRole('group', { name: 'Whose phone is this?' }).getByLabel('Aiko').check();
  });
  const ken = await join(t, link, 'Ken');
  const done = (name) => () => isDone(aiko, name);
  await ken.locator('.live-rows[data-missing="3"]').waitFor();
  await shot(ken, 'live-row');
  await axe(ken);

  // What is not his to enter looks like text, and a tap on it moves nothing.
  const open = (page) => page.locator('.cell:not(:disabled)').evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label').split(',')[0]));
  await becomes(() => open(ken), ['Ken', 'Ken']);
  await becomes(() => open(aiko), ['Aiko', 'Aiko', 'Ken', 'Ken', 'Tom', 'Tom']);
  assert.equal(await ken.locator('.question').getAttribute('inert'), '');
  const toms = await ken.getByRole('button', { name: /^Tom, Played/ }).boundingBox();
  await ken.touchscreen.tap(toms.x + toms.width / 2, toms.y + toms.height / 2);
  assert.match(await ken.locator('.cell[aria-pressed="true"]').getAttribute('aria-label'), /^Ken, Played/);

  // Ken's digits go into Ken's row only, however many he types.
  await keys(taps(ken), ken, '1832');
  await button(ken, 'I am done').tap();
  await ken.getByText('Your row is in').waitFor();
  await becomes(done('Ken'), true, 'the table’s phone has his row');
  assert.deepEqual([await isDone(aiko, 'Aiko'), await isDone(aiko, 'Tom')], [false, false]);

  // He changes it. What the table's phone has changed after that is a question to both, and he answers it.
  await ken.getByRole('button', { name: /^Ken, Left/ }).first().tap();
  await keys(taps(ken), ken, '5');
  await button(ken, 'I am done').tap();
  await becomes(() => aiko.getByRole('button', { name: /^Ken, Left/ }).first().textContent(), '5');
  await aiko.getByRole('button', { name: /^Ken, Left/ }).first().tap();
  await keys(taps(aiko), aiko, '6');
  await aiko.locator('.live-asked').waitFor();
  await shot(aiko, 'live-row-asked');
  await axe(aiko);
  await button(ken, 'Ken: 18 · 5').tap();
  for (const page of [aiko, ken]) await page.locator('.live-asked').waitFor({ state: 'detached' });
  await becomes(() => aiko.getByRole('button', { name: /^Ken, Left/ }).first().textContent(), '5');

  // A row that is handed in without a connection goes out after a reload.
  await button(aiko, 'Aiko: not done yet').tap();
  await keys(taps(aiko), aiko, '310');
  await server.kill();
  await stands(ken, 'away');
  await ken.getByRole('button', { name: /^Ken, Left/ }).first().tap();
  await keys(taps(ken), ken, '4');
  await button(ken, 'I am done').tap();
  await ken.getByText('Your row is in').waitFor();
  const at = ken.url();
  await becomes(async () => Boolean(await onDisk(ken, `row:${/table\/([^/]+)/.exec(at)[1]}`)), true, 'it is on the disk');
  await ken.goto('about:blank');
  await server.start();
  await ken.goto(at);
  await stands(aiko, 'here');
  await stands(ken, 'here');
  await becomes(() => aiko.getByRole('button', { name: /^Ken, Left/ }).first().textContent(), '4');

  // Tom has no phone: his row is filled in, and the round is saved.
  await button(aiko, 'Tom: not done yet').tap();
  await keys(taps(aiko), aiko, '214');
  await aiko.locator('.live-rows[data-missing="0"]').waitFor();
  await shot(aiko, 'live-rows');
  await button(aiko, 'Save round').tap();
  for (const page of [aiko, ken]) {
    await entries(page, 1);
    await page.locator('.live-rows[data-missing="3"]').waitFor();
  }
  assert.equal(await ken.getByText('Continue with it').count(), 0, 'what was handed in is no loss');

  // All links are replaced: Ken is sent away and told, and comes back by the new one.
  await mark(aiko).tap();
  await button(aiko, 'New links').tap();
  await button(aiko, 'Yes, replace all links').tap();
  await ken.getByText('No longer shared').first().waitFor();
  await stands(aiko, 'here');
  await becomes(async () => (await aiko.getByLabel('Link', { exact: true }).inputValue()) === link, false, 'another link');
  const renewed = await aiko.getByLabel('Link', { exact: true }).inputValue();
  await shut(aiko);
  const again = await join(t, renewed, 'Ken');
  await again.locator('.live-rows .chip').first().waitFor();
  await keys(taps(again), again, '255');
  await button(again, 'I am done').tap();
  await becomes(done('Ken'), true, 'by the new link');
  const stranger = await phoneAt(t, link);
  await stranger.getByText('This table is no longer shared, or never was.').waitFor();
  await leave([aiko, ken, again, stranger], lost);
});

/** The link for watching, from a phone that has the sheet's button in sight. */
async function watchLink(page) {
  await mark(page).tap();
  await page.getByLabel('watching').check();
  const link = await page.getByLabel('Link', { exact: true }).inputValue();
  await button(page, 'Close').tap();
  return link;
}

test('whoever has the phone in hand taps at Nihon Meisho; a watcher watches; closing ends it for all', async (t) => {
  const server = await host(t);
  const aiko = await phoneAt(t, server.url);
  const link = await share(aiko, /Nihon Meisho/, ['Aiko', 'Ken', 'Tom']);
  const ken = await join(t, link, 'Ken');
  await ken.evaluate(() => {
    window.buzzes = 0;
    navigator.vibrate = () => (window.buzzes += 1);
  });
  const said = (page) => page.locator('.said .sentence').textContent();
  const first = await said(ken);
  assert.match(first, /Aiko/);
  await button(aiko, 'Play 1').tap();
  await becomes(async () => /Ken/.test(await said(ken)), true, 'the other phone follows');
  await becomes(() => ken.evaluate(() => window.buzzes), 1, 'the phone of the one to play buzzes');
  await button(ken, 'Play 1').tap();
  await becomes(async () => /Tom/.test(await said(aiko)), true);

  const tom = await phoneAt(t, await watchLink(aiko));
  await button(tom, 'Watch only').tap();
  await becomes(async () => /Tom/.test(await said(tom)), true);
  await button(tom, 'Play 1').tap();
  await tom.getByText('This phone cannot enter that').waitFor();
  await entries(aiko, 2);

  // Locked, only the phone that opened it enters.
  await mark(aiko).tap();
  await button(aiko, 'Lock for the others').tap();
  await button(aiko, 'Unlock').waitFor();
  await button(aiko, 'Close').tap();
  await button(ken, 'Play 1').tap();
  await ken.getByText('Locked, 1 waiting').first().waitFor();
  await entries(aiko, 2);
  await mark(aiko).tap();
  await button(aiko, 'Unlock').tap();
  await button(aiko, 'End sharing for all').waitFor();
  await entries(aiko, 3);
  await stands(ken, 'here');

  // Closed, everyone has a copy and can go on alone.
  await button(aiko, 'End sharing for all').tap();
  await button(aiko, 'Yes, end it for all').tap();
  await ken.getByText('No longer shared').first().waitFor();
  await mark(ken).tap();
  await button(ken, 'Go on alone on this phone').tap();
  await button(ken, 'Play 1').tap();
  await entries(ken, 4);
  await ken.locator('.saved[data-state="saved"]').waitFor();
  const stranger = await phoneAt(t, link);
  await stranger.getByText('This table is no longer shared, or never was.').waitFor();
  await leave([aiko, ken, tom, stranger]);
});

/**
 * The places on the board, best first: the height of the tallest digit of a total and the size of a name's letters, in pixels
 * of the screen, and whether either is cut off.
 */
const inked = (page) => page.locator('.board-rank li').evaluateAll((rows) => rows.map((row) => {
  const zoom = Number(getComputedStyle(row.closest('.board')).zoom);
  const [name, total] = [row.querySelector('.name'), row.querySelector('.total')];
  const size = (node) => zoom * parseFloat(getComputedStyle(node).fontSize);
  const pen = document.createElement('canvas').getContext('2d');
  const { fontWeight, fontFamily } = getComputedStyle(total);
  pen.font = `${fontWeight} ${size(total)}px ${fontFamily}`;
  const ink = pen.measureText('0');
  const [around, inner] = [row.getBoundingClientRect(), total.getBoundingClientRect()];
  const cut = name.scrollWidth > name.clientWidth + 1 || inner.right > around.right + 1 || inner.left < name.getBoundingClientRect().right;
  return { name: name.textContent, digits: ink.actualBoundingBoxAscent + ink.actualBoundingBoxDescent, letters: size(name), cut };
}));

/** What a television shows. */
const television = { viewport: { width: 1280, height: 800 } };

test('a television shows standings, turn, stack and the last round to be read across the room, in both languages and themes', async (t) => {
  const server = await host(t);
  const aiko = await phoneAt(t, server.url);
  await aiko.goto(`${server.url}#/new/any`);
  await seat(aiko, w, ['Aiko', 'Ken', 'Tom', 'Xanthippe']);
  await aiko.getByLabel('Aiko', { exact: true }).check();
  await button(aiko, w.open).tap();
  await aiko.locator('.table').waitFor();
  const play = aiko.url();
  await button(aiko, 'Play on all phones').tap();
  await aiko.getByRole('group', { name: 'Whose phone is this?' }).getByLabel('Aiko').check();
  await button(aiko, 'Share this table').tap();
  await stands(aiko, 'here');
  await button(aiko, 'Close').tap();
  const link = await watchLink(aiko);
  await aiko.goto(play);
  await keys(taps(aiko), aiko, ['1', '2', 'Next', '5', 'Next', '3', 'Next', '8', 'Save round']);
  await entries(aiko, 1);
  await aiko.getByRole('link', { name: 'Turn', exact: true }).tap();
  await aiko.getByRole('button', { name: 'Play a +2' }).tap();
  await entries(aiko, 2);

  const wall = await phoneAt(t, link, television);
  await button(wall, 'Watch only').click();
  await wall.locator('.board .live[data-live="here"]').waitFor();
  const told = () => wall.locator('.board-turn').textContent();
  await becomes(told, 'Ken↻+2', 'whose turn, which way, how many to take');
  const list = () => wall.locator('.board-last li').allTextContents();
  await becomes(list, ['Aiko+12', 'Ken+5', 'Tom+3', 'Xanthippe+8']);
  await wall.locator('.board-code svg.code').waitFor();
  // Everything is on the screen, without scrolling.
  const size = () => wall.evaluate(() => [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight].map((over) => Math.max(0, over)));
  assert.deepEqual(await size(), [0, 0]);
  for (const part of ['.board-turn', '.board-last', '.board-code', '.board-rank']) {
    const box = await wall.locator(part).boundingBox();
    assert.ok(box.height > 20 && box.y + box.height <= 801 && box.x + box.width <= 1281, `${part} ${JSON.stringify(box)}`);
  }
  const ranks = await inked(wall);
  assert.deepEqual(ranks.map(({ name }) => name), ['Aiko', 'Xanthippe', 'Ken', 'Tom']);
  for (const { name, digits, letters, cut } of ranks) {
    assert.ok(digits >= 96 && letters >= 48 && !cut, `${name}: digits ${digits}, letters ${letters}, cut ${cut}`);
  }
  // What happens is said for a few seconds, and what is there already is not news.
  const news = () => wall.locator('.board-news').textContent();
  assert.equal(await news(), '');
  await aiko.getByRole('button', { name: 'Play a +2' }).tap();
  await becomes(async () => /^Aiko: /.test(await news()), true, 'what happened, and who entered it');
  await shot(wall, 'live-board-news');
  await becomes(news, '', 'after a few seconds', 30_000);
  await aiko.locator('.undo').tap();
  await becomes(told, 'Ken↻+2');
  for (const scheme of ['light', 'dark']) {
    await wall.emulateMedia({ colorScheme: scheme });
    await axe(wall);
    await shot(wall, `live-board-${scheme}`);
  }
  const japaneseWall = await phoneAt(t, link, japanese(television));
  await button(japaneseWall, '見るだけ').click();
  await japaneseWall.locator('.board-last h2', { hasText: 'ラウンド' }).waitFor();
  await japaneseWall.locator('.board-code svg.code').waitFor();
  await axe(japaneseWall);
  await shot(japaneseWall, 'live-board-ja');
  await mark(wall).click();
  await wall.getByText('Who entered what').click();
  await becomes(async () => /Aiko.*12 · 5 · 3 · 8/.test(await wall.locator('.live-makers').textContent()), true, 'who entered the round');
  await shot(wall, 'live-makers');
  // What sharing can and cannot do is a page of its own, reached from there.
  await wall.getByRole('link', { name: 'What this can and cannot do' }).click();
  await wall.getByText('An iPhone opens scanned links in Safari').waitFor();
  await axe(wall);
  await shot(wall, 'live-help');
  await leave([aiko, wall, japaneseWall]);
});

test('a device that gives no random numbers shares no table and sits down at none, and says why', async (t) => {
  const server = await host(t);
  const page = await phoneAt(t, server.url);
  const link = await share(page, /Nerts/, ['Aiko', 'Ken']);
  /** From now on the browser has none. */
  const exhaust = (page) => page.evaluate(() => { crypto.getRandomValues = () => { throw new Error('no entropy'); }; });
  /** The rules of axe need some themselves. */
  const refill = (page) => page.evaluate(() => delete crypto.getRandomValues);
  // Marks nobody sees keep the phrases of Japanese together.
  const why = { en: /^This device cannot make the random numbers/, ja: /乱数/ };

  const guest = await phoneAt(t, link);
  await button(guest, 'Ken').tap();
  await exhaust(guest);
  await button(guest, 'Sit down').tap();
  await guest.getByRole('alert').getByText(why.en).waitFor();
  await refill(guest);
  await axe(guest);

  const other = await phoneAt(t, server.url, japanese(phone));
  await other.goto(`${server.url}#/new/nerts`);
  await seat(other, words.ja, ['Aiko', 'Ken']);
  await button(other, words.ja.open).tap();
  await other.locator('.table').waitFor();
  await button(other, 'みんなのスマホで遊ぶ').tap();
  await exhaust(other);
  await button(other, 'この卓を共有する').tap();
  await other.getByRole('alert').getByText(why.ja).waitFor();
  assert.equal(await mark(other).count(), 0, 'it is not shared');
  await refill(other);
  await axe(other);
  await leave([page, guest, other]);
});

test('a host without room says so: what is tapped waits and gets there later, and a new table is not shared', async (t) => {
  const server = await host(t);
  const aiko = await phoneAt(t, server.url);
  const link = await share(aiko, /Nerts/, ['Aiko', 'Ken']);
  const ken = await join(t, link, 'Ken');
  await server.kill();
  await stands(aiko, 'away');
  await server.start('--room', '0');
  await round(aiko, '310185');
  await mark(aiko).getByText('The host is full, 1 waiting').waitFor();
  await axe(aiko);
  await shot(aiko, 'live-no-room');

  const other = await phoneAt(t, server.url, japanese(phone));
  await other.goto(`${server.url}#/new/nerts`);
  await seat(other, words.ja, ['Mio', 'Tom']);
  await button(other, words.ja.open).tap();
  await other.locator('.table').waitFor();
  await button(other, 'みんなのスマホで遊ぶ').tap();
  await button(other, 'この卓を共有する').tap();
  await other.getByRole('alert').getByText(/空き/).waitFor();
  assert.equal(await mark(other).count(), 0, 'it is not shared');
  await axe(other);
  await shot(other, 'live-no-room-table');

  await server.kill();
  await server.start();
  await stands(aiko, 'here');
  await entries(ken, 1);
  await leave([aiko, ken, other], lost);
});

test('a shared table keeps what is tapped before its part of the program is there, and if it cannot tell how it is shared', async (t) => {
  const server = await host(t);
  const aiko = await phoneAt(t, server.url);
  const link = await share(aiko, /Nerts/, ['Aiko', 'Ken']);
  const ken = await join(t, link, 'Ken');
  const id = new URL(aiko.url()).hash.split('/')[2];
  const waiting = async () => (await onDisk(aiko, `waiting:${id}`) ?? '').split('\n').length - 1;

  // Twice that part cannot be fetched. What was tapped is shown again, and goes out first once the part is there.
  await aiko.route('**/live-*.wasm', (route) => route.abort());
  for (const [at, digits] of ['310185', '00165'].entries()) {
    await aiko.reload();
    await started(aiko);
    if (at > 0) await stands(aiko, 'away', at);
    await entries(aiko, at);
    await round(aiko, digits);
    await stands(aiko, 'away', at + 1);
    await becomes(waiting, at + 1, 'it is on the disk');
    // The next round is begun, and is still there after the reload.
    if (at === 0) {
      await keys(taps(aiko), aiko, '2');
      await becomes(async () => (await onDisk(aiko, `draft:${id}`)).includes('\\"2\\"'), true, 'what was begun is on the disk');
    }
  }
  await axe(aiko);
  await shot(aiko, 'live-not-yet');
  await aiko.unroute('**/live-*.wasm');
  await stands(aiko, 'here');
  await Promise.all([aiko, ken].map((page) => entries(page, 2)));
  await Promise.all([aiko, ken].map((page) => page.getByText('Aiko leads with 51').first().waitFor()));

  // What is stored of sharing is damaged.
  await put(aiko, `live:${id}`, 'no ticket');
  await aiko.reload();
  await started(aiko);
  await aiko.getByRole('alert').getByText('cannot be read').waitFor();
  await axe(aiko);
  await shot(aiko, 'live-unread');
  await round(aiko, '210105');
  await entries(aiko, 3);
  await aiko.locator('.saved[data-state="saved"]').waitFor();
  await aiko.reload();
  await entries(aiko, 3);
  await entries(ken, 2);
  await leave([aiko, ken], /ERR_FAILED|cannot be had/);
});

test('a phone that was asleep notices within three seconds that its connection is none, and catches up', async (t) => {
  const server = await host(t);
  const net = await network(t, server, Math.random);
  const aiko = await phoneAt(t, server.url);
  const link = await share(aiko, /Nerts/, ['Aiko', 'Ken']);
  const ken = await join(t, link.replace(server.url, net.url), 'Ken');
  net.mute();
  await round(aiko, '310185');
  await entries(aiko, 1);
  // Ken's phone may have found out by itself meanwhile.
  await entries(ken, 0);
  for (const [nth, [on, event]] of [['document', 'visibilitychange'], ['window', 'pageshow'], ['window', 'online']].entries()) {
    // Until the answer is due it is not said that the connection stands.
    await ken.evaluate(([where, name]) => { (where === 'window' ? window : document).dispatchEvent(new Event(name)); }, [on, event]);
    await stands(ken, 'coming');
    await ken.locator(`.table[data-entries="${nth + 1}"]`).waitFor({ timeout: 3_000 });
    await stands(ken, 'here');
    net.mute();
    await round(aiko, '150105');
    await entries(aiko, nth + 2);
  }
  await leave([aiko, ken], lost);
});

test('under a path behind a proxy a table is shared as well', async (t) => {
  const url = await under(t, await host(t), '/club/cards/');
  const aiko = await phoneAt(t, url);
  const link = await share(aiko, /Nerts/, ['Aiko', 'Ken']);
  assert.ok(link.startsWith(url), link);
  const ken = await join(t, link, 'Ken');
  await round(ken, '310185');
  await entries(aiko, 1);
  await leave([aiko, ken]);
});
