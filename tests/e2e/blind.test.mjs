// The hand learns where the keys are once: see blind.mjs.
import { blindly, pick, table } from './blind.mjs';
import { url } from './harness.mjs';

/** The taps for a number in a cell that takes one of two digits at most `most`: it moves on by itself once no other digit fits. */
function typed(chance, value, most, last) {
  const taps = [...String(value)];
  const moves = value === 0 || value * 10 > most || value > 9;
  // Where a cell moves on by itself, a hand that is used to "next" taps it all the same; but the last "next" saves.
  if (!moves && !last) taps.push('next');
  else if (moves && !last && chance() < 0.3) taps.push('next');
  return taps;
}

const four = ['Aiko', 'Grandmother Kazuko of M.', '美咲', 'Tom'];

blindly('nerts', {
  open: async (page, w) => {
    await table(page, 'nerts', four, w, () => page.locator('[name=target]').fill('9999'));
    return four;
  },
  whose: (names) => names.flatMap((name) => [name, name]),
  also: { nobody: (page) => page.getByRole('button', { name: /^(Nobody: stuck|なし（手詰まり）)$/ }) },
  round: (chance) => {
    const counts = four.map(() => ({ foundations: pick(chance, 0, 39), left: pick(chance, 1, 13) }));
    const empty = pick(chance, -1, counts.length - 1);
    if (empty >= 0) counts[empty].left = 0;
    const cells = counts.flatMap(({ foundations, left }) => [foundations, left]);
    const taps = [];
    const miscounted = pick(chance, 0, cells.length - 1);
    // More cards than a pile or a deck has.
    const miscount = miscounted % 2 ? 14 : 60;
    const late = chance() < 0.5;
    cells.forEach((value, cell) => {
      const most = cell % 2 ? 13 : 52;
      const last = cell === cells.length - 1;
      if (cell !== miscounted) return taps.push(...typed(chance, value, most, last));
      // "6" alone moves on: 60 is more than a deck has. So the sum is typed.
      taps.push(...(cell % 2 ? ['1', '4'] : ['3', 'plus', '5', '8', ...(last ? [] : ['next'])]));
      if (!late) taps.push(`cell:${cell}`, ...typed(chance, value, most, last));
    });
    // A round with a fault is not saved: "save" leads to it.
    if (late) taps.push('next', ...typed(chance, cells[miscounted], miscounted % 2 ? 13 : 52, true));
    if (empty < 0) taps.push('nobody');
    taps.push(chance() < 0.4 ? 'save twice' : 'save');
    return { taps, meant: { type: 'round', counts, caller: empty < 0 ? null : empty } };
  },
});

blindly('any game', {
  open: async (page, w) => {
    await table(page, 'any', four, w);
    return four;
  },
  whose: (names) => names,
  round: (chance) => {
    const points = four.map(() => pick(chance, -120, 3000));
    const taps = [];
    const miscounted = pick(chance, 0, points.length - 1);
    points.forEach((value, seat) => {
      const keys = [...(value < 0 ? ['minus'] : []), ...String(Math.abs(value))];
      if (seat === miscounted) {
        // Beyond what a round may count.
        taps.push(...'999999', 'plus', '1', `cell:${seat}`);
        // A digit begins the number anew, a sign goes on with it.
        if (value < 0) taps.push(...Array('99999+1'.length).fill('erase'));
      } else if (value > 20 && chance() < 0.5) {
        keys.splice(0, keys.length, ...String(value - 7), 'plus', '1', '0', 'minus', '3');
      }
      taps.push(...keys);
      if (seat < points.length - 1) taps.push('next', ...(chance() < 0.3 ? ['next'] : []));
    });
    taps.push(chance() < 0.4 ? 'save twice' : 'save');
    return { taps, meant: { type: 'round', points } };
  },
});

/** What each of so many players may have won: tricks of a card each, each taken by somebody; a park card is worth nothing. */
function photosWon(chance, players) {
  const photos = 12;
  const deck = [...Array(photos * 5).keys(), ...Array(players)].map((card) => (card === undefined ? undefined : card % photos));
  const won = Array.from({ length: players }, () => Array(photos).fill(0));
  while (deck.length > 0) {
    const winner = won[pick(chance, 0, players - 1)];
    for (let card = 0; card < players; card += 1) {
      const [photo] = deck.splice(pick(chance, 0, deck.length - 1), 1);
      if (photo !== undefined) winner[photo] += 1;
    }
  }
  return won;
}

