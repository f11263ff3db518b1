// Hurried taps around the tables: seating, opening, where pages start, and what home and history show.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { axe, desktop, finger, hurry, japanese, middle, open, phone, shot, url } from './harness.mjs';
import { becomes, button, fits, seat, summed, unfold, words } from './table.mjs';

const small = { ...phone, viewport: { width: 360, height: 640 } };
const w = words.en;
const saves = new URL('../saves/', import.meta.url);
const save = async (name, changed = {}) => ({ ...JSON.parse(await readFile(new URL(`${name}.json`, saves), 'utf8')), ...changed });
const player = (name, mark) => ({ name, mark });

/** Imports a file on the history page. */
async function give(page, content) {
  const buffer = Buffer.from(JSON.stringify(content));
  await page.locator('input[type=file]').setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer });
  await page.getByText(/imported|No new tables|読み込みました/).waitFor();
}

/** A page at `path`, with these tables and people stored. */
async function known(t, path, device, { sessions = [], people = [] }) {
  const page = await open(t, '/#/history', device);
  await give(page, { takujo: 1, sessions, kept: { roster: people } });
  await page.goto(await url(`/#/${path}`));
  await page.getByRole('heading').first().waitFor();
  return page;
}

const seated = (page) => page.locator('.seats .name').allTextContents();
/** Every table on the device, without its log. */
const heads = (page) => page.evaluate(() => new Promise((done, failed) => {
  const open = indexedDB.open('takujo:/');
  open.onerror = failed;
  open.onsuccess = () => {
    const all = open.result.transaction('heads').objectStore('heads').getAll();
    all.onerror = failed;
    all.onsuccess = () => { open.result.close(); done(all.result.map((text) => JSON.parse(text))); };
  };
}));

const people = ['Grandmother Kazuko', 'Al', 'Lucía', '美咲', 'Bartholomew Fitzgerald', 'Jo', 'Ken', 'Tom', 'Annabel', 'Di', 'さくら', 'Ed'];

for (const device of [small, phone]) {
  const { width } = device.viewport;
  test(`quick taps on known names seat whom they meant, ${width} px`, async (t) => {
    const page = await known(t, 'new/nerts', device, { people: people.map(player) });
    const chips = page.locator('.seating .chip-row button');
    // Those who played last come first; a tap shows the others.
    assert.equal(await chips.count(), 9);
    await button(page, '4 more').tap();
    assert.equal(await chips.count(), people.length);
    const first = people.slice(0, 3);
    const places = await Promise.all(first.map((name) => middle(button(page, name))));
    for (const place of places) await page.touchscreen.tap(...place);
    assert.deepEqual(await seated(page), first);
    assert.deepEqual(await Promise.all(first.map((name) => middle(button(page, name)))), places, 'nobody moved');
    assert.equal(await button(page, people[1]).getAttribute('aria-pressed'), 'true');
    await axe(page);
    await shot(page, `around-seated-${width}`);
    await page.touchscreen.tap(...places[1]);
    assert.deepEqual(await seated(page), [people[0], people[2]], 'a second tap takes the seat away');
    assert.deepEqual(await Promise.all(first.map((name) => middle(button(page, name)))), places);
  });

  test(`a double tap opens one table and touches nothing on it, ${width} px`, async (t) => {
    const page = await open(t, '/#/new/nerts', device);
    await hurry(page);
    await seat(page, w, ['Ann', 'Bob']);
    const hand = await finger(page);
    await hand.twice(await middle(button(page, w.open)));
    await page.locator('.cell').first().waitFor();
    await page.waitForTimeout(300);
    assert.equal((await heads(page)).length, 1);
    assert.match(page.url(), /\/play$/);
    assert.deepEqual(await page.locator('.cell').allTextContents().then((texts) => texts.filter((text) => text.trim())), []);
    // Both before anything can be drawn.
    await page.goto(await url('/#/new/weather'));
    await seat(page, w, ['Ann', 'Bob', 'Cy']);
    await button(page, w.open).evaluate((it) => { it.click(); it.click(); });
    await page.getByText('Goes first').waitFor();
    await page.waitForTimeout(300);
    assert.equal((await heads(page)).length, 2);
  });
}

