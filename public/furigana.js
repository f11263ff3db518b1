// Readings above the kanji of every Japanese text, for those who want them; public/boot.js loads this if the settings
// say so. The app keeps its text nodes and changes them as ever. Each one with a word that furigana.txt knows is
// emptied, and an element before it shows the same text with `ruby`. Between a change and its picture nothing else
// runs, so nobody sees a text without its readings, or twice.
const kanji = /[\u3400-\u9fff々]/u;
const longest = 8;

/** The table of readings, by word. `#` before a word stands for a digit in front of it. */
export const readingsOf = (text) => new Map(text.split('\n').filter((line) => line.includes('\t')).map((line) => line.split('\t')));

// The longest known word that begins at this place of the text, and its reading.
function wordAt(text, at, readings) {
  const digitBefore = /\d/.test(text[at - 1] ?? '');
  for (let length = longest; length > 0; length -= 1) {
    const word = text.slice(at, at + length);
    // "1人" must not be found at the end of "11人".
    const reading = (digitBefore && readings.get(`#${word}`)) || (!(digitBefore && /^\d/.test(word)) && readings.get(word));
    if (reading) return [word, reading];
  }
  return undefined;
}

// The kanji of a word, each run of them with what is read above it: 引き分け, ひきわけ → 引 ひ, き, 分 わ, け.
function above(word, reading) {
  const runs = word.split(/([\u3400-\u9fff々\d]+)/u);
  const parts = new RegExp(`^${runs.map((run, nth) => (nth % 2 ? '(.+?)' : run)).join('')}$`).exec(reading);
  return runs.map((run, nth) => [run, nth % 2 ? parts?.[(nth + 1) / 2] ?? reading : '']).filter(([run]) => run);
}

/** A text in pieces: what is written, and its reading, or ''. Kanji next to unknown ones get none: that may be a name. */
export function pieces(text, readings) {
  const found = [];
  for (let at = 0; at < text.length;) {
    const word = wordAt(text, at, readings);
    if (word) found.push(...above(...word));
    else found.push([text[at], '']);
    at += word?.[0].length ?? 1;
  }
  const unknown = ([base, reading]) => kanji.test(base) && !reading;
  const known = found.map((piece, nth) => {
    let [from, to] = [nth, nth];
    while (kanji.test(found[from - 1]?.[0].at(-1) ?? '') && kanji.test(found[from][0][0])) from -= 1;
    while (kanji.test(found[to + 1]?.[0][0] ?? '') && kanji.test(found[to][0].at(-1))) to += 1;
    return found.slice(from, to + 1).some(unknown) ? [piece[0], ''] : piece;
  });
  const joined = [];
  for (const [base, reading] of known) {
    if (!reading && joined.length && !joined.at(-1)[1]) joined.at(-1)[0] += base;
    else joined.push([base, reading]);
  }
  return joined;
}

// Longer than a narrow button.
const long = 10;
// Where a line may be broken without readings, too: after a mark (build/phrases.rs), a space or punctuation, before a bracket.
const breaks = /(?<=[\u200b\s])(?![\u200b\s])|(?<=[、。！？：；）」…])(?![、。！？：；）」…\u2060\u200b\s])|(?<![「（])(?=[「（])/u;

/**
 * The phrases of a text in pieces, each with the space after it, or a mark where a line may break, or ''. They are kept whole,
 * as browsers break a line on both sides of `ruby`; a long phrase breaks before kanji, with the number before them.
 */
export function phrases(parts) {
  const found = [];
  let runs = [];
  const end = (after = '\u200b') => {
    found.push([runs, after]);
    runs = [];
  };
  const isLong = (more) => runs.reduce((sum, [base]) => sum + base.length, more.length) >= long;
  for (const [base, reading] of parts) {
    if (reading) {
      if (runs.length && isLong(base)) {
        const [last, its] = runs.pop();
        const [number] = its ? [''] : /[「（]?[−+±]?[\d.]*$/.exec(last);
        if (last !== number) runs.push([last.slice(0, last.length - number.length), its]);
        if (runs.length) end();
        if (number) runs.push([number, '']);
      }
      runs.push([base, reading]);
      continue;
    }
    for (const run of base.split(breaks)) {
      let [, text, space] = /^(.*?)([\u200b\s]*)$/su.exec(run);
      if (runs.length && /^[「（]/.test(text)) end();
      if (runs.length && text && isLong(text)) {
        const [first] = text;
        runs.push([first, '']);
        end('');
        text = text.slice(first.length);
      }
      if (text) runs.push([text, '']);
      if (space || /[、。！？：；）」…]$/.test(text)) end(space || undefined);
    }
  }
  if (runs.length) end('');
  return found;
}

