// No text lies over another and none is cut, on any page and any table: by boxes, on small and wide screens, with larger text.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { home, looks } from './access.mjs';
import { crowdedTexts } from './boxes.mjs';
import { games } from './games.mjs';
import { phone, shot, url } from './harness.mjs';
import { drawn, settled } from './table.mjs';

/** Screens, and the sizes of text on them in percent. */
const screens = {
  320: [{ width: 320, height: 568 }, [100, 130]],
  360: [{ width: 360, height: 640 }, [100]],
  375: [{ width: 375, height: 667 }, [100]],
  390: [{ width: 390, height: 844 }, [100, 130]],
  sideways: [{ width: 844, height: 390 }, [100]],
  wide: [{ width: 1280, height: 800 }, [100, 130]],
};

const places = looks.then((looks) => [
  ['home', ''], ['history', 'history'], ['figures', 'history/figures'], ['old', 'history/old'], ['settings', 'settings'], ['rules', 'rules'],
  ['section', 'rules/nihon_meisho/reverse-on-plus-two'],
  ...Object.keys(games).map((id) => [`new-${id}`, `new/${id}`]),
  ...Object.keys(games).filter((id) => games[id].calculates).map((id) => [`calculate-${id}`, `calculate/${id}`]),
  ...looks.filter(({ opens }) => !opens).map(({ name, view, session }) => [name, `table/${session.id}/${view}`]),
]);

/** The tests for one language, a screen each. */
export function crowdedIn(tongue, inLanguage) {
  for (const [name, [viewport, sizes]] of Object.entries(screens)) {
    test(`no text is crowded: ${name}, ${tongue}`, async (t) => {
      const page = await home(t, inLanguage({ ...phone, viewport }));
      const failures = [];
      for (const [place, path] of await places) {
        await page.goto(await url(`/#/${path}`));
        await settled(page);
        for (const percent of sizes) {
          await page.evaluate((percent) => { document.documentElement.style.fontSize = `${percent}%`; }, percent);
          await drawn(page);
          const found = await crowdedTexts(page);
          failures.push(...found.map((words) => `${place} at ${percent} %: ${words}`));
          if (found.length > 0) await shot(page, `crowded-${place}-${name}-${tongue}-${percent}`);
        }
      }
      assert.deepEqual(failures, []);
    });
  }
}
