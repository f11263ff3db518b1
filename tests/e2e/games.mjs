// Every game, for the tests that go through all of them. What a game is tried with lies in tests/e2e/games/ID.mjs:
//
//   export default {
//     people: 2,                               how many sit down
//     starter: true,                           whether somebody is asked to start
//     enter: (page, l) => …,                   from a table just opened to one entry more, in the language l
//     flat: { tap: 'Pass', shows: 'Ann' },     with the phone lying flat: what the button is called, and what the middle shows
//     sight: [['play', '.cell, .key']],        by view: what must be in sight together on any screen, and what comes first
//     looks: { play: {}, rules: { view: 'play', opens: (page) => … } },
//                                              what access.test.mjs looks at, by name: the view where it is called otherwise, what
//                                              opens a sheet over it, the save where it is not tests/saves/ID-1.json, and what of
//                                              it is changed (table: (save) => …)
//     keyboard: async ({ page, to, b, tabTo, press, said, one, focus }) => …,
//                                              a round or a turn by keys alone, and what is said of it
//     calculates: true,                        whether it has a calculation without a table
//     agreed: (options) => options,            the options of a new table, where they are not the default
//   };
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';

const folder = new URL('./games/', import.meta.url);
/** By id. */
export const games = Object.fromEntries(await Promise.all(readdirSync(folder).sort().map(async (name) => {
  const { default: game } = await import(new URL(name, folder));
  return [basename(name, '.mjs'), game];
})));
