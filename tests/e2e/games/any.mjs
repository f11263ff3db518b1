import assert from 'node:assert/strict';
import { button } from '../table.mjs';

/** An unfinished one, because the whole one is won. */
const begun = (over) => ({ ...over, id: '20261121001600-00abcdef', title: '', log: over.log.slice(0, 2) });

export default {
  people: 3,
  starter: true,
  enter: async (page, l) => {
    await page.locator('nav.bar a').nth(1).tap();
    await button(page, l === 'en' ? 'Next player' : '次の人へ').tap();
  },
  flat: { tap: 'Next player', shows: 'Aiko', then: 'Ken' },
  sight: [['play', 'tbody tr:first-child .cell, .pad .key'], ['turn', '.ring-seat, .turn-keys .button']],
  looks: {
    over: { view: 'play' },
    play: { table: begun },
    turn: { table: begun },
    standings: {},
  },
  keyboard: async ({ page, to, b, tabTo, press, said, one, focus }) => {
    await to('turn');
    await press(b('Next player'));
    const heard = await said();
    one(heard, /^Bob’s turn\.$/, 'whose turn it is');
    assert.equal(heard.length, 1, JSON.stringify(heard));
    await press(page.getByRole('link', { name: 'Lay flat in the middle' }));
    await page.locator('.flat').waitFor();
    assert.equal((await focus()).fault, null);
    await said();
    await press(b('Next player'));
    await press(b('Next player: tap again'));
    one(await said(), /^Cy$/, 'on the phone that lies flat');
    await page.keyboard.press('Escape');
    await page.locator('.table').waitFor();
    await tabTo(page.locator('.cell').first());
    await page.keyboard.type('12+11-7');
    await press(b('Next'));
    await page.keyboard.type('3');
    await press(b('Next'));
    await page.keyboard.type('30');
    await press(b('Save round'));
    one(await said(), /round 2: Cy leads/, 'the result');
  },
};
