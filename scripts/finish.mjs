// The last step of a build: node scripts/finish.mjs SITE
// - gives the launcher a shortcut to a new table of each game;
// - lays the rules as plain pages beside the app (build/pages.rs writes them);
// - makes every address in the bundle relative: dx writes absolute ones, and the site is to stand under any path of any host;
// - tells the service worker which files there are, and which of them the page waits for (public/sw.js).
// Fails when the bundle does not look as expected, so that another dx does not pass unseen.
import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';

const [site] = process.argv.slice(2);
const walk = (dir) => readdirSync(dir, { withFileTypes: true })
  .flatMap((e) => (e.isDirectory() ? walk(join(dir, e.name)) : [join(dir, e.name)]));
const fail = (why) => {
  console.error(`error: scripts/finish.mjs: ${why}`);
  process.exit(1);
};

cpSync(new URL('../assets/generated/rules', import.meta.url), join(site, 'rules'), { recursive: true });

// dx without a base path writes "/./assets/..." (a debug build "/./wasm/..." too). Scripts and wasm are fetched from the
// page, which is index.html at the root of the site: routes stand behind a '#'. So "./assets/..." is right everywhere.
const paths = walk(site).sort();
const texts = new Map();
for (const path of paths.filter((path) => /\.(html|js)$/.test(path))) {
  const before = readFileSync(path, 'utf8');
  const text = before.replace(/(["'`])\/\.\/(assets|wasm)\//g, '$1./$2/');
  const left = text.match(/.{0,40}(?:\/\.\/|["'`]\/(?:assets|wasm)\/|(?:href|src)="?\/).{0,40}/);
  if (left) fail(`${relative(site, path)} has an address that is not relative: ${left[0]}`);
  texts.set(relative(site, path), text);
  if (text !== before) writeFileSync(path, text);
}
// The style before the script that the page waits for: then both are fetched at once.
const page = (texts.get('index.html') ?? fail('there is no index.html'))
  .replace(/(<script src="\.\/boot\.js"><\/script>)([^]*?)(<link rel="stylesheet"[^>]*>)/, '$3\n    $1$2');
writeFileSync(join(site, 'index.html'), page);
const named = (what, pattern) => page.match(pattern)?.[1] ?? fail(`index.html does not name ${what} as expected`);
named('its program', /<script type="module" async src="\.\/((?:assets|wasm)\/[\w.-]+\.js)">/);
const style = named('its style', /<link rel="stylesheet" href="\.\/(assets\/[\w.-]+\.css)"[^>]*>\s*<script src="\.\/boot\.js">/);
const programs = [...texts].filter(([name]) => name.endsWith('.js')).map(([, text]) => text).join('\n');
for (const path of paths.filter((path) => path.endsWith('.wasm'))) {
  if (!new RegExp(`["'\`]\\./(assets|wasm)/${basename(path).replaceAll('.', '\\.')}["'\`]`).test(programs)) {
    fail(`no script names ${relative(site, path)} as expected`);
  }
}

// The games as the first page has them, in both languages.
const decoded = (text) => text.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(code));
const first = Object.fromEntries([...page.matchAll(/<div class="app first" lang="(\w+)">([^]*?)<\/main>/g)].map(([, lang, text]) => [lang, {
  newTable: text.match(/<section class="games"><h2>([^<]+)<\/h2>/)?.[1],
  games: [...text.matchAll(/<a href="#\/new\/(\w+)"[^>]*><strong[^>]*>([^<]+)<\/strong>/g)].map(([, id, name]) => [id, decoded(name)]),
}]));
if (!first.en?.newTable || !first.ja?.newTable || first.en.games.length < 2 || first.en.games.length !== first.ja.games.length) fail('the first page names no games as expected');
const full = { en: (name) => `${first.en.newTable}: ${name}`, ja: (name) => `${first.ja.newTable}：${name}` };
for (const [name, lang, other] of [['manifest.webmanifest', 'en', 'ja'], ['manifest.ja.webmanifest', 'ja', 'en']]) {
  const manifest = JSON.parse(readFileSync(join(site, name), 'utf8'));
  // The first leads on to the table in play; others are of an earlier time that this site was finished.
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

// Everything, but for the worker itself, the pictures for the installation dialogue, for a device that shows that has a
// network and they would be a third of all bytes, and the plain pages of the rules, whose text the app has already.
const listed = paths.map((path) => relative(site, path).split(sep).join('/'))
  .filter((name) => name !== 'sw.js' && !/^(screenshot-|rules\/)/.test(name));
const files = Object.fromEntries(listed.map((name) => [
  name === 'index.html' ? '' : name,
  createHash('sha256').update(readFileSync(join(site, name))).digest('hex').slice(0, 16),
]));
const version = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 12);
const worker = texts.get('sw.js') ?? fail('there is no sw.js');
if (worker.startsWith('self.site')) fail('this bundle is finished already');
writeFileSync(join(site, 'sw.js'), `self.site=${JSON.stringify({ version, files, awaited: { [style]: 'style', 'boot.js': 'script' } })};\n${worker}`);
console.log(`${listed.length} files for offline use, version ${version}`);
