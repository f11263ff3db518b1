// Runs the browser tests: node scripts/e2e.mjs [--side-by-side | --alone] [NAME...]
//   NAME: only the files of tests/e2e whose name begins with it
// Each file is a process, and they run side by side, with one browser and one server for all. Files that measure are
// called NAME.alone.test.mjs and run last, one at a time. TAKUJO_SITE is the built site (default target/site),
// TAKUJO_JOBS how many files run side by side: by default one more than there are cores, because a page waits a third of
// the time. What failed is said again at the end, with what its pages showed.
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { testBrowser } from './chromium.mjs';
import { failed } from './failed.mjs';
import { serve } from './host.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const folder = `${root}tests/e2e/`;
const shots = `${root}target/screenshots/`;
process.env.TAKUJO_SITE ??= `${root}target/site`;

// Slowest first, by the times of the last run, so that no long test is left until the end.
const kept = `${root}target/e2e-seconds.json`;
const last = (() => {
  try {
    return JSON.parse(readFileSync(kept, 'utf8'));
  } catch {
    return {};
  }
})();
const wanted = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
const names = readdirSync(folder).filter((name) => name.endsWith('.test.mjs') && (wanted.length === 0 || wanted.some((begin) => name.startsWith(begin))))
  .sort((a, b) => (last[b] ?? Infinity) - (last[a] ?? Infinity) || a.localeCompare(b));
if (names.length === 0) {
  console.error(`error: no test in tests/e2e begins with ${wanted.join(' or ')}`);
  process.exit(1);
}

const took = {};
const failures = [];
/** Runs a file, and prints what came of it in one piece. */
const pass = async (name) => {
  const from = performance.now();
  const stream = run({ files: [folder + name], timeout: 900_000 });
  stream.on('test:fail', ({ name: test, details: { error } }) => failures.push({ name, test, error: error.cause ?? error }));
  let printed = '';
  for await (const piece of stream.compose(spec)) printed += piece;
  took[name] = (performance.now() - from) / 1000;
  process.stdout.write(printed);
};
/** Runs files, `jobs` at a time. */
const passAll = async (names, jobs) => {
  const waiting = [...names];
  await Promise.all(Array.from({ length: jobs }, async () => {
    while (waiting.length > 0) await pass(waiting.shift());
  }));
};

const measures = (name) => name.endsWith('.alone.test.mjs');
const alone = process.argv.includes('--side-by-side') ? [] : names.filter(measures);
const together = process.argv.includes('--alone') ? [] : names.filter((name) => !measures(name));
const jobs = Number(process.env.TAKUJO_JOBS ?? availableParallelism() + 1);
mkdirSync(shots, { recursive: true });
// What failed before this stays, as another run may be under way.
const began = Date.now();
const site = await serve({ prefix: process.env.TAKUJO_PREFIX });
const browser = await chromium.launchServer(testBrowser());
Object.assign(process.env, { TAKUJO_SERVED: site.url, TAKUJO_BROWSER: browser.wsEndpoint() });
await passAll(together, jobs);
await passAll(alone, 1);
await browser.close();
await site.kill();

writeFileSync(kept, JSON.stringify({ ...last, ...took }));
console.log(`\nseconds by file, ${jobs} at a time, those that measure alone`);
for (const [name, seconds] of Object.entries(took).sort((a, b) => b[1] - a[1])) console.log(`${seconds.toFixed(1).padStart(7)}  ${name}`);
// A file also fails if its tests do; only what has a page or a reason of its own is said.
const reasons = failures.filter(({ error }) => !/subtests? failed/.test(`${error}`));
for (const { name, test, error } of reasons) {
  console.log(`\nFAILED ${name}: ${test}\n${error?.stack ?? error}`);
  for (const file of readdirSync(shots).filter((file) => file.startsWith(failed(test)) && statSync(shots + file).mtimeMs >= began).sort()) {
    console.log(file.endsWith('.txt') ? readFileSync(shots + file, 'utf8') : `picture: target/screenshots/${file}`);
  }
}
process.exit(failures.length ? 1 : 0);
