// Reads and writes WebAssembly modules, as far as the compiler and wasm-bindgen use the format.
// https://webassembly.github.io/spec/core/binary, and for what the linker adds
// https://github.com/WebAssembly/tool-conventions/blob/main/Linking.md

/** The kinds of imports and exports, as numbers of the format. */
export const FUNCTION = 0;
export const TABLE = 1;
export const MEMORY = 2;
export const GLOBAL = 3;

/** A reading position in a module. */
class Reader {
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  byte() {
    return this.bytes[this.at++];
  }

  u32() {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
  }

  s32() {
    let value = 0;
    for (let shift = 0; ;) {
      const byte = this.byte();
      value |= (byte & 0x7f) << shift;
      shift += 7;
      if (byte < 0x80) return shift < 32 && byte & 0x40 ? value | (-1 << shift) : value;
    }
  }

  /** Skips a LEB128 number of any width. */
  number() {
    while (this.byte() >= 0x80);
  }

  /** The next `length` bytes. */
  take(length) {
    const taken = this.bytes.subarray(this.at, this.at + length);
    this.at += length;
    return taken;
  }

  text() {
    return Buffer.from(this.take(this.u32())).toString();
  }

  list(one) {
    return Array.from({ length: this.u32() }, one);
  }

  limits() {
    const flags = this.u32();
    const least = this.u32();
    return { flags, least, most: flags & 1 ? this.u32() : undefined };
  }

  /** A constant expression: `{ value }` of an i32 or `{ func }` of a function reference; any other is only kept as bytes. */
  constant() {
    const from = this.at;
    const found = {};
    for (;;) {
      const code = this.byte();
      if (code === 0x0b) break;
      if (code === 0x41) found.value = this.s32();
      else if (code === 0x42) this.number();
      else if (code === 0x43) this.at += 4;
      else if (code === 0x44) this.at += 8;
      else if (code === 0xd0) this.number();
      else if (code === 0xd2) found.func = this.u32();
      else throw new Error(`a constant with the instruction ${code}`);
    }
    return { ...found, bytes: this.bytes.subarray(from, this.at) };
  }
}

/** Parses a module. Functions, tables, memories and globals are numbered as in the format, imports first. */
export function read(bytes) {
  const module = { types: [], imports: [], funcs: [], tables: [], memories: [], globals: [], exports: [], elements: [], data: [], names: [], customs: new Map() };
  const reader = new Reader(bytes, 8);
  let types = [];
  while (reader.at < bytes.length) {
    const id = reader.byte();
    const end = reader.u32() + reader.at;
    const start = reader.at;
    const read = {
      0: () => {
        const name = reader.text();
        module.customs.set(name, { bytes: bytes.subarray(reader.at, end), start });
      },
      1: () => {
        module.types = reader.list(() => {
          const from = reader.at;
          reader.byte();
          const params = reader.take(reader.u32());
          reader.take(reader.u32());
          return { params: params.length, bytes: bytes.subarray(from, reader.at) };
        });
      },
      2: () => {
        for (let left = reader.u32(); left > 0; left -= 1) {
          const from = { module: reader.text(), name: reader.text() };
          const kind = reader.byte();
          if (kind === FUNCTION) module.funcs.push({ from, type: reader.u32() });
          else if (kind === TABLE) module.tables.push({ from, type: reader.byte(), limits: reader.limits() });
          else if (kind === MEMORY) module.memories.push({ from, limits: reader.limits() });
          else if (kind === GLOBAL) module.globals.push({ from, type: reader.byte(), mutable: reader.byte() });
          else throw new Error(`an import of the kind ${kind}`);
        }
      },
      3: () => { types = reader.list(() => reader.u32()); },
      4: () => { reader.list(() => module.tables.push({ type: reader.byte(), limits: reader.limits() })); },
      5: () => { reader.list(() => module.memories.push({ limits: reader.limits() })); },
      6: () => { reader.list(() => module.globals.push({ type: reader.byte(), mutable: reader.byte(), init: reader.constant().bytes })); },
      7: () => { module.exports = reader.list(() => ({ name: reader.text(), kind: reader.byte(), index: reader.u32() })); },
      8: () => { module.start = reader.u32(); },
      9: () => {
        module.elements = reader.list(() => {
          const flags = reader.u32();
          if (flags !== 0 && flags !== 4) throw new Error(`a part of the table with the flags ${flags}`);
          const at = reader.constant().value;
          return { at, funcs: reader.list(() => (flags === 4 ? reader.constant().func : reader.u32())) };
        });
      },
      10: () => {
        // The linker's code offsets count from here.
        module.code = start;
        let next = 0;
        reader.list(() => {
          const length = reader.u32();
          module.funcs.push({ type: types[next++], start: reader.at, body: reader.take(length) });
        });
      },
      11: () => {
        module.dataStart = start;
        module.data = reader.list(() => {
          if (reader.u32() !== 0) throw new Error('data that is not put into its place at the start');
          const { value } = reader.constant();
          const length = reader.u32();
          return { at: value, start: reader.at, bytes: reader.take(length) };
        });
      },
    }[id];
    read?.();
    reader.at = end;
  }
  const names = module.customs.get('name')?.bytes;
  if (names) {
    const section = new Reader(names);
    while (section.at < names.length) {
      const kind = section.byte();
      const end = section.u32() + section.at;
      if (kind === 1) section.list(() => { module.names[section.u32()] = section.text(); });
      section.at = end;
    }
  }
  return module;
}

