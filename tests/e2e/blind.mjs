// A hand that has learned once where the keys are and then taps by coordinates alone, as people do who look at their cards.
//
//   import { blindly, pick, table } from './blind.mjs';
//   blindly('nerts', {
//     open: (page) => table(page, 'nerts', ['Ann', 'Bob']),  // to an entry with nothing in it
//     whose: (cell) => 'Ann',                                // who must be named where a cell is filled
//     also: { nobody: (page) => page.getByRole('button', { name: 'Nobody' }) },  // what else the hand learns
//     round: (chance) => ({ taps: ['3', '1', 'next', 'cell:0', 'nobody', 'save'], meant: { type: 'round', … } }),
//   });
//
// Where the cells are not the same people's all the time, a round says in `owners` who must be named after each tap. Where nothing
// is stored, `outcome` reads from the page what is compared with `meant`. Where a saved round gives way to another view, `ready`
// leads to the entry of the next one.
//
// A tap is a key of the pad by its `data-key`, `cell:N`, or a name of `also`; `save` is the pad's "next" once it saves, and
// `save twice` the same by a hand that trembles. Of each tap is asked: does it meet what was learned; and after it: do the pad and
// the cells' box stand where they stood, does the page not scroll, is the active cell in sight and its owner named. Of each round:
// is what is stored what was meant.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { context, japanese, phone, smallPhone, started, url } from './harness.mjs';
import { button, seat, unfold, words } from './table.mjs';

const small = { ...phone, viewport: { width: 360, height: 640 } };
const all = Boolean(process.env.TAKUJO_ALL);
/** The screens a hand is tried on, and how many rounds: 15 of each game, and 56 where everything is tried (TAKUJO_ALL). */
const screens = [
  ['390x844', phone, all ? 20 : 4],
  ['360x640', small, all ? 20 : 4],
  ['320x568, Japanese', japanese(smallPhone), all ? 6 : 3],
  ['844x390', { ...phone, viewport: { width: 844, height: 390 } }, all ? 4 : 2],
  ['360x640, text twice as large', { ...small, large: true }, all ? 6 : 2],
];

/** Numbers from 0 to 1, the same ones for the same seed. */
export function chances(seed) {
  let state = seed;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let word = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    word = Math.imul(word ^ (word >>> 15), 0x735a2d97);
    return ((word ^ (word >>> 15)) >>> 0) / 2 ** 32;
  };
}

/** Who plays: names of any length. */
export const four = ['Aiko', 'Grandmother Kazuko of M.', '美咲', 'Tom'];

/** A whole number from `least` to `most`. */
export const pick = (chance, least, most) => least + Math.floor(chance() * (most - least + 1));

/** The taps for a number in a cell that takes two digits, and `most` at most: it moves on by itself once no further digit fits. */
export function typed(chance, value, most, last) {
  const taps = [...String(value)];
  const moves = value === 0 || value * 10 > most || value > 9;
  // Where a cell moves on by itself, a hand that is used to "next" taps it all the same; but the last "next" saves.
  if (!moves && !last) taps.push('next');
  else if (moves && !last && chance() < 0.3) taps.push('next');
  return taps;
}

/** A new table of a game, up to its first view. `agree` sets its options. */
export async function table(page, game, names, w, agree) {
  await page.goto(await url(`/#/new/${game}`));
  await seat(page, w, names);
  assert.equal(await page.locator('.seats li').count(), names.length);
  if (agree) {
    await unfold(page);
    await agree();
  }
  await button(page, w.open).click();
  const drawn = page.getByRole('link', { name: w.toTable });
  await page.locator('.page.table').or(drawn).first().waitFor();
  if (await drawn.isVisible()) await drawn.click();
  await page.locator('.page.table').waitFor();
}

