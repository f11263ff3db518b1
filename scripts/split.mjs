// Splits the program into the files that a browser loads: the main one, one for each lazy part, and one for each larger
// group of code that several parts share.
//
// dx has its own splitter (wasm-split-cli, whose macro `lazy_part!` uses), but that copies shared code into every part,
// and can zero bytes that two strings share (DioxusLabs/dioxus#5769). As there, all files use one memory and one table
// of functions: a function in another file is called through the table.
import { FUNCTION, GLOBAL, MEMORY, TABLE, i32Const, links, rewritten, u32, write } from './wasm.mjs';

/** The least number of bytes, before optimisation, that makes shared code worth a file of its own: where another group can
    take it instead, and where only main can, for which every visit waits. */
const WORTH_A_FILE = 18_000;
const WORTH_NOT_MAIN = 4_000;
/** Parts that few ever load. What others share is grouped as if these did not exist, and they load each file with anything
    that they need. */
const RARE = new Set(['devices', 'old_evening']);
/** Two pieces of data that are at most this many bytes apart are written as one, with zeros between them. */
const BRIDGE = 24;

const SPLIT = /^__wasm_split_00___(.+)___00_(import|export)_([0-9a-f]{32})_/;
/** What the program calls to load a part, by its name. */
export const LOADER = /^__wasm_split_load_(.+)_[0-9a-f]{32}_/;
/** The file the program starts with. */
export const MAIN = 'main';

/** The graph of what needs what. A node is a number: a function's index, or, for a piece of data, the number of functions
    plus the index of its symbol. */
function graphOf(linked, program) {
  const { symbols, code, data } = links(linked);
  const count = program.funcs.length;
  const needs = Array.from({ length: count + symbols.length }, () => new Set());
  program.funcs.forEach(({ body }, at) => {
    if (body) rewritten(body, (kind, index) => { if (kind === 'f') needs[at].add(index); return index; });
  });
  const named = program.names.flatMap((name, at) => [[name, at]]);
  const byName = new Map(named);
  if (byName.size !== named.length) throw new Error('two functions have one name');
  const node = ({ symbol }) => {
    const { kind, index, size } = symbols[symbol];
    if (kind === 1) return size > 0 ? count + symbol : undefined;
    return kind === 0 ? byName.get(linked.names[index]) : undefined;
  };
  const inside = (places, start, length) => {
    let [low, high] = [0, places.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (places[middle].at < start) low = middle + 1;
      else high = middle;
    }
    let end = low;
    while (end < places.length && places[end].at < start + length) end += 1;
    return places.slice(low, end);
  };
  const add = (from, places) => places.map(node).forEach((to) => { if (to !== undefined) needs[from].add(to); });
  linked.funcs.forEach(({ body, start }, at) => {
    const same = byName.get(linked.names[at]);
    if (body && same !== undefined) add(same, inside(code, start - linked.code, body.length));
  });
  const pieces = new Map();
  symbols.forEach(({ kind, segment, offset, size }, symbol) => {
    if (kind !== 1 || !size) return;
    const from = linked.data[segment];
    pieces.set(count + symbol, { at: from.at + offset, size });
    add(count + symbol, inside(data, from.start + offset - linked.dataStart, size));
  });
  const reached = (roots) => {
    const found = new Set(roots);
    for (const at of found) for (const next of needs[at]) found.add(next);
    return found;
  };
  return { reached, pieces, forget: (at) => needs[at].clear(), exchange: (at, from, to) => needs[at].delete(from) && needs[at].add(to) };
}