test('a double tap on Again opens one table, with the list of forfeits as it was edited', async (t) => {
  const at = '2026-11-21T00:00:00Z';
  const append = (event) => ({ at, op: 'append', event });
  const table = await save('hanafuda-1', {
    options: { ending: 'forfeit', track_turns: false, forfeits: ['Sing'] },
    log: [append({ type: 'list', forfeits: ['Sing', 'Hop'] }), append({ type: 'end' })],
  });
  const page = await known(t, `table/${table.id}/play`, phone, { sessions: [table] });
  await button(page, 'Play again').evaluate((it) => { it.click(); it.click(); });
  await page.waitForURL((now) => !now.href.includes(table.id));
  await page.waitForTimeout(300);
  const next = (await heads(page)).filter(({ id }) => id !== table.id);
  assert.equal(next.length, 1);
  assert.deepEqual(next[0].options.forfeits, ['Sing', 'Hop']);
  assert.deepEqual(next[0].players, table.players);
});

test('colour and shape stay with the person, whoever sits down first', async (t) => {
  const page = await open(t, '/#/new/nerts', phone);
  await seat(page, w, ['Ann', 'Bob']);
  await button(page, w.open).tap();
  await page.locator('.cell').first().waitFor();
  const mark = (row) => row.locator('.mark').first().getAttribute('class');
  const [ann, bob] = [await mark(page.locator('.who', { hasText: 'Ann' })), await mark(page.locator('.who', { hasText: 'Bob' }))];
  await page.goto(await url('/#/new/weather'));
  await seat(page, w, ['Cy']);
  for (const name of ['Bob', 'Ann']) await button(page, name).tap();
  assert.deepEqual(await seated(page), ['Cy', 'Bob', 'Ann']);
  const [cy, ...others] = await Promise.all([0, 1, 2].map((at) => mark(page.locator('.seats li').nth(at))));
  assert.deepEqual(others, [bob, ann]);
  assert.ok(cy !== ann && cy !== bob);
  await button(page, w.open).tap();
  await page.getByText('Goes first').waitFor();
  await page.goto(await url('/#/settings'));
  for (const [name, was] of [['Ann', ann], ['Bob', bob], ['Cy', cy]]) {
    assert.equal(await mark(page.locator('.people li', { hasText: name })), was);
  }
});

test('one person is one entry: a name in another spelling is asked about', async (t) => {
  const page = await known(t, 'new/nerts', small, { people: [player('Aiko', 3), player('Ken', 1)] });
  const field = page.getByLabel(w.name, { exact: true });
  const below = await page.locator('.seats').boundingBox();
  await seat(page, w, ['aiko']);
  await page.getByRole('alert').getByText('Is this Aiko?').waitFor();
  assert.deepEqual(await seated(page), []);
  assert.equal(await field.getAttribute('aria-invalid'), 'true');
  assert.deepEqual(await page.locator('.seats').boundingBox(), below, 'the question has its room');
  await axe(page);
  await shot(page, 'around-same-person');
  await button(page, 'Yes, Aiko').tap();
  assert.deepEqual(await seated(page), ['Aiko']);
  assert.match(await page.locator('.seats .mark').getAttribute('class'), /mark-3/);
  assert.equal(await field.inputValue(), '');
  for (const spelled of ['AIKO', 'ａｉｋｏ', 'Aiko']) {
    await seat(page, w, [spelled]);
    await page.getByRole('alert').getByText('Aiko is already at the table.').waitFor();
  }
  assert.deepEqual(await seated(page), ['Aiko']);
  await seat(page, w, ['Dee', 'dee']);
  await page.getByRole('alert').getByText('Dee is already at the table.').waitFor();
  assert.deepEqual(await seated(page), ['Aiko', 'Dee']);
});

