// The hand learns where the keys are once: see blind.mjs.
import { blindly, four, pick, table, typed } from './blind.mjs';

blindly('hanafuda, a payout', {
  open: async (page, w) => {
    await table(page, 'hanafuda', four, w, () => page.getByLabel('Keep track of turns and hands').or(page.getByLabel('手番と手札の枚数も記録する')).uncheck());
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
