// Runs the browser tests: node scripts/e2e.mjs [--side-by-side | --alone] [NAME...]
//   NAME: only the files of tests/e2e whose name starts with it
// Each file is a process with its own browser and server, so they run side by side. Files that measure are called
// NAME.alone.test.mjs and run last, one at a time. TAKUJO_SITE is the built site (default target/site), TAKUJO_JOBS how
// many files run side by side.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const folder = `${root}tests/e2e/`;
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
/** Runs a file and prints what came of it in one piece; resolves to whether it passed. */
const pass = async (name) => {
  const from = performance.now();
  let good = true;
  const stream = run({ files: [folder + name], timeout: 900_000 });
  stream.on('test:fail', () => {
    good = false;
  });
  let printed = '';
  for await (const piece of stream.compose(spec)) printed += piece;
  took[name] = (performance.now() - from) / 1000;
  process.stdout.write(printed);
  return good;
};
/** Runs files, `jobs` at a time; resolves to whether all passed. */
const passAll = async (names, jobs) => {
  const waiting = [...names];
  let good = true;
  await Promise.all(Array.from({ length: jobs }, async () => {
    while (waiting.length > 0) good = await pass(waiting.shift()) && good;
  }));
  return good;
};

const measures = (name) => name.endsWith('.alone.test.mjs');
const alone = process.argv.includes('--side-by-side') ? [] : names.filter(measures);
const together = process.argv.includes('--alone') ? [] : names.filter((name) => !measures(name));
const jobs = Number(process.env.TAKUJO_JOBS ?? Math.max(2, availableParallelism()));
let good = await passAll(together, jobs);
good = await passAll(alone, 1) && good;

writeFileSync(kept, JSON.stringify({ ...last, ...took }));
console.log(`\nseconds by file, ${jobs} at a time, those that measure alone`);
for (const [name, seconds] of Object.entries(took).sort((a, b) => b[1] - a[1])) console.log(`${seconds.toFixed(1).padStart(7)}  ${name}`);
process.exit(good ? 0 : 1);