/** What the linker left in a module (`--emit-relocs`): its symbols, and which symbol each relocation refers to. */
export function links(module) {
  const section = (name) => module.customs.get(name)?.bytes ?? (() => { throw new Error(`no section '${name}': was it linked with --emit-relocs?`); })();
  const symbols = [];
  const linking = new Reader(section('linking'));
  linking.u32();
  while (linking.at < linking.bytes.length) {
    const kind = linking.byte();
    const end = linking.u32() + linking.at;
    if (kind === 8) {
      linking.list(() => {
        const symbol = { kind: linking.byte() };
        const flags = linking.u32();
        const defined = !(flags & 0x10);
        if (symbol.kind === 1) {
          symbol.name = linking.text();
          if (defined) Object.assign(symbol, { segment: linking.u32(), offset: linking.u32(), size: linking.u32() });
        } else if (symbol.kind === 3) {
          linking.u32();
        } else {
          symbol.index = linking.u32();
          if (defined || flags & 0x40) linking.text();
        }
        symbols.push(symbol);
      });
    }
    linking.at = end;
  }
  const places = (name) => {
    const reader = new Reader(section(name));
    reader.u32();
    return reader.list(() => {
      const kind = reader.byte();
      const place = { at: reader.u32(), symbol: reader.u32() };
      // Relocations of addresses in memory, in a function or in a section have an addend.
      if ([3, 4, 5, 8, 9, 11, 14, 15, 16, 17, 21, 22, 23, 25].includes(kind)) reader.number();
      return place;
    });
  };
  return { symbols, code: places('reloc.CODE'), data: places('reloc.DATA') };
}

/** The operands of each instruction: `b` a block type, `f` a function, `t` a type, `T` a table, `g` a global, `n` a number,
    `m` a memory access, `z` one byte, `4` and `8` that many bytes, `v` a list of numbers and a default, `r` a list of
    types. */
