import { button } from '../table.mjs';

export default {
  people: 3,
  starter: true,
  enter: async (page, l) => {
    await page.locator('nav.bar a').nth(1).tap();
    await button(page, l === 'en' ? 'Next player' : '次の人へ').tap();
  },
  flat: { tap: 'Next player', shows: 'Aiko', then: 'Ken' },
  sight: [['play', 'tbody tr:first-child .cell, .pad .key'], ['turn', '.ring-seat, .turn-keys .button']],
  views: ['play', 'standings'],
};
