// Touches on a phone that lies flat in the middle: a second tap is the next turn, a name opens what is theirs, everyone enters
// what they have, and a single touch ends no turn.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axe, dark, japanese, open, phone, shot, url } from './harness.mjs';
import { enter, lies, reachable, table } from './table.extras.mjs';
import { becomes, button, words } from './table.mjs';

const w = words.en;

/** Waits for all that a touch changes, some of which is drawn a frame late. */
const still = (page) => page.evaluate(async () => {
  for (let pictures = 0; pictures < 6; pictures += 1) await new Promise((done) => requestAnimationFrame(done));
});

for (const [tongue, of, device] of [['en', w, phone], ['ja', words.ja, dark(japanese(phone))]]) {
  test(`the phone lies flat: a second tap is the next turn, ${tongue}`, async (t) => {
    const page = await open(t, '/', device);
    await table(page, 'any', ['Aiko', 'Ken', '美咲', 'Tom'], of);
    await page.getByRole('link', { name: { en: 'Turn', ja: '手番' }[tongue] }).tap();
    await page.getByRole('link', { name: { en: 'Lay flat in the middle', ja: '卓の真ん中に置く' }[tongue] }).tap();
    const big = page.getByRole('main').getByRole('status');
    const is = async (name) => {
      await big.getByText(name, { exact: true }).waitFor();
      assert.equal(await page.locator('.flat-seat[data-current="true"] strong').innerText(), name);
    };
    await is('Aiko');
    await axe(page);
    const next = { en: 'Next player', ja: '次の人へ' }[tongue];
    await enter(page, next);
    await is('Ken');
    // The middle turns to face the current player.
    const turned = () => page.locator('.flat-centre').evaluate((node) => getComputedStyle(node).rotate);
    assert.equal(await turned(), '-90deg');
    await shot(page, `flat-turn-${tongue}`);
    await page.keyboard.press('Enter');
    await page.locator('.flat [data-armed="true"]').waitFor();
    await is('Ken');
    await still(page);
    await page.keyboard.press('Enter');
    await is('美咲');
    await page.getByRole('button', { name: of.undo }).tap();
    await is('Ken');
    // A stack shows its number, and the button's name says what the tap does.
    await button(page, { en: 'More', ja: 'その他' }[tongue]).tap();
    await shot(page, `flat-more-${tongue}`);
    await axe(page);
    await enter(page, { en: 'Play a +2', ja: '+2を出す' }[tongue]);
    await big.getByText('+2', { exact: true }).waitFor();
    await shot(page, `flat-stack-${tongue}`);
    await axe(page);
    await enter(page, { en: 'Take 2', ja: '2枚引く' }[tongue]);
    await is('Tom');
    // "Back" leaves it, and so does Escape.
    await page.goBack();
    await page.locator('.any-ring').waitFor();
    await page.getByRole('link', { name: { en: 'Lay flat in the middle', ja: '卓の真ん中に置く' }[tongue] }).tap();
    await is('Tom');
    await page.keyboard.press('Escape');
    await page.locator('.table').waitFor();
  });
}

test('the phone lies flat: a name tapped opens what is theirs, turned to them', async (t) => {
  const page = await open(t, '/', phone);
  const names = ['Aiko', 'Ken', '美咲', 'Tom'];
  const seat = (name) => page.locator('.flat-seat').filter({ hasText: name });
  const turned = () => page.locator('.flat-panel').evaluate((node) => getComputedStyle(node).rotate);
  for (const [game, cards] of [['nihon_meisho', '4 cards'], ['hanafuda', '3 cards']]) {
    const at = await table(page, game, names);
    await page.goto(`${at}/flat`);
    await seat('Ken').tap();
    assert.equal(await turned(), '-90deg', game);
    await reachable(page);
    await axe(page);
    await shot(page, `flat-seat-${game}`);
    // One tap changes nothing, a second does.
    await button(page, cards).tap();
    await page.locator('.flat [data-armed="true"]').waitFor();
    await page.locator('.flat [data-armed="true"]').tap();
    await seat('Ken').getByText(cards).waitFor();
    await page.goto(await url('/'));
  }
  const at = await table(page, 'nerts', names);
  await page.goto(`${at}/flat`);
  for (const [who, keys, way] of [['Aiko', '310n', '-180deg'], ['Tom', '75n', '90deg']]) {
    await seat(who).tap();
    assert.equal(await turned(), way, who);
    await reachable(page);
    await axe(page);
    for (const key of keys) await page.locator(`.flat [data-key="${key === 'n' ? 'next' : key}"]`).tap();
    await page.locator('.flat-centre').waitFor();
  }
  await shot(page, 'flat-seat-nerts');
  // A row that is left before its last key is forgotten.
  await seat('Ken').tap();
  await page.locator('.flat [data-key="9"]').tap();
  await button(page, 'Close').tap();
  await button(page, 'Enter scores').tap();
  await becomes(async () => (await page.locator('.cell').allTextContents()).map((text) => text.trim()), ['31', '0', '', '', '', '', '7', '5']);
});