/** A player's photos as they are stored. */
const stored = (photos) => Object.fromEntries(['arequipa', 'boston', 'chefchaouen', 'kyoto'].map((city, at) => {
  const [a, b, c] = photos.slice(at * 3);
  return [city, { a, b, c }];
}));

blindly('Machinamitorite, a hand', {
  open: async (page, w) => {
    await table(page, 'machinamitorite', four, w, async () => {
      await page.locator('[name=goal]').nth(1).check();
      await page.locator('[name=goal_number]').fill('2000');
    });
    return four;
  },
  also: Object.fromEntries(four.map((_, seat) => [`whose:${seat}`, (page) => page.locator('.whose .chip').nth(seat)])),
  round: (chance) => {
    const won = photosWon(chance, four.length);
    // The last one's photos are what is left; a table may count them all the same.
    const counted = won.slice(0, chance() < 0.5 ? 3 : 4);
    const cells = counted.flatMap((photos, seat) => photos.map((count, photo) => ({ seat, photo, count })));
    const before = ({ seat, photo }) => won.slice(0, seat).reduce((sum, photos) => sum + photos[photo], 0);
    const suspects = cells.filter((cell) => before(cell) > 0);
    const wrong = suspects[pick(chance, 0, suspects.length - 1)];
    const late = chance() < 0.5;
    const [taps, owners] = [[], []];
    const tap = (name, seat) => { taps.push(name); owners.push(four[seat]); };
    const mend = (then) => {
      tap(`whose:${wrong.seat}`, wrong.seat);
      tap(`cell:${wrong.photo}`, wrong.seat);
      tap(String(wrong.count), then);
    };
    cells.forEach((cell, at) => {
      const last = at === cells.length - 1;
      // Once all of somebody's are filled it is the next one's turn.
      const then = last && counted.length === 4 ? 3 : Math.floor((at + 1) / 12);
      // Five of them after others had some are too many.
      tap(cell === wrong ? '5' : String(cell.count), then);
      if (!last && chance() < 0.1) tap('next', then);
      if (cell === wrong && !late) mend(then);
    });
    if (late) {
      // A hand that does not add up is not saved.
      if (counted.length === 4) tap('save', 3);
      mend(counted.length === 4 ? wrong.seat : 3);
    }
    // What is left is agreed to first.
    if (counted.length === 3) tap('next', 3);
    tap(chance() < 0.4 ? 'save twice' : 'save', 0);
    return { taps, owners, meant: { type: 'hand', counts: won.map(stored) } };
  },
});

blindly('Machinamitorite, a hand without a table', {
  open: async (page) => {
    await page.goto(await url('/#/calculate/machinamitorite'));
    await page.locator('.pad').waitFor();
  },
  outcome: (page) => page.locator('.cell').allTextContents(),
  round: (chance) => {
    const photos = Array.from({ length: 12 }, () => String(pick(chance, 0, 5)));
    const wrong = pick(chance, 0, 10);
    // "Clear" first: of nothing, it does nothing.
    const taps = [chance() < 0.4 ? 'save twice' : 'save'];
    photos.forEach((count, photo) => {
      if (photo === wrong) taps.push('1', `cell:${photo}`);
      taps.push(count);
      if (photo < 11 && chance() < 0.1) taps.push('next');
    });
    return { taps, meant: photos };
  },
});

const suits = ['hat', 'backpack', 'ticket', 'wallet'];
/** A card: its key, and what is stored of it. */
const suited = (chance) => {
  const [suit, number] = [suits[pick(chance, 0, 3)], pick(chance, 1, 5)];
  return { key: `${suit}-${number}`, card: { suit: { suit, number } } };
};

blindly('Machinamitorite, a trick', {
  // A hand has no more.
  most: 16,
  open: async (page, w) => {
    await table(page, 'machinamitorite', four, w);
    await page.locator('a[href$="/trick"]').click();
    await page.locator('.place').first().waitFor();
    // Whoever was drawn leads, then the one to the left.
    return page.locator('.place .name').allTextContents();
  },
  round: (chance, order) => {
    const [taps, owners, cards] = [[], [], []];
    order.forEach((_, place) => {
      const { key, card } = suited(chance);
      const next = order[place + 1];
      if (chance() < 0.2) {
        taps.push(suited(chance).key, 'erase');
        owners.push(next, order[place]);
      }
      taps.push(key, ...(next && chance() < 0.2 ? ['next'] : []));
      owners.push(...taps.slice(owners.length).map(() => next));
      cards.push(card);
    });
    // A fifth card has no place.
    if (chance() < 0.3) taps.push('hat-1');
    taps.push(chance() < 0.4 ? 'save twice' : 'save');
    order.push(order.shift());
    return { taps, owners, meant: { type: 'trick', cards } };
  },
});

