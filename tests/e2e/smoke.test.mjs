// The site that was built starts, and says what it is.
import assert from 'node:assert/strict';
import test from 'node:test';
import { context, desktop, open, phone, shot, url } from './harness.mjs';

for (const [name, device] of Object.entries({ phone, desktop })) {
  test(`it opens on a ${name}`, async (t) => {
    const page = await open(t, '/', device);
    await page.getByRole('heading', { name: /Takujo/ }).first().waitFor();
    await shot(page, `smoke-${name}`);
  });
}

test('the first page, too, is whole in every picture until the app has drawn all of its own', async (t) => {
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
  const [before, after] = ['6,3,0,0,1', '0,0,6,3,1'];
  await page.waitForFunction((after) => pictures.at(-1) === after, after);
  const pictures = await page.evaluate(() => pictures);
  assert.deepEqual(pictures.filter((picture) => picture !== before && picture !== after), []);
});

test('what is tapped on the first page before the app stands is what it opens', async (t) => {
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

test('the server answers as a static host does', async () => {
  const home = await fetch(await url('/'));
  assert.equal(home.headers.get('content-type'), 'text/html; charset=utf-8');
  assert.equal(home.headers.get('cache-control'), 'no-cache');
  assert.equal((await fetch(await url('/no-such-file.js'))).status, 404);
  assert.equal((await fetch(await url('/..%2f..%2fCargo.toml'))).status, 404);
});