/** Decides which file each node goes to, and which files each part loads. */
function planOf(program, graph, unused, uncalled) {
  const { reached, pieces } = graph;
  const { funcs } = program;
  const points = program.exports.filter(({ name }) => SPLIT.test(name)).map(({ name, index }) => ({
    name: name.match(SPLIT)[1],
    root: index,
  }));
  // The roots: what JavaScript calls, and what is in the table although no known function needs it.
  const roots = program.exports.filter(({ kind, name }) => kind === FUNCTION && !SPLIT.test(name)).map(({ index }) => index);
  if (program.start !== undefined) roots.push(program.start);
  const known = reached([...roots, ...points.map(({ root }) => root)]);
  roots.push(...program.elements.flatMap((element) => element.funcs).filter((at) => !known.has(at)));
  // From here on, functions that never run need nothing.
  for (const [at, body] of unused) {
    funcs[at].body = body;
    graph.forget(at);
  }
  for (const [caller, called, instead] of uncalled) {
    if (!graph.exchange(caller, called, instead)) throw new Error(`${program.names[caller]} does not call ${program.names[called]}`);
    funcs[caller].body = rewritten(funcs[caller].body, (kind, index) => (kind === 'f' && index === called ? instead : index));
  }
  const main = reached(roots);
  const parts = new Map(points.map(({ name, root }) => [name, reached([root])]));

  const sizeOf = (node) => funcs[node]?.body?.length ?? pieces.get(node)?.size ?? 0;
  const users = new Map();
  for (const [name, part] of parts) {
    for (const node of part) {
      if (!main.has(node)) users.set(node, [...users.get(node) ?? [], name]);
    }
  }
  for (const [node, names] of users) {
    const often = names.filter((name) => !RARE.has(name));
    if (often.length > 1) users.set(node, often);
  }
  // Nodes that are needed by the same parts form a group. A group that is too small for a file joins the smallest group
  // that all its parts load too, preferably one that is a file, because a small one may end in main. What is left that one
  // part shares with rare ones is a file together.
  const groups = new Map();
  for (const [node, names] of users) {
    const key = names.join(' ');
    const group = groups.get(key) ?? { names, nodes: [], size: 0 };
    groups.set(key, group);
    group.nodes.push(node);
    group.size += sizeOf(node);
  }
  const shared = [...groups.values()].filter(({ names }) => names.length > 1).sort((a, b) => a.names.length - b.names.length || b.size - a.size);
  const files = new Map([[MAIN, { nodes: main }], ...points.map(({ name }) => [name, { nodes: new Set(groups.get(name)?.nodes) }])]);
  const odd = { nodes: [], names: [] };
  for (const [at, group] of shared.entries()) {
    const widers = shared.slice(at + 1).filter(({ names }) => group.names.every((name) => names.includes(name)));
    const wider = widers.find(({ size }) => size >= WORTH_A_FILE) ?? widers[0];
    if (group.size >= (wider ? WORTH_A_FILE : WORTH_NOT_MAIN)) files.set(`shared_${files.size - parts.size}`, { nodes: new Set(group.nodes), of: group.names });
    else if (wider) wider.nodes.push(...group.nodes), wider.size += group.size;
    else if (group.names.some((name) => RARE.has(name))) {
      odd.nodes.push(...group.nodes);
      odd.names.push(...group.names);
    } else for (const node of group.nodes) main.add(node);
  }
  if (odd.nodes.length > 0) files.set(`shared_${files.size - parts.size}`, { nodes: new Set(odd.nodes), of: odd.names });
  const loads = (name, { of, nodes }) => of?.includes(name) || (RARE.has(name) && of && [...nodes].some((node) => parts.get(name).has(node)));
  const takes = new Map(points.map(({ name }) => [name, [name, ...[...files].filter(([, file]) => loads(name, file)).map(([file]) => file)]]));
  return { files, takes, known, roots: new Map(points.map(({ name, root }) => [name, root])) };
}

/** The data of each file, as pieces in the order of addresses. Bytes that two strings share go to main if main needs them,
    or else to each file that does. Data that only functions need which never run is left out. */
