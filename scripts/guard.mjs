// The final check of a bundle: node scripts/guard.mjs SITE
// - every .wasm is a valid module, and no style sheet has colours that older browsers do not know;
// - no file exceeds its byte budget (scripts/budget.json), nor does the first load or the whole site. Prints the table
//   either way, and how far the two are from their aims.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { budget, distance, kept, most, packed } from './budget.mjs';

const [site] = process.argv.slice(2);
const walk = (dir) => readdirSync(dir, { withFileTypes: true })
  .flatMap((e) => (e.isDirectory() ? walk(join(dir, e.name)) : [join(dir, e.name)]));
const matches = (pattern, name) => new RegExp(`^${pattern.replaceAll('.', '\\.').replace('*', '.*')}$`).test(name);
const kb = (n) => (n === undefined ? '' : (n / 1024).toFixed(1));

const faults = [];
const files = walk(site).filter((path) => !packed(path)).sort().map((path) => {
  const bytes = readFileSync(path);
  const name = relative(site, path);
  const pattern = Object.keys(budget.files).find((p) => matches(p, name) || matches(p, basename(name)));
  return { name, bytes, gzip: gzipSync(bytes, { level: 9 }).length, brotli: existsSync(`${path}.br`) ? statSync(`${path}.br`).size : bytes.length, limit: budget.files[pattern] };
});

// The style sheets are written for browsers that do not know it, in which each such colour would be none.
for (const f of files) if (f.name.endsWith('.css') && f.bytes.includes('light-dark(')) faults.push(`${f.name} has light-dark()`);
const wasm = files.filter((f) => f.name.endsWith('.wasm'));
if (wasm.length === 0) faults.push('there is no .wasm in it');
for (const f of wasm) if (!WebAssembly.validate(f.bytes)) faults.push(`${f.name} is not a valid module`);

// What the first visit fetches: index.html, then every file that is named in what was fetched so far. Of the program's
// files only the main one is loaded at once. What the service worker stores comes later, as do the style sheet of the
// parts, which the home page does not need, and the readings above kanji, for those who want them. A browser fetches
// one of the two manifests.
const later = /^(?!takujo_bg).*\.wasm$|^parts-.*\.css$|^sw\.js$|^furigana\.js$|\.ja\.webmanifest$/;
const first = new Set(files.filter((f) => f.name === 'index.html'));
if (first.size === 0) faults.push('there is no index.html in it');
for (const f of first) {
  if (!/\.(html|js|css)$/.test(f.name)) continue;
  const text = f.bytes.toString();
  for (const g of files) {
    const name = basename(g.name);
    if (/\.(js|css|wasm|woff2|svg|webmanifest)$/.test(name) && !later.test(name) && text.includes(name)) first.add(g);
  }
}

const sum = (files, what) => [...files].reduce((n, f) => n + what(f), 0);
const of = (files) => [sum(files, (f) => f.bytes.length), sum(files, (f) => f.gzip), sum(files, (f) => f.brotli)];
const rows = files.map((f) => [f.name, ...of([f]), f.limit, first.has(f)]);
rows.push(['first load', ...of(first), most('first load'), true]);
// The launcher has a shortcut for each game, beside the one to the table in play.
const manifest = files.find((f) => f.name === 'manifest.webmanifest');
const games = manifest ? JSON.parse(manifest.bytes.toString()).shortcuts.length - 1 : 0;
const whole = most('whole site') + Math.max(0, games - budget.games) * budget['each game more'];
rows.push(['whole site', ...of(files.filter((f) => kept(f.name))), whole, false]);
const width = Math.max(...rows.map(([name]) => name.length));
console.log(`${'file'.padEnd(width)}     raw KB   gzip KB  budget KB  Brotli KB`);
// There are too many first screens to list, so show only the largest.
const screens = rows.filter(([name]) => name.startsWith('first/')).sort(([, , a], [, , b]) => b - a);
const hidden = new Set(screens.slice(1));
for (const row of rows) {
  const [name, raw, gzip, brotli, limit, load] = row;
  const over = limit !== undefined && gzip > limit;
  if (over) faults.push(`${name}: ${gzip} bytes gzipped, the budget is ${limit}`);
  if (!hidden.has(row) || over) console.log(`${name.padEnd(width)}  ${kb(raw).padStart(9)} ${kb(gzip).padStart(9)} ${kb(limit).padStart(10)} ${kb(brotli).padStart(10)}${load ? ' *' : '  '}${over ? ' OVER BUDGET' : ''}`);
}
console.log('* fetched on the first visit');
for (const [name, , gzip, brotli, most] of rows.slice(-2)) {
  const limit = most * budget['with Brotli'];
  if (brotli > limit) faults.push(`${name}: ${brotli} bytes with Brotli, the budget is ${Math.floor(limit)}`);
  console.log(`${name}: ${distance(gzip, budget[name].aim)} of ${kb(budget[name].aim)} KB; with Brotli ${kb(brotli)} of ${kb(limit)} KB`);
}
for (const fault of faults) console.error(`error: ${fault}`);
process.exit(faults.length ? 1 : 0);
