// Shows what the program's files consist of: node scripts/sizes.mjs [FILE] [--link target/link] [--top 30]
// For each file, bytes of code by module, and of data, uncompressed; for FILE alone (main, nerts, shared_1, ...) more of
// them, and the largest functions. Reads what scripts/link.mjs left from the last build.
import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { read } from './wasm.mjs';

const { values: { link, top }, positionals: [only] } = parseArgs({ allowPositionals: true, options: { link: { type: 'string', default: 'target/link' }, top: { type: 'string', default: '30' } } });

/** The parts of a mangled name, from the first crate on: `takujo`, `table`, `screen`, `OpenTable`, ... */
function path(mangled = '') {
  const names = [];
  const crate = /Cs[0-9A-Za-z]*_(?=\d)/.exec(mangled);
  for (let at = crate ? crate.index + crate[0].length : mangled.length; ;) {
    const length = /^(\d+)_?/.exec(mangled.slice(at));
    if (!length) return names;
    at += length[0].length + Number(length[1]);
    names.push(mangled.slice(at - Number(length[1]), at));
    // Between two names of a path there is at most a number that tells them from others.
    at += /^(?:s[0-9A-Za-z]*_)?/.exec(mangled.slice(at))[0].length;
  }
}

for (const file of readdirSync(join(link, 'named')).filter((name) => !only || name === `${only}.wasm`)) {
  const bytes = readFileSync(join(link, 'named', file));
  const { funcs, names, data } = read(bytes);
  const code = new Map();
  for (const [at, { body }] of funcs.entries()) {
    if (!body) continue;
    const [crate = 'unnamed', ...modules] = path(names[at]);
    const under = [crate, ...modules.slice(0, crate === 'takujo' ? 2 : 0)].join('::');
    code.set(under, (code.get(under) ?? 0) + body.length);
  }
  const sum = (sizes) => sizes.reduce((all, size) => all + size, 0);
  const texts = Buffer.concat(data.map((piece) => piece.bytes));
  console.log(`${basename(file, '.wasm')}: code ${sum([...code.values()])}, data ${texts.length} (${gzipSync(texts, { level: 9 }).length} gzipped), ${funcs.length} functions`);
  for (const [under, size] of [...code].sort(([, a], [, b]) => b - a).slice(0, only ? Number(top) : 6)) console.log(`  ${String(size).padStart(7)}  ${under}`);
  if (!only) continue;
  console.log('the largest functions:');
  const largest = funcs.map(({ body }, at) => [body?.length ?? 0, names[at]]).sort(([a], [b]) => b - a).slice(0, Number(top));
  for (const [size, name] of largest) console.log(`  ${String(size).padStart(7)}  ${path(name).join('::')}`);
}
