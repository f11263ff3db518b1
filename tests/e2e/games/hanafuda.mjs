import assert from 'node:assert/strict';

const deal = (page, l) => page.getByRole('button', { name: l === 'en' ? /^Dealt: / : /^配り終えた：/ }).tap();

export default {
  people: 3,
  starter: true,
  enter: deal,
  flat: { tap: 'Enter a play', shows: 'Aiko' },
  sight: [['play', '.ring-seat, .moves button', (page) => deal(page, 'en')]],
  looks: {
    play: {},
    standings: {},
    cards: {},
  },
  keyboard: async ({ to, b, press, said, one }) => {
    await to();
    await press(b(/^Dealt: /));
    one(await said(), /Aiko dealt and starts/, 'who plays first');
    await press(b(/^Hand-field/));
    await said();
    await press(b('Bright'));
    const heard = await said();
    one(heard, /misses a turn. Ken’s turn|misses a turn/, 'the effect');
    assert.ok(heard.length <= 2, JSON.stringify(heard));
  },
};
