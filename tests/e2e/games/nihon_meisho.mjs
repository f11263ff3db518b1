import assert from 'node:assert/strict';
import { button } from '../table.mjs';

const agreed = (options) => ({ ...options, mode: 'quick', clock: null });
/** A table in quick mode, beside the one in full mode. */
const quick = (full) => ({ ...full, id: '20261120200500-00c0ffee', options: agreed(full.options), log: [] });

export default {
  people: 3,
  starter: true,
  enter: (page, l) => button(page, l === 'en' ? 'Pass' : 'パス').tap(),
  flat: { tap: 'Play 1', shows: 'Aiko', then: 'Ken' },
  sight: [['play', '.ring-seat, .act']],
  agreed,
  looks: {
    play: {},
    quick: { view: 'play', table: quick },
    hands: {},
    correct: { view: 'hands', opens: (page) => page.locator('.log button').first().press('Enter') },
    flat: { table: quick },
  },
  keyboard: async ({ to, b, press, said, one }) => {
    await to();
    await press(b('Play 1'));
    const heard = await said();
    one(heard, /^Ken: /, 'whose turn it is');
    assert.equal(heard.length, 1, JSON.stringify(heard));
    // Forbidden buttons can be reached, and say why not.
    await press(b('+2'));
    await said();
    await press(b('Reverse'), ' ');
    one(await said(), /Never a Reverse on a \+2/, 'a refusal');
    await press(b('Take 2'));
    one(await said(), /^Aiko: /, 'whose turn it is then');
  },
};
