// Fetches and starts the program's files. scripts/link.mjs fills in which there are, and joins this into one script
// with the output of wasm-bindgen (`./program.js`).
import { begin, imports } from './program.js';

/** The address of each file of the program. */
const FILES = /* files */ {};
/** The files that each part needs. */
const PARTS = /* parts */ {};
/** The style sheet of the parts, and the rules' text. */
const STYLE = /* style */ '';
const RULES = /* rules */ '';

/** A function that makes the thing of each name once, and again only if that failed. */
function once(make) {
  const made = {};
  return (name) => (made[name] ??= make(name).catch((error) => {
    delete made[name];
    throw error;
  }));
}

const compiled = once(async (name) => {
  const answer = await fetch(FILES[name]);
  if (!answer.ok) throw new Error(`${FILES[name]}: ${answer.status}`);
  // Hosts that serve wasm with another type get the slower way.
  return answer.headers.get('Content-Type') === 'application/wasm' ? WebAssembly.compileStreaming(answer) : WebAssembly.compile(await answer.arrayBuffer());
});

let main;
const started = once(async (name) => (await WebAssembly.instantiate(await compiled(name), { js: imports, parts, main })).exports);

// The page may have asked for the style sheet already (public/boot.js).
const styled = once(() => new Promise((done, failed) => {
  const there = document.querySelector(`link[href="${STYLE}"]`);
  if (there?.sheet) return done();
  const link = there ?? Object.assign(document.createElement('link'), { rel: 'stylesheet', href: STYLE });
  link.addEventListener('load', done);
  link.addEventListener('error', () => {
    link.remove();
    failed(new Error(STYLE));
  });
  if (!there) document.head.append(link);
}));

// A part that cannot be fetched now is tried again, as the network comes and goes. Meanwhile the page offers to reload.
const parts = Object.fromEntries(Object.entries(PARTS).map(([part, files]) => [part, async (callback, data) => {
  for (let wait = 500; ; wait = Math.min(2 * wait, 8000)) {
    try {
      await Promise.all([styled(), ...files.map(started)]);
      break;
    } catch (error) {
      console.warn('A part of the program cannot be had now:', error);
      await new Promise((done) => setTimeout(done, wait));
    }
  }
  main.T0.get(callback)(data, true);
}]));

// With this the browser installs the app, when somebody taps the button for it.
addEventListener('beforeinstallprompt', (event) => { window.installer = event; });

document.documentElement.dataset.rules = RULES;
started('main').then((exports) => {
  main = exports;
  begin(exports);
});

// Fetches what the address needs at once, before the program asks for it. Failures are ignored here: whoever needs the
// part reports them.
const [, page, name] = location.hash.split('/');
const part = { new: name, calculate: name, rules: 'rules', history: 'history', settings: 'side_pages' }[page];
if (Object.hasOwn(PARTS, part)) {
  for (const file of PARTS[part]) compiled(file).catch(() => undefined);
  if (page === 'rules') document.head.append(Object.assign(document.createElement('link'), { rel: 'preload', as: 'fetch', crossOrigin: '', href: RULES }));
}