test('the phone lies flat: a row that cannot be right is said to be wrong, turned to whoever filled it', async (t) => {
  const page = await open(t, '/', { ...phone, viewport: { width: 360, height: 640 } });
  await page.goto(`${await table(page, 'nerts', ['Aiko', 'Ken', '美咲', 'Tom'])}/flat`);
  const top = () => page.locator('.flat-keys').evaluate((node) => node.offsetTop);
  const fill = async (keys) => {
    await page.locator('.flat-seat').filter({ hasText: 'Ken' }).tap();
    for (const key of keys) await page.locator(`.flat [data-key="${key}"]`).tap();
    await page.locator('.flat-centre').waitFor();
  };
  await page.locator('.flat-centre').waitFor();
  const before = await top();
  await fill(['4', '5', '1', '2', 'next']);
  await page.getByText('Ken: 45 + 12 = 57 cards, but the deck has 52.').waitFor();
  assert.equal(await page.locator('.flat-centre').evaluate((node) => getComputedStyle(node).rotate), '-90deg');
  await lies(page, 4);
  await axe(page);
  await shot(page, 'flat-wrong');
  await fill(['4', '0', '1', '2', 'next']);
  await page.locator('.error').waitFor({ state: 'detached' });
  assert.equal(await top(), before);
});

test('the phone lies flat: everyone enters what they have, turned to them, and the round is saved there', async (t) => {
  const page = await open(t, '/', { ...phone, viewport: { width: 360, height: 640 } });
  const names = ['Aiko', 'Ken', '美咲', 'Tom'];
  const seat = (name) => page.locator('.flat-seat').filter({ hasText: name });
  const ways = { Aiko: '-180deg', Ken: '-90deg', 美咲: '0deg', Tom: '90deg' };
  for (const [game, rows, save, totals] of [
    ['any', { Aiko: 'm5n', Ken: '12p3n', 美咲: '0n', Tom: '99999n' }, 'Save round', ['−5 points', '15 points', '0 points', '99999 points']],
    // The last hand follows from the others.
    ['machinamitorite', { Aiko: '500222110003n', Ken: '050111220020n', 美咲: '005111112111n' }, 'Save round', null],
    ['weather', { Aiko: 'p00020n', Ken: '00040n', 美咲: '00400n', Tom: '40000n' }, 'Save round', null],
  ]) {
    const at = await table(page, game, names);
    if (game === 'weather') {
      for (let wish = 0; wish < names.length; wish += 1) {
        await page.locator('.wish:enabled').nth(wish).tap();
        await still(page);
      }
      await page.locator('.pad').waitFor();
    }
    await page.goto(`${at}/flat`);
    for (const [who, keys] of Object.entries(rows)) {
      assert.equal(await button(page, save).count(), 0, `${game}: ${who} is missing`);
      await seat(who).tap();
      const turned = await page.locator('.flat-panel').evaluate((node) => getComputedStyle(node).rotate.replace('none', '0deg'));
      assert.equal(turned, ways[who], `${game}: ${who}`);
      await reachable(page);
      if (who === 'Ken') await axe(page);
      await shot(page, `flat-row-${game}-${ways[who]}`);
      for (const key of keys) await page.locator(`.flat [data-key="${{ n: 'next', m: 'minus', p: 'plus' }[key] ?? key}"]`).tap();
      await page.locator('.flat-centre').waitFor();
      await seat(who).getByText('✓').waitFor();
    }
    await shot(page, `flat-rows-${game}`);
    await reachable(page);
    if (game === 'weather') {
      // What is wrong faces whoever entered it, within the ring.
      for (const who of names) {
        const put = async (digit) => {
          await seat(who).tap();
          await page.locator('.flat .cell').nth(4).tap();
          for (const key of [digit, 'next']) await page.locator(`.flat [data-key="${key}"]`).tap();
          await page.locator('.flat-centre').waitFor();
        };
        await put('1');
        await page.locator('.wrong').getByText(/do not make whole tricks of 4/).waitFor();
        assert.equal(await page.locator('.flat-centre').evaluate((node) => getComputedStyle(node).rotate.replace('none', '0deg')), ways[who]);
        for (const viewport of [phone.viewport, { width: 640, height: 360 }, { width: 360, height: 640 }]) {
          await page.setViewportSize(viewport);
          await lies(page, names.length);
        }
        await shot(page, `flat-wrong-${ways[who]}`);
        await put('0');
        await page.locator('.wrong').waitFor({ state: 'detached' });
      }
    }
    // One tap saves nothing, a second does.
    await button(page, save).tap();
    assert.equal(await page.getByText('✓').count(), Object.keys(rows).length);
    await page.locator('.flat [data-armed="true"]').tap();
    await button(page, save).waitFor({ state: 'detached' });
    await page.locator('.flat-seat').getByText('✓').first().waitFor({ state: 'detached' });
    if (totals) {
      for (const [nth, name] of names.entries()) await seat(name).getByText(totals[nth], { exact: true }).waitFor();
    }
    await page.goto(await url('/'));
  }
});

