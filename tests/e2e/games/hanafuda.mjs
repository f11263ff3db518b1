import assert from 'node:assert/strict';

const deal = (page, l) => page.getByRole('button', { name: l === 'en' ? /^Dealt: / : /^配った：/ }).tap();

export default {
  people: 3,
  starter: true,
  enter: deal,
  flat: { tap: 'Enter the move', shows: 'Aiko' },
  sight: [['play', '.ring-seat, .moves button', (page) => deal(page, 'en')]],
  looks: {
    play: {},
    standings: {},
    cards: {},
  },
  keyboard: async ({ to, b, press, said, one }) => {
    await to();
    await press(b(/^Dealt: /));
    one(await said(), /Aiko dealt and plays first/, 'who plays first');
    await press(b(/^Hand-field/));
    await said();
    await press(b('Bright'));
    const heard = await said();
    one(heard, /loses the turn; Ken plays|loses the turn/, 'the effect');
    assert.ok(heard.length <= 2, JSON.stringify(heard));
  },
};
