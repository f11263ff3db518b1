// Readings above the kanji of every Japanese text, for who asks for them in the settings; public/boot.js loads this then.
// The app keeps its text nodes and changes them as ever. Each one with a word that furigana.txt knows is emptied, and stands
// behind an element that shows the same text with `ruby`. Between a change and its picture nothing else runs, so nobody
// sees a text without its readings, or twice.
const kanji = /[\u3400-\u9fff々]/u;
const longest = 8;

/** The table of readings. `#` before a word stands for a digit before it. */
export const readingsOf = (text) => new Map(text.split('\n').filter((line) => line.includes('\t')).map((line) => line.split('\t')));

// The word that starts at a place of the text, and its reading; the longest that fits.
function wordAt(text, at, readings) {
  const digitBefore = /\d/.test(text[at - 1] ?? '');
  for (let length = longest; length > 0; length -= 1) {
    const word = text.slice(at, at + length);
    // "1人" is not the end of "11人".
    const reading = (digitBefore && readings.get(`#${word}`)) || (!(digitBefore && /^\d/.test(word)) && readings.get(word));
    if (reading) return [word, reading];
  }
  return undefined;
}

// The kanji of a word with what is read above each run of them: 引き分け, ひきわけ → 引 ひ, き, 分 わ, け.
function above(word, reading) {
  const runs = word.split(/([\u3400-\u9fff々\d]+)/u);
  const parts = new RegExp(`^${runs.map((run, nth) => (nth % 2 ? '(.+?)' : run)).join('')}$`).exec(reading);
  return runs.map((run, nth) => [run, nth % 2 ? parts?.[(nth + 1) / 2] ?? reading : '']).filter(([run]) => run);
}

/** A text in pieces: what is written, and what is read above it, or ''. A name that is known in part gets no reading. */
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

const TAG = 'furi-gana';
// Readings are neither read out nor copied: the words below them are.
const style = `
  rt { font-size: .5em; line-height: 1.1; letter-spacing: 0; font-weight: 500; user-select: none; -webkit-user-select: none; }
  ruby { ruby-align: center; ruby-position: over; text-indent: 0; }
  ${TAG} span { white-space: nowrap; }
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

  // What stands for each text node, and its text.
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
    parts.forEach(([base, reading], nth) => {
      if (!reading) {
        element.append(base);
        return;
      }
      const ruby = document.createElement('ruby');
      const rt = document.createElement('rt');
      rt.textContent = reading;
      rt.ariaHidden = 'true';
      ruby.append(base, rt);
      // A line may break before and after `ruby`, but not after a number or a bracket, nor before an ending.
      const together = document.createElement('span');
      const [number] = /[「（]?[−+±]?[\d.]*$/.exec(element.lastChild?.data ?? '');
      if (number) element.lastChild.data = element.lastChild.data.slice(0, -number.length);
      const [next, its] = parts[nth + 1] ?? ['', ''];
      const ending = its ? '' : (base === '第' ? /^\d*[ァ-ヶー]*/ : /^[^\s\d\u200b]?/u).exec(next)[0];
      if (ending) parts[nth + 1] = [next.slice(ending.length), ''];
      together.append(number, ruby, ending);
      element.append(together);
    });
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
        // What was put before or after the text node may have come between.
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
