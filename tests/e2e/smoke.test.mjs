// The built site starts, and says what it is.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import test from 'node:test';
import { context, desktop, expectFaults, japanese, open, phone, shot, url } from './harness.mjs';
import { button, seat, words } from './table.mjs';

for (const [name, device] of Object.entries({ phone, desktop })) {
  test(`it opens on a ${name}`, async (t) => {
    const page = await open(t, '/', device);
    await page.getByRole('heading', { name: /Takujo/ }).first().waitFor();
    await shot(page, `smoke-${name}`);
  });
}

test('a browser does not translate the app, which speaks both languages and draws its texts anew; it may translate the rules as plain pages', async (t) => {
  const page = await open(t, '/');
  const translates = () => page.evaluate(() => [document.documentElement.translate, document.querySelector('meta[name="google"]')?.content]);
  assert.deepEqual(await translates(), [false, 'notranslate']);
  await page.goto(await url('/rules/nerts.en.html'));
  assert.deepEqual(await translates(), [true, undefined]);
});

test('the boot page is complete in every frame until the app has drawn its own', async (t) => {
  const page = await (await context(t)).newPage();
  await page.addInitScript(() => {
    globalThis.pictures = [];
    const shown = (selector) => [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility()).length;
    const look = () => {
      if (document.readyState !== 'loading') pictures.push(['#first .tile', '#first .chip', '#main .tile', '#main .chip', 'nav'].map(shown).join());
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto(await url('/'));
  // One of the two languages on the page is shown.
  const html = await (await fetch(await url('/'))).text();
  const [tiles, chips] = ['tile', 'chip'].map((name) => [...html.matchAll(new RegExp(`class="${name}\\b`, 'g'))].length / 2);
  assert.ok(tiles >= 6 && chips >= 3, `${tiles} games, ${chips} calculations`);
  const [before, after] = [`${tiles},${chips},0,0,1`, `0,0,${tiles},${chips},1`];
  await page.waitForFunction((after) => pictures.at(-1) === after, after);
  const pictures = await page.evaluate(() => pictures);
  assert.deepEqual(pictures.filter((picture) => picture !== before && picture !== after), []);
});

test('a tap on the boot page opens what was tapped', async (t) => {
  const page = await (await context(t)).newPage();
  let release;
  const held = new Promise((resolve) => { release = resolve; });
  await page.route('**/takujo_bg*.wasm', (route) => held.then(() => route.continue()));
  await page.goto(await url('/'));
  await page.locator('#first .tile:visible').first().tap();
  await page.waitForURL('**/#/new/nerts');
  release();
  await page.locator('#main').getByRole('heading', { name: 'Nerts' }).waitFor();
  assert.equal(await page.locator('#first').count(), 0);
});

const small = { ...phone, viewport: { width: 360, height: 640 } };
for (const [save, device, lang, changed] of [
  ['nerts-1', small, 'en', { title: '' }],
  ['nerts-1', desktop, 'ja', { title: 'A long Friday evening with everybody' }],
  ['weather-1', small, 'en', { title: '' }],
  ['nihon_meisho-1', small, 'ja', {}],
]) {
  test(`nothing moves on the first page when the table in play is read: ${save}, ${lang}, ${device.viewport.width} px`, async (t) => {
    const page = await open(t, '/#/history', lang === 'ja' ? japanese(device) : device);
    const table = { ...JSON.parse(await readFile(new URL(`../saves/${save}.json`, import.meta.url), 'utf8')), ...changed };
    await page.locator('input[type=file]').setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(table)) });
    await page.getByText(table.players[0].name).first().waitFor();
    await page.goto(await url(`/#/table/${table.id}/play`));
    // Two accepted taps make it the table in play.
    await page.locator('.undo').click();
    await page.locator('.undo + button').click();
    await page.locator('.saved[data-state="saved"]').waitFor();
    await page.addInitScript(() => {
      globalThis.moved = [];
      const words = ({ value, sources }) => `${value}: ${sources.map(({ node }) => (node?.parentElement ?? node)?.outerHTML)}`;
      new PerformanceObserver((list) => moved.push(...list.getEntries().map(words))).observe({ type: 'layout-shift', buffered: true });
    });
    let release;
    const held = new Promise((resolve) => { release = resolve; });
    await page.route('**/takujo_bg*.wasm', (route) => held.then(() => route.continue()));
    await page.goto(await url('/'));
    await page.reload();
    const shown = () => page.evaluate(() => [...document.querySelectorAll('.current, .current h2, .current .names, .current .button, .tile, .chip')].filter((element) => element.checkVisibility()).map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const words = element.matches('.current') ? getComputedStyle(element).borderLeftColor : [element.innerText, element.lang];
      return [words, element.getAttribute('href'), x, y, width, height].join('|');
    }));
    await page.locator('#first .current:visible').waitFor();
    const before = await shown();
    release();
    await page.locator('#main .stand > .row').waitFor();
    await shot(page, `home-in-play-${save}-${lang}-${device.viewport.width}`);
    assert.deepEqual(await page.evaluate(() => moved), []);
    assert.deepEqual(await shown(), before);
    await page.locator('#main .current').getByRole('link').click();
    await page.waitForURL(`**/${table.id}/play`);
  });
}

