import assert from 'node:assert/strict';

export default {
  people: 3,
  starter: true,
  enter: async (page) => {
    for (let wish = 0; wish < 3; wish += 1) await page.locator('.wishes button:enabled').first().tap();
  },
  flat: { tap: 'Standings' },
  sight: [['play', '.wishes li:nth-child(-n+3) button']],
  calculates: true,
  looks: {
    play: {},
    standings: {},
    cards: {},
    over: { view: 'play', save: 'weather-2' },
  },
  keyboard: async ({ page, to, tabTo, press, said, one }) => {
    await to();
    const wish = (name) => page.locator('.wishes').getByRole('button', { name });
    await press(wish(/^Heavy snow/));
    one(await said(), /Ken’s wish/, 'whose wish it is');
    await press(wish(/^Cloud/));
    await press(wish(/^Rain/));
    await said();
    await tabTo(page.locator('.cell').first());
    await page.keyboard.type('400004111032111');
    assert.ok((await said()).length <= 3, 'counting does not chatter');
  },
};
