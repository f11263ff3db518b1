// What the accessibility tests share: a table of each kind to look at, and a page with tables stored.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { games } from './games.mjs';
import { context, url } from './harness.mjs';
import { summed } from './table.mjs';

const saves = fileURLToPath(new URL('../saves/', import.meta.url));
/** A fixed time zone, so that stored trees do not depend on the day. */
const today = { timezoneId: 'Asia/Tokyo' };

/** What to look at of each game's tables: its name, its view, its session, and what opens a sheet over it. */
export const looks = Promise.all(Object.entries(games).flatMap(([id, game]) => Object.entries(game.looks).map(async ([name, { view = name, save = `${id}-1`, table = (it) => it, opens }]) => (
  { name: `${id}-${name}`, view, session: table(JSON.parse(await readFile(`${saves}${save}.json`, 'utf8'))), opens }
))));

/** One file with all their tables, including finished ones. */
export const tables = looks.then((looks) => ({ takujo: 1, sessions: [...new Map(looks.map(({ session }) => [session.id, session])).values()] }));

/** A page with tables stored. */
export async function home(t, device, sessions) {
  const all = sessions ? { takujo: 1, sessions } : await tables;
  const last = all.sessions.length - 1;
  const page = await (await context(t, { ...device, ...today })).newPage();
  page.setDefaultTimeout(10_000);
  await page.clock.setFixedTime('2026-11-21T03:00:00Z');
  await page.goto(await url('/#/history'));
  await page.locator('input[type=file]').setInputFiles({ name: 'all.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(all)) });
  await page.locator('.tables .item').nth(last).waitFor();
  await page.reload();
  await summed(page, last + 1);
  return page;
}
