// The app's storage in the browser keeps the contract that the others keep (tests/storage/contract.rs). scripts/test builds
// what runs here out of tests/browser: no page of the app, only its storage.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { context, phone } from '../e2e/harness.mjs';
import { serve } from '../../scripts/host.mjs';

const dir = fileURLToPath(new URL('../../target/browser-tests/', import.meta.url));

/** A page that can call what tests/browser/lib.rs exports. */
async function bare(t) {
  const site = await serve({ dir });
  t.after(() => site.kill());
  const page = await (await context(t, phone, site.url)).newPage();
  await page.goto(`${site.url}takujo_browser_tests.js`);
  // A call that panics never answers. Where std is built without panic messages, only the trap is seen.
  const panic = new Promise((_, fail) => {
    page.on('console', (said) => { if (said.text().includes('panicked')) fail(new Error(said.text())); });
    page.on('pageerror', fail);
  });
  const call = (name) => Promise.race([panic, page.evaluate(async (name) => {
    const tests = await import(`${location.origin}/takujo_browser_tests.js`);
    await tests.default();
    return tests[name]();
  }, name)]);
  return { page, call };
}

test('IndexedDB keeps the contract, and what it keeps is there when the page is loaded anew', async (t) => {
  const { page, call } = await bare(t);
  await call('contract');
  const kept = await call('kept');
  assert.ok(kept.length > 2, `${kept}`);
  await page.reload();
  assert.deepEqual(await call('kept'), kept);
});

test('two windows of it write nothing over, and hear of each other', async (t) => {
  const { call } = await bare(t);
  await call('windows');
});