/** The records of the table that is open, as they are on the disk. */
const records = (page) => page.evaluate(() => new Promise((done, failed) => {
  const [, id] = location.hash.match(/table\/([^/]+)/);
  const open = indexedDB.open('takujo:/');
  open.onerror = () => failed(open.error);
  open.onsuccess = () => {
    const all = open.result.transaction('records').objectStore('records').getAll(IDBKeyRange.bound([id, 0], [id, Infinity]));
    all.onerror = () => failed(all.error);
    all.onsuccess = () => { open.result.close(); done(all.result.map((text) => JSON.parse(text))); };
  };
}));

/** What a hand learns of a page, and what it is asked of each tap: runs in the page. */
const hand = () => {
  const middle = (box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
  const boxOf = (selector) => {
    const { x, y, width, height } = document.querySelector(selector).getBoundingClientRect();
    return [x, y, width, height].map((n) => Math.round(n * 10) / 10).join(' ');
  };
  // A place for a card is filled as a cell is.
  const cells = () => [...document.querySelectorAll('.cells-box :is(.cell, .place)')];
  const box = () => document.querySelector('.cells-box');
  /** Whether a point of a node is what one sees there. */
  const seen = (node, { x, y }) => {
    const top = document.elementFromPoint(x, y);
    return top !== null && (node === top || node.contains(top) || top.contains(node));
  };
  window.blindHand = {
    learn: () => {
      window.learned = { pad: boxOf('.pad'), box: boxOf('.cells-box'), scrolled: box().scrollTop };
      const places = Object.fromEntries([...document.querySelectorAll('.pad [data-key]')].map((key) => [key.dataset.key, middle(key.getBoundingClientRect())]));
      cells().forEach((cell, at) => { places[`cell:${at}`] = middle(cell.getBoundingClientRect()); });
      return places;
    },
    /** Where a tap goes, and by what name the thing there was learned. Cells move as their box scrolls. */
    meets: (name, { x, y }) => {
      const to = { x, y: name.startsWith('cell:') ? y + window.learned.scrolled - box().scrollTop : y };
      const met = document.elementFromPoint(to.x, to.y)?.closest('button, a, input, summary, label');
      const cell = met ? cells().indexOf(met) : -1;
      return { ...to, name: cell >= 0 ? `cell:${cell}` : met?.dataset.key ?? met?.dataset.learned ?? met?.textContent.trim() ?? 'nothing' };
    },
    /** What is not as it must be. */
    wrong: (whose) => {
      const found = [];
      if (boxOf('.pad') !== window.learned.pad) found.push(`the pad went from ${window.learned.pad} to ${boxOf('.pad')}`);
      if (boxOf('.cells-box') !== window.learned.box) found.push(`the cells' box went from ${window.learned.box} to ${boxOf('.cells-box')}`);
      if (scrollY !== 0) found.push(`the page is scrolled by ${scrollY}`);
      const at = cells().findIndex((cell) => cell.matches('[aria-pressed="true"], [aria-current="step"]'));
      // All cards have been played: none is to come.
      if (at < 0 && document.querySelector('.place')) return found;
      // Who pays must be said first: until then there is nothing to fill.
      if (at < 0 && cells().every((cell) => cell.matches('.none'))) return found;
      if (at < 0) return [...found, 'no cell is active'];
      const [inner, outer] = [cells()[at], box()].map((node) => node.getBoundingClientRect());
      if (inner.top < outer.top - 1 || inner.bottom > outer.bottom + 1) found.push(`cell ${at} is out of its box: ${inner.top} to ${inner.bottom} in ${outer.top} to ${outer.bottom}`);
      if (!seen(cells()[at], middle(inner))) found.push(`cell ${at} is covered`);
      // Its owner's name begins somewhere in sight.
      const name = typeof whose === 'string' ? whose : whose[at];
      if (name) {
        const named = [...document.querySelectorAll('main bdi, main .name')].some((node) => {
          const of = node.getBoundingClientRect();
          return node.textContent.includes(name) && of.width > 8 && seen(node, { x: of.x + 4, y: of.y + of.height / 2 });
        });
        if (!named) found.push(`${name}, whose cell ${at} is, is not in sight`);
      }
      return found;
    },
    /** What is wrong two pictures after a tap, and what the next tap meets: one question, because asking takes longer than drawing. */
    after: async ({ asked, whose, next, place }) => {
      await new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); });
      return { found: asked ? window.blindHand.wrong(whose) : [], to: next && window.blindHand.meets(next, place) };
    },
  };
};

