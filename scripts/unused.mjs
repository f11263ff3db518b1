// Says what of the program the renderer brings along and the app never runs. The compiler cannot know: each of these
// functions stands in a list of functions, and something in that list is used.
//
// A function taken out stops the program should it run after all, or, where it only writes words for a log, writes none.
// Whoever only it needs goes with it. Each pattern must still match, so that another version of a crate does not pass unseen.

const STOPS = Buffer.from([0x00, 0x00, 0x0b]);
const WRITES_NOTHING = Buffer.from([0x00, 0x41, 0x00, 0x0b]);

/** What never runs, by the functions' mangled names. */
const NEVER = [
  // Errors with a backtrace of what a stripped program calls its functions.
  [/6anyhow.*5error.*9ErrorImpl.*5Debug3fmt/, WRITES_NOTHING],
  // The names of all keys there are: src/device/web.rs reads those the app knows, and clippy.toml says so.
  [/15HasKeyboardData3key$/, STOPS],
  [/15HasKeyboardData4code$/, STOPS],
];
/** What makes an event of a kind out of the browser's: needed where somebody listens for that kind. */
const CONVERTS = /WebEventConverter.*18HtmlEventConverter\d+convert_(\w+)_data$/;

/** The functions of `program` that never run, by their numbers, and the body that each is to have instead. */
export function unused(program) {
  const out = new Map();
  const named = [...program.names.entries()].filter(([at, name]) => name !== undefined && program.funcs[at].body);
  for (const [pattern, body] of NEVER) {
    const found = named.filter(([, name]) => pattern.test(name));
    if (found.length === 0) throw new Error(`nothing is called like ${pattern}: is it gone, or called otherwise?`);
    for (const [at] of found) out.set(at, body);
  }
  const converters = named.flatMap(([at, name]) => (CONVERTS.test(name) ? [[at, name.match(CONVERTS)[1]]] : []));
  if (converters.length < 10) throw new Error('the renderer makes its events in another way than known');
  for (const [at, kind] of converters) {
    const data = `${kind[0].toUpperCase()}${kind.slice(1)}Data`;
    const heard = new RegExp(`16ListenerCallback.*${data.length}${data}`);
    if (!named.some(([, name]) => heard.test(name))) out.set(at, STOPS);
  }
  return out;
}