function dataOf(program, { files, known }, pieces) {
  const end = Math.max(...program.data.map(({ at, bytes }) => at + bytes.length));
  const start = Math.min(...program.data.map(({ at }) => at));
  const image = new Uint8Array(end - start);
  for (const { at, bytes } of program.data) image.set(bytes, at - start);
  // 0: nobody known needs it, so it is main's; 1: a part does; 2: main does; 3: only what never runs does, so it is
  // left out.
  const whose = new Uint8Array(end - start);
  for (const [file, { nodes }] of files) {
    for (const node of nodes) {
      const piece = pieces.get(node);
      if (!piece) continue;
      for (let at = piece.at - start; at < piece.at - start + piece.size; at += 1) whose[at] = Math.max(whose[at], file === MAIN ? 2 : 1);
    }
  }
  for (const node of known) {
    const piece = pieces.get(node);
    for (let at = piece?.at - start; at < piece?.at - start + piece?.size; at += 1) if (whose[at] === 0) whose[at] = 3;
  }
  return new Map([...files].map(([file, { nodes }]) => {
    const own = new Uint8Array(end - start);
    if (file === MAIN) whose.forEach((owner, at) => { own[at] = owner === 0 || owner === 2 ? 1 : 0; });
    for (const node of file === MAIN ? [] : nodes) {
      const piece = pieces.get(node);
      if (piece) for (let at = piece.at - start; at < piece.at - start + piece.size; at += 1) own[at] = whose[at] === 1 ? 1 : 0;
    }
    const found = [];
    const filled = (at) => own[at] === 1 && image[at] !== 0;
    // A gap may be filled with zeros if its bytes are this file's own. Main is loaded first, so it may also zero what
    // is a part's.
    for (let at = 0; at < own.length; at += 1) {
      if (!filled(at)) continue;
      let last = at;
      for (let next = at + 1; next < own.length && next - last <= BRIDGE; next += 1) {
        if (filled(next)) last = next;
        else if (own[next] === 0 && file !== MAIN) break;
      }
      const bytes = Buffer.alloc(last + 1 - at);
      for (let n = 0; n < bytes.length; n += 1) bytes[n] = own[at + n] ? image[at + n] : 0;
      found.push({ at: start + at, bytes });
      at = last;
    }
    return [file, found];
  }));
}