const FOLLOWS = Object.fromEntries([
  [[0x02, 0x03, 0x04], 'b'], [[0x0c, 0x0d], 'n'], [[0x0e], 'v'], [[0x10], 'f'], [[0x11], 'tT'], [[0x1c], 'r'],
  [[0x20, 0x21, 0x22], 'n'], [[0x23, 0x24], 'g'], [[0x25, 0x26], 'T'], [[0x3f, 0x40], 'z'], [[0x41, 0x42], 'n'], [[0x43], '4'], [[0x44], '8'],
  [[0xd0], 'n'], [[0xd1], ''], [[0xd2], 'f'], [[0x00, 0x01, 0x05, 0x0b, 0x0f, 0x1a, 0x1b], ''],
  [Array.from({ length: 0x3f - 0x28 }, (_, n) => 0x28 + n), 'm'], [Array.from({ length: 0xc5 - 0x45 }, (_, n) => 0x45 + n), ''],
].flatMap(([codes, follows]) => codes.map((code) => [code, follows])));
/** The same for instructions with the prefix 0xfc. */
const FOLLOWS_FC = { 0: '', 1: '', 2: '', 3: '', 4: '', 5: '', 6: '', 7: '', 10: 'zz', 11: 'z', 14: 'TT', 15: 'T', 16: 'T', 17: 'T' };

/** Rewrites a function's body: calls `seen(kind, index)` for each function, type, table and global (`f`, `t`, `T`, `g`),
    and writes the index that this returns. */
export function rewritten(body, seen) {
  const reader = new Reader(body);
  const out = [];
  let copied = 0;
  const index = (kind) => {
    const from = reader.at;
    const before = reader.u32();
    const after = seen(kind, before);
    if (after !== before) {
      out.push(body.subarray(copied, from), u32(after));
      copied = reader.at;
    }
  };
  reader.list(() => { reader.u32(); reader.byte(); });
  while (reader.at < body.length) {
    const code = reader.byte();
    const follows = code === 0xfc ? FOLLOWS_FC[reader.u32()] : FOLLOWS[code];
    if (follows === undefined) throw new Error(`an instruction ${code.toString(16)} that is not known`);
    for (const what of follows) {
      if ('ftTg'.includes(what)) index(what);
      else if (what === 'n') reader.number();
      else if (what === 'z') reader.byte();
      else if (what === '4' || what === '8') reader.at += Number(what);
      else if (what === 'm') { reader.u32(); reader.number(); }
      else if (what === 'v') { reader.list(() => reader.u32()); reader.u32(); }
      else if (what === 'r') reader.list(() => reader.byte());
      // A block type: empty, a value type, or the index of a type.
      else if (body[reader.at] < 0x80 && body[reader.at] & 0x40) reader.byte();
      else index('t');
    }
  }
  out.push(body.subarray(copied));
  return Buffer.concat(out);
}

/** An unsigned number as LEB128. */
export function u32(value) {
  const bytes = [];
  for (; value > 0x7f; value >>>= 7) bytes.push((value & 0x7f) | 0x80);
  return Buffer.from([...bytes, value]);
}

/** The instruction `i32.const`. */
export function i32Const(value) {
  const bytes = [0x41];
  for (;;) {
    const byte = value & 0x7f;
    value >>= 7;
    if ((value === 0 && !(byte & 0x40)) || (value === -1 && byte & 0x40)) return Buffer.from([...bytes, byte]);
    bytes.push(byte | 0x80);
  }
}

const text = (value) => [u32(Buffer.byteLength(value)), Buffer.from(value)];
const list = (items, one) => Buffer.concat([u32(items.length), ...items.flatMap(one)]);
const limits = ({ flags, least, most }) => [u32(flags), u32(least), ...(flags & 1 ? [u32(most)] : [])];
const sized = (bytes) => [u32(bytes.length), bytes];

