// The pages around the tables fit every screen and pass axe, in both languages and themes.
import { test } from 'node:test';
import { games } from './games.mjs';
import { axe, dark, desktop, japanese, open, phone, shot, url } from './harness.mjs';
import { fits, settled } from './table.mjs';

const paths = [
  '', 'history', 'settings', 'rules', 'rules/nihon_meisho/reverse-on-plus-two', 'nowhere',
  ...Object.keys(games).map((id) => `new/${id}`),
  ...Object.keys(games).filter((id) => games[id].calculates).map((id) => `calculate/${id}`),
];
const small = { ...phone, viewport: { width: 360, height: 640 } };

for (const [name, device] of Object.entries({ small, phone, wide: desktop })) {
  for (const [look, of] of Object.entries({ light: (d) => d, dark })) {
    for (const [tongue, lang] of Object.entries({ en: (d) => d, ja: japanese })) {
      test(`every page fits and passes axe: ${name}, ${look}, ${tongue}`, async (t) => {
        const page = await open(t, '/', of(lang(device)));
        for (const path of paths) {
          await page.goto(await url(`/#/${path}`));
          await page.getByRole('heading').first().waitFor();
          await settled(page);
          await shot(page, `page-${path.replaceAll('/', '-') || 'home'}-${name}-${look}-${tongue}`);
          await fits(page);
          await axe(page);
        }
      });
    }
  }
}
