// The installed app: everything works offline, a new version starts when the person wants it, and any path works. Each
// test has its own server and profile.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { kept as listed, packed } from '../../scripts/budget.mjs';
import { testBrowser } from '../../scripts/chromium.mjs';
import { SITE as built, serve } from '../../scripts/host.mjs';
import { axe, leftBehind, dark, japanese, phone, shot, unhurried } from './harness.mjs';
import { games } from './games.mjs';
import { button, drawn, fits, press, saved, seat, words } from './table.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const small = { ...phone, viewport: { width: 360, height: 640 } };

const folder = async (t) => {
  const made = await mkdtemp(join(tmpdir(), 'takujo-offline-'));
  t.after(() => rm(made, { recursive: true, force: true, maxRetries: 10 }));
  return made;
};
async function filesOf(dir) {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(dir, join(entry.parentPath ?? entry.path, entry.name))).filter((name) => !packed(name)).sort();
}

/** A proxy before the site that notes what was asked for, and can be closed and opened again. */
async function host(t, options) {
  const site = await serve(options);
  const asked = [];
  const way = createServer((req, res) => {
    const on = request({ port: site.port, path: req.url, method: req.method, headers: req.headers }, (answer) => {
      res.once('finish', () => asked.push({ path: req.url, status: answer.statusCode }));
      answer.pipe(res.writeHead(answer.statusCode, answer.headers));
    });
    on.on('error', () => res.destroy());
    req.pipe(on);
  });
  const open = async (port) => { await once(way.listen(port, '127.0.0.1'), 'listening'); };
  await open(0);
  const { port } = way.address();
  const stop = async () => {
    if (!way.listening) return;
    const closed = once(way.close(), 'close');
    way.closeAllConnections();
    await closed;
  };
  t.after(async () => {
    await stop();
    await site.kill();
  });
  const url = new URL(site.url);
  url.port = port;
  return { url: url.href, port, asked, stop, again: () => open(port) };
}

/** A browser with a profile. Errors in its pages and requests to other hosts fail the test. */
async function start(t, profile, device = phone) {
  const browser = await chromium.launchPersistentContext(profile, { ...device, ...testBrowser() });
  await unhurried(browser);
  const faults = [];
  browser.setDefaultTimeout(20_000);
  browser.on('weberror', (e) => faults.push(`uncaught: ${e.error().stack ?? e.error()}`));
  browser.on('console', (m) => {
    if (leftBehind(m.text())) return;
    if (m.type() === 'error' || /content security policy/i.test(m.text())) faults.push(`console: ${m.text()} (${m.location().url})`);
  });
  browser.on('requestfailed', (r) => {
    if (r.failure()?.errorText !== 'net::ERR_ABORTED') faults.push(`failed: ${r.url()} ${r.failure()?.errorText}`);
  });
  browser.on('request', (r) => {
    if (!/^(http:\/\/localhost:|blob:|data:)/.test(r.url())) faults.push(`request to another host: ${r.url()}`);
  });
  let open = true;
  const close = async () => {
    if (open) await browser.close();
    open = false;
    assert.deepEqual(faults, []);
  };
  t.after(close);
  return { browser, faults, close, page: browser.pages()[0] ?? await browser.newPage() };
}

