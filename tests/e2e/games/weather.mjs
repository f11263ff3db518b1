export default {
  people: 3,
  starter: true,
  enter: async (page) => {
    for (let wish = 0; wish < 3; wish += 1) await page.locator('.wishes button:enabled').first().tap();
  },
  flat: { tap: 'Standings' },
  sight: [['play', '.wishes li:nth-child(-n+3) button']],
  views: ['play', 'standings', 'cards'],
};