test('sides: how many there are, and how many are needed', async (t) => {
  const page = await open(t, '/#/new/nerts', phone);
  await seat(page, w, ['A', 'B', 'C', 'D']);
  await unfold(page);
  await page.getByLabel('Threes', { exact: true }).check();
  const sides = page.getByRole('status');
  await sides.getByText('A, B and C · D', { exact: true }).waitFor();
  // Whoever was tapped can change places, join others, or stand alone, if a side is left.
  const person = (name) => page.getByRole('button', { name: new RegExp(`^${name}, side`) });
  await person('A').tap();
  await button(page, 'A with D').tap();
  await sides.getByText('A and D · B and C', { exact: true }).waitFor();
  await person('B').tap();
  await person('D').tap();
  await sides.getByText('A and B · C and D', { exact: true }).waitFor();
  await person('D').tap();
  await button(page, 'D alone').tap();
  await sides.getByText('A and B · C · D', { exact: true }).waitFor();
  await person('A').tap();
  await becomes(() => page.getByRole('button', { name: 'A alone' }).count(), 0, 'somebody plays together');
  await person('A').tap();
  // Other people choose anew.
  await seat(page, w, ['E']);
  await sides.getByText('A, B and C · D and E', { exact: true }).waitFor();
  for (const name of ['D', 'E']) await page.getByRole('button', { name: `Remove ${name}` }).tap();
  await page.getByText('Sides need at least 4 players; there are 3.').waitFor();
  await button(page, w.open).tap();
  await page.getByRole('alert').getByText('Sides need at least 4 players; there are 3.').waitFor();
  await page.getByLabel('Everyone alone').check();
  await button(page, w.open).tap();
  await page.locator('.cell').first().waitFor();
});

const top = (page) => page.evaluate(() => Math.round(scrollY));
const inSight = async (page, locator) => {
  const { y, height } = await locator.boundingBox();
  const bar = await page.locator('nav.bar').boundingBox();
  assert.ok(y >= 0 && y + height <= bar.y + 0.5, `${y} to ${y + height} is not between the top and ${bar.y}`);
};

for (const device of [small, phone]) {
  const { width } = device.viewport;
  test(`a table and each of its steps begin at the top, undo in sight, ${width} px`, async (t) => {
    const players = ['Grandmother Kazuko', 'Ken', '美咲', 'Tom', 'Al', 'Di'].map(player);
    const table = await save('weather-1', { log: [], players: players.slice(0, 4), options: {} });
    const page = await known(t, 'new/weather', device, { sessions: [table], people: players });
    const begins = async (what) => {
      await page.waitForTimeout(250);
      assert.equal(await top(page), 0, what);
      await inSight(page, page.locator('.undo'));
    };
    await page.evaluate(() => scrollTo(0, 9999));
    await page.evaluate((address) => { location.hash = address; }, `#/table/${table.id}/play`);
    await page.locator('.wish').first().waitFor();
    await begins('the table, from a page that was scrolled');
    for (let wish = 0; wish < 4; wish += 1) {
      await page.evaluate(() => scrollTo(0, 9999));
      await page.locator('.wish:enabled').nth(wish % 2).click();
      await page.waitForTimeout(100);
    }
    await page.locator('.counts .cell').first().waitFor();
    await begins('the count after the wishes');
    await page.evaluate(() => scrollTo(0, 9999));
    await page.locator('nav.bar a').nth(1).click();
    await begins('another tab');
  });
}

// Not of Machinamitorite: where its hands are entered, nothing scrolls.
for (const name of ['hanafuda-1']) {
  test(`a question that comes where the page is scrolled is in sight: ${name}`, async (t) => {
    const table = await save(name);
    const page = await known(t, `table/${table.id}/play`, small, { sessions: [table] });
    const questions = 'h2.ask, .say .sentence';
    const asked = page.locator(questions);
    for (let step = 0; step < 2; step += 1) {
      const before = await asked.innerText();
      await page.evaluate(() => scrollTo(0, 9999));
      if (step === 0) assert.ok(await top(page) > 20);
      await page.locator('.undo').evaluate((it) => it.click());
      await page.waitForFunction(([questions, before]) => document.querySelector(questions)?.innerText !== before, [questions, before]);
      await page.waitForTimeout(250);
      await inSight(page, asked);
    }
  });
}

