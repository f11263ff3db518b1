// Fetches the program's files and starts them. scripts/link.mjs fills in which files there are and puts this into one script
// with what wasm-bindgen made (`./program.js`).
import { begin, imports } from './program.js';

/** The address of each file. */
const FILES = /* files */ {};
/** What the program calls to have a part: the files that one takes. */
const PARTS = /* parts */ {};

let main;
const started = {};

/** Starts a file, once; again when that failed. */
function start(name) {
  started[name] ??= run(FILES[name]).catch((error) => {
    delete started[name];
    throw error;
  });
  return started[name];
}

async function run(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  const given = { js: imports, parts, main };
  // A host that does not know the type gets by with the slower way.
  const { instance } = answer.headers.get('Content-Type') === 'application/wasm'
    ? await WebAssembly.instantiateStreaming(answer, given)
    : await WebAssembly.instantiate(await answer.arrayBuffer(), given);
  return instance.exports;
}

// A part that cannot be had stays away: the page offers to begin anew.
const parts = Object.fromEntries(Object.entries(PARTS).map(([name, files]) => [name, (callback, data) => {
  Promise.all(files.map(start)).then(
    () => main.T0.get(callback)(data, true),
    (error) => console.error('A part of the program cannot be had:', error),
  );
}]));

start('main').then((exports) => {
  main = exports;
  begin(exports);
});
