// Every game, for the tests that go through all of them. What a game is tried with lies in tests/e2e/games/ID.mjs:
//
//   export default {
//     people: 2,                               how many sit down
//     starter: true,                           whether somebody is asked to start
//     enter: (page, l) => …,                   from a table just opened to one entry more, in the language l
//     flat: { tap: 'Pass', shows: 'Ann' },     with the phone lying flat: what the button is called, and what the middle shows
//     sight: [['play', '.cell, .key']],        by view: what must be in sight together on any screen, and what comes first
//     views: ['play', 'standings', 'flat'],    the views of its table in tests/saves/ID-1.json, to be looked at by everybody
//   };
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';

const folder = new URL('./games/', import.meta.url);
/** By id. */
export const games = Object.fromEntries(await Promise.all(readdirSync(folder).sort().map(async (name) => {
  const { default: game } = await import(new URL(name, folder));
  return [basename(name, '.mjs'), game];
})));
