// Makes the program's files for the web from what cargo has built: node scripts/link.mjs LINKED SITE WORK
//   LINKED  the linked program
//   SITE    a copy of public, into which they are put
//   WORK    a folder with what bindgen made of the program, for intermediate files; WORK/named keeps the shipped files
//           with the names of functions (for scripts/sizes.mjs)
// The steps: the split (split.mjs), wasm-opt, one script of everything the browser has to run, the style sheets with the
// plain pages of the rules, and the page that names them. dx does not take part: it would run wasm-bindgen and its own
// splitter once more, and takes longer to compile than everything else here together.
import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { scriptTarget, styleTargets } from './browsers.mjs';
import { LOADER, MAIN, split } from './split.mjs';
import { uncalled, unused } from './unused.mjs';
import { FUNCTION, arranged, read } from './wasm.mjs';

/** The WebAssembly features the compiler uses, and options for small files. */
const WASM_OPT = [
  '--enable-bulk-memory', '--enable-multivalue', '--enable-mutable-globals', '--enable-nontrapping-float-to-int', '--enable-reference-types', '--enable-sign-ext',
  // The stack is at the bottom of the memory, so the first kilobyte has no data.
  '--low-memory-unused', '--memory-packing', '-Oz', '-g',
];

const [linkedFile, site, work] = process.argv.slice(2);
const fail = (why) => {
  console.error(`error: scripts/link.mjs: ${why}`);
  process.exit(1);
};
mkdirSync(join(work, 'named'));

const linked = read(readFileSync(linkedFile));
const program = read(readFileSync(join(work, 'program_bg.wasm')));

// Shortens the names of what the script and the program import from each other: they are long and nobody reads them.
let script = readFileSync(join(work, 'program.js'), 'utf8');
let names = 0;
// From the second round on they have a _, because scripts/split.mjs exports tables and globals as T7 and g7.
const short = () => `${'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'[names % 52]}${names++ < 52 ? '' : '_' + Math.floor((names - 1) / 52).toString(36)}`;
const renamed = new Map();
for (const { from } of program.funcs.filter(({ from }) => from)) {
  from.module = from.module === './__wasm_split.js' ? 'parts' : 'js';
  if (from.module === 'parts') {
    from.name = LOADER.exec(from.name)?.[1] ?? from.name;
  } else {
    if (!renamed.has(from.name)) renamed.set(from.name, short());
    from.name = renamed.get(from.name);
  }
}
const found = new Set();
script = script.replace(/^ {8}(\w+): /gm, (line, name) => (renamed.has(name) && found.add(name) ? ` ${renamed.get(name)}: ` : line));
for (const name of renamed.keys()) if (!found.has(name)) fail(`the script of wasm-bindgen has no ${name}`);
for (const one of program.exports.filter(({ kind, name }) => kind === FUNCTION && !name.startsWith('__wasm_split'))) {
  renamed.set(one.name, short());
  script = script.replaceAll(new RegExp(`\\bwasm\\.${one.name}\\b`, 'g'), `wasm.${renamed.get(one.name)}`);
  one.name = renamed.get(one.name);
}

const never = unused(program);
const { modules, takes } = split(linked, program, never, uncalled(program, never));
const run = promisify(execFile);
const waiting = [...modules].sort(([, a], [, b]) => b.length - a.length);
const files = {};
await Promise.all(Array.from({ length: availableParallelism() }, async () => {
  for (let next; (next = waiting.shift());) {
    const [name, bytes] = next;
    const [before, after] = [join(work, `${name}.wasm`), join(work, 'named', `${name}.wasm`)];
    if (!WebAssembly.validate(bytes)) fail(`${name} is not a valid module`);
    writeFileSync(before, bytes);
    await run('wasm-opt', [before, ...WASM_OPT, '-o', after]).catch((error) => fail(`wasm-opt on ${name}: ${error.stderr || error}`));
    files[name] = arranged(readFileSync(after));
  }
}));

