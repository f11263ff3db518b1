// Shared by all browser tests: a server for the built site, one Chromium, and pages that fail the test on any fault.
//
//   import { open, phone } from './harness.mjs';
//   test('the home page has a heading', async (t) => {
//     const page = await open(t, '/', phone);
//     ...
//   });
//
// Environment: CHROMIUM the browser, TAKUJO_PREFIX a sub-path to serve the site under; scripts/host.mjs has more. scripts/e2e.mjs
// starts one browser and one server for all files and names them in TAKUJO_BROWSER and TAKUJO_SERVED.
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import axeCore from 'axe-core';
import { chromium } from 'playwright-core';
import { testBrowser } from '../../scripts/chromium.mjs';
import { failed } from '../../scripts/failed.mjs';
import { EDGE, serve } from '../../scripts/host.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const shots = `${root}target/screenshots`;

// --- devices: options for a browser context; spread one to change it: { ...phone, locale: 'ja-JP' } ---------------

export const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true, locale: 'en-US', colorScheme: 'light' };
export const smallPhone = { ...phone, viewport: { width: 320, height: 568 } };
export const phoneSideways = { ...phone, viewport: { width: 844, height: 390 } };
export const tablet = { ...phone, viewport: { width: 820, height: 1180 } };
export const desktop = { viewport: { width: 1280, height: 800 }, locale: 'en-US', colorScheme: 'light' };
export const japanese = (device) => ({ ...device, locale: 'ja-JP' });
export const dark = (device) => ({ ...device, colorScheme: 'dark' });

// --- one server and one browser, started when first asked for unless there are some already -----------------------

const { TAKUJO_BROWSER, TAKUJO_PREFIX, TAKUJO_SERVED } = process.env;
let site;
let browser;
const theSite = async () => (TAKUJO_SERVED ? { url: TAKUJO_SERVED } : (site ??= serve({ prefix: TAKUJO_PREFIX })));
const theBrowser = () => (browser ??= TAKUJO_BROWSER ? chromium.connect(TAKUJO_BROWSER) : chromium.launch(testBrowser()));
after(async () => {
  await (await browser)?.close();
  await (await site)?.kill();
});