for (const [where, from] of Object.entries({ 'among the games': '#/new/nihon_meisho', 'before the links of the bar': '<a href="#/" aria-current' })) {
  test(`nothing moves on the boot page with a table in play when it arrives in two pieces, cut ${where}`, async (t) => {
    const html = await (await fetch(await url('/'))).text();
    const cut = html.indexOf(from);
    assert.ok(cut > 0);
    const slow = createServer(async (request, response) => {
      if (request.url.endsWith('.wasm')) return;
      if (request.url !== '/') {
        const file = await fetch(await url(request.url));
        response.writeHead(file.status, { 'content-type': file.headers.get('content-type') });
        response.end(Buffer.from(await file.arrayBuffer()));
        return;
      }
      response.writeHead(200, { 'content-type': 'text/html' });
      response.write(html.slice(0, cut));
      setTimeout(() => response.end(html.slice(cut)), 1000);
    });
    await new Promise((ready) => { slow.listen(0, 'localhost', ready); });
    const home = `http://localhost:${slow.address().port}/`;
    const page = await (await context(t, phone, home)).newPage();
    // After the page was closed, which would miss it.
    t.after(() => { slow.closeAllConnections(); slow.close(); });
    await page.addInitScript(() => {
      localStorage.setItem('card', ['20261121003000-0000face', 'weather', '', 'Aiko, Ken and Mina', '愛子、ケン、美奈'].join('\n'));
      globalThis.moved = [];
      new PerformanceObserver((list) => moved.push(...list.getEntries().map(({ value }) => value))).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(home, { waitUntil: 'domcontentloaded' });
    await page.locator('#first .current:visible').getByText('Aiko, Ken and Mina').waitFor();
    await page.evaluate(() => new Promise((drawn) => { requestAnimationFrame(() => requestAnimationFrame(drawn)); }));
    assert.deepEqual(await page.evaluate(() => moved), []);
  });
}

test('the table in play opens from the boot page; a deleted one leaves no card', async (t) => {
  const page = await open(t, '/#/new/nerts');
  const w = words.en;
  await seat(page, w, ['Ann', 'Bob']);
  await button(page, w.open).tap();
  await page.getByRole('button', { name: 'Next' }).waitFor();
  let release;
  const held = new Promise((resolve) => { release = resolve; });
  await page.route('**/takujo_bg*.wasm', (route) => held.then(() => route.continue()));
  await page.goto(await url('/'));
  await page.reload();
  await page.locator('#first .current:visible').getByRole('link', { name: w.continue }).tap();
  release();
  await page.getByRole('button', { name: 'Next' }).waitFor();

  // Nor is anything stored for the boot page about a deleted table.
  await page.goto(await url('/#/history'));
  await page.getByRole('button', { name: 'Menu for Nerts' }).tap();
  await page.getByRole('button', { name: 'Delete Nerts' }).tap();
  await page.getByText('Recently deleted (1)').waitFor();
  assert.equal(await page.evaluate(() => localStorage.getItem('card')), null);
  await page.goto(await url('/'));
  await page.locator('#first').waitFor({ state: 'detached' });
  assert.equal(await page.locator('.current').count(), 0);
});

test('the server answers as a static host does', async () => {
  const home = await fetch(await url('/'));
  assert.equal(home.headers.get('content-type'), 'text/html; charset=utf-8');
  assert.equal(home.headers.get('cache-control'), 'no-cache');
  assert.equal((await fetch(await url('/no-such-file.js'))).status, 404);
  assert.equal((await fetch(await url('/..%2f..%2fCargo.toml'))).status, 404);
});

test('every answer has the headers of docs/hosting.md, and no 404 is kept', async () => {
  const page = await readFile(new URL('../../docs/hosting.md', import.meta.url), 'utf8');
  const home = await fetch(await url('/'));
  const [hashed] = (await home.clone().text()).match(/assets\/[^"]+-[0-9a-f]{16}\.[a-z]+/);
  const file = await fetch(await url(hashed));
  assert.equal(file.status, 200);
  assert.match(file.headers.get('cache-control'), /immutable/);
  const missing = await fetch(await url(hashed.replace(/[0-9a-f]{16}/, '0123456789abcdef')));
  assert.equal(missing.status, 404);
  const same = await fetch(await url('/'), { headers: { 'If-None-Match': home.headers.get('etag'), 'Cache-Control': 'no-cache' } });
  assert.equal(same.status, 304);
  const post = await fetch(await url('/'), { method: 'POST' });
  assert.equal(post.status, 405);
  for (const answer of [home, same, missing, post]) assert.equal(answer.headers.get('cache-control'), 'no-cache', String(answer.status));
  const named = [...page.matchAll(/^([A-Z][A-Za-z-]+): (.+)$/gm)].map(([, name, value]) => [name, value]);
  assert.equal(named.length, 7, `${named}`);
  for (const [name, value] of named) {
    // That one is for whoever does the HTTPS.
    const sent = name === 'Strict-Transport-Security' ? null : value;
    for (const answer of [home, file, missing, same, post]) assert.equal(answer.headers.get(name), sent, `${answer.status}: ${name}`);
  }
});

test('no other page can show the app in a frame', async (t) => {
  const page = await (await context(t)).newPage();
  await page.goto(await url('/icon.svg'));
  const address = await url('/');
  // The document of a page that was refused is not readable, even from the same site.
  const shown = await page.evaluate((address) => new Promise((done) => {
    const frame = document.createElementNS('http://www.w3.org/1999/xhtml', 'iframe');
    frame.onload = () => done(frame.contentDocument !== null);
    frame.src = address;
    document.documentElement.append(frame);
  }), address);
  assert.equal(shown, false);
  expectFaults(page, /frame-ancestors|failed/);
});