// Files are named by their content, so that browsers may keep them for ever under that name (docs/hosting.md). Routes
// are behind a '#', so relative addresses are right at any path of any host.
mkdirSync(join(site, 'assets'));
const put = (name, ending, bytes) => {
  const path = `assets/${name}-${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}.${ending}`;
  writeFileSync(join(site, path), bytes);
  return `./${path}`;
};
const generated = (name) => fileURLToPath(new URL(`../assets/generated/${name}`, import.meta.url));
const styled = (name) => execFileSync('lightningcss', ['--minify', ...styleTargets, generated(`${name}.css`)]);
const styles = (name) => put(name, 'css', styled(name));
// The plain pages of the rules, as build/pages.rs wrote them.
cpSync(generated('rules'), join(site, 'rules'), { recursive: true });
writeFileSync(join(site, 'rules', 'rules.css'), styled('rules/rules'));
const addresses = Object.fromEntries(Object.entries(files).sort().map(([name, bytes]) => [name, put(name === MAIN ? 'takujo_bg' : name, 'wasm', bytes)]));

// All of wasm-bindgen's script except its own loader.
const [head, tail] = script.split(/^let wasmModule, wasmInstance, wasm;$/m);
if (!tail?.includes('\nasync function __wbg_init(') || !renamed.has('__wbindgen_start')) fail('wasm-bindgen begins the program in another way than known');
writeFileSync(join(work, 'program.js'), `${head.replace(/^import \* as import\d+ from "\.\/__wasm_split\.js"$/gm, '').replace(/^ +"\.\/__wasm_split\.js": import\d+,$/gm, '')}
let wasm;
export const imports = __wbg_get_imports()['./program_bg.js'];
export function begin(exports) {
  wasm = exports;
  wasm.${renamed.get('__wbindgen_start')}();
}
`);
const known = { files: addresses, parts: Object.fromEntries(takes), style: styles('parts'), rules: put('rules', 'txt', readFileSync(generated('rules.txt'))) };
const start = readFileSync(fileURLToPath(new URL('start.js', import.meta.url)), 'utf8')
  .replace(/\/\* (\w+) \*\/ (\{\}|'')/g, (_, name) => JSON.stringify(known[name]));
writeFileSync(join(work, 'start.js'), start);
execFileSync('esbuild', [join(work, 'start.js'), '--bundle', '--minify', '--format=esm', scriptTarget, '--log-level=warning', `--outfile=${join(work, 'takujo.js')}`], { stdio: ['ignore', 'ignore', 'inherit'] });
const address = put('takujo', 'js', readFileSync(join(work, 'takujo.js')));

// The page's own scripts, from public.
for (const name of readdirSync(site).filter((name) => name.endsWith('.js'))) {
  const path = join(site, name);
  const target = name === 'old.js' ? '--target=es5' : scriptTarget;
  // In a block its names can be short.
  if (name === 'boot.js') writeFileSync(path, `{${readFileSync(path, 'utf8')}}`);
  execFileSync('esbuild', [path, '--minify', target, '--log-level=warning', '--allow-overwrite', `--outfile=${path}`], { stdio: ['ignore', 'ignore', 'inherit'] });
}

// The style sheet comes before the script that blocks the page, so that both are fetched at once.
const title = /^title = "(.+)"$/m.exec(readFileSync(fileURLToPath(new URL('../Dioxus.toml', import.meta.url)), 'utf8'))?.[1];
const fill = (page, [mark, text]) => (page.split(mark).length === 2 ? page.replace(mark, text) : fail(`index.html has ${mark} not once`));
const page = [
  ['{app_title}', title ?? fail('Dioxus.toml has no title')],
  ['<script src="./boot.js"></script>', `<link rel="stylesheet" href="${styles('main')}">\n    $&`],
  ['</head>', `<link rel="preload" as="script" href="${address}" crossorigin>$&`],
  ['</body>', `<script type="module" async src="${address}"></script>$&`],
].reduce(fill, readFileSync(fileURLToPath(new URL('../index.html', import.meta.url)), 'utf8'));
writeFileSync(join(site, 'index.html'), page);
writeFileSync(join(work, 'files.json'), JSON.stringify({ addresses, takes: Object.fromEntries(takes) }, undefined, 1));
