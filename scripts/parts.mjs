// Whether the parts of the program still hold every byte of data that their code reads. The splitter of dx 0.7.10 may take
// a text from a part that still shows it (DioxusLabs/dioxus#5769): the program as it was before it was cut, which names
// each datum and each place that points to one, says what must be where.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A reader of WebAssembly's binary format: only what is asked for below. */
class Reader {
  constructor(bytes, at) {
    this.bytes = bytes;
    this.at = at;
  }

  byte() {
    return this.bytes[this.at++];
  }

  unsigned() {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  }

  signed() {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = this.byte();
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return Number(BigInt.asIntN(Number(shift) + 7, value));
    }
  }

  times(count, read) {
    return Array.from({ length: count }, () => read());
  }

  text() {
    const size = this.unsigned();
    this.at += size;
    return Buffer.from(this.bytes.subarray(this.at - size, this.at)).toString();
  }
}

/** Steps over one instruction; gives the number in it that may be an address. */
function instruction(reader) {
  const op = reader.byte();
  if (op === 0x41) return reader.signed();
  if (op >= 0x28 && op <= 0x3e) {
    reader.unsigned();
    return reader.unsigned();
  }
  if ((op >= 0x02 && op <= 0x04) || op === 0x42 || op === 0xd0) reader.signed();
  else if ([0x0c, 0x0d, 0x10, 0x12, 0x3f, 0x40, 0xd2].includes(op) || (op >= 0x20 && op <= 0x26)) reader.unsigned();
  else if (op === 0x0e) reader.times(reader.unsigned() + 1, () => reader.unsigned());
  else if (op === 0x11 || op === 0x13) reader.times(2, () => reader.unsigned());
  else if (op === 0x1c) reader.times(reader.unsigned(), () => reader.byte());
  else if (op === 0x43) reader.at += 4;
  else if (op === 0x44) reader.at += 8;
  else if (op === 0xfc) {
    const sub = reader.unsigned();
    if (sub >= 8) reader.times([8, 10, 12, 14].includes(sub) ? 2 : 1, () => reader.unsigned());
  } else if (!(op >= 0x45 && op <= 0xc4) && ![0x00, 0x01, 0x05, 0x0b, 0x0f, 0x1a, 0x1b, 0xd1].includes(op)) {
    throw new Error(`an instruction that scripts/parts.mjs does not know: 0x${op.toString(16)}`);
  }
  return undefined;
}

/** Relocations in a section, by the linking conventions of WebAssembly's tools. Those of data have an addend. */
function relocations(reader) {
  reader.unsigned();
  return reader.times(reader.unsigned(), () => {
    const kind = reader.byte();
    const [offset, symbol] = [reader.unsigned(), reader.unsigned()];
    return { kind, offset, symbol, addend: [3, 4, 5, 8, 9, 11].includes(kind) ? reader.signed() : 0 };
  });
}

/** The symbol table: of the symbols for data their segment, offset and size. */
function symbols(reader, end) {
  if (reader.unsigned() !== 2) throw new Error('a linking section that scripts/parts.mjs does not know');
  let found = [];
  while (reader.at < end) {
    const kind = reader.byte();
    const next = reader.unsigned() + reader.at;
    if (kind === 8) {
      found = reader.times(reader.unsigned(), () => {
        const [of, flags] = [reader.byte(), reader.unsigned()];
        const defined = !(flags & 0x10);
        if (of === 1) {
          const name = reader.text();
          return defined ? { name, segment: reader.unsigned(), offset: reader.unsigned(), size: reader.unsigned() } : {};
        }
        reader.unsigned();
        if (of !== 3 && (defined || flags & 0x40)) reader.text();
        return {};
      });
    }
    reader.at = next;
  }
  return found;
}

/** What a module holds: data segments, numbers in its code, and if it was not stripped its symbols and relocations. */
export function read(path) {
  const bytes = readFileSync(path);
  const reader = new Reader(bytes, 8);
  const module = { path, segments: [], numbers: new Set(), symbols: [], ofCode: [], ofData: [] };
  while (reader.at < bytes.length) {
    const id = reader.byte();
    const end = reader.unsigned() + reader.at;
    const from = reader.at;
    if (id === 10) {
      reader.times(reader.unsigned(), () => {
        const stop = reader.unsigned() + reader.at;
        reader.times(reader.unsigned(), () => [reader.unsigned(), reader.byte()]);
        while (reader.at < stop) module.numbers.add(instruction(reader));
      });
    } else if (id === 11) {
      module.segments = reader.times(reader.unsigned(), () => {
        if (reader.unsigned() !== 0 || reader.byte() !== 0x41) throw new Error(`${path}: data whose place is not a number`);
        const at = reader.signed();
        reader.byte();
        const size = reader.unsigned();
        reader.at += size;
        return { at, bytes: bytes.subarray(reader.at - size, reader.at), offset: reader.at - size - from };
      });
    } else if (id === 0) {
      const name = reader.text();
      if (name === 'linking') module.symbols = symbols(reader, end);
      if (name === 'reloc.CODE') module.ofCode = relocations(reader);
      if (name === 'reloc.DATA') module.ofData = relocations(reader);
    }
    reader.at = end;
  }
  return module;
}