/** The address of a path of the site, for `page.goto`. */
export const url = async (path = '/') => new URL(path.replace(/^\//, ''), (await theSite()).url).href;

/**
 * Whether a console line only reports that a part's download was cancelled because its page was left, which is no fault.
 * If the network itself fails, the request reports it.
 */
export const leftBehind = (text) => /A part of the program cannot be had now: TypeError: .*(Response body loading was aborted|Failed to fetch)/.test(text);

/** After so long the context of a test is closed, in milliseconds: scripts/e2e.mjs gives a file 15 minutes. */
const STUCK = 600_000;

/** How many contexts a test has made. */
const contextsOf = new WeakMap();

/**
 * A fresh browser context with its own storage, like a new visitor's, which ends with the test. Any console error,
 * uncaught exception, violation of the content security policy, failed request or request to another host in it fails
 * the test, unless removed with `expectFault`. `home` is the server's address, if it is not the site's.
 */
export async function context(t, device = phone, home) {
  // A first visit must not depend on what a service worker stored; that has its own tests.
  const made = await (await theBrowser()).newContext({ serviceWorkers: 'block', ...device });
  await unhurried(made);
  const { host } = new URL(home ?? (await theSite()).url);
  const found = [];
  faultsOf.set(made, found);
  const one = (contextsOf.get(t) ?? 0) + 1;
  contextsOf.set(t, one);
  made.on('weberror', (e) => found.push(`uncaught: ${e.error().stack ?? e.error()}`));
  made.on('console', (m) => {
    // The browser requests this from the root of the host, which is not always ours.
    if (new URL(m.location().url || 'about:blank').pathname === '/favicon.ico') return;
    // A page at localhost asks where else its host is found, which a Worker does not say.
    if (EDGE && new URL(m.location().url || 'about:blank').pathname === '/addresses') return;
    if (leftBehind(m.text())) return;
    if (m.type() === 'error' || /content security policy/i.test(m.text())) found.push(`console ${m.type()}: ${m.text()} (${m.location().url})`);
  });
  made.on('request', (r) => {
    const to = new URL(r.url());
    if (/^(https?|wss?):$/.test(to.protocol) && to.host !== host) found.push(`request to another host: ${r.url()}`);
  });
  // A request is aborted when its page is left, which is no fault either.
  made.on('requestfailed', (r) => {
    if (r.failure()?.errorText !== 'net::ERR_ABORTED') found.push(`failed: ${r.url()} ${r.failure()?.errorText}`);
  });
  await made.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (e) => {
      console.error(`content security policy: ${e.violatedDirective} ${e.blockedURI} ${e.sourceFile}:${e.lineNumber}`);
    });
  });
  // Shows what a failed test was looking at, for logs of machines nobody watches.
  const show = async () => {
    for (const [at, page] of made.pages().entries()) {
      const name = `${failed(t.name)} ${one}.${at + 1}`;
      const seen = await page.locator('body').ariaSnapshot({ timeout: 5_000 }).catch((error) => `the page does not answer: ${error}`);
      await keep(`${name}.txt`, `${page.url()} showed:\n${seen}\n`);
      await page.screenshot({ timeout: 5_000 }).then((png) => keep(`${name}.png`, png), () => undefined);
    }
  };
  // What asks a page without a limit would wait until the whole file is ended, and nobody would know where.
  const stuck = process.env.TAKUJO_SERVED && setTimeout(async () => {
    await show();
    await made.close({ reason: 'the test did not end' });
  }, STUCK);
  t.after(async () => {
    clearTimeout(stuck);
    if (t.passed === false) await show();
    await made.close();
    assert.deepEqual(found, [], 'the page did something that it must not');
  });
  return made;
}

/**
 * Tests tap faster than people, and public/taps.js would take two such taps for one. In this context it is left out, except on a
 * page on which `hurry` was called.
 */
export const unhurried = (context) => context.addInitScript(() => {
  if (origin === 'null' || sessionStorage.getItem('hurried')) return;
  const listen = window.addEventListener;
  window.addEventListener = function (...args) {
    if (!document.currentScript?.src.endsWith('/taps.js')) listen.apply(this, args);
  };
});

const faultsOf = new WeakMap();
/** Removes one matching fault from the list, or fails: for tests that provoke it. */
export function expectFault(page, pattern) {
  const found = faultsOf.get(page.context());
  const at = found.findIndex((fault) => pattern.test(fault));
  assert.notEqual(at, -1, `no fault like ${pattern} among ${JSON.stringify(found)}`);
  return found.splice(at, 1)[0];
}

/** The same for every fault that matches. */
export function expectFaults(page, pattern) {
  expectFault(page, pattern);
  allowFaults(page, pattern);
}

/** Removes every matching fault, if there is one: for what a page may or may not have tried. */
export function allowFaults(page, pattern) {
  const found = faultsOf.get(page.context());
  found.splice(0, found.length, ...found.filter((fault) => !pattern.test(fault)));
}

/** The bytes of a download: it has no path where the browser is another process's. */
export const bytes = async (download) => buffer(await (await download).createReadStream());

/** Waits until only the app's own page is there. Until then, and for a moment beside it, there is the boot page, which looks alike. */
export const started = (page) => page.locator('#first').waitFor({ state: 'detached' });

/** A page at `path` in its own context, once the app has drawn something. */
export async function open(t, path = '/', device = phone) {
  const page = await (await context(t, device)).newPage();
  page.setDefaultTimeout(10_000);
  await page.goto(await url(path));
  await started(page);
  await page.getByRole('heading').first().waitFor();
  return page;
}

