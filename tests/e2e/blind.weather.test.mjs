// The hand learns where the keys are once: see blind.mjs.
import { blindly, four, pick, settled, table } from './blind.mjs';
import { url } from './harness.mjs';

const kinds = ['sun', 'cloud', 'rain', 'thunder', 'snow'];
const byKind = (values) => Object.fromEntries(kinds.map((kind, at) => [kind, values[at]]));

/** So many cards, of kinds as it happens. */
function cardsOf(chance, count) {
  const cards = [0, 0, 0, 0, 0];
  for (let card = 0; card < count; card += 1) cards[pick(chance, 0, 4)] += 1;
  return cards;
}

/** The taps for a count of cards: from ten on by "10+". */
const counted = (count) => (count < 10 ? [String(count)] : ['plus', String(count - 10)]);

/** The taps that fill the rows of a grid of counts, with a miscount in it that is put right at once or once all is filled. */
function countedRows(chance, rows) {
  const cells = rows.flat();
  const wrong = pick(chance, 0, cells.length - 1);
  const late = chance() < 0.5;
  const taps = [];
  const mend = () => taps.push(`cell:${wrong}`, ...counted(cells[wrong]));
  for (let cell = 0; cell < cells.length; cell += 1) {
    const end = cell - (cell % 5) + 5;
    if ((wrong < cell || wrong >= end) && cells.slice(cell, end).every((count) => count === 0) && chance() < 0.8) {
      taps.push('rest');
      cell = end - 1;
      continue;
    }
    taps.push(...counted(cells[cell] + (cell === wrong ? 1 : 0)));
    if (cell === wrong && !late) mend();
    if (cell < cells.length - 1 && chance() < 0.15) taps.push('next');
  }
  if (late) {
    taps.push('next');
    mend();
  }
  taps.push(chance() < 0.4 ? 'save twice' : 'save');
  return taps;
}

blindly('the weather game', {
  open: async (page, w) => {
    await table(page, 'weather', four, w);
    return four;
  },
  ready: async (page, w, round) => {
    if (round > 1 && round % 3 === 1) {
      await page.getByRole('button', { name: /^(Play again|もう一度遊ぶ)$/ }).click();
      const drawn = page.getByRole('link', { name: w.toTable });
      await page.locator('.wishes').or(drawn).first().waitFor();
      if (await drawn.isVisible()) await drawn.click();
    } else if (round > 1) {
      const next = page.locator('.button.main');
      await next.or(page.locator('.wishes')).first().waitFor();
      // A second tap of a trembling hand that was slow has gone on already.
      if (await next.isVisible()) await next.click();
    }
    // Heavy snow, which needs no printed card.
    for (const _ of four) {
      const asked = await page.locator('h2.ask').textContent();
      await page.locator('.wish').nth(4).click();
      await page.waitForFunction((asked) => document.querySelector('h2.ask').textContent !== asked, asked);
      // The next wish is at the same spot: a tap there before the picture is complete means this one.
      await settled(page);
      await settled(page);
    }
    await page.locator('.pad').waitFor();
    await page.locator('.saved[data-state="saved"]').waitFor();
  },
  whose: (names) => names.flatMap((name) => kinds.map(() => name)),
  round: (chance) => {
    const rows = four.map(() => cardsOf(chance, four.length * pick(chance, 0, 4)));
    if (rows.flat().every((count) => count === 0)) rows[0][4] = four.length;
    return { taps: countedRows(chance, rows), meant: { type: 'taken', cards: rows.map(byKind) } };
  },
});

blindly('the weather game, a score without a table', {
  open: async (page) => {
    await page.goto(await url('/#/calculate/weather'));
  },
  outcome: async (page) => [await page.locator('.cell').allTextContents(), await page.locator('output').textContent()],
  round: (chance) => {
    const cards = cardsOf(chance, 4 * pick(chance, 0, 5));
    const taps = countedRows(chance, [cards]);
    // It begins with a needless "clear", and ends as it is.
    taps.unshift(taps.pop());
    const points = [3, -1, -1, -2, -2].reduce((sum, each, kind) => sum + each * cards[kind], 0);
    return { taps, meant: [cards.map(String), String(points).replace('-', '\u2212')] };
  },
});

const printed = ['sun', 'cloud', 'rain', 'thunderbolt'];

blindly('the weather game, the values on its cards', {
  // Once they are all there, no more are asked for.
  most: 1,
  open: async (page, w) => {
    await table(page, 'weather', ['Ann', 'Bob'], w);
    await page.locator('a[href$="/cards"]').click();
  },
  round: (chance) => {
    const values = Array.from({ length: 20 }, () => pick(chance, -3, 3));
    const taps = [];
    values.forEach((value, cell) => {
      // A sign begins it anew.
      if (value < 0 && chance() < 0.3) taps.push('minus');
      taps.push(...(value < 0 ? ['minus', String(-value)] : [String(value)]));
      // Once a card is full, it can be saved.
      if (cell % 5 < 4 && chance() < 0.2) taps.push('next');
    });
    taps.push(chance() < 0.5 ? 'save twice' : 'save');
    const card = (at) => byKind(values.slice(at * 5, at * 5 + 5));
    return { taps, meant: { type: 'printed', cards: Object.fromEntries(printed.map((wish, at) => [wish, card(at)])) } };
  },
});
