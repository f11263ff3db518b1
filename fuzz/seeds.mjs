// Builds the fuzzer's seeds from tests/saves: whole files for `import`, one line per event for `events`, one letter per
// record for `letters`, and a dictionary of the words in them. Writes to corpus/ and json.dict beside this file.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';

const here = new URL('./', import.meta.url);
const saves = new URL('../tests/saves/', here);
const words = new Set(['null', 'true', 'false', '"kept"', '"sessions"', '"deleted"']);
const note = (value) => {
  if (typeof value === 'string') words.add(JSON.stringify(value));
  else if (Array.isArray(value)) value.forEach(note);
  else if (value && typeof value === 'object') for (const [key, inner] of Object.entries(value)) { words.add(JSON.stringify(key)); note(inner); }
};

for (const folder of ['corpus/import', 'corpus/events', 'corpus/letters']) mkdirSync(new URL(folder, here), { recursive: true });
const all = [];
for (const name of readdirSync(saves).filter((name) => name.endsWith('.json') && !name.endsWith('.report.json'))) {
  const save = JSON.parse(readFileSync(new URL(name, saves), 'utf8'));
  note({ ...save, log: save.log.map(({ at, ...record }) => record) });
  words.add(save.game);
  all.push({ ...save, log: save.log.slice(0, 2) });
  writeFileSync(new URL(`corpus/import/${name}`, here), JSON.stringify(save));
  const first = `${save.game} ${save.players.length}`;
  const letters = save.log.map((record) => `log\neve\n${JSON.stringify(record)}`);
  writeFileSync(new URL(`corpus/letters/${name.replace('.json', '.txt')}`, here), `${first}\n${letters.join('\n--\n')}`);
  const lines = save.log.map((record) => ({
    append: `a${JSON.stringify(record.event)}`,
    correct: `c${record.entry}${JSON.stringify(record.event)}`,
    undo: 'u',
    redo: 'r',
  })[record.op]);
  writeFileSync(new URL(`corpus/events/${name.replace('.json', '.txt')}`, here), [first, `o${JSON.stringify(save.options)}`, ...lines].join('\n'));
}
writeFileSync(new URL('corpus/import/bundle.json', here), JSON.stringify({ takujo: 1, sessions: all, kept: { roster: all[0].players } }));
const escaped = (word) => [...Buffer.from(word)].map((byte) => (byte < 32 || byte > 126 || byte === 34 || byte === 92 ? `\\x${byte.toString(16).padStart(2, '0')}` : String.fromCharCode(byte))).join('');
writeFileSync(new URL('json.dict', here), [...words].filter((word) => word.length < 40).sort().map((word) => `"${escaped(word)}"\n`).join(''));