test('the phone lies flat: a single touch anywhere ends no turn', async (t) => {
  const page = await open(t, '/', phone);
  for (const game of ['any', 'hanafuda', 'nihon_meisho']) {
    const at = await table(page, game, ['Aiko', 'Ken', '美咲', 'Tom']);
    await page.goto(`${at}/flat`);
    await page.locator('.flat').waitFor();
    const undo = await page.locator('.flat-undo').getAttribute('aria-label');
    const unchanged = async () => {
      assert.equal(await page.locator('.flat-seat[data-current="true"] strong').innerText(), 'Aiko', game);
      assert.equal(await page.locator('.flat-undo').getAttribute('aria-label'), undo, game);
    };
    // A grid of touches all over the screen below the button that leaves; each opens or readies something at most.
    for (let y = 90; y < phone.viewport.height; y += 60) {
      for (let x = 30; x < phone.viewport.width; x += 60) {
        await page.touchscreen.tap(x, y);
        await still(page);
        if (await page.locator('.flat-panel').count()) await page.keyboard.press('Escape');
        await page.locator('.flat-seat').first().waitFor();
        // What one touch made ready is forgotten, as it is after four seconds.
        if (await page.locator('[data-armed="true"]').count()) {
          await unchanged();
          await page.reload();
          await page.locator('.flat').waitFor();
        }
      }
    }
    await unchanged();
    // Each button of the list, once.
    const more = page.getByRole('button', { name: /^(More|Enter a play)$/ });
    await more.tap();
    await page.locator('.flat-moves').waitFor();
    const count = await page.locator('.flat-moves .button').count();
    assert.ok(count >= 4, `${count} moves of ${game}`);
    for (let nth = 0; nth < count; nth += 1) {
      await page.locator('.flat-moves .button').nth(nth).tap();
      await still(page);
      if (!await page.locator('.flat-moves [data-armed="true"]').count()) await page.keyboard.press('Escape');
    }
    await page.keyboard.press('Escape');
    await unchanged();
    await page.goto(await url('/'));
  }
});

test('the phone lies flat: what is ready for a second tap is forgotten after four seconds', async (t) => {
  const page = await open(t, '/', phone);
  const at = await table(page, 'any', ['Ann', 'Bob']);
  await page.clock.install();
  await page.goto(`${at}/flat`);
  await button(page, 'Next player').tap();
  await page.getByText('Next player: tap again').waitFor();
  await page.clock.fastForward(4_100);
  await button(page, 'Next player').waitFor();
  assert.equal(await page.locator('.flat-seat[data-current="true"] strong').innerText(), 'Ann');
});
