// Every widget in every state (src/pages/kit.rs), photographed in both themes and compared with the pictures in
// tests/e2e/kit. TAKUJO_KIT=write takes them anew: look at them before they are committed.
//
// The page is drawn by examples/kit.rs without a browser and shown with the app's own style sheets, so no bundle is
// needed. The pictures are half as large as the page, which keeps them small and evens out how letters are drawn.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { context, dark, keep, phone } from './harness.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const pictures = `${root}tests/e2e/kit/`;
/** A channel that differs by less looks the same. */
const SEEN = 40;
/** Most pixels that may differ, of a thousand: other fonts, but no moved or missing widget. */
const MOST = 5;

/** How many pixels of a thousand differ between two JPEGs; 1000 if they are not of one size. Runs in the page. */
const difference = async ([one, other, seen]) => {
  const pixels = async (picture) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/jpeg;base64,${picture}`)).blob());
    const pen = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    pen.drawImage(bitmap, 0, 0);
    return pen.getImageData(0, 0, bitmap.width, bitmap.height);
  };
  const [a, b] = await Promise.all([pixels(one), pixels(other)]);
  if (a.width !== b.width || a.height !== b.height) return 1000;
  let differ = 0;
  for (let at = 0; at < a.data.length; at += 4) {
    if ([0, 1, 2].some((channel) => Math.abs(a.data[at + channel] - b.data[at + channel]) > seen)) differ += 1;
  }
  return (differ / (a.data.length / 4)) * 1000;
};

let drawn;
const draw = () => (drawn ??= execFileSync('bash', ['-c', '. scripts/tools.sh && { [ -n "${TAKUJO_BUILT:-}" ] || native; } && "$DEBUG/examples/kit" target/kit'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] }));

for (const [theme, device] of Object.entries({ light: phone, dark: dark(phone) })) {
  test(`every widget looks as it did: ${theme}`, async (t) => {
    draw();
    const page = await (await context(t, { ...device, viewport: { width: 780, height: 1180 }, deviceScaleFactor: 0.5 })).newPage();
    await page.goto(pathToFileURL(`${root}target/kit/kit.en.html`).href);
    await page.getByRole('heading', { name: 'Pictures' }).waitFor();
    const name = `kit-${theme}`;
    const now = await page.screenshot({ type: 'jpeg', quality: 70, fullPage: true, animations: 'disabled' });
    if (process.env.TAKUJO_KIT === 'write') {
      await mkdir(pictures, { recursive: true });
      await writeFile(`${pictures}${name}.jpg`, now);
    }
    const was = await readFile(`${pictures}${name}.jpg`);
    const differ = await page.evaluate(difference, [now.toString('base64'), was.toString('base64'), SEEN]);
    if (differ > MOST) await keep(`FAILED ${name}.jpg`, now);
    assert.ok(differ <= MOST, `${differ.toFixed(1)} of 1000 pixels differ: see target/screenshots/FAILED ${name}.jpg`);
  });
}

/** The least contrast of any player's line in a chart, also of one who has left, with the grounds that charts stand on.
 *  Runs in the page. */
const faintest = () => {
  const pen = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const light = (...colours) => {
    for (const [colour, opacity] of colours) Object.assign(pen, { fillStyle: colour, globalAlpha: opacity }).fillRect(0, 0, 1, 1);
    const [red, green, blue] = [...pen.getImageData(0, 0, 1, 1).data].map((value) => value / 255)
      .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
  };
  const grounds = ['html', '.card'].map((of) => getComputedStyle(document.querySelector(of)).backgroundColor);
  const found = [];
  for (const [shape, colour] of [['.chart .line', 'stroke'], ['.chart .end', 'fill']]) {
    const node = document.querySelector(shape);
    for (let mark = 0; mark < 12; mark += 1) {
      for (const gone of ['', 'gone']) {
        node.setAttribute('class', `${shape.slice(8)} mark-${mark} ${gone}`);
        const style = getComputedStyle(node);
        for (const ground of grounds) {
          const pair = [light([ground, 1]), light([ground, 1], [style[colour], style.opacity])].sort((a, b) => b - a);
          found.push({ shape, mark, gone, ground, contrast: pair[0] / pair[1] });
        }
      }
    }
  }
  return found.sort((a, b) => a.contrast - b.contrast)[0];
};

for (const [theme, device] of Object.entries({ light: phone, dark: dark(phone) })) {
  test(`the lines of charts can be told from their ground: ${theme}`, async (t) => {
    draw();
    const page = await (await context(t, device)).newPage();
    await page.goto(pathToFileURL(`${root}target/kit/kit.en.html`).href);
    const least = await page.evaluate(faintest);
    assert.ok(least.contrast >= 4.5, JSON.stringify(least));
  });
}
