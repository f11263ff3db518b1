// The hand learns where the keys are once: see blind.mjs.
import { blindly, four, pick, table } from './blind.mjs';

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
