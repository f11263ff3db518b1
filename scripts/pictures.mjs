// Draws the pictures in public/: the icons from icon.svg, and the screenshots for installation dialogues from a built
// site.
//   node scripts/pictures.mjs icons | screenshots      (screenshots: of the site that scripts/host.mjs serves)
// The pictures are committed; run it again when icon.svg or the look of the app has changed.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { chromiumArgs, chromiumPath } from './chromium.mjs';
import { serve } from './host.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const file = (name) => `${root}public/${name}`;
const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs });

async function icons() {
  const icon = await readFile(file('icon.svg'), 'utf8');
  // On systems that cut icons to a shape of their own, the background has to reach the edges. A maskable icon may lose
  // everything farther from the centre than two fifths of its width.
  const square = icon.replace(/ rx="15"/, '');
  const maskable = square.replace(/^(<svg[^>]*><rect[^>]*>)(.*)(<\/svg>)/, '$1<g transform="translate(32 32) scale(.86) translate(-32 -32)">$2</g>$3');
  if (square === icon || maskable === square) throw new Error('icon.svg does not look as expected');
  for (const [name, size, svg] of [
    ['icon-192.png', 192, icon],
    ['icon-512.png', 512, icon],
    ['icon-maskable.png', 512, maskable],
    ['icon-180.png', 180, square],
  ]) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw}</style>${svg}`);
    await writeFile(file(name), await page.screenshot({ omitBackground: svg === icon }));
    await page.close();
  }
}

// A round of Nerts that is being entered, and its standings.
const words = {
  en: { name: 'Name', add: 'Add', open: 'Start', save: 'Save round', table: 'Standings', people: ['Mika', 'Ben', 'Yuki'] },
  ja: { name: '名前', add: '追加', open: '始める', save: '保存する', table: '成績', people: ['美香', 'ベン', '由紀'] },
};
async function screenshots() {
  const site = await serve();
  for (const [lang, w] of Object.entries(words)) {
    for (const [form, viewport, deviceScaleFactor] of [['narrow', { width: 390, height: 780 }, 1.5], ['wide', { width: 1280, height: 800 }, 1]]) {
      const context = await browser.newContext({ viewport, deviceScaleFactor, locale: lang, colorScheme: 'light', serviceWorkers: 'block' });
      const page = await context.newPage();
      const button = (name) => page.getByRole('button', { name, exact: true });
      const shot = async (what) => {
        await page.evaluate(() => document.activeElement?.blur());
        await page.screenshot({ path: file(`screenshot-${lang}-${form}-${what}.png`), animations: 'disabled' });
      };
      await page.goto(`${site.url}#/new/nerts`);
      for (const name of w.people) {
        await page.getByLabel(w.name, { exact: true }).fill(name);
        await button(w.add).click();
        await page.waitForTimeout(350);
      }
      await button(w.open).click();
      await page.locator('.page.table').waitFor();
      // Foundations and cards left, for each player; the last round is still open.
      for (const round of ['183250116', '220145128', '16419']) {
        for (const digit of round) {
          await button(digit).click();
          // public/taps.js takes two quick taps on one place for one.
          await page.waitForTimeout(350);
        }
        if (round.length === 9) await button(w.save).click();
      }
      await page.locator('.saved[data-state="saved"]').waitFor();
      await shot('round');
      await page.getByRole('link', { name: w.table, exact: true }).click();
      await page.locator('.ranking').waitFor();
      if (form === 'narrow') await shot('standings');
      await context.close();
    }
  }
  await site.kill();
}

const jobs = { icons, screenshots };
try {
  const job = jobs[process.argv[2]];
  if (!job) throw new Error(`usage: node scripts/pictures.mjs ${Object.keys(jobs).join(' | ')}`);
  await job();
} finally {
  await browser.close();
}