/** Reloads the page; from then on the time between taps is real. */
export async function hurry(page) {
  await page.evaluate(() => sessionStorage.setItem('hurried', 'yes'));
  await page.reload();
  await started(page);
  await page.getByRole('heading').first().waitFor();
}

/**
 * A finger on a page where the time between taps is real (see `hurry`). Its taps bear the times they are meant for, because a
 * busy machine would pull a double tap apart.
 */
export async function finger(page) {
  const session = await page.context().newCDPSession(page);
  const touch = ([x, y], timestamp) => Promise.all([['touchStart', [{ x, y }]], ['touchEnd', []]].map(
    ([type, touchPoints]) => session.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp: timestamp / 1000 }),
  ));
  let last = 0;
  /** So many taps at about one spot, this many milliseconds apart, sent before the first is answered. */
  const taps = async ([x, y], times, apart, after = 1000) => {
    const first = Math.max(Date.now(), last + after);
    last = first + (times - 1) * apart;
    await Promise.all(Array.from({ length: times }, (_, nth) => touch([x + nth * 4, y - nth * 3], first + nth * apart)));
    // Some of the result is drawn a frame late, or after what is read from the disk.
    await page.evaluate(async () => {
      for (let pictures = 0; pictures < 6; pictures += 1) await new Promise((done) => requestAnimationFrame(done));
    });
  };
  return {
    taps,
    /** A tap, this many milliseconds or more after the last. */
    tap: (spot, after) => taps(spot, 1, 0, after),
    twice: (spot, apart = 60) => taps(spot, 2, apart),
  };
}

/** The point where a finger hits an element. */
export async function middle(locator) {
  await locator.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await locator.boundingBox();
  return [x + width / 2, y + height / 2];
}

/**
 * Fails with every violation axe finds on the page: rule, reason and place. It is spared what it would fetch first: the
 * styles, which only a rule that is switched off by default reads, and films, of which there are none.
 */
export async function axe(page) {
  // Once per document, because injecting takes longer than checking.
  if (!await page.evaluate(() => 'axe' in window)) await page.evaluate(axeCore.source);
  const { violations, passes } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'], preload: false }));
  assert.ok(passes.length > 10, `axe saw next to nothing of ${page.url()}`);
  const lines = violations.flatMap((v) => [`${v.id} (${v.impact}): ${v.help}`, ...v.nodes.map((n) => `    ${n.target.join(' ')}\n    ${n.html}\n    ${n.failureSummary?.replace(/\n/g, '\n    ')}`)]);
  assert.equal(violations.length, 0, `${page.url()} fails axe:\n${lines.join('\n')}`);
}

/**
 * Saves a picture of the page as target/screenshots/NAME.png if TAKUJO_SHOTS=1. Not by default, because it makes a run a
 * third longer.
 */
export async function shot(page, name, options = {}) {
  if (process.env.TAKUJO_SHOTS) await keep(`${name}.png`, await page.screenshot({ animations: 'disabled', ...options }));
}
/** Saves a picture or a text in target/screenshots. */
export async function keep(name, content) {
  await mkdir(shots, { recursive: true });
  await writeFile(`${shots}/${name}`, content);
}

/**
 * Counts a person's taps, to hold a task to a number of them:
 *   const t = taps(page); await t.tap(page.getByRole('button', { name: 'Start' })); assert.ok(t.count <= 3);
 * A tap is a touch if the device has touch, else a click. Typing counts each key.
 */
export function taps(page) {
  let touch;
  return {
    count: 0,
    async tap(locator) {
      touch ??= await page.evaluate(() => navigator.maxTouchPoints > 0);
      await (touch ? locator.tap() : locator.click());
      this.count += 1;
    },
    async key(name) {
      await page.keyboard.press(name);
      this.count += 1;
    },
    async type(locator, text) {
      await locator.pressSequentially(text);
      this.count += [...text].length;
    },
    async choose(locator, option) {
      await locator.selectOption(option);
      this.count += 2;
    },
  };
}
