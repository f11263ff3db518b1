// The last look at a bundle before it counts as built: node scripts/guard.mjs SITE [WASM-OPT-RECORD [WHOLE]]
// - every .wasm in it is a valid module, and is byte for byte what a successful wasm-opt wrote (the record has a line
//   "sha256 path" for each): dx ships the unoptimised file and still exits 0 when wasm-opt fails;
// - with WHOLE, the program before it was cut: each part has all data that its code reads (scripts/parts.mjs);
// - no file is over its byte budget (scripts/budget.json). Prints the table either way.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { faults as faultsOf, partsOf, read } from './parts.mjs';

const [site, record, whole] = process.argv.slice(2);
const budget = JSON.parse(readFileSync(fileURLToPath(new URL('budget.json', import.meta.url)), 'utf8'));
const walk = (dir) => readdirSync(dir, { withFileTypes: true })
  .flatMap((e) => (e.isDirectory() ? walk(join(dir, e.name)) : [join(dir, e.name)]));
const matches = (pattern, name) => new RegExp(`^${pattern.replaceAll('.', '\\.').replace('*', '.*')}$`).test(name);
const kb = (n) => (n === undefined ? '' : (n / 1024).toFixed(1));

const faults = [];
const files = walk(site).sort().map((path) => {
  const bytes = readFileSync(path);
  const name = relative(site, path);
  const pattern = Object.keys(budget.files).find((p) => matches(p, name) || matches(p, basename(name)));
  return { name, bytes, gzip: gzipSync(bytes, { level: 9 }).length, limit: budget.files[pattern] };
});

const optimised = record && new Set(readFileSync(record, 'utf8').split('\n').map((line) => line.split(' ')[0]));
const wasm = files.filter((f) => f.name.endsWith('.wasm'));
if (wasm.length === 0) faults.push('there is no .wasm in it');
for (const f of wasm) {
  if (!WebAssembly.validate(f.bytes)) faults.push(`${f.name} is not a valid module`);
  if (optimised && !optimised.has(createHash('sha256').update(f.bytes).digest('hex'))) faults.push(`${f.name} is not what wasm-opt wrote`);
}

if (whole) {
  const { main, others, shared } = partsOf(site);
  faults.push(...faultsOf(read(whole), main, others, shared).faults);
}

// What the first visit fetches: index.html, then the files named in what was fetched so far. Only code is followed. The
// parts that the splitter cut off are named too, but come on demand, and so does what the service worker keeps. Of the
// two manifests a browser fetches one.
const later = /^(module|chunk)_\d+_|^sw\.js$|\.ja\.webmanifest$/;
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

const rows = files.map((f) => [f.name, f.bytes.length, f.gzip, f.limit, first.has(f)]);
rows.push(['first load', [...first].reduce((n, f) => n + f.bytes.length, 0), [...first].reduce((n, f) => n + f.gzip, 0), budget['first load'], true]);
const width = Math.max(...rows.map(([name]) => name.length));
console.log(`${'file'.padEnd(width)}     raw KB   gzip KB  budget KB`);
for (const [name, raw, gzip, limit, load] of rows) {
  const over = limit !== undefined && gzip > limit;
  if (over) faults.push(`${name}: ${gzip} bytes gzipped, the budget is ${limit}`);
  console.log(`${name.padEnd(width)}  ${kb(raw).padStart(9)} ${kb(gzip).padStart(9)} ${kb(limit).padStart(10)}${load ? ' *' : '  '}${over ? ' OVER BUDGET' : ''}`);
}
console.log('* fetched on the first visit');
for (const fault of faults) console.error(`error: ${fault}`);
process.exit(faults.length ? 1 : 0);