/** The parts of a built site: the one that is loaded first, those that follow, and what these load by themselves. */
export function partsOf(site) {
  const folder = ['assets', 'wasm'].map((name) => join(site, name)).find((path) => readdirSync(site).includes(path.split('/').at(-1)));
  const parts = readdirSync(folder).filter((name) => name.endsWith('.wasm')).sort().map((name) => read(join(folder, name)));
  const named = (pattern) => parts.filter(({ path }) => pattern.test(path.split('/').at(-1)));
  const [main, ...more] = named(/^(?!module_|chunk_)/);
  if (!main || more.length > 0) throw new Error(`${folder}: not one program, as expected`);
  return { main, others: named(/^module_/), shared: named(/^chunk_/) };
}

/** All data of the uncut program as one piece: where it begins, and the bytes. */
export function image(whole) {
  const begin = Math.min(...whole.segments.map((segment) => segment.at));
  const bytes = new Uint8Array(Math.max(...whole.segments.map((segment) => segment.at + segment.bytes.length)) - begin);
  for (const { at, bytes: of } of whole.segments) bytes.set(of, at - begin);
  return { begin, bytes };
}

/**
 * What is wrong with the parts of a program, in words; `whole` is it before it was cut, `main` the part that is loaded
 * first, `others` those that follow it, `shared` what these load by themselves.
 */
export function faults(whole, main, others, shared) {
  const { begin, bytes: right } = image(whole);
  const found = [];
  const laid = (parts) => {
    const memory = new Uint8Array(right.length);
    for (const { path, segments } of parts) {
      for (const { at, bytes } of segments) {
        if (at < begin || at + bytes.length > begin + right.length) throw new Error(`${path}: data outside of the uncut program's. Is that of another build?`);
        memory.set(bytes, at - begin);
      }
    }
    return memory;
  };
  const excerpt = (at, size) => JSON.stringify(Buffer.from(right.subarray(at - begin, at - begin + Math.min(size, 60))).toString());

  const all = [main, ...shared, ...others];
  // A part brings what the whole has at that place. Only the first may have nothing there: it is laid before all others.
  for (const part of all) {
    for (const { at, bytes } of part.segments) {
      const wrong = bytes.findIndex((byte, i) => byte !== right[at - begin + i] && !(part === main && byte === 0));
      if (wrong >= 0) found.push(`${part.path}: other data at ${at + wrong} than the uncut program: ${excerpt(at + wrong, 40)}`);
    }
  }
  const together = laid(all);
  const lost = right.findIndex((byte, i) => byte !== together[i]);
  if (lost >= 0) found.push(`no part has the byte at ${begin + lost}: ${excerpt(begin + lost, 40)}`);

  // Each datum, what points to it by which number, and what it points to itself.
  const data = whole.symbols.map(({ segment, offset, size, name }) => size && { name, at: whole.segments[segment].at + offset, size });
  const meant = new Map();
  for (const { kind, symbol, addend } of whole.ofCode) {
    if ((kind !== 3 && kind !== 4) || !data[symbol]) continue;
    const number = data[symbol].at + addend;
    meant.set(number, (meant.get(number) ?? new Set()).add(data[symbol]));
  }
  const sorted = data.filter(Boolean).sort((a, b) => a.at - b.at);
  const holder = (at) => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[middle].at + sorted[middle].size <= at) low = middle + 1;
      else high = middle;
    }
    return sorted[low]?.at <= at ? sorted[low] : undefined;
  };
  const inside = new Map();
  for (const { kind, offset, symbol } of whole.ofData) {
    const segment = whole.segments.find((it) => offset >= it.offset && offset < it.offset + it.bytes.length);
    const from = segment && holder(segment.at + offset - segment.offset);
    if (kind === 5 && from && data[symbol]) inside.set(from, (inside.get(from) ?? new Set()).add(data[symbol]));
  }
  if (meant.size === 0 || inside.size === 0) found.push('the uncut program does not say what points where');

  // From the numbers in a part's code to all data that it can come to: each must be whole once the part is loaded.
  const reached = new Map();
  const either = (data, there) => (data.length > 1 && data.some(there) ? data.filter(there) : data);
  for (const part of all) {
    const memory = laid([main, ...shared, part]);
    const there = ({ at, size }) => right.subarray(at - begin, at - begin + size).every((byte, i) => byte === memory[at - begin + i]);
    const seen = new Set();
    const come = [];
    for (const number of part.numbers) {
      // One number may be the end of one datum and the beginning of the next: then it will do if either is there.
      come.push(...either([...(meant.get(number) ?? [])], there));
    }
    while (come.length > 0) {
      const datum = come.pop();
      if (seen.has(datum)) continue;
      seen.add(datum);
      if (!there(datum)) found.push(`${part.path}: its code comes to data that is not there: ${excerpt(datum.at, datum.size)} (${datum.name})`);
      come.push(...(inside.get(datum) ?? []));
    }
    reached.set(part.path, seen.size);
  }
  return { faults: found, reached };
}
