import { button, press } from '../table.mjs';

export default {
  people: 4,
  starter: true,
  enter: async (page, l) => {
    await press(page, '500222110003050111220020005111112111');
    await button(page, l === 'en' ? 'Save hand' : '保存する').tap();
  },
  flat: { tap: 'Standings' },
  sight: [['play', 'tbody tr:first-child .cell, .pad .key'], ['trick', '.trick-cards li, .suit-row:not(:last-child) .key']],
  views: ['play', 'trick', 'standings'],
};
