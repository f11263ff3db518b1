// Long names and long rows on narrow screens, with text of the usual size and twice as large: nothing lies over its neighbour.
// And on a wide screen what stands beside an entry.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { context, phone, shot, started, url } from './harness.mjs';
import { becomes, drawn, fits } from './table.mjs';

const names = {
  'en-US': ['Grandmother Kazuko', 'Bartholomew Fitzgerald', 'Lucía', 'Maximiliane von Habsburg', 'Al', 'Annabel'],
  'ja-JP': ['一子おばあちゃん', '長谷川龍之介さん', '美咲', 'アレクサンドリア', '健', 'さくら'],
};

/** A page of the site in its own context. */
async function opened(t, { large, ...device }, path) {
  const made = await context(t, device);
  if (large) await made.addInitScript(() => addEventListener('DOMContentLoaded', () => { document.documentElement.style.fontSize = '200%'; }));
  const page = await made.newPage();
  page.setDefaultTimeout(10_000);
  await page.goto(await url(path));
  await started(page);
  return page;
}

/** Takes in a saved table with some changes. */
async function give(page, name, changes) {
  const file = { ...JSON.parse(await readFile(new URL(`../saves/${name}.json`, import.meta.url), 'utf8')), ...changes };
  const buffer = Buffer.from(JSON.stringify({ takujo: 1, sessions: [file], kept: {} }));
  await page.locator('input[type=file]').setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer });
  await page.locator('.tables .item').first().waitFor();
  return `/#/table/${file.id}`;
}

/**
 * Which of these elements lie over each other, as far as they are seen, and which names are cut at their beginning. Of an
 * element one sees what is inside all the boxes around it that cut off what overflows.
 */