const TAG = 'furi-gana';
// Not a `span`, which the styles of the app know.
const PHRASE = 'furi-phrase';
// Readings are neither spoken nor copied: the words below them are.
const style = `
  rt { font-size: .5em; line-height: 1.1; letter-spacing: 0; font-weight: 500; user-select: none; -webkit-user-select: none; }
  ruby { ruby-align: center; ruby-position: over; text-indent: 0; }
  ${PHRASE} { white-space: nowrap; }
  nav :is(a, button) { justify-content: end; }
`;

async function start() {
  const root = document.documentElement;
  const answer = await fetch('./furigana.txt');
  if (!answer.ok) return;
  const readings = readingsOf(await answer.text());
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets.push(sheet);

  // What is shown for each text node, and its text.
  const shown = new Map();
  const restore = (node) => {
    const one = shown.get(node);
    if (!one) return;
    shown.delete(node);
    one.element.remove();
    if (!node.data) node.data = one.text;
  };
  const show = (node) => {
    const parent = node.parentElement;
    if (!kanji.test(node.data) || !parent || parent.closest(`svg, title, option, textarea, script, style, ${TAG}`)) return;
    if (parent.closest('[lang]')?.lang !== 'ja') return;
    const text = node.data;
    const parts = pieces(text, readings);
    if (!parts.some(([, reading]) => reading)) return;
    const element = document.createElement(TAG);
    for (const [runs, after] of phrases(parts)) {
      const phrase = runs.some(([, reading]) => reading) ? element.appendChild(document.createElement(PHRASE)) : element;
      for (const [base, reading] of runs) {
        if (!reading) {
          phrase.append(base);
          continue;
        }
        const ruby = document.createElement('ruby');
        const rt = document.createElement('rt');
        rt.textContent = reading;
        rt.ariaHidden = 'true';
        ruby.append(base, rt);
        phrase.append(ruby);
      }
      if (after) element.append(after);
    }
    shown.set(node, { element, text });
    node.data = '';
    node.before(element);
  };
  const showAll = (within) => {
    if (within.nodeType === Node.TEXT_NODE) return show(within);
    const walk = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walk.nextNode()) texts.push(walk.currentNode);
    return texts.forEach(show);
  };
  const follow = (records) => {
    for (const { type, target, addedNodes, removedNodes } of records) {
      if (type === 'characterData') {
        const one = shown.get(target);
        if (one) {
          shown.delete(target);
          one.element.remove();
        }
        show(target);
      } else {
        removedNodes.forEach((node) => { if (!node.isConnected) restore(node); });
        addedNodes.forEach((node) => { if (node.isConnected && !shown.has(node)) showAll(node); });
        // What was put before or after the text node may have come between the two.
        target.childNodes.forEach((node) => {
          const one = shown.get(node);
          if (one && node.previousSibling !== one.element) node.before(one.element);
        });
      }
    }
    for (const node of shown.keys()) if (!node.isConnected) shown.delete(node);
    changes.takeRecords();
  };
  const changes = new MutationObserver(follow);
  const turn = () => {
    changes.disconnect();
    [...shown.keys()].forEach(restore);
    if (!('furigana' in root.dataset)) return;
    showAll(document.body);
    changes.observe(document.body, { childList: true, characterData: true, subtree: true });
  };
  turn();
  new MutationObserver(turn).observe(root, { attributeFilter: ['lang', 'data-furigana'] });
}

if (globalThis.document) start().catch(() => undefined);