blindly('Machinamitorite, a trick without a table', {
  open: async (page) => {
    await page.goto(await url('/#/calculate/machinamitorite'));
    await page.getByRole('button', { name: /^(A trick|トリック)$/ }).click();
    await page.locator('.place').first().waitFor();
  },
  outcome: async (page) => [await page.locator('.place strong svg').count(), await page.locator('.takes h2').count()],
  round: (chance) => {
    const taps = [chance() < 0.4 ? 'save twice' : 'save'];
    for (let card = 0; card < 4; card += 1) taps.push(...(chance() < 0.3 ? ['park-A', 'erase'] : []), suited(chance).key);
    return { taps, meant: [4, 1] };
  },
});

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
      await page.getByRole('button', { name: /^(Again, same people|同じ顔ぶれでもう一度)$/ }).click();
      const drawn = page.getByRole('link', { name: w.toTable });
      await page.locator('.wishes').or(drawn).first().waitFor();
      if (await drawn.isVisible()) await drawn.click();
    } else if (round > 1) {
      await page.locator('.button.main').click();
    }
    // Heavy snow, which needs no printed card.
    for (const _ of four) {
      const asked = await page.locator('h2.ask').textContent();
      await page.locator('.wish').nth(4).click();
      await page.waitForFunction((asked) => document.querySelector('h2.ask').textContent !== asked, asked);
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
      taps.push(...(value < -1 ? ['minus', String(-value)] : value < 0 ? ['minus-one'] : [String(value)]));
      if (cell < 19 && chance() < 0.2) taps.push('next');
    });
    taps.push(chance() < 0.5 ? 'save twice' : 'save');
    const card = (at) => byKind(values.slice(at * 5, at * 5 + 5));
    return { taps, meant: { type: 'printed', cards: Object.fromEntries(printed.map((wish, at) => [wish, card(at)])) } };
  },
});

blindly('hanafuda, a payout', {
  open: async (page, w) => {
    await table(page, 'hanafuda', four, w, () => page.getByLabel(/^(Follow turns and hands|番と手札の数を追う)/).uncheck());
    return four;
  },
  whose: (names) => names.flatMap((name) => [name, name]),
  also: Object.fromEntries(['first', 'touched'].flatMap((asked, row) => four.map((_, seat) =>
    [`${asked}:${seat}`, (page) => page.locator('.one-of').nth(row).locator('.chip').nth(seat)]))),
  round: (chance) => {
    const winner = pick(chance, 0, 3);
    const exempt = (winner + pick(chance, 1, 3)) % 4;
    const payers = [0, 1, 2, 3].filter((seat) => seat !== winner && seat !== exempt);
    const left = four.map(() => ({ brights: 0, others: 0 }));
    for (const seat of payers) left[seat] = { brights: pick(chance, 0, 2), others: pick(chance, 1, 12) };
    const cells = payers.flatMap((seat) => [0, 1].map((column) => ({
      most: column ? 44 : 5, value: column ? left[seat].brights + left[seat].others : left[seat].brights,
    })));
    const wrong = pick(chance, 0, cells.length - 1);
    // Somebody may be tapped who was not the first.
    const taps = [...(chance() < 0.3 ? [`first:${exempt}`] : []), `first:${winner}`, `touched:${exempt}`];
    cells.forEach(({ most, value }, cell) => {
      const last = cell === cells.length - 1;
      if (cell !== wrong) return taps.push(...typed(chance, value, most, last));
      // More brights than there are; a hand without a card.
      taps.push(most === 5 ? '7' : '0');
    });
    // What does not add up is not paid: "pay" leads to it.
    taps.push('next', ...typed(chance, cells[wrong].value, cells[wrong].most, true));
    taps.push(chance() < 0.4 ? 'save twice' : 'save');
    return { taps, meant: { type: 'payout', winner, left, exempt } };
  },
});