const faults = (page, selector) => page.evaluate((selector) => {
  const seen = (node) => {
    let { left, top, right, bottom } = node.getBoundingClientRect();
    for (let box = node; box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(box);
      const edge = box.getBoundingClientRect();
      if (overflowX !== 'visible') [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
      if (overflowY !== 'visible') [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
    }
    return { node, left, top, right, bottom };
  };
  // The text itself may be wider than its box.
  const extent = (node) => {
    const box = seen(node);
    if (getComputedStyle(node).overflowX !== 'visible') return box;
    const range = document.createRange();
    range.selectNodeContents(node);
    const text = range.getBoundingClientRect();
    return { ...box, left: Math.min(box.left, text.left), right: Math.max(box.right, text.right) };
  };
  const named = ({ node }) => node.textContent || node.getAttribute('class');
  const found = [];
  const boxes = [...document.querySelectorAll(selector)].map(extent).filter(({ left, right, top, bottom }) => right - left > 1 && bottom - top > 1);
  boxes.forEach((a, at) => {
    for (const b of boxes.slice(at + 1)) {
      const [wide, high] = [Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)];
      if (wide > 1 && high > 3) found.push(`${named(a)} lies ${Math.round(wide)} x ${Math.round(high)} over ${named(b)}`);
    }
    const text = [...a.node.childNodes].find(({ nodeType }) => nodeType === Node.TEXT_NODE);
    if (!a.node.matches('.name') || !text) return;
    const range = document.createRange();
    range.setStart(text, 0);
    range.setEnd(text, 1);
    if (range.getBoundingClientRect().left < a.left - 1) found.push(`${text.data} has lost its beginning`);
  });
  return { found, boxes: boxes.length };
}, selector);

for (const [name, players] of [['nerts', 2], ['weather', 3], ['hanafuda', 3], ['any', 2]]) {
  test(`the rules over a table show which game they are of: ${name}`, async (t) => {
    const page = await opened(t, { ...phone, viewport: { width: 360, height: 640 }, locale: 'en-US' }, '/#/history');
    const at = await give(page, `${name}-1`, { players: names['en-US'].slice(0, players).map((name, mark) => ({ name, mark })), log: [], options: {} });
    await page.goto(await url(`${at}/play`));
    await page.getByRole('button', { name: 'Rules', exact: true }).tap();
    const game = page.locator('[role=dialog] .games-chips [aria-pressed="true"]');
    await game.waitFor();
    await becomes(() => game.evaluate((chip) => {
      const [inner, outer] = [chip, chip.parentElement].map((node) => node.getBoundingClientRect());
      return inner.left >= outer.left - 1 && inner.right <= outer.right + 1;
    }), true);
  });
}

for (const width of [320, 360, 390]) {
  for (const locale of ['en-US', 'ja-JP']) {
    for (const large of [false, true]) {
      const device = { ...phone, viewport: { width, height: { 320: 568, 360: 640, 390: 844 }[width] }, locale, large };
      const what = `${width} px, ${locale}${large ? ', text twice as large' : ''}`;

      test(`long names of partners keep to their places: ${what}`, async (t) => {
        const page = await opened(t, device, '/#/history');
        const count = (foundations, left) => ({ foundations, left });
        const at = await give(page, 'nerts-1', {
          players: names[locale].map((name, mark) => ({ name, mark })),
          options: { target: 500, jokers: 0, partnerships: true, tie: 'ask' },
          log: [{ at: '2026-11-20T19:05:00Z', op: 'append', event: { type: 'round', counts: [count(31, 0), count(20, 3), count(18, 5)], caller: 0 } }],
        });
        await page.goto(await url(`${at}/play`));
        await page.locator('.pad').waitFor();
        for (const key of '31') await page.locator(`[data-key="${key}"]`).tap();
        await drawn(page);
        const row = await faults(page, '.cells .mark, .cells .name, .cells .cell, .cells .points, .cells td.soft');
        assert.ok(row.boxes > 6, `only ${row.boxes} are there`);
        assert.deepEqual(row.found, []);
        for (const mark of await page.locator('.question, .tell').all()) await mark.waitFor();
        assert.deepEqual((await faults(page, '.chip-row .mark, .chip-row .name, .asking > .chip, .asked .name, .asked .name ~ span')).found, []);
        await fits(page);
        await shot(page, `narrow-partners-${width}-${locale}${large ? '-large' : ''}`);
        await page.goto(await url(`${at}/standings`));
        await page.locator('.rounds').waitFor();
        for (const places of ['.ranking .mark, .ranking .name, .ranking .soft, .ranking .total', '.rounds .mark, .rounds .name, .rounds tbody td']) {
          const { boxes, found } = await faults(page, places);
          assert.ok(boxes > 4, `only ${boxes} are there`);
          assert.deepEqual(found, []);
        }
        await fits(page);
      });

      test(`the sets of a hand are a tap away, each with its points in its row: ${what}`, async (t) => {
        const page = await opened(t, device, '/#/calculate/machinamitorite');
        const key = (name) => page.locator(`.pad [data-key="${name}"]`);
        const places = async () => JSON.stringify(await Promise.all([page.locator('.pad'), page.locator('.cells-box'), page.locator('.counted')].map((node) => node.boundingBox())));
        const learned = await places();
        const more = page.locator('.counted button');
        for (const count of '543210543215') {
          await key(count).tap();
          assert.equal(await places(), learned);
        }
        // The answer is in sight, and so is where more of it is.
        await more.filter({ hasText: '46' }).tap({ trial: true });
        await more.tap();
        // Whoever wants to group them reads no answer first.
        await page.locator('[role=dialog] .pair button').last().tap();
        const sets = page.locator('[role=dialog] .set:has(strong)');
        await becomes(async () => await sets.count() > 6, true);
        await sets.first().waitFor();
        const wrong = await sets.evaluateAll((all) => all.flatMap((set) => {
          const [row, photos, points] = [set, set.querySelector('.photos'), set.querySelector('strong')].map((node) => node.getBoundingClientRect());
          const beside = points.left >= photos.right && points.right <= row.right + 1 && points.top < photos.bottom && photos.top < points.bottom;
          return beside ? [] : [set.textContent];
        }));
        assert.deepEqual(wrong, []);
        assert.deepEqual((await faults(page, '.set .photo, .set .soft, .set strong')).found, []);
        if (!large) {
          const rows = await sets.evaluateAll((all) => all.map((set) => new Set([...set.querySelectorAll('.photo')].map((photo) => photo.offsetTop)).size));
          assert.ok(rows.slice(0, -1).every((count) => count === 1), `photos of a set in rows: ${rows}`);
        }
        await fits(page);
        await shot(page, `narrow-sets-${width}-${locale}${large ? '-large' : ''}`);
        await page.keyboard.press('Escape');
        await page.locator('[role=dialog]').waitFor({ state: 'detached' });
        assert.equal(await places(), learned);
      });
    }
  }
}

for (const save of ['any-2', 'machinamitorite-1']) {
  test(`beside an entry on a wide screen stand those ahead and the chart: ${save}`, async (t) => {
    const page = await opened(t, { viewport: { width: 1280, height: 800 } }, '/#/history');
    await page.goto(await url(await give(page, save)) + '/play');
    await page.reload();
    await page.locator('.placing .chart').waitFor();
    const [one, two, chart] = await Promise.all(['li:nth-child(1)', 'li:nth-child(2)', '.chart'].map((found) => page.locator(`.placing ${found}`).boundingBox()));
    assert.ok(two.x === one.x && two.y >= one.y + one.height, `the second is below the first: ${JSON.stringify([one, two])}`);
    assert.ok(chart.x > one.x + one.width && Math.abs(chart.y - one.y) < 40, `the chart is beside them: ${JSON.stringify([one, chart])}`);
    assert.ok(chart.height > 100 && chart.y + chart.height <= 800, `the chart can be read: ${JSON.stringify(chart)}`);
  });
}
