// The site that was built starts, and says what it is.
import assert from 'node:assert/strict';
import test from 'node:test';
import { desktop, open, phone, shot, url } from './harness.mjs';

for (const [name, device] of Object.entries({ phone, desktop })) {
  test(`it opens on a ${name}`, async (t) => {
    const page = await open(t, '/', device);
    await page.getByRole('heading', { name: /Takujo/ }).first().waitFor();
    await shot(page, `smoke-${name}`);
  });
}

test('the server answers as a static host does', async () => {
  const home = await fetch(await url('/'));
  assert.equal(home.headers.get('content-type'), 'text/html; charset=utf-8');
  assert.equal(home.headers.get('cache-control'), 'no-cache');
  assert.equal((await fetch(await url('/no-such-file.js'))).status, 404);
  assert.equal((await fetch(await url('/..%2f..%2fCargo.toml'))).status, 404);
});
