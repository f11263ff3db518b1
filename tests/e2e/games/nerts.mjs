import assert from 'node:assert/strict';
import { button, press } from '../table.mjs';

export default {
  people: 2,
  starter: false,
  enter: async (page, l) => {
    await press(page, '310185');
    await button(page, l === 'en' ? 'Save round' : '保存する').tap();
  },
  flat: { tap: 'Standings', shows: 'Round 1' },
  sight: [['play', 'tbody tr:first-child .cell, .pad .key']],
  calculates: true,
  looks: {
    play: {},
    rules: { view: 'play', opens: (page) => page.locator('nav.bar button').press('Enter') },
    standings: {},
    flat: {},
  },
  keyboard: async ({ page, to, b, tabTo, press, said, one }) => {
    await to();
    await tabTo(page.locator('.cell'));
    await page.keyboard.type('310185253221');
    assert.deepEqual(await said(), [], 'digits are not said: whoever types them hears them');
    await press(b('Save round'));
    const heard = await said();
    one(heard, /round 2: Aiko leads/, 'the result is said once');
    assert.equal(heard.length, 1, JSON.stringify(heard));
    // A miscount is announced once, immediately.
    await tabTo(page.locator('.cell'));
    await page.keyboard.type('5113');
    one(await said(), /51 \+ 13 = 64 cards/, 'a miscount');
    await press(b(/^Undo: /));
  },
};