/** Builds the module of each file. */
function modulesOf(program, plan, pieces) {
  const { files, roots } = plan;
  const part = (at) => program.funcs[at].from?.name.match(SPLIT)?.[1];
  const calls = (at) => {
    const found = new Set();
    if (program.funcs[at].body) rewritten(program.funcs[at].body, (kind, index) => { if (kind === 'f') found.add(index); return index; });
    return found;
  };
  // A function of another file is called through the table, where it may have an entry already. The program refers to a
  // function of a part by the import that stands for it.
  const table = program.tables.findIndex(({ type }) => type === 0x70);
  const places = new Map();
  const meant = (at) => (part(at) === undefined ? at : roots.get(part(at)));
  for (const { at, funcs } of program.elements) funcs.forEach((func, n) => places.set(at + n, meant(func)));
  const placeOf = new Map([...places].reverse().map(([place, func]) => [func, place]));
  let end = program.tables[table].limits.least;
  const standing = (func) => {
    if (!placeOf.has(func)) {
      placeOf.set(func, end);
      places.set(end, func);
      end += 1;
    }
    return placeOf.get(func);
  };
  const abroad = new Map();
  for (const [file, { nodes }] of files) {
    const found = new Set();
    for (const at of nodes) {
      for (const to of at < program.funcs.length ? calls(at) : []) {
        if (part(to) !== undefined || (!program.funcs[to].from && !nodes.has(to))) found.add(to), standing(meant(to));
      }
    }
    abroad.set(file, [...found].sort((a, b) => a - b));
  }
  const limits = { flags: 1, least: end, most: end };
  const data = dataOf(program, plan, pieces);

  return new Map([...files].map(([file, { nodes }]) => {
    const isMain = file === MAIN;
    const bodies = [...nodes].filter((at) => program.funcs[at]?.body).sort((a, b) => a - b);
    const filled = [...places].filter(([, func]) => nodes.has(func)).sort(([a], [b]) => a - b);
    // The browser's functions that are called, directly or through the table.
    const foreign = [...new Set([...bodies.flatMap((at) => [...calls(at)]), ...filled.map(([, func]) => func)])]
      .filter((at) => program.funcs[at].from && part(at) === undefined).sort((a, b) => a - b);
    const order = [...foreign, ...bodies, ...abroad.get(file)];
    const number = new Map(order.map((at, n) => [at, n]));
    const types = [];
    const typeNumbers = new Map();
    const type = (index) => {
      const key = program.types[index].bytes.toString('hex');
      if (!typeNumbers.has(key)) {
        typeNumbers.set(key, types.length);
        types.push(program.types[index]);
      }
      return typeNumbers.get(key);
    };
    // Main owns all tables and globals; the others import the ones they use from it, named by their indices.
    const kept = { T: isMain ? [...program.tables.keys()] : [table], g: isMain ? [...program.globals.keys()] : [] };
    const among = (kind, index) => {
      if (!kept[kind].includes(index)) kept[kind].push(index);
      return kept[kind].indexOf(index);
    };
    const funcs = [
      ...foreign.map((at) => ({ from: program.funcs[at].from, type: type(program.funcs[at].type) })),
      ...bodies.map((at) => ({
        type: type(program.funcs[at].type),
        body: rewritten(program.funcs[at].body, (kind, index) => (kind === 'f' ? number.get(index) : kind === 't' ? type(index) : among(kind, index))),
      })),
      ...abroad.get(file).map((at) => {
        const { params } = program.types[program.funcs[at].type];
        const place = placeOf.get(meant(at));
        const gets = Array.from({ length: params }, (_, n) => [Buffer.from([0x20]), u32(n)]).flat();
        const call = [Buffer.from([0x11]), u32(type(program.funcs[at].type)), u32(among('T', table)), Buffer.from([0x0b])];
        return { type: type(program.funcs[at].type), body: Buffer.concat([u32(0), ...gets, i32Const(place), ...call]) };
      }),
    ];
    const from = (kind, index) => (isMain ? undefined : { module: MAIN, name: `${kind}${index}` });
    const elements = [];
    for (const [place, func] of filled) {
      const last = elements.at(-1);
      if (last && last.at + last.funcs.length === place) last.funcs.push(number.get(func));
      else elements.push({ at: place, funcs: [number.get(func)] });
    }
    return [file, write({
      types,
      funcs,
      tables: kept.T.map((index) => ({ ...program.tables[index], limits: index === table ? limits : program.tables[index].limits, from: from('T', index) })),
      memories: [{ ...program.memories[0], from: isMain ? undefined : { module: MAIN, name: 'memory' } }],
      globals: kept.g.map((index) => ({ ...program.globals[index], from: from('g', index) })),
      exports: isMain ? [
        ...program.exports.filter(({ name, kind }) => kind === FUNCTION && !SPLIT.test(name)).map((one) => ({ ...one, index: number.get(one.index) })),
        ...program.exports.filter(({ kind }) => kind === TABLE),
        { name: 'memory', kind: MEMORY, index: 0 },
        ...program.tables.map((_, index) => ({ name: `T${index}`, kind: TABLE, index })),
        ...program.globals.map((_, index) => ({ name: `g${index}`, kind: GLOBAL, index })),
      ] : [],
      elements,
      data: data.get(file),
      names: order.map((at) => program.names[at]),
      start: isMain && program.start !== undefined ? number.get(program.start) : undefined,
    })];
  }));
}

/**
 * Splits a program. `linked` is as the linker wrote it, with the names and relocations that show what needs what;
 * `program` is the same after wasm-bindgen; `unused` maps functions that never run to the bodies that replace them;
 * `uncalled` lists calls that never happen. Returns the modules by file name and, for each part by name, the files it
 * loads.
 */
export function split(linked, program, unused = new Map(), uncalled = []) {
  const moved = linked.data.length !== program.data.length || linked.data.some(({ at, bytes }, n) => at !== program.data[n].at || bytes.length !== program.data[n].bytes.length);
  if (moved) throw new Error('wasm-bindgen has moved the data');
  const graph = graphOf(linked, program);
  const plan = planOf(program, graph, unused, uncalled);
  return { modules: modulesOf(program, plan, graph.pieces), takes: plan.takes };
}
