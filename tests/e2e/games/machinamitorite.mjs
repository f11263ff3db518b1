import assert from 'node:assert/strict';
import { button, press } from '../table.mjs';

export default {
  people: 4,
  starter: true,
  enter: async (page, l) => {
    await press(page, '500222110003050111220020005111112111');
    await button(page, l === 'en' ? 'Next' : '次へ').tap();
    await button(page, l === 'en' ? 'Save round' : '保存する').tap();
  },
  flat: { tap: 'Standings' },
  sight: [['play', 'tbody tr:first-child .cell, .pad .key'], ['trick', '.place, .pad .key']],
  calculates: true,
  looks: {
    play: {},
    trick: {},
    standings: {},
  },
  keyboard: async ({ page, to, b, tabTo, press, said, one }) => {
    await to();
    await tabTo(page.locator('.cell'));
    for (const hand of ['500222110003', '050111220020', '005111112111']) await page.keyboard.type(hand);
    const typed = await said();
    assert.ok(typed.length <= 4, `chatter while typing: ${JSON.stringify(typed)}`);
    await press(b('Next'));
    await press(b('Save round'));
    one(await said(), /Aiko (wins|leads|is ahead)|round 2/, 'the result');
    await to('trick');
    for (const card of ['Hat 5', 'Park card A', 'Park card 0', 'Ticket 5']) await press(b(card), ' ');
    one(await said(), /美咲 takes the trick/, 'who takes the trick');
  },
};
