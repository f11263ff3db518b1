// The hand learns where the keys are once: see blind.mjs.
import { blindly, four, pick, table, typed } from './blind.mjs';

blindly('nerts', {
  open: async (page, w) => {
    await table(page, 'nerts', four, w, () => page.locator('[name=target]').fill('9999'));
    return four;
  },
  whose: (names) => names.flatMap((name) => [name, name]),
  also: { nobody: (page) => page.getByRole('button', { name: /^(Nobody: stuck|なし：手詰まり)$/ }) },
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
