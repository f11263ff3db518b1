// The last step of a build: node scripts/finish.mjs SITE
// - adds a launcher shortcut to a new table of each game;
// - tells public/boot.js which addresses have a first screen (written by examples/first_screens.rs);
// - sees that every address in the site is relative, because it must work under any path;
// - tells the service worker which files there are, and which of them the page waits for (public/sw.js).
// Fails if the bundle does not look as expected.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { kept, packed } from './budget.mjs';

const [site] = process.argv.slice(2);
const walk = (dir) => readdirSync(dir, { withFileTypes: true })
  .flatMap((e) => (e.isDirectory() ? walk(join(dir, e.name)) : [join(dir, e.name)]));
const fail = (why) => {
  console.error(`error: scripts/finish.mjs: ${why}`);
  process.exit(1);
};

// The addresses that have a first screen, once for both languages: `/new/nerts`.
const screens = walk(join(site, 'first')).map((path) => relative(join(site, 'first'), path).split(sep).join('/'))
  .filter((name) => name.endsWith('.en.html')).map((name) => `/${name.slice(0, -'.en.html'.length)}`).sort();
if (screens.length === 0) fail('there are no first screens');
const parts = readdirSync(join(site, 'assets')).find((name) => /^parts-\w+\.css$/.test(name)) ?? fail('there is no style sheet of the parts');
const boot = readFileSync(join(site, 'boot.js'), 'utf8')
  .replace('@style', `./assets/${parts}`).replace('@screens', screens.join(' '));
if (!boot.includes(parts) || !boot.includes(screens.join(' '))) fail('boot.js cannot be told of the first screens as expected');
writeFileSync(join(site, 'boot.js'), boot);

// Of a site that was packed, and then changed.
for (const path of walk(site).filter(packed)) rmSync(path);
const paths = walk(site).sort();
const texts = new Map();
for (const path of paths.filter((path) => /\.(html|js)$/.test(path))) {
  const text = readFileSync(path, 'utf8');
  const left = text.match(/.{0,40}(?:\/\.\/|["'`]\/assets\/|(?:href|src)="?\/).{0,40}/);
  if (left) fail(`${relative(site, path)} has an address that is not relative: ${left[0]}`);
  texts.set(relative(site, path), text);
}
const page = texts.get('index.html') ?? fail('there is no index.html');
const named = (what, pattern) => page.match(pattern)?.[1] ?? fail(`index.html does not name ${what} as expected`);
named('its program', /<script type="module" async src="\.\/(assets\/[\w.-]+\.js)">/);
const style = named('its style', /<link rel="stylesheet" href="\.\/(assets\/[\w.-]+\.css)"[^>]*>\s*<script src="\.\/boot\.js">/);
const programs = [...texts].filter(([name]) => name.endsWith('.js')).map(([, text]) => text).join('\n');
for (const path of paths.filter((path) => path.endsWith('.wasm'))) {
  if (!new RegExp(`["'\`]\\./(assets|wasm)/${basename(path).replaceAll('.', '\\.')}["'\`]`).test(programs)) {
    fail(`no script names ${relative(site, path)} as expected`);
  }
}

// The games that the first page lists, in both languages.
const decoded = (text) => text.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(code));
const first = Object.fromEntries([...page.matchAll(/<div class="app first" lang="(\w+)">([^]*?)<\/main>/g)].map(([, lang, text]) => [lang, {
  newTable: text.match(/<section class="games"><h2>([^<]+)<\/h2>/)?.[1],
  games: [...text.matchAll(/<a href="#\/new\/(\w+)"[^>]*><strong[^>]*>([^<]+)<\/strong>/g)].map(([, id, name]) => [id, decoded(name)]),
}]));
if (!first.en?.newTable || !first.ja?.newTable || first.en.games.length < 2 || first.en.games.length !== first.ja.games.length) fail('the first page names no games as expected');
const full = { en: (name) => `${first.en.newTable}: ${name}`, ja: (name) => `${first.ja.newTable}：${name}` };
for (const [name, lang, other] of [['manifest.webmanifest', 'en', 'ja'], ['manifest.ja.webmanifest', 'ja', 'en']]) {
  const manifest = JSON.parse(readFileSync(join(site, name), 'utf8'));
  // The first one continues the table in play. Any others were added when this site was finished before.
  manifest.shortcuts.splice(1);
  const [{ icons }] = manifest.shortcuts;
  first[lang].games.forEach(([id, short], at) => {
    const there = first[other].games[at][1];
    manifest.shortcuts.push({
      name: full[lang](short), name_localized: { [other]: full[other](there) },
      short_name: short, short_name_localized: { [other]: there }, url: `./#/new/${id}`, icons,
    });
  });
  writeFileSync(join(site, name), JSON.stringify(manifest));
}

const listed = paths.map((path) => relative(site, path).split(sep).join('/')).filter(kept);
const files = Object.fromEntries(listed.map((name) => [
  name === 'index.html' ? '' : name,
  createHash('sha256').update(readFileSync(join(site, name))).digest('hex').slice(0, 16),
]));
const version = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 12);
const worker = texts.get('sw.js') ?? fail('there is no sw.js');
if (worker.startsWith('self.site')) fail('this bundle is finished already');
writeFileSync(join(site, 'sw.js'), `self.site=${JSON.stringify({ version, files, awaited: { [style]: 'style', 'boot.js': 'script' } })};\n${worker}`);
console.log(`${listed.length} files for offline use, version ${version}`);
