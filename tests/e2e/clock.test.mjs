// The clock of a table: for the turn or the round, up or down, paused by a tap, and going on through a reload.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { games } from './games.mjs';
import { axe, dark, japanese, open, phone, shot, started, url } from './harness.mjs';
import { becomes, button, fits, seat, words } from './table.mjs';

const small = { ...phone, viewport: { width: 360, height: 640 } };
const said = {
  en: { clock: 'Clock', up: 'Counts up', down: '30 seconds', off: 'Off', close: 'Close', pause: 'Pause the clock', play: 'Round' },
  ja: { clock: '時計', up: '経過時間', down: '30秒', off: 'なし', close: '閉じる', pause: '時計を一時停止', play: 'ラウンド' },
};

async function table(t, game, lang, device, names) {
  const page = await open(t, `/#/new/${game}`, lang === 'ja' ? japanese(device) : device);
  await seat(page, words[lang], names);
  const first = page.getByRole('radio', { name: names[0], exact: true });
  if (await first.count()) await first.check();
  await button(page, words[lang].open).click();
  await page.locator('.table').waitFor();
  return page;
}

/** When the clock was last switched on. */
let began;
async function set(page, lang, what, back) {
  const w = said[lang];
  await page.locator('nav.bar a').nth(1).tap();
  await button(page, w.clock).tap();
  began = Date.now();
  await page.getByRole('radio', { name: what, exact: true }).check();
  await axe(page);
  await page.getByRole('dialog').getByRole('button', { name: w.close }).tap();
  if (back) await page.locator('nav.bar a').first().tap();
}

const face = async (page) => {
  const [, minus, minutes, seconds] = (await page.locator('.ticking').innerText()).match(/^(\u2212?)(\d+):(\d\d)$/);
  return (minus ? -1 : 1) * (60 * Number(minutes) + Number(seconds));
};
/** The browser's time goes on between the jumps, so the clock may be further by as much as has passed. */
const shows = (page, wanted, why, toward = 1) => becomes(async () => {
  const further = ((await face(page)) - wanted) * toward;
  return further >= 0 && further <= (Date.now() - began) / 1000 + 1;
}, true, why);

for (const lang of ['en', 'ja']) {
  test(`a clock for each round: ${lang}`, async (t) => {
    const page = await table(t, 'nerts', lang, dark(small), ['Annabelle', 'Bob', 'Carla', 'Dora']);
    const head = () => page.locator('.page.table > header').boundingBox();
    const before = await head();
    assert.equal(await page.locator('.ticking').count(), 0, 'none until it is wanted');
    await page.clock.install();
    await set(page, lang, said[lang].up, true);
    await becomes(head, before, 'the head is as high with a clock');
    await fits(page);
    await shows(page, 0);
    await page.clock.runFor(65_000);
    await shows(page, 65, 'counts up');
    const stood = await face(page);
    await page.clock.setSystemTime(await page.evaluate(() => Date.now() - 3_600_000));
    await page.clock.runFor(2_000);
    await shows(page, stood, 'goes on where it was when the device is set back');
    await shot(page, `clock-${lang}`);
    await button(page, said[lang].pause).tap();
    await page.locator('.ticking[aria-pressed="true"]').waitFor();
    const paused = await face(page);
    await page.clock.runFor(20_000);
    assert.equal(await face(page), paused, 'a pause');
    assert.equal(await page.locator('.ticking').getAttribute('aria-pressed'), 'true');
    await button(page, said[lang].pause).tap();
    await page.clock.runFor(2_000);
    await shows(page, paused + 2, 'goes on');
    await page.clock.runFor(60_000);
    await page.locator('.saved[data-state="saved"]').waitFor();
    await page.reload();
    await started(page);
    await page.clock.runFor(1_000);
    await shows(page, paused + 63, 'a reload does not hold it up');
    await set(page, lang, said[lang].off, true);
    await becomes(() => page.locator('.ticking').count(), 0);
  });
}