test('going back restores the scroll position, going forward starts at the top', async (t) => {
  const table = await save('nerts-1');
  const sessions = Array.from({ length: 12 }, (_, at) => ({ ...table, id: `20261120190000-0000000${at.toString(16)}`, title: `Evening ${at}` }));
  const page = await known(t, 'history', phone, { sessions });
  await summed(page, 12);
  await page.locator('.item').nth(9).scrollIntoViewIfNeeded();
  const was = await top(page);
  assert.ok(was > 300);
  await page.locator('.item').nth(9).tap();
  await page.locator('.table').waitFor();
  assert.equal(await top(page), 0);
  await page.goBack();
  await page.locator('.item').nth(9).waitFor();
  await page.waitForFunction((was) => Math.abs(scrollY - was) < 3, was);
  await page.goForward();
  await page.locator('.table').waitFor();
  await page.waitForTimeout(250);
  assert.equal(await top(page), 0);
  // From one long page to another, with nothing short between them that would scroll by itself.
  const low = await open(t, '/#/rules/hanafuda/effects', { ...phone, viewport: { width: 390, height: 300 } });
  await low.getByRole('link', { name: 'Next: Bright on top' }).scrollIntoViewIfNeeded();
  assert.ok(await top(low) > 150);
  await low.getByRole('link', { name: 'Next: Bright on top' }).tap();
  await low.getByRole('heading', { name: 'Bright on top' }).waitFor();
  assert.equal(await top(low), 0);
});

/** Goes to a table, from another that stays until it has been read, too. */
async function at(page, id) {
  await page.goto(await url(`/#/table/${id}/play`));
  await page.locator(`nav.bar a[href="#/table/${id}/play"]`).waitFor();
}

/** Accepted taps that leave the table as it was. */
async function play(page, id) {
  await at(page, id);
  await page.getByRole('button', { name: /^Undo: / }).click();
  await page.getByRole('button', { name: /^Redo: / }).click();
  await page.locator('.saved[data-state="saved"]').waitFor();
}

for (const device of [small, desktop]) {
  test(`at the table now: what is being played, not what was looked at, ${device.viewport.width} px`, async (t) => {
    const sessions = [await save('nerts-1'), await save('weather-1'), await save('nihon_meisho-1'), await save('any-1')];
    const [nerts, weather, meisho, over] = sessions.map(({ id }) => id);
    const page = await known(t, '', device, { sessions });
    const cards = () => page.locator('#main .current').evaluateAll((all) => all.map((card) => (card.matches('a') ? card : card.querySelector('a')).hash.split('/')[2]));
    const home = async () => {
      await page.goto(await url('/'));
      await page.reload();
      await page.locator('#first').waitFor({ state: 'detached' });
      await page.locator('#main .chip').first().waitFor();
      await page.waitForTimeout(200);
      return cards();
    };
    assert.deepEqual(await home(), [], 'taken in, not played');
    for (const id of [nerts, weather, meisho]) await play(page, id);
    assert.deepEqual(await home(), [meisho, weather, nerts]);
    await page.goto(await url(`/#/table/${nerts}/standings`));
    await page.locator('.table').waitFor();
    assert.deepEqual(await home(), [meisho, weather, nerts], 'nerts was looked at');
    // How each of the others stood when it was left, and its game if its title does not say it.
    const said = () => page.locator('.current:visible .names').allInnerTexts();
    const stood = await said();
    assert.match(stood[0], /^Aiko, Ken and 美咲$/);
    assert.match(stood[1], /^2 rounds · 美咲 leads with 12 · /);
    assert.match(stood[2], /^Nerts · 3 rounds · Ken and 美咲 are tied at 70 · Aiko, Ken, 美咲 and Tom$/);
    assert.equal(await page.getByRole('link', { name: 'Continue' }).count(), 1);
    await fits(page);
    await axe(page);
    await shot(page, `around-home-three-${device.viewport.width}`);
    // The boot page shows the same ones, and nothing moves.
    await page.addInitScript(() => {
      globalThis.moved = [];
      new PerformanceObserver((list) => moved.push(...list.getEntries().map(({ value, sources }) => `${value}: ${sources.map(({ node }) => (node?.parentElement ?? node)?.outerHTML)}`))).observe({ type: 'layout-shift', buffered: true });
    });
    let release;
    const held = new Promise((resolve) => { release = resolve; });
    await page.route('**/takujo_bg*.wasm', (route) => held.then(() => route.continue()));
    await page.reload();
    const boxes = () => page.locator('.current:visible, .tile:visible').evaluateAll((all) => all.map((it) => {
      const { x, y, width, height } = it.getBoundingClientRect();
      return [it.matches('.tile') || it.querySelector('h2, strong').innerText, x, y, width, height].join();
    }));
    await page.locator('#first .current:visible').nth(2).waitFor();
    assert.deepEqual(await said(), stood);
    const before = await boxes();
    release();
    await page.locator('#main .stand > .row').waitFor();
    await page.waitForTimeout(200);
    assert.deepEqual(await boxes(), before);
    assert.deepEqual(await said(), stood);
    assert.deepEqual(await page.evaluate(() => moved), []);
    await page.locator('#main a.current').last().click();
    await page.waitForURL(`**/${nerts}/play`);

    // A finished game cannot be continued; after an undo it can.
    await at(page, over);
    await page.getByRole('button', { name: /^Undo: / }).click();
    await page.locator('.saved[data-state="saved"]').waitFor();
    assert.deepEqual(await home(), [over, meisho, weather, nerts]);
    await page.goto(await url(`/#/table/${over}/play`));
    await page.getByRole('button', { name: /^Redo: / }).click();
    await page.locator('.saved[data-state="saved"]').waitFor();
    assert.deepEqual(await home(), [meisho, weather, nerts]);

    // A deleted table has no card; restored, it is back in its place.
    await page.goto(await url('/#/history'));
    await page.getByRole('button', { name: /^Menu for (Weather|あ)/ }).click();
    await page.getByRole('button', { name: /^Delete (Weather|あ)/ }).click();
    await page.getByText('Deleted.').waitFor();
    assert.deepEqual(await home(), [meisho, nerts]);
    await page.goto(await url('/#/history'));
    await page.getByText('Recently deleted (1)').click();
    await button(page, 'Bring back').click();
    await page.getByText('It is back.').waitFor();
    assert.deepEqual(await home(), [meisho, weather, nerts]);
  });
}

