// Fetches and starts the program's files. scripts/link.mjs fills in the list of files and joins this into one script
// with the output of wasm-bindgen (`./program.js`).
import { begin, imports } from './program.js';

/** The address of each file. */
const FILES = /* files */ {};
/** The functions the program calls to load a part: the files each part needs. */
const PARTS = /* parts */ {};

let main;
const started = {};

/** Starts a file once; tries again if that failed. */
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
  // For hosts that serve wasm with another type: the slower way.
  const { instance } = answer.headers.get('Content-Type') === 'application/wasm'
    ? await WebAssembly.instantiateStreaming(answer, given)
    : await WebAssembly.instantiate(await answer.arrayBuffer(), given);
  return instance.exports;
}

// A part that cannot be fetched is left out; the page then offers to reload.
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
