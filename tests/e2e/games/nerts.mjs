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
  views: ['play', 'standings', 'flat'],
};
