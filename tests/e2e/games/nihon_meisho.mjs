import { button } from '../table.mjs';

export default {
  people: 3,
  starter: true,
  enter: (page, l) => button(page, l === 'en' ? 'Pass' : 'パス').tap(),
  flat: { tap: 'Play 1', shows: 'Aiko', then: 'Ken' },
  sight: [['play', '.ring-seat, .act']],
  views: ['play', 'hands'],
};
