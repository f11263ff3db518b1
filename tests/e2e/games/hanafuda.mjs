const deal = (page, l) => page.getByRole('button', { name: l === 'en' ? /^Dealt: / : /^配った：/ }).tap();

export default {
  people: 3,
  starter: true,
  enter: deal,
  flat: { tap: 'Enter the move', shows: 'Aiko' },
  sight: [['play', '.ring-seat, .moves button', (page) => deal(page, 'en')]],
  views: ['play', 'standings', 'cards'],
};