test('it begins anew with each round, buzzes once when the time is up, and is gone at another table', async (t) => {
  const page = await table(t, 'nerts', 'en', phone, ['Ann', 'Bob']);
  await page.evaluate(() => {
    window.buzzes = 0;
    Object.defineProperty(navigator, 'vibrate', { configurable: true, value: () => { window.buzzes += 1; return true; } });
  });
  await page.clock.install();
  await set(page, 'en', said.en.down, true);
  await shows(page, 30, 'counts down', -1);
  await page.clock.runFor(15_000);
  const [up, buzzes] = await page.evaluate(() => [document.querySelector('.ticking').hasAttribute('data-up'), window.buzzes]);
  assert.equal(buzzes, up ? 1 : 0);
  await page.clock.runFor(20_000);
  await shows(page, -5, 'past the end', -1);
  assert.equal(await page.evaluate(() => window.buzzes), 1);
  assert.notEqual(await page.locator('.ticking').getAttribute('data-up'), null);
  await games.nerts.enter(page, 'en');
  await page.clock.runFor(100);
  await shows(page, 30, 'a new round', -1);
  await page.clock.runFor(3_000);
  await shows(page, 27, 'and goes on', -1);

  await page.goto(await url('/#/new/any'));
  await seat(page, words.en, ['Cem', 'Dag']);
  const first = page.getByRole('radio', { name: 'Cem', exact: true });
  if (await first.count()) await first.check();
  await button(page, words.en.open).click();
  await page.locator('.table').waitFor();
  assert.equal(await page.locator('.ticking').count(), 0);
});

test('it begins anew with each turn of a game that tracks turns', async (t) => {
  const page = await table(t, 'nihon_meisho', 'en', small, ['Ann', 'Bob', 'Cem']);
  const head = () => page.locator('.page.table > header').boundingBox();
  const before = await head();
  await page.clock.install();
  await set(page, 'en', said.en.up, true);
  await becomes(head, before, 'the head is as high with a clock');
  await page.clock.runFor(9_000);
  await shows(page, 9);
  await games.nihon_meisho.enter(page, 'en');
  await page.clock.runFor(100);
  await shows(page, 0, 'the next turn');
  await fits(page);
  await shot(page, 'clock-meisho');
});

/** An audio device that notes what it plays. */
const ears = () => {
  window.heard = [];
  class Node { connect() {} }
  window.AudioContext = class {
    constructor() { window.heard.push(`made ${navigator.userActivation.isActive ? 'in' : 'without'} a tap`); }
    currentTime = 1;
    destination = new Node();
    resume() { return Promise.resolve(); }
    createOscillator() { return Object.assign(new Node(), { frequency: {}, start() { window.heard.push(this.frequency.value); }, stop() {} }); }
    createGain() { return Object.assign(new Node(), { gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} } }); }
  };
};

test('a clock that runs out is heard and seen from afar, unless that is switched off', async (t) => {
  const page = await table(t, 'nerts', 'en', small, ['Ann', 'Bob']);
  await page.evaluate(ears);
  await page.clock.install();
  const edge = () => page.evaluate(() => getComputedStyle(document.querySelector('.app'), '::after').borderTopWidth);
  const heard = () => page.evaluate(() => window.heard);
  await set(page, 'en', said.en.down, true);
  await button(page, '1').tap();
  await page.clock.runFor(31_000);
  await becomes(edge, '8px');
  assert.deepEqual(await heard(), ['made in a tap', 880, 880, 1174.7]);
  await shot(page, 'clock-up');
  await fits(page);
  // It does not ring again, nor at another table.
  await page.clock.runFor(10_000);
  assert.equal((await heard()).length, 4);

  await page.evaluate(() => { location.hash = '#/settings'; });
  const chime = page.getByRole('switch', { name: 'Sound when a clock runs out' });
  await chime.tap();
  await becomes(() => chime.isChecked(), false);
  await axe(page);
  await page.goBack();
  await page.locator('.ticking').waitFor();
  await set(page, 'en', said.en.off, false);
  await set(page, 'en', said.en.down, true);
  await page.clock.runFor(31_000);
  await becomes(edge, '8px');
  assert.equal((await heard()).length, 4);
});