async function visit(page, url) {
  await page.goto(url);
  await page.locator('#first').waitFor({ state: 'detached' });
  await page.getByRole('heading').first().waitFor();
}
/** When something was first drawn, which is later than it is there; in milliseconds. */
const painted = async (page) => {
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  return page.evaluate(() => Math.round(performance.getEntriesByName('first-contentful-paint')[0].startTime));
};
/** Waits until the worker has stored everything and controls this page. */
const kept = (page) => page.waitForFunction(() => Boolean(navigator.serviceWorker.controller));
/** Waits until the page answers true. (`waitForFunction` would take a promise for true.) */
async function until(page, question) {
  const end = Date.now() + 60_000;
  // A page that is being reloaded has no answer.
  while (!(await page.evaluate(question).catch(() => false))) {
    if (Date.now() > end) assert.fail(`not so after a minute: ${question}; caches: ${Object.keys(await caches(page)).join(' ')}`);
    await new Promise((later) => setTimeout(later, 50));
  }
}
/** The content of each cache: path to SHA-256. */
const caches = (page) => page.evaluate(async () => {
  const all = {};
  for (const name of await globalThis.caches.keys()) {
    const cache = await globalThis.caches.open(name);
    all[name] = {};
    for (const request of await cache.keys()) {
      const bytes = await (await cache.match(request)).arrayBuffer();
      const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
      all[name][new URL(request.url).pathname] = [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    }
  }
  return all;
});
/**
 * Changes the bundle of a host and finishes it as scripts/build does. Swapped as a whole, because a browser may
 * request at any time.
 */
async function changed(dir, change) {
  const next = `${dir}.next`;
  await cp(dir, next, { recursive: true });
  await edit(join(next, 'sw.js'), unlisted);
  await change(next);
  execFileSync(process.execPath, [`${root}scripts/finish.mjs`, next]);
  await rename(dir, `${dir}.old`);
  await rename(next, dir);
  await rm(`${dir}.old`, { recursive: true });
}
/** The worker without the list of files. */
const unlisted = (text) => text.replace(/^self\.site=.*;\n/, '');
const edit = async (path, how) => {
  const before = await readFile(path, 'utf8');
  const after = how(before);
  assert.notEqual(after, before);
  await writeFile(path, after);
};
/** Waits until the page knows of a new version; it shows that on the next page opened. */
const heard = async (page) => {
  await until(page, () => navigator.serviceWorker.ready.then((site) => Boolean(site.waiting)));
  await page.locator(':root[data-news]').waitFor();
};
const note = (page) => page.getByRole('status').filter({ has: page.getByRole('button') });

test('after the first visit the whole bundle is kept, no more and no less, fetched after the app stood', async (t) => {
  const site = await host(t, { dir: built });
  const { page, close } = await start(t, await folder(t));
  await visit(page, site.url);
  await kept(page);
  const files = (await filesOf(built)).filter(listed);
  const wanted = Object.fromEntries(await Promise.all(files.map(async (name) => [
    name === 'index.html' ? '/' : `/${name}`,
    createHash('sha256').update(await readFile(join(built, name))).digest('hex'),
  ])));
  assert.ok(files.some((name) => name.endsWith('.txt')) && files.filter((name) => name.endsWith('.wasm')).length > Object.keys(games).length, 'the rules and the parts');
  const found = Object.values(await caches(page));
  assert.equal(found.length, 1);
  assert.deepEqual(found[0], wanted);
  // The stored page names in advance what it waits for.
  const ahead = await page.evaluate(async () => (await window.caches.match(location.pathname, { ignoreSearch: true })).headers.get('Link'));
  const html = await readFile(join(built, 'index.html'), 'utf8');
  assert.deepEqual(
    [...ahead.matchAll(/<\.\/([^>]+)>; rel=preload; as=(style|script)/g)].map(([, name, as]) => [as, name]),
    [['style', html.match(/<link rel="stylesheet" href="\.\/([^"]+)"/)[1]], ['script', html.match(/<script src="\.\/([^"]+)">/)[1]]],
  );
  const paths = site.asked.map(({ path }) => path);
  const worker = paths.indexOf('/sw.js');
  const programs = paths.map((path, at) => (/takujo(_bg)?(-[0-9a-f]{16})?\.(js|wasm)$/.test(path) ? at : -1)).filter((at) => at >= 0);
  assert.ok(programs.length >= 2 && programs.slice(0, 2).every((at) => at < worker), `the worker came too early: ${paths.join(' ')}`);
  for (const path of Object.keys(wanted).filter((path) => /-[0-9a-f]{16}\./.test(path))) {
    assert.equal(paths.filter((asked) => asked === path).length, 1, `${path} is fetched once`);
  }
  assert.deepEqual(site.asked.filter(({ status }) => status >= 400), []);
  await close();
});

async function playEverything(page, base, l) {
  const w = words[l];
  const names = ['Ann', 'Bob', '美咲', 'Tom'];
  for (const [game, { people, starter, enter }] of Object.entries(games)) {
    await visit(page, `${base}#/new/${game}`);
    await seat(page, w, names.slice(0, people));
    if (starter) await page.getByRole('radio', { name: 'Ann', exact: true }).check();
    await page.locator('.foot .button').last().tap();
    await page.locator('.page.table').waitFor();
    await enter(page, l);
    await saved(page, w);
    // What the last tap says is drawn a frame later.
    await drawn(page);
    await saved(page, w);
    const undo = page.getByRole('button', { name: new RegExp(`^${w.undo}`) });
    const done = await undo.textContent();
    await page.reload();
    await undo.getByText(done).waitFor();
  }
}
async function readEverything(page, base, l) {
  await visit(page, `${base}#/rules`);
  await page.getByRole('searchbox').fill(l === 'en' ? 'tie at 100' : 'リバース');
  await page.locator('.answers li').first().waitFor();
  await page.locator('.answers li a').first().tap();
  await page.getByRole('heading', { level: 1 }).waitFor();
  for (const game of Object.keys(games)) {
    await visit(page, `${base}#/rules/${game}`);
    await page.getByRole('searchbox').waitFor();
  }
  await visit(page, `${base}#/calculate/nerts`);
  await page.locator('.pad').waitFor();
  await visit(page, `${base}#/settings`);
  await page.getByRole('radio', { name: '日本語' }).waitFor();
}

for (const [l, device] of [['en', phone], ['ja', japanese(phone)]]) {
  test(`server stopped, browser started anew: every game, the history, the settings, the rules and their search (${l})`, async (t) => {
    const site = await host(t, { dir: built });
    const profile = await folder(t);
    const before = await start(t, profile, device);
    await visit(before.page, site.url);
    await kept(before.page);
    await before.close();
    await site.stop();
    site.asked.length = 0;

    const { page, close } = await start(t, profile, device);
    await visit(page, site.url);
    const paint = await painted(page);
    t.diagnostic(`offline, the first start: first contentful paint after ${paint} ms`);
    await playEverything(page, site.url, l);
    await readEverything(page, site.url, l);
    await visit(page, `${site.url}#/history`);
    await page.locator('.tables .item').nth(Object.keys(games).length - 1).waitFor();
    // The table in play, by the launcher's address for it.
    await visit(page, `${site.url}#/continue`);
    await page.locator(`.page.table.accent-${Object.keys(games).at(-1)}`).waitFor();
    assert.equal(await page.locator('html').getAttribute('lang'), l);
    const warm = [];
    for (let time = 0; time < 5; time += 1) {
      await page.goto('about:blank');
      await visit(page, site.url);
      warm.push(await painted(page));
    }
    t.diagnostic(`offline, warm: first contentful paint after ${warm.join(', ')} ms`);
    assert.deepEqual(site.asked, []);
    await close();
  });
}

test('a new version waits for a person; table and draft are kept, only what changed is fetched, another window goes on', async (t) => {
  const live = await folder(t);
  await cp(built, live, { recursive: true });
  const part = (await filesOf(live)).find((name) => /\/any-[0-9a-f]{16}\./.test(name));
  const site = await host(t, { dir: live });
  const profile = await folder(t);
  let { browser, page, close } = await start(t, profile, small);
  const w = words.en;
  await visit(page, site.url);
  await kept(page);
  await visit(page, `${site.url}#/new/nerts`);
  await seat(page, w, ['Ann', 'Bob']);
  await button(page, w.open).tap();
  await press(page, '310185');
  await button(page, 'Save round').tap();
  await saved(page, w);
  await press(page, '41');
  const other = await browser.newPage();
  await visit(other, `${site.url}#/`);
  for (const window of [page, other]) await window.evaluate(() => { globalThis.same = true; });

  // The host gets a version with a changed page, and a part under another name. A browser looks for one by itself, too.
  site.asked.length = 0;
  const to = part.replace(/-[0-9a-f]{16}/, '-0123456789abcdef');
  await changed(live, async (dir) => {
    await rename(join(dir, part), join(dir, to));
    const program = (await filesOf(dir)).find((name) => /takujo-\w+\.js$/.test(name));
    await edit(join(dir, program), (text) => text.replaceAll(part, to));
    await edit(join(dir, 'index.html'), (text) => text.replace('<head>', '<head><meta name="version" content="B">'));
  });
  await page.evaluate(() => navigator.serviceWorker.ready.then((site) => site.update()));
  await heard(page);
  await heard(other);
  const fetched = [...new Set(site.asked.map(({ path }) => path).filter((path) => path !== '/sw.js'))].sort();
  assert.equal(fetched.length, 3, `only what changed is fetched: ${fetched.join(' ')}`);
  assert.ok(fetched.includes('/') && fetched.includes(`/${to}`) && fetched.some((path) => /takujo-\w+\.js$/.test(path)));

  // Nothing moves under the finger: the note comes with the next page, at the table and on the home page, in each
  // window.
  assert.equal(await note(page).count(), 0);
  await page.getByRole('link', { name: w.standings }).tap();
  await note(page).getByText('A new version is ready.').waitFor();
  await page.getByRole('link', { name: 'Score', exact: true }).tap();
  await note(page).waitFor();
  await fits(page);
  await axe(page);
  await shot(page, 'news-table');
  await other.getByRole('link', { name: 'Rules' }).tap();
  await other.getByRole('searchbox').waitFor();
  assert.equal(await note(other).count(), 0, 'not over the rules');
  await other.getByRole('link', { name: w.tables }).tap();
  await note(other).waitFor();
  await other.getByRole('button', { name: '日本語に切り替える' }).tap();
  await note(other).getByText('新しいバージョンがあります。').waitFor();
  await fits(other);
  await axe(other);
  await shot(other, 'news-home-ja');
  await other.emulateMedia({ colorScheme: 'dark' });
  await axe(other);
  await shot(other, 'news-home-ja-dark');
  await other.getByRole('button', { name: 'Switch to English' }).tap();
  for (const window of [page, other]) {
    assert.ok(await window.evaluate(() => globalThis.same), 'no page was loaded anew by itself');
    assert.equal(await window.locator('meta[name="version"]').count(), 0);
  }

  // One tap, in one window.
  await button(page, 'Reload').tap();
  await page.locator('meta[name="version"]').waitFor({ state: 'attached' });
  await page.locator('.table[data-entries="1"]').waitFor();
  assert.equal(await page.locator('.cell').first().textContent(), '41', 'what was half entered is there');
  assert.equal(await note(page).count(), 0);
  await page.evaluate(() => { globalThis.same = true; });
  assert.ok(await other.evaluate(() => globalThis.same), 'the other window is left alone');
  assert.equal(await other.locator('meta[name="version"]').count(), 0);

  // The other window still has all its parts, though neither the host nor the browser's cache does.
  await (await browser.newCDPSession(other)).send('Network.clearBrowserCache');
  site.asked.length = 0;
  await other.getByRole('link', { name: 'Any card game' }).tap();
  await other.getByRole('button', { name: w.open, exact: true }).waitFor();
  assert.deepEqual(site.asked, []);
  await other.getByRole('link', { name: w.tables }).tap();
  await button(other, 'Reload').tap();
  await other.locator('meta[name="version"]').waitFor({ state: 'attached' });
  assert.ok(await page.evaluate(() => globalThis.same), 'the first window is left alone');

  // Once no window can need it, the old version is deleted. Restart the browser, because it decides itself when a
  // closed window is gone.
  await close();
  ({ page, close } = await start(t, profile, small));
  await visit(page, site.url);
  await until(page, async () => (await globalThis.caches.keys()).length === 1);
  const [left] = Object.values(await caches(page));
  assert.deepEqual(Object.keys(left).filter((path) => path === `/${to}` || path === `/${part}`), [`/${to}`]);
  await close();
});

test('"later" takes the note away; a version that nobody asked for comes with the next start', async (t) => {
  const live = await folder(t);
  await cp(built, live, { recursive: true });
  const site = await host(t, { dir: live });
  const profile = await folder(t);
  const { page, close } = await start(t, profile, dark(phone));
  await visit(page, site.url);
  await kept(page);
  await changed(live, (dir) => edit(join(dir, 'index.html'), (text) => text.replace('<head>', '<head><meta name="version" content="B">')));
  // Opened again: the browser looks for a new version by itself, and finds it while the old one is shown.
  await page.reload();
  await page.locator('#first').waitFor({ state: 'detached' });
  await heard(page);
  await page.getByRole('link', { name: 'Settings' }).tap();
  await page.getByRole('link', { name: 'Tables' }).tap();
  await note(page).waitFor();
  await shot(page, 'news-home-dark');
  await button(page, 'Later').tap();
  await note(page).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Settings' }).tap();
  await page.getByRole('link', { name: 'Tables' }).tap();
  await page.getByRole('heading', { name: 'New table' }).waitFor();
  assert.equal(await note(page).count(), 0);
  assert.equal(await page.locator('meta[name="version"]').count(), 0);
  await close();
  await site.stop();
  const next = await start(t, profile, dark(phone));
  await visit(next.page, site.url);
  await next.page.locator('meta[name="version"]').waitFor({ state: 'attached' });
  await until(next.page, async () => (await globalThis.caches.keys()).length === 1);
  await next.close();
});

test('a download that breaks off, or is not what the list says, changes nothing and goes on later', async (t) => {
  const live = await folder(t);
  await cp(built, live, { recursive: true });
  const rules = (await filesOf(live)).find((name) => name.endsWith('.txt'));
  const whole = await readFile(join(live, rules));
  await writeFile(join(live, rules), whole.subarray(0, 1000));
  const site = await host(t, { dir: live });
  const { page, close } = await start(t, await folder(t));
  await visit(page, site.url);
  // The worker requests it again, bypassing the browser's cache, then gives up.
  for (const end = Date.now() + 20_000; site.asked.filter(({ path }) => path === `/${rules}`).length < 2;) {
    assert.ok(Date.now() < end, 'the worker did not ask for the rules twice');
    await new Promise((later) => setTimeout(later, 50));
  }
  await until(page, () => navigator.serviceWorker.getRegistration().then((site) => !site));
  assert.equal(await page.evaluate(() => Boolean(navigator.serviceWorker.controller)), false);
  const [half] = Object.values(await caches(page));
  assert.ok(Object.keys(half).length > 5 && !(`/${rules}` in half));
  await writeFile(join(live, rules), whole);
  site.asked.length = 0;
  await page.reload();
  await kept(page);
  assert.ok(site.asked.some(({ path }) => path === `/${rules}`));
  assert.deepEqual(site.asked.filter(({ path }) => path in half), [], 'what was there is not fetched again');
  await close();
});

test('a build without the list of its files, at the same address, clears away what a finished one left', async (t) => {
  const live = await folder(t);
  await cp(built, live, { recursive: true });
  const site = await host(t, { dir: live });
  const { page, close } = await start(t, await folder(t));
  await visit(page, site.url);
  await kept(page);
  await edit(join(live, 'sw.js'), unlisted);
  await page.evaluate(() => navigator.serviceWorker.ready.then((site) => site.update()));
  await until(page, async () => (await globalThis.caches.keys()).length === 0);
  await page.goto('about:blank');
  await visit(page, site.url);
  await close();
});

test('under a sub-path: nothing is asked for outside it, with and without a network', async (t) => {
  const site = await host(t, { dir: built, prefix: '/some/where/' });
  const profile = await folder(t);
  const before = await start(t, profile);
  await visit(before.page, site.url.replace(/\/$/, ''));
  // Leave alone what another app on this host stores.
  await before.page.evaluate(() => globalThis.caches.open('takujo:/:other'));
  await kept(before.page);
  await playEverything(before.page, site.url, 'en');
  await readEverything(before.page, site.url, 'en');
  const names = await before.page.evaluate(() => globalThis.caches.keys());
  assert.equal(names.length, 2);
  assert.ok(names.includes('takujo:/:other'));
  await before.close();
  const astray = site.asked.filter(({ path, status }) => status >= 400 || !`${path}/`.startsWith('/some/where/'));
  assert.deepEqual(astray, []);
  await site.stop();
  const { page, close } = await start(t, profile);
  await visit(page, site.url);
  await playEverything(page, site.url, 'en');
  await readEverything(page, site.url, 'en');
  await close();
});

test('the plain pages of the rules are not kept: without a network the app shows the same text', async (t) => {
  const site = await host(t, { dir: built, prefix: '/games/takujo/' });
  const { page, close, faults } = await start(t, await folder(t));
  await visit(page, site.url);
  await kept(page);
  await page.goto(`${site.url}rules/nerts.ja.html#score`);
  await page.locator('section#score').waitFor();
  await site.stop();
  for (const [file, address] of [['nerts.en.html#score', '#/rules/nerts'], ['nihon_meisho.ja.html', '#/rules/nihon_meisho'], ['index.html', '#/rules'], ['', '#/rules']]) {
    await page.goto(`${site.url}rules/${file}`);
    assert.equal(page.url(), site.url + address);
    await page.locator('.contents a, .answers a').first().waitFor();
  }
  // The worker requested them first, in vain.
  assert.ok(faults.splice(0).every((fault) => /^failed: .*\/rules\/.* net::ERR_CONNECTION_REFUSED$/.test(fault)));
  await site.again();
  await page.goto(`${site.url}rules/nerts.en.html`);
  await page.locator('section#score').waitFor();
  await close();
});

test('without a worker the parts come from the sub-path too', async (t) => {
  const site = await host(t, { dir: built, prefix: '/some/where/' });
  const { page, close } = await start(t, await folder(t), { ...phone, serviceWorkers: 'block' });
  await visit(page, site.url);
  await playEverything(page, site.url, 'en');
  await readEverything(page, site.url, 'en');
  assert.deepEqual(site.asked.filter(({ path, status }) => status >= 400 || !path.startsWith('/some/where/')), []);
  await close();
});

test('the manifest says what an installation needs, in the language of the app', async (t) => {
  const site = await host(t, { dir: built });
  const { browser, page, close } = await start(t, await folder(t));
  await visit(page, site.url);
  await kept(page);
  const devtools = await browser.newCDPSession(page);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  assert.deepEqual(installabilityErrors, []);
  const sizes = async (name) => {
    const bytes = await readFile(join(built, name));
    return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
  };
  for (const l of ['en', 'ja']) {
    if (l === 'ja') await page.getByRole('button', { name: '日本語に切り替える' }).tap();
    await page.waitForFunction((name) => document.querySelector('link[rel="manifest"]').href.endsWith(name), l === 'en' ? '/manifest.webmanifest' : '/manifest.ja.webmanifest');
    const { url, errors, data } = await devtools.send('Page.getAppManifest');
    assert.deepEqual(errors, []);
    assert.match(url, l === 'en' ? /\/manifest\.webmanifest$/ : /\/manifest\.ja\.webmanifest$/);
    const manifest = JSON.parse(data);
    assert.equal(manifest.lang, l);
    assert.deepEqual([manifest.id, manifest.start_url, manifest.scope, manifest.display], ['takujo', './', './', 'standalone']);
    assert.deepEqual(manifest.icons.filter((icon) => icon.type === 'image/png').map((icon) => `${icon.sizes} ${icon.purpose ?? 'any'}`), ['192x192 any', '512x512 any', '512x512 maskable']);
    for (const picture of [...manifest.icons, ...manifest.screenshots, ...manifest.shortcuts.flatMap((shortcut) => shortcut.icons)]) {
      if (picture.type === 'image/png') assert.equal(await sizes(picture.src), picture.sizes, picture.src);
    }
    assert.deepEqual(new Set(manifest.screenshots.map((shown) => shown.form_factor)), new Set(['narrow', 'wide']));
    const games = await page.locator('.tiles a').evaluateAll((tiles) => tiles.map((tile) => `./${tile.getAttribute('href')}`));
    assert.deepEqual(manifest.shortcuts.map((shortcut) => shortcut.url), ['./#/continue', ...games]);
    const names = await page.locator('.tiles strong').allTextContents();
    assert.deepEqual(manifest.shortcuts.slice(1).map((shortcut) => shortcut.short_name), names);
  }
  // The browser's bars match it, however the theme was chosen.
  for (const [theme, scheme] of [['Auto', 'light'], ['Auto', 'dark'], ['Light', 'dark'], ['Dark', 'light']]) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.evaluate((theme) => { document.documentElement.dataset.theme = theme; }, theme.toLowerCase());
    const [paper, bar] = await page.evaluate(async () => {
      await new Promise(requestAnimationFrame);
      const bars = [...document.querySelectorAll('meta[name="theme-color"]')].find((it) => matchMedia(it.media).matches);
      const probe = document.createElement('canvas').getContext('2d');
      probe.fillStyle = bars.content;
      const hex = probe.fillStyle;
      probe.fillStyle = getComputedStyle(document.documentElement).backgroundColor;
      return [probe.fillStyle, hex];
    });
    assert.equal(bar, paper, `${theme} on a ${scheme} system`);
  }
  await close();
});
