// Scores as they are seen: totals are the largest thing there, they count up and change places; and the end of a game, which is
// the same on the phone, across the room and in the picture.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { axe, bytes, context, dark, desktop, japanese, keep, phone, shot, started, url } from './harness.mjs';
import { becomes, button, entries, fits, words } from './table.mjs';

const small = { ...phone, viewport: { width: 360, height: 640 } };
const texts = {
  en: {
    ...words.en, save: 'Save round', places: ['1st', '2nd', '3rd'], won: '健 wins', picture: 'Share picture',
    course: ['Decided in round 4: 健 +11, Ann +2', 'The lead changed 3 times', 'Best round: 健 +14 in round 2'],
  },
  ja: {
    ...words.ja, save: '保存する', places: ['1位', '2位', '3位'], won: '健の勝ち', picture: '画像を共有',
    course: ['決め手は第4ラウンド：健 +11、Ann +2', 'トップの交代：3回', 'ベストラウンド：健 +14（第2ラウンド）'],
  },
};
const round = (...points) => ({ at: '2026-11-22T19:05:00Z', op: 'append', event: { type: 'round', points } });
const three = [round(12, 5, -30), round(3, 14, 4), round(9, 1, 2)];
const five = [...three, round(2, 11, 5), round(1, 2, 0)];

/** A page with a table of three on which these rounds were played, of five. */
async function given(t, device, log, still = false) {
  const made = await context(t, { ...device, reducedMotion: still ? 'reduce' : 'no-preference' });
  await made.addInitScript(() => {
    window.seen = { totals: [], moved: [], drawn: [] };
    const { animate } = Element.prototype;
    Element.prototype.animate = function (frames, how) {
      window.seen.moved.push([this.className, how]);
      return animate.call(this, frames, how);
    };
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (text, ...at) {
      window.seen.drawn.push(text);
      return fillText.call(this, text, ...at);
    };
    setInterval(() => window.seen.totals.push([...document.querySelectorAll('.ranking .total')].map((total) => total.textContent).join(' ')), 10);
  });
  const page = await made.newPage();
  page.setDefaultTimeout(10_000);
  await page.goto(await url('/#/history'));
  await started(page);
  const save = JSON.parse(await readFile(new URL('../saves/any-2.json', import.meta.url), 'utf8'));
  const players = ['Ann', '健', 'Cy'].map((name, mark) => ({ name, mark }));
  const file = { ...save, players, options: { ...save.options, ending: { type: 'rounds', at: 5 } }, log };
  await page.locator('input[type=file]').setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(file)) });
  await page.locator('.tables .item').waitFor();
  const to = async (view) => page.goto(await url(`/#/table/${file.id}/${view}`));
  return { page, to };
}

/** The size of the largest text of these elements, in pixels. */
const largest = (page, selector) => page.locator(selector).evaluateAll((all) => Math.max(...all.flatMap((of) => [of, ...of.querySelectorAll('*')])
  .filter((node) => [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim()))
  .filter((node) => node.getBoundingClientRect().width > 1)
  .map((node) => parseFloat(getComputedStyle(node).fontSize))));

/** What these elements say, without the marks between phrases. */
const said = async (page, selector) => (await page.locator(selector).allTextContents()).map((text) => text.replace(/[\u200b\u2060]/g, ''));

const totals = (page, within) => page.locator(`${within} .total`).allTextContents();

for (const still of [false, true]) {
  test(`a saved round: totals count up and sides change places${still ? ', at once without motion' : ''}`, async (t) => {
    const w = texts.en;
    const { page, to } = await given(t, desktop, three, still);
    await to('play');
    // The screen is wide enough from the start of the page.
    await page.reload();
    await becomes(() => totals(page, '.placing'), ['24', '20', '−24']);
    await page.evaluate(() => { window.seen.totals = []; window.seen.moved = []; });
    for (const key of ['2', 'next', '1', '1', 'next', '5']) await page.locator(`.pad [data-key="${key}"]`).click();
    await button(page, w.save).click();
    await entries(page, 4);
    await becomes(() => totals(page, '.placing'), ['31', '26', '−19']);
    await page.waitForTimeout(300);
    const seen = await page.evaluate(() => window.seen);
    const kinds = [...new Set(seen.totals)];
    assert.equal(kinds.at(-1), '31 26 −19');
    if (still) assert.ok(kinds.length <= 2, `${kinds}`);
    else assert.ok(kinds.length > 3, `they counted: ${kinds}`);
    assert.deepEqual(seen.moved, still ? [] : [['first', 200], ['', 200]]);
    await shot(page, `seen-wide${still ? '-still' : ''}`);
    await page.locator('.undo').click();
    await becomes(() => totals(page, '.placing'), ['24', '20', '−24']);
  });
}

