// The journeys of a table in the engines other than Chromium: WebKitGTK, which is near to what iPhones run, and Firefox.
// scripts/engines sets them up.
//   TAKUJO_ENGINES=webkit,firefox     which
//   TAKUJO_BLIND=20                   how many rounds are played without looking (default 2)
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { packed } from '../../scripts/budget.mjs';
import { SITE, serve } from '../../scripts/host.mjs';
import { games } from '../e2e/games.mjs';
import { becomes, button, saved, words } from '../e2e/table.mjs';
import { start } from './driver.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const w = words.en;
const people = ['Aiko', 'Ken', 'Tom', '美咲'];
/** Rounds of a hand that does not look. */
const BLIND = Number(process.env.TAKUJO_BLIND ?? 2);

for (const engine of (process.env.TAKUJO_ENGINES ?? 'webkit,firefox').split(',')) {
  describe(engine, { timeout: 600_000 }, () => {
    let site;
    let browser;
    let page;
    before(async () => {
      site = await serve();
      browser = await start(engine);
      ({ page } = browser);
      await page.size(390, 844);
      console.log(`# ${browser.name}`);
    });
    after(async () => {
      await browser?.close();
      await site?.kill();
    });
    const to = async (path) => {
      // Changing only the address would not load the page anew.
      await page.ask('POST', '/url', { url: 'about:blank' });
      await page.goto(new URL(path, site.url).href);
    };
    const shot = async (name) => {
      await mkdir(`${root}target/screenshots`, { recursive: true });
      await writeFile(`${root}target/screenshots/${engine}-${name}.png`, await page.screenshot());
    };
    afterEach(async (t) => {
      if (t.passed === false) await shot(`FAILED ${t.name.replaceAll(/\W+/g, ' ').slice(0, 60)}`).catch(() => undefined);
    });
    const count = (of = page) => of.locator('.table').getAttribute('data-entries');

    async function table(game, seated = games[game].people) {
      await to(`/#/new/${game}`);
      for (const name of people.slice(0, seated)) {
        await page.getByLabel(w.name, { exact: true }).fill(name);
        await button(page, w.add).click();
      }
      await becomes(() => page.locator('.seats li').count(), seated);
      if (games[game].starter) await page.getByLabel(people[0], { exact: true }).check();
      await button(page, w.open).tap();
      await page.locator('.page.table').waitFor();
    }

    test('the first page, in both languages', async () => {
      await to('/');
      await shot('home');
      await page.locator('.lang').first().click();
      await page.getByRole('link', { name: 'ナーツ' }).first().waitFor();
      await shot('home-ja');
      await page.locator('.lang').first().click();
    });

    for (const [game, { enter }] of Object.entries(games)) {
      test(`${game}: a round, and it is there again after a reload`, async () => {
        await table(game);
        await shot(`${game}-new`);
        await enter(page, 'en');
        const undo = page.getByRole('button', { name: /^Undo: / });
        await undo.waitFor();
        await saved(page, w);
        const done = await undo.textContent();
        await shot(game);
        await page.reload();
        await becomes(() => undo.textContent(), done);
      });
    }

    test('two windows: each shows what is done in the other', async () => {
      await table('nihon_meisho');
      const other = await page.another();
      await other.goto(await page.url());
      await other.locator('.page.table').waitFor();
      const before = Number(await count());
      await button(page, 'Pass').tap();
      await becomes(() => count(other), `${before + 1}`);
      await button(other, 'Pass').tap();
      await becomes(() => count(), `${before + 2}`);
      await other.close();
    });

    test('a lost connection to the database comes back by itself', async () => {
      await table('nihon_meisho');
      await page.evaluate(() => {
        const { transaction } = IDBDatabase.prototype;
        IDBDatabase.prototype.transaction = function (...args) {
          window.connection = this;
          return transaction.apply(this, args);
        };
      });
      const before = Number(await count());
      await button(page, 'Pass').tap();
      await saved(page, w);
      await page.evaluate(() => window.connection.close());
      await button(page, 'Pass').tap();
      await button(page, 'Pass').tap();
      await becomes(() => count(), `${before + 3}`);
      await saved(page, w);
      await page.reload();
      await page.locator('.page.table').waitFor();
      assert.equal(await count(), `${before + 3}`);
    });

    test('what is exported is imported again', async (t) => {
      await table('nerts');
      await games.nerts.enter(page, 'en');
      await saved(page, w);
      await to('/#/history');
      await page.evaluate(() => {
        const { createObjectURL } = URL;
        URL.createObjectURL = (blob) => {
          window.given = blob;
          return createObjectURL.call(URL, blob);
        };
      });
      await button(page, 'Save everything').click();
      await page.locator('.toast, [role="status"]').first().waitFor();
      await becomes(() => page.evaluate(() => window.given instanceof Blob), true);
      const text = await page.evaluate(() => window.given.text());
      const bundle = JSON.parse(text);
      const ours = bundle.sessions.findLast((session) => session.game === 'nerts');
      assert.ok(ours?.log.length > 0, text.slice(0, 300));
      const folder = await mkdtemp(join(tmpdir(), 'takujo-'));
      t.after(() => rm(folder, { recursive: true }));
      const file = join(folder, 'one.json');
      await writeFile(file, JSON.stringify({ ...bundle, sessions: [{ ...ours, id: '20261121001600-00abcdef', title: 'From a file' }] }));
      await page.locator('input[type=file]').type(file);
      await page.getByText('From a file').first().waitFor();
      await page.getByText('1 table imported').first().waitFor();
      await shot('history');
    });

    // What a hand has learned: where things are, by a selector and the attribute or text that names them.
    const places = (selector) => page.evaluate((from) => Object.fromEntries([...document.querySelectorAll(from)].map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return [one.dataset.key ?? one.textContent.trim(), { x: Math.round(x + width / 2), y: Math.round(y + height / 2) }];
    })), selector);
    for (const [game, round] of [
      // Two players, cards played and left: a cell that can take no further digit moves on by itself.
      ['nerts', (chance) => [10 + chance(31), 0, 10 + chance(31), 1 + chance(9)]],
      ['any', (chance) => [1 + chance(98), 1 + chance(98), 1 + chance(98)]],
    ]) {
      test(`a hand that does not look: rounds of ${game} by the places learned at the start`, async () => {
        await table(game);
        const learned = await places('.pad [data-key]');
        let seed = 1;
        const chance = (below) => (seed = (seed * 48271) % 2147483647) % below;
        for (let number = 1; number <= BLIND; number += 1) {
          const cells = round(chance);
          const keys = game === 'nerts' ? [...cells.join(''), 'next'] : cells.flatMap((points) => [...`${points}`, 'next']);
          for (const key of keys) await page.clickAt(learned[key]);
          await page.getByRole('button', { name: `Undo: round ${number}` }).waitFor();
          await saved(page, w);
          assert.deepEqual(await places('.pad [data-key]'), learned, `the pad stays where it was: ${keys}`);
        }
      });
    }
    test('a hand that does not look: turns of Nihon Meisho by the places learned at the start', async () => {
      await table('nihon_meisho');
      const learned = await places('.act');
      const before = Number(await count());
      for (let turn = 1; turn <= 3 * BLIND; turn += 1) {
        await page.clickAt(learned.Pass);
        await becomes(() => count(), `${before + turn}`);
        assert.deepEqual((await places('.act')).Pass, learned.Pass);
      }
      await saved(page, w);
    });

    test('what the engine lacks is left out or said, not broken', async () => {
      await to('/#/settings');
      const can = await page.evaluate(() => ({ buzz: 'vibrate' in navigator, lock: 'wakeLock' in navigator, share: 'share' in navigator }));
      console.log(`# ${engine}: ${JSON.stringify(can)}`);
      await shot('settings');
    });

    test('it starts and plays without a network', async () => {
      await to('/');
      const active = () => page.evaluate(async () => {
        const worker = await navigator.serviceWorker?.getRegistration();
        return worker?.active?.state ?? 'none';
      });
      // It first fetches the whole site, which takes a busy machine longer than `becomes` waits.
      for (let tries = 0; tries < 100 && (await active()) !== 'activated'; tries += 1) await sleep(500);
      await becomes(active, 'activated');
      const { port } = site;
      // Every file of the program, named as the build named them.
      const files = (await readdir(join(SITE, 'assets'))).filter((name) => !packed(name)).map((name) => `/assets/${name}`).sort();
      for (let tries = 0; ; tries += 1) {
        const kept = await page.evaluate(async () => {
          const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
          return all.flat().map(({ url }) => new URL(url).pathname).filter((path) => path.startsWith('/assets/')).sort();
        });
        if (kept.length >= files.length || tries > 60) {
          assert.deepEqual(kept, files);
          break;
        }
        await sleep(500);
      }
      const here = site.url;
      await site.kill();
      site = undefined;
      try {
        await page.ask('POST', '/url', { url: 'about:blank' });
        await page.goto(here);
        await page.getByRole('link', { name: 'Weather Wishes' }).first().click();
        await page.getByRole('heading', { name: /Weather Wishes/ }).first().waitFor();
        await page.getByLabel(w.name, { exact: true }).fill('Aiko');
        await shot('offline');
      } finally {
        site = await serve({ port });
      }
    });
  });
}