for (const device of [small, desktop, japanese(small)]) {
  test(`the last game stays on the home page with its winner, and one tap plays again, ${device.locale} ${device.viewport.width} px`, async (t) => {
    const over = await save('any-1');
    const ja = device.locale === 'ja-JP';
    const page = await known(t, '', device, { sessions: [over] });
    await page.goto(await url(`/#/table/${over.id}/play`));
    await page.locator('.undo').click();
    await page.locator('.undo + button').click();
    await page.locator('.ending').waitFor();
    await page.locator('.saved[data-state="saved"]').waitFor();
    const card = page.locator('#main .current');
    const again = card.locator('a.main');
    /** What the card says, without the marks between phrases. */
    const says = async () => (await card.innerText()).replace(/[\u200b\u2060]/g, '');
    const shows = async () => {
      await page.locator('#main .stand > .row').waitFor();
      const words = ja ? /^前回のゲーム[^]*Bobの勝ち[^]*もう一度遊ぶ$/ : /^Last game[^]*Bob wins[^]*Play again$/;
      await becomes(async () => words.test(await says()), true);
      assert.equal(await card.count(), 1);
    };
    await page.goto(await url('/'));
    await shows();
    await fits(page);
    await axe(page);
    await shot(page, `around-home-over-${device.locale}-${device.viewport.width}`);

    // The boot page shows the same, and nothing moves.
    await page.addInitScript(() => {
      globalThis.moved = [];
      new PerformanceObserver((list) => moved.push(...list.getEntries().map(({ value }) => value))).observe({ type: 'layout-shift', buffered: true });
    });
    let release;
    const held = new Promise((resolve) => { release = resolve; });
    await page.route('**/takujo_bg*.wasm', (route) => held.then(() => route.continue()));
    await page.reload();
    const seen = () => page.locator('.current:visible :is(.now, .then, h2, .names), .tile:visible').evaluateAll((all) => all.filter((it) => it.checkVisibility()).map((it) => {
      const { x, y, width, height } = it.getBoundingClientRect();
      return [it.textContent, x, y, width, height].join();
    }));
    await page.locator('#first .current:visible').waitFor();
    const before = await seen();
    release();
    await shows();
    assert.deepEqual(await seen(), before);
    assert.deepEqual(await page.evaluate(() => moved), []);

    // It is not to be continued.
    await page.goto(await url('/#/continue'));
    await shows();
    await page.goto(await url('/'));
    await shows();
    await again.click();
    await page.waitForURL((to) => /#\/table\/.*\/play$/.test(to.hash) && !to.hash.includes(over.id));
    await page.locator('.table[data-entries="0"]').waitFor();
    // Back leads home, where the new game is in play now and the old one is not offered any more.
    await page.goBack();
    await becomes(async () => (await says()).startsWith(ja ? 'プレイ中' : 'Now playing'), true);
    assert.equal(await card.count(), 1);
  });
}

test('the table in play of an older version is still in play', async (t) => {
  const table = await save('nerts-1');
  const page = await known(t, '', phone, { sessions: [table] });
  await page.evaluate((id) => new Promise((done, failed) => {
    const open = indexedDB.open('takujo:/');
    open.onsuccess = () => {
      const t = open.result.transaction('values', 'readwrite');
      t.objectStore('values').put(JSON.stringify(id), 'current');
      t.oncomplete = () => { open.result.close(); done(); };
      t.onerror = failed;
    };
  }), table.id);
  await page.reload();
  await page.locator('#main .current').getByText('Friday').waitFor();
});

test('a game of turns says how many were played, partners lead together', async (t) => {
  const meisho = await save('nihon_meisho-1');
  const six = ['Grandmother Kazuko', 'Lucía', 'Ken', 'Tom', 'Al', 'Di'].map(player);
  const count = (foundations, left) => ({ foundations, left });
  const nerts = await save('nerts-1', {
    players: six,
    options: { target: 100, jokers: 0, partnerships: true },
    log: [{ at: '2026-11-20T19:05:00Z', op: 'append', event: { type: 'round', counts: [count(31, 0), count(20, 3), count(18, 5)], caller: 0 } }],
  });
  const page = await known(t, 'history', phone, { sessions: [meisho, nerts] });
  await page.getByText('Grandmother Kazuko and Lucía lead with 31').waitFor();
  await page.locator('.item', { hasText: 'Nihon Meisho' }).getByText(/[1-9]\d* turns · /).waitFor();
  await play(page, meisho.id);
  await page.goto(await url('/'));
  await page.locator('.current').getByText(/^[1-9]\d* turns$/).waitFor();
});

test('the result of an import or deletion is shown in view; a double tap deletes one', async (t) => {
  const table = await save('nerts-1');
  const sessions = Array.from({ length: 9 }, (_, at) => ({ ...table, id: `20261120190000-0000000${at}`, title: `Evening ${at}` }));
  const page = await known(t, 'history', small, { sessions });
  await hurry(page);
  const status = page.locator('main [role=status]');
  await page.locator('.item').nth(8).waitFor();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await give(page, { takujo: 1, sessions: [{ ...table, id: '20261120190000-0000000a', title: 'One more' }] });
  await status.getByText('1 table imported.').waitFor();
  await inSight(page, status);
  await summed(page, 10);

  const third = page.locator('.tables > .card').nth(3);
  await third.scrollIntoViewIfNeeded();
  const name = await third.locator('strong').innerText();
  await button(page, `Menu for ${name}`).tap();
  const places = () => page.locator('.tables > .card').evaluateAll((all) => all.map((card) => [card.offsetTop, card.offsetHeight].join()));
  const before = await places();
  await (await finger(page)).twice(await middle(button(page, `Delete ${name}`)));
  await status.getByText('Deleted.').waitFor();
  await inSight(page, status);
  await page.waitForTimeout(200);
  await shot(page, 'around-deleted');
  await axe(page);
  assert.equal((await heads(page)).filter(({ deleted }) => deleted).length, 1);
  assert.deepEqual(await places(), before, 'the others stay where they are');
  const undo = button(page, 'Undo');
  await inSight(page, undo);
  await undo.tap();
  await status.getByText('It is back.').waitFor();
  await page.getByRole('link', { name: new RegExp(name) }).waitFor();
  assert.deepEqual(await places(), before);
  // The keyboard finds the undo in the same place.
  await button(page, `Delete ${name}`).press('Enter');
  await undo.waitFor();
  await page.waitForTimeout(200);
  assert.ok(await undo.evaluate((it) => it === document.activeElement));
});

for (const [what, points] of Object.entries({
  'near 100,000': [[99_999, -3, 12], [1, 50_000, 99_999]],
  negative: [[-99_999, -40_000, 7], [-99_999, -1, 99_999]],
  'in many rounds': Array.from({ length: 137 }, (_, at) => [at % 7, -3, 700]),
})) {
  test(`no label of the chart lies on another: ${what}`, async (t) => {
    const at = '2026-11-21T00:20:00Z';
    const table = await save('any-1', {
      options: { winner: 'highest', ending: { type: 'open' }, step: 1, direction: 'clockwise' },
      log: points.map((points) => ({ at, op: 'append', event: { type: 'round', points } })),
    });
    const page = await known(t, `table/${table.id}/standings`, phone, { sessions: [table] });
    await page.locator('.chart').waitFor();
    await page.locator('.chart').screenshot({ path: `target/screenshots/around-chart-${what.replaceAll(/\W+/g, '-')}.png` });
    const faults = await page.locator('.chart').evaluate((chart) => {
      const room = chart.viewBox.baseVal;
      const boxes = [...chart.querySelectorAll('text')].map((text) => ({ is: text.textContent, at: text.getBBox() }));
      const outside = boxes.filter(({ at }) => at.x < 0 || at.x + at.width > room.width || at.y < 0 || at.y + at.height > room.height);
      const on = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y + 1 < b.y + b.height && b.y + 1 < a.y + a.height;
      const pairs = boxes.flatMap((a, nth) => boxes.slice(nth + 1).filter((b) => on(a.at, b.at)).map((b) => `${a.is} on ${b.is}`));
      return { labels: boxes.length > 3, outside: outside.map(({ is }) => is), pairs };
    });
    assert.deepEqual(faults, { labels: true, outside: [], pairs: [] });
  });
}

test('a name written from right to left keeps its beginning where it is cut', async (t) => {
  const names = ['אברהם בן יצחק הגדול', 'עבד الرحمن بن محمد', 'Ann'];
  const table = await save('nerts-1', { players: names.map(player), title: '', log: [{ at: '2026-11-20T19:05:00Z', op: 'append', event: { type: 'round', counts: [{ foundations: 31, left: 0 }, { foundations: 20, left: 3 }, { foundations: 18, left: 5 }], caller: 0 } }] });
  const ring = await save('nihon_meisho-1', { players: names.map(player), options: {}, log: [] });
  const page = await known(t, '', small, { sessions: [table, ring], people: names.map(player) });
  for (const path of [`table/${table.id}/play`, `table/${table.id}/standings`, `table/${ring.id}/play`, 'new/nerts', 'settings']) {
    await page.goto(await url(`/#/${path}`));
    await page.getByText(names[0]).first().waitFor();
    // The head says who leads before the list is there.
    if (path.endsWith('standings')) await page.locator('.ranking .name').first().waitFor();
    const { cut, lost } = await page.evaluate((names) => {
      const range = document.createRange();
      const cut = [];
      const lost = [];
      for (const element of document.querySelectorAll('.name, .ring-seat strong')) {
        const text = [...element.childNodes].find((node) => node.data && names.includes(node.data));
        if (!text || element.scrollWidth <= element.clientWidth) continue;
        range.setStart(text, 0);
        range.setEnd(text, 1);
        const [letter, box] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
        cut.push(text.data);
        if (letter.left < box.left - 1 || letter.right > box.right + 1) lost.push(text.data);
      }
      return { cut, lost };
    }, names);
    if (path.endsWith('standings')) assert.ok(cut.length > 0, 'a name is cut, or this says nothing');
    assert.deepEqual(lost, [], path);
  }
});

test('days are those on the wall where one plays: on the page, in the names of files, in BG Stats', async (t) => {
  const created = '2026-03-04T01:30:00Z';
  for (const [timezoneId, shown, day, time] of [
    ['America/New_York', '3 Mar, 20:30', '2026-03-03', '20:30:00'],
    ['Asia/Tokyo', '4 Mar, 10:30', '2026-03-04', '10:30:00'],
  ]) {
    const table = await save('any-1', { created });
    const page = await known(t, 'history', { ...phone, timezoneId }, { sessions: [table] });
    await page.clock.setFixedTime(created);
    await page.getByText(shown).waitFor();
    await page.getByRole('heading', { name: 'March 2026' }).waitFor();
    const saved = async (name) => {
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).first().tap()]);
      return download.suggestedFilename();
    };
    assert.equal(await saved('Save everything'), `takujo-${day}.json`);
    await page.locator('[data-unfold]').tap();
    assert.match(await saved(/ as CSV$/), new RegExp(`^takujo-any-${day}-\\w+\\.csv$`));
    await page.goto(await url(`/#/table/${table.id}/standings`));
    const pushed = new URL(await page.getByRole('link', { name: 'BG Stats' }).getAttribute('href'));
    assert.equal(JSON.parse(pushed.searchParams.get('data')).playDate, `${day} ${time}`);
  }
});