for (const [lang, device] of [['en', phone], ['ja', japanese(dark(small))]]) {
  const w = texts[lang];

  test(`totals are what one sees first, with places, and below zero with a sign and a colour (${lang})`, async (t) => {
    const { page, to } = await given(t, device, three);
    await to('standings');
    await becomes(() => totals(page, '.ranking'), ['24', '20', '−24']);
    const ranks = () => page.locator('.ranking li').evaluateAll((all) => all.map((row) => row.dataset.rank));
    assert.deepEqual(await ranks(), ['1', '2', '3']);
    const total = await largest(page, '.ranking .total');
    assert.ok(total >= 32, `${total} px`);
    assert.equal(await largest(page, 'main'), total, 'nothing is larger');
    assert.equal(await page.locator('.ranking .total').evaluateAll((all) => all.filter((one) => parseFloat(getComputedStyle(one).fontSize) < 32).length), 0);
    const colours = await page.locator('.ranking .total').evaluateAll((all) => all.map((one) => getComputedStyle(one).color));
    assert.ok(colours[0] === colours[1] && colours[1] !== colours[2], `${colours}`);
    await axe(page);
    await fits(page);
    await shot(page, `seen-standings-${lang}`, { fullPage: true });

    await to('play');
    await page.locator('.pad').waitFor();
    const places = () => said(page, '.cells .missing');
    await becomes(places, w.places);
    assert.equal(await page.locator('.total-now[data-leads="true"]').textContent(), '24');
    await page.locator('.cells .cell').nth(1).tap();
    await page.locator('.pad [data-key="5"]').tap();
    // While it is entered.
    await becomes(() => page.locator('.total-now[data-leads="true"]').allTextContents(), ['25']);
    await becomes(places, [w.places[1], w.places[0], w.places[2]]);
    assert.equal(await largest(page, '.cells'), await largest(page, '.total-now'));
    assert.ok(await largest(page, '.total-now') > 1.2 * await largest(page, '.ask-row'), 'the question is small');
    const pad = await page.locator('.pad').boundingBox();
    assert.ok(pad.y + pad.height <= device.viewport.height, 'all keys are on the screen');
    await axe(page);
    await fits(page);
    await shot(page, `seen-entry-${lang}`);
  });

  test(`the end says who won and how, alike on the phone, across the room and in the picture (${lang})`, async (t) => {
    const { page, to } = await given(t, device, five);
    await to('play');
    await page.locator('.ending').getByRole('heading', { name: w.won }).waitFor();
    const course = (within) => said(page, `${within} .course span`);
    assert.deepEqual(await course('.ending'), w.course);
    await becomes(() => totals(page, '.final'), ['33', '27', '−19']);
    await axe(page);
    await fits(page);
    await shot(page, `seen-end-${lang}`, { fullPage: true });
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: w.picture, exact: true }).tap()]);
    await keep(`seen-picture-${lang}.png`, await bytes(download));
    const drawn = await page.evaluate(() => window.seen.drawn);
    for (const line of [w.won, ...w.course, '33', '27', '−19']) assert.ok(drawn.includes(line), `${line} in ${drawn}`);
    await to('standings');
    await page.locator('.rounds').waitFor();
    assert.deepEqual(await course('.ending'), w.course);
    assert.deepEqual(await page.locator('.rounds tbody [data-below]').allTextContents(), ['−30']);
    await fits(page);
    for (const viewport of [{ width: 1280, height: 800 }, { width: 1920, height: 1080 }, { width: 820, height: 1180 }]) {
      await page.setViewportSize(viewport);
      await to('board');
      await page.locator('.board .winners').getByRole('heading', { name: w.won }).waitFor();
      assert.deepEqual(await course('.board'), w.course);
      assert.deepEqual(await totals(page, '.board'), ['33', '27', '−19']);
      const over = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
      assert.ok(over <= 0, `${viewport.width}: ${over} px too high`);
      for (const part of ['.winners', '.board-rank', '.board-last']) {
        const box = await page.locator(part).boundingBox();
        assert.ok(box.height > 20 && box.y + box.height <= viewport.height + 1, `${part} ${JSON.stringify(box)}`);
      }
      await axe(page);
      await shot(page, `seen-board-${viewport.width}-${lang}`);
    }
  });
}
