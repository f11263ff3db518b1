// Every game, for the tests that go through all of them. The data of a game is in tests/e2e/games/ID.mjs:
//
//   export default {
//     people: 2,                               players to seat
//     starter: true,                           whether the app asks who starts
//     enter: (page, l) => …,                   adds one entry to a table just opened, in the language l
//     flat: { tap: 'Pass', shows: 'Ann' },     the flat view: what the button is called, and what the middle shows
//     sight: [['play', '.cell, .key']],        by view: what must be visible together on any screen, most important first
//     looks: { play: {}, rules: { view: 'play', opens: (page) => … } },
//                                              what access.pages.mjs looks at, by name: the view if it has another name, what opens
//                                              a sheet over it, the save if it is not tests/saves/ID-1.json, and changes to it
//                                              (table: (save) => …)
//     keyboard: async ({ page, to, b, tabTo, press, said, one, focus }) => …,
//                                              a round or turn by keyboard only, and its announcements
//     calculates: true,                        whether it has a calculator that needs no table
//     agreed: (options) => options,            the options of a new table, if not the default
//   };
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';

const folder = new URL('./games/', import.meta.url);
/** By id. */
export const games = Object.fromEntries(await Promise.all(readdirSync(folder).sort().map(async (name) => {
  const { default: game } = await import(new URL(name, folder));
  return [basename(name, '.mjs'), game];
})));
