// The hand learns where the keys are once: see blind.mjs.
import { blindly, four, pick, table } from './blind.mjs';
import { started, url } from './harness.mjs';

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
    // The photos of the last player are what is left; a table may count them all the same.
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
    await started(page);
  },
  outcome: (page) => page.locator('.cell').allTextContents(),
  round: (chance) => {
    const photos = Array.from({ length: 12 }, () => String(pick(chance, 0, 5)));
    const wrong = pick(chance, 0, 10);
    // "Clear" first: where nothing is entered, it does nothing.
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
  // A hand has no more tricks.
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
    await started(page);
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