async function learn(page, also) {
  await started(page);
  await page.locator('.pad').waitFor();
  await page.evaluate(hand);
  const places = await page.evaluate(() => window.blindHand.learn());
  for (const [name, find] of Object.entries(also)) {
    const node = find(page);
    await node.evaluate((node, name) => { node.dataset.learned = name; }, name);
    const { x, y, width, height } = await node.boundingBox();
    places[name] = { x: x + width / 2, y: y + height / 2 };
  }
  return places;
}

/** Waits for two pictures. */
export const settled = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** Taps a round, and says what was not as it must be. */
async function play(page, places, { taps, meant, owners }, { whose, outcome, ready }, say) {
  const before = outcome ? 0 : (await records(page)).length;
  const meets = (name) => page.evaluate(([name, place]) => window.blindHand.meets(name, place), [name, places[name]]);
  const keyOf = (tap) => (tap?.startsWith('save') ? 'next' : tap);
  let to = await meets(keyOf(taps[0]));
  for (const [step, tap] of taps.entries()) {
    const name = keyOf(tap);
    const at = `tap ${step + 1} of ${taps.join(' ')}`;
    for (let time = 1; time <= (tap === 'save twice' ? 2 : 1); time += 1) {
      if (time > 1) to = await meets(name);
      // What is there once the entry is gone is another view's; that it does no harm is seen by what is stored, and by going on.
      if (to.name !== name && !(ready && time > 1)) say(`${at}: meets ${to.name}`);
      await page.touchscreen.tap(to.x, to.y);
    }
    const next = keyOf(taps[step + 1]);
    const asked = !(ready && tap.startsWith('save'));
    const seen = await page.evaluate((of) => window.blindHand.after(of), { asked, whose: owners?.[step] ?? whose, next, place: places[next] });
    for (const wrong of seen.found) say(`${at}: ${wrong}`);
    to = seen.to;
  }
  if (outcome) {
    const found = await outcome(page);
    if (JSON.stringify(found) !== JSON.stringify(meant)) say(`there is ${JSON.stringify(found)}, meant ${JSON.stringify(meant)}`);
    return;
  }
  await page.locator('.saved[data-state="saved"]').waitFor();
  const log = await records(page);
  if (log.length !== before + 1) say(`${log.length - before} records instead of one for ${taps.join(' ')}`);
  const { event } = log.at(-1) ?? {};
  if (JSON.stringify(event) !== JSON.stringify(meant)) say(`stored ${JSON.stringify(event)}, meant ${JSON.stringify(meant)}`);
}

/** Tries a blind hand on an entry screen of a game, on each of the devices; `most` rounds where a game has no more. */
export function blindly(name, { open, ready, whose = () => [], also = {}, round, outcome, most = Infinity }) {
  // A hand waits for pictures most of the time: several share the processor.
  describe(name, { concurrency: true }, () => {
    for (const [screen, { large, ...device }, rounds] of screens) test(`${name}: a blind hand at ${screen}`, async (t) => {
      const made = await context(t, device);
      if (large) await made.addInitScript(() => addEventListener('DOMContentLoaded', () => { document.documentElement.style.fontSize = '200%'; }));
      const page = await made.newPage();
      page.setDefaultTimeout(10_000);
      const w = device.locale === 'ja-JP' ? words.ja : words.en;
      const names = await open(page, w);
      await ready?.(page, w, 1);
      const places = await learn(page, also);
      const chance = chances(7);
      const found = [];
      for (let at = 1; at <= Math.min(rounds, most); at += 1) {
        if (at > 1) await ready?.(page, w, at);
        await play(page, places, round(chance, names), { whose: whose(names), outcome, ready }, (what) => found.push(`round ${at}, ${what}`));
        assert.deepEqual(found.slice(0, 8), []);
      }
    });
  });
}
