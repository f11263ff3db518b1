// Browsers that lack what newer ones have: the oldest the app runs in (README names them) plays as the others do, and
// older ones are told so in words.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { parse } from 'acorn';
import { allowFaults, axe, context, dark, expectFaults, japanese, open, phone, shot, smallPhone, started, url } from './harness.mjs';
import { button, fits, press, saved, seat, words } from './table.mjs';

const site = process.env.TAKUJO_SITE ?? fileURLToPath(new URL('../../target/site', import.meta.url));

/** Takes away what Safari 16.4, Chrome 111 or Firefox 121 does not have. */
const age = () => {
  for (const [of, names] of [
    [URL, ['canParse', 'parse']], [Promise, ['withResolvers', 'try']], [Object, ['groupBy']], [Map, ['groupBy']], [Array, ['fromAsync']],
    [AbortSignal, ['any']], [Set.prototype, ['union', 'intersection', 'difference', 'isSubsetOf']], [Uint8Array.prototype, ['toBase64', 'toHex']],
    [Document.prototype, ['startViewTransition']], [HTMLElement.prototype, ['showPopover', 'hidePopover', 'togglePopover']], [Element.prototype, ['checkVisibility', 'getHTML']],
    [ArrayBuffer.prototype, ['transfer', 'resize']], [String.prototype, ['isWellFormed', 'toWellFormed']],
  ]) for (const name of names) delete of[name];
  for (const name of ['requestIdleCallback', 'scheduler', 'navigation', 'Iterator', 'CloseWatcher', 'cookieStore']) delete window[name];
  for (const name of ['vibrate', 'getBattery', 'connection', 'userAgentData', 'setAppBadge', 'getInstalledRelatedApps']) delete Navigator.prototype[name];
};

test('no style sheet has colours that Safari 16.4 does not know, and both themes have theirs', async (t) => {
  const sheets = readdirSync(site, { recursive: true }).filter((name) => name.endsWith('.css'));
  assert.ok(sheets.length >= 3, `too few style sheets: ${sheets}`);
  for (const name of sheets) assert.doesNotMatch(readFileSync(join(site, name), 'utf8'), /light-dark\(/, name);
  const background = async (device, theme) => {
    const page = await open(t, '/#/settings', device);
    if (theme) {
      await page.locator('label').filter({ hasText: theme }).tap();
      await page.locator(`.app[data-theme="${theme.toLowerCase()}"]`).waitFor();
    }
    return page.locator('.app').evaluate((app) => [getComputedStyle(document.documentElement).backgroundColor, getComputedStyle(app).backgroundColor]);
  };
  const light = Array(2).fill('rgb(246, 241, 230)');
  const night = Array(2).fill('rgb(22, 20, 15)');
  assert.deepEqual(await background(phone), light);
  assert.deepEqual(await background(dark(phone)), night);
  assert.deepEqual(await background(dark(phone), 'Light'), light);
  assert.deepEqual(await background(phone, 'Dark'), night);
});

test('a round of Nerts is played without anything newer', async (t) => {
  const made = await context(t, phone);
  await made.addInitScript(age);
  const page = await made.newPage();
  await page.goto(await url('/#/new/nerts'));
  await started(page);
  await seat(page, words.en, ['Aki', 'Ben']);
  await button(page, words.en.open).tap();
  await page.locator('.entering').waitFor();
  await press(page, '310185');
  await button(page, 'Save round').tap();
  await saved(page, words.en);
  await page.goto(await url('/#/rules/nerts'));
  await page.getByRole('navigation', { name: 'Nerts: contents' }).waitFor();
});

/** Opens the page in a browser that does not know `lh`, cannot read the newer scripts, and has no WebAssembly if so wished. */
async function old(t, device, without) {
  const made = await context(t, device);
  await made.addInitScript((without) => {
    if (without === 'WebAssembly') delete window.WebAssembly;
    else {
      const supports = CSS.supports.bind(CSS);
      CSS.supports = (condition) => !condition.includes('lh') && supports(condition);
    }
  }, without);
  const page = await made.newPage();
  if (without === 'scripts') {
    // A pattern that no browser reads stands for what this one cannot.
    for (const name of ['boot', 'rescue', 'taps', 'assets/takujo-*']) {
      await page.route(`**/${name}.js`, (route) => route.fulfill({ contentType: 'text/javascript', body: '/(/' }));
    }
  }
  await page.goto(await url('/'));
  await page.locator('.too-old').waitFor();
  return page;
}

test('an older browser is told so on a page in words, whatever else it cannot read', async (t) => {
  parse(readFileSync(join(site, 'old.js'), 'utf8'), { ecmaVersion: 5 });
  for (const [device, first] of [[smallPhone, 'This browser is too old for Takujo'], [dark(japanese(phone)), 'このブラウザでは\u200b卓上を\u200b使えません']]) {
    const page = await old(t, device, 'lh');
    assert.equal(await page.getByRole('heading').first().textContent(), first);
    assert.equal(await page.getByRole('heading').count(), 2);
    assert.equal(await page.locator('.tile:visible').count(), 0);
    await fits(page);
    await axe(page);
    await shot(page, `too old ${device.locale}`);
    await page.getByRole('link').first().click();
    await page.waitForURL(/rules\/index\.html/);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
  }
  const page = await old(t, phone, 'scripts');
  assert.equal(await page.locator('.tile:visible').count(), 0);
  expectFaults(page, /^uncaught: /);
});

test('a browser with WebAssembly turned off is told that', async (t) => {
  const page = await old(t, phone, 'WebAssembly');
  await page.getByRole('heading', { name: 'Takujo needs WebAssembly' }).waitFor();
  assert.equal(await page.locator('.tile:visible').count(), 0);
  await page.waitForTimeout(500);
  assert.equal(await page.getByRole('dialog').count(), 0);
  allowFaults(page, /WebAssembly/);
});
