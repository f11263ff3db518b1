// Names the functions that the renderer links and the app never runs. The compiler cannot remove them, because each is
// in a table of functions of which some are used.
//
// A removed function traps if it is called after all; one that only formats text for a log writes nothing instead. What
// only these functions need goes with them. Each pattern must match something, or a new version of a crate might go
// unnoticed.

const STOPS = Buffer.from([0x00, 0x00, 0x0b]);
const WRITES_NOTHING = Buffer.from([0x00, 0x41, 0x00, 0x0b]);

/** Patterns of the mangled names of functions that never run. */
const NEVER = [
  // Backtraces of errors: a stripped program has no names to show.
  [/6anyhow.*5error.*9ErrorImpl.*5Debug3fmt/, WRITES_NOTHING],
  // The names of all keys of a keyboard: src/device/web.rs reads the few that the app knows, and clippy.toml forbids
  // the other way.
  [/15HasKeyboardData3key$/, STOPS],
  [/15HasKeyboardData4code$/, STOPS],
];
/**
 * Calls that never happen, in functions that do run: who calls whom. What is called writes text, so a call to a function
 * that writes nothing takes its place.
 */
const NEVER_CALLED = [
  // An attribute whose value is a floating-point number: the app sets none, as it writes its numbers out
  // (tests/render.rs).
  [/10dioxus_web9mutations.*13set_attribute$/, /4core3fmt5floatdNt.*7Display3fmt$/],
];
/** Converters of the browser's events: only those of events that somebody listens for are needed. */
const CONVERTS = /WebEventConverter.*18HtmlEventConverter\d+convert_(\w+)_data$/;

const namedOf = (program) => [...program.names.entries()].filter(([at, name]) => name !== undefined && program.funcs[at].body);
const onlyOne = (named, pattern) => {
  const found = named.filter(([, name]) => pattern.test(name));
  if (found.length !== 1) throw new Error(`${found.length} functions are called like ${pattern}`);
  return found[0][0];
};

/** The calls in `program` that never happen, given what `unused` found: who calls, whom, and whom instead. */
export function uncalled(program, replaced) {
  const named = namedOf(program);
  const silent = [...replaced].find(([, body]) => body === WRITES_NOTHING)[0];
  return NEVER_CALLED.map(([from, to]) => {
    const [caller, called] = [onlyOne(named, from), onlyOne(named, to)];
    if (program.funcs[called].type !== program.funcs[silent].type) throw new Error(`${to} is of another type than known`);
    return [caller, called, silent];
  });
}

/** The functions of `program` that never run, by index, each with the body that replaces it. */
export function unused(program) {
  const out = new Map();
  const named = namedOf(program);
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
