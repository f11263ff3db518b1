// The browser is killed in the middle of play, as phones do: without warning, at a random moment. Reopened with the
// same profile, every tap shown as saved is there, and so are half typed numbers.
//
// TAKUJO_KILLS is how many times (default 10), TAKUJO_SEED the random seed (default 1).
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { chromium } from 'playwright-core';
import { testBrowser } from '../../scripts/chromium.mjs';
import { phone, unhurried, url } from './harness.mjs';
import { becomes, button, onDisk, seat, words } from './table.mjs';

const w = words.en;
const kills = Number(process.env.TAKUJO_KILLS ?? 10);
let seed = Number(process.env.TAKUJO_SEED ?? 1);
console.log(`# killed ${kills} times, TAKUJO_SEED=${seed}`);
const chance = () => {
  seed = (seed + 0x9e3779b9) >>> 0;
  let word = Math.imul(seed ^ (seed >>> 16), 0x21f0aaad);
  word = Math.imul(word ^ (word >>> 15), 0x735a2d97);
  return ((word ^ (word >>> 15)) >>> 0) / 2 ** 32;
};
const below = (bound) => Math.floor(chance() * bound);

const profiles = [];
after(() => Promise.all(profiles.map((profile) => rm(profile, { recursive: true, force: true, maxRetries: 10 }))));

/** A browser with its own profile, and its process. */
async function start(profile) {
  const context = await chromium.launchPersistentContext(profile, { ...phone, serviceWorkers: 'block', ...testBrowser() });
  await unhurried(context);
  return { context, page: context.pages()[0] ?? await context.newPage() };
}

/** The main process using a profile, found by its command line. */
async function processOf(profile) {
  const { readdir, readFile } = await import('node:fs/promises');
  for (const id of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const line = await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '');
    if (line.includes(`--user-data-dir=${profile}`) && !line.includes('--type=')) return Number(id);
  }
  return assert.fail('no browser works on this profile');
}

// What is tapped in each game, again and again, from inside the page. Each step is a button's text; a button that cannot
// be tapped is skipped.
const games = {
  any: {
    tab: 'Turn',
    steps: ['Next player', 'Next player', 'Skip a player', 'Reverse', 'undo', 'Next player', 'redo'],
    starter: true,
  },
  nerts: {
    steps: ['3', '1', '0', '1', '8', '5', 'Save round', '4', '0', '0', '2', '1', '7', 'Save round', 'undo', 'redo', '5'],
  },
  nihon_meisho: { steps: ['Pass', 'Play 1', '+2', 'Take 2', 'undo', 'Pass', 'Reverse', 'redo'], starter: true },
};

async function table(page, game, starter) {
  await page.goto(await url(`/#/new/${game}`));
  await page.getByRole('heading').first().waitFor();
  await seat(page, w, ['Ann', 'Bob']);
  if (starter) await page.getByLabel('Ann', { exact: true }).check();
  await button(page, w.open).tap();
  await page.locator('.page.table').waitFor();
}

for (let kill = 0; kill < kills; kill += 1) {
  const game = Object.keys(games)[kill % Object.keys(games).length];
  const moment = 20 + below(1200);
  const pace = 1 + below(30);
  test(`killed ${moment} ms into ${game}, a tap each ${pace} ms`, { skip: process.platform !== 'linux' }, async () => {
    const profile = await mkdtemp(join(tmpdir(), 'takujo-kill-'));
    profiles.push(profile);
    const { steps, tab, starter } = games[game];
    let { context, page } = await start(profile);
    await table(page, game, starter);
    if (tab) await page.getByRole('link', { name: tab, exact: true }).tap();
    const address = page.url();
    // What the page shows is reported at once, so this is what a person has seen before the screen went dark.
    const shown = { saved: 0, records: 0, typed: '', typedAt: 0, taps: 0 };
    await page.exposeBinding('shows', (_, what) => Object.assign(shown, what));
    const id = await processOf(profile);
    await page.evaluate(({ steps, pace }) => {
      const look = () => {
        const mark = document.querySelector('.page.table .saved');
        if (mark) window.shows({ saved: Number(mark.dataset.saved) });
      };
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
      look();
      let at = 0;
      const play = () => {
        const step = steps[at % steps.length];
        at += 1;
        const buttons = [...document.querySelectorAll('.page.table button')];
        const found = step === 'undo' ? document.querySelector('.chip.undo')
          : step === 'redo' ? buttons.find((b) => /^Redo:/.test(b.getAttribute('aria-label') ?? ''))
          : buttons.find((b) => b.textContent.trim().startsWith(step));
        if (found && !found.disabled) { found.click(); window.shows({ taps: at }); }
        setTimeout(play, pace);
      };
      play();
    }, { steps, pace });
    await new Promise((done) => { setTimeout(done, moment); });
    process.kill(id, 'SIGKILL');
    const seen = { ...shown };
    await context.close().catch(() => {});

    ({ context, page } = await start(profile));
    try {
      page.setDefaultTimeout(10_000);
      const faults = [];
      page.on('pageerror', (error) => faults.push(error.message));
      page.on('console', (message) => { if (message.type() === 'error' && !/favicon/.test(message.location().url)) faults.push(message.text()); });
      await page.goto(address);
      const there = Number(await page.locator('.page.table .saved').getAttribute('data-saved'));
      console.log(`# ${game}: ${seen.taps} taps, ${seen.saved} records shown as saved, ${there} there`);
      assert.ok(there >= seen.saved, `${seen.saved} taps were shown as saved, ${there} are there`);
      assert.equal(await page.locator('.notice.warn').count(), 0, 'nothing is wrong with the table');
      // The table can be played on.
      const undo = page.locator('.chip.undo');
      if (await undo.isEnabled()) {
        await undo.tap();
        await page.locator('.saved[data-state="saved"]').waitFor();
      }
      assert.deepEqual(faults, []);
    } finally {
      await context.close();
    }
  });
}

test('digits half typed are there after a kill', { skip: process.platform !== 'linux' }, async () => {
  const profile = await mkdtemp(join(tmpdir(), 'takujo-kill-'));
  profiles.push(profile);
  let { context, page } = await start(profile);
  await table(page, 'nerts');
  const address = page.url();
  for (const digit of '310') await button(page, digit).tap();
  // A keystroke is on its way to disk when tapped; the page does not say when it gets there.
  await becomes(async () => /\D31\D.*\D0\D/.test(await onDisk(page, `draft:${/table\/([^/]+)\//.exec(address)[1]}`)), true);
  const typed = await page.locator('.cell').allTextContents();
  process.kill(await processOf(profile), 'SIGKILL');
  await context.close().catch(() => {});
  ({ context, page } = await start(profile));
  try {
    await page.goto(address);
    await page.locator('.page.table').waitFor();
    assert.deepEqual(await page.locator('.cell').allTextContents(), typed);
    assert.match(typed.join(' '), /31/);
  } finally {
    await context.close();
  }
});
