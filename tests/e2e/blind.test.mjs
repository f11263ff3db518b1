// The hand learns where the keys are once: see blind.mjs.
import { blindly, pick, table } from './blind.mjs';

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