/** Writes a module from what `read` returns. */
export function write({ types, funcs, tables, memories, globals, exports, elements, data, names, start }) {
  const own = (items) => items.filter((item) => !item.from);
  const out = [Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0])];
  const section = (id, bytes) => out.push(Buffer.from([id]), ...sized(bytes));
  const table = (table) => [Buffer.from([table.type]), ...limits(table.limits)];
  const global = (global) => [Buffer.from([global.type, global.mutable])];
  const imports = [
    [FUNCTION, funcs, (func) => [u32(func.type)]], [TABLE, tables, table], [MEMORY, memories, (memory) => limits(memory.limits)], [GLOBAL, globals, global],
  ].flatMap(([kind, items, one]) => items.filter((item) => item.from).map((item) => [...text(item.from.module), ...text(item.from.name), Buffer.from([kind]), ...one(item)]));
  section(1, list(types, (type) => [type.bytes]));
  section(2, list(imports, (bytes) => bytes));
  section(3, list(own(funcs), (func) => [u32(func.type)]));
  if (own(tables).length > 0) section(4, list(own(tables), table));
  if (own(memories).length > 0) section(5, list(own(memories), (memory) => limits(memory.limits)));
  if (own(globals).length > 0) section(6, list(own(globals), (one) => [...global(one), one.init]));
  section(7, list(exports, ({ name, kind, index }) => [...text(name), Buffer.from([kind]), u32(index)]));
  if (start !== undefined) section(8, u32(start));
  section(9, list(elements, (element) => [u32(0), i32Const(element.at), Buffer.from([0x0b]), list(element.funcs, (func) => [u32(func)])]));
  section(10, list(own(funcs), (func) => sized(func.body)));
  section(11, list(data, (one) => [u32(0), i32Const(one.at), Buffer.from([0x0b]), ...sized(one.bytes)]));
  const named = names.map((name, index) => [index, name]).filter(([, name]) => name !== undefined);
  if (named.length > 0) section(0, Buffer.concat([...text('name'), Buffer.from([1]), ...sized(list(named, ([index, name]) => [u32(index), ...text(name)]))]));
  return Buffer.concat(out);
}

/** Functions count as similar if they share a sequence of so many bytes, unless more functions than this have it. */
const SHINGLE = 6;
const COMMON = 200;

/** Orders functions so that similar ones are neighbours, because gzip looks back only 32 kB: after each comes the one that
    shares the most sequences with it, in proportion to its size. */
function alike(bodies) {
  const pieces = bodies.map((body) => {
    const found = new Set();
    for (let at = 0; at + SHINGLE <= body.length; at += 1) found.add(body.readUIntBE(at, SHINGLE));
    return found;
  });
  const holders = new Map();
  pieces.forEach((found, at) => {
    for (const piece of found) {
      if (!holders.has(piece)) holders.set(piece, []);
      holders.get(piece).push(at);
    }
  });
  const left = new Set(bodies.keys());
  const order = [];
  for (let at = 0; at !== undefined;) {
    left.delete(at);
    order.push(at);
    const shared = new Map();
    for (const piece of pieces[at]) {
      const others = holders.get(piece);
      if (others.length <= COMMON) for (const other of others) if (left.has(other)) shared.set(other, (shared.get(other) ?? 0) + 1);
    }
    let best = 0;
    at = left.values().next().value;
    for (const [other, count] of shared) {
      const worth = count / Math.sqrt(pieces[other].size + 20);
      if (worth > best) [best, at] = [worth, other];
    }
  }
  return order;
}

/** A module as it is shipped: with similar functions side by side, and without names and other custom sections. */
export function arranged(bytes) {
  const module = read(bytes);
  const imported = module.funcs.filter(({ from }) => from);
  const own = module.funcs.filter(({ from }) => !from);
  const order = alike(own.map(({ body }) => body));
  const numbers = new Map(order.map((at, place) => [imported.length + at, imported.length + place]));
  const number = (index) => numbers.get(index) ?? index;
  const renumbered = ({ body, ...func }) => ({ ...func, body: rewritten(body, (kind, index) => (kind === 'f' ? number(index) : index)) });
  return write({
    ...module,
    funcs: [...imported, ...order.map((at) => renumbered(own[at]))],
    exports: module.exports.map((one) => (one.kind === FUNCTION ? { ...one, index: number(one.index) } : one)),
    elements: module.elements.map((element) => ({ ...element, funcs: element.funcs.map(number) })),
    names: [],
    start: module.start === undefined ? undefined : number(module.start),
  });
}
