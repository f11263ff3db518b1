// Whole games of Nihon Meisho as a table plays them: quick mode in English, with cards in Japanese.
import assert from 'node:assert/strict';
import test from 'node:test';
import { axe, dark, japanese, open, phone, shot, smallPhone, taps } from './harness.mjs';
import { becomes, unfold } from './table.mjs';

const small = { ...phone, viewport: { width: 360, height: 640 } };

/** Opens a table; the first person named starts. */
async function table(page, names, words, options) {
  for (const name of names) {
    await page.getByLabel(words.name, { exact: true }).fill(name);
    await page.getByRole('button', { name: words.add }).click();
  }
  await page.getByRole('radio', { name: names[0] }).check();
  // A tap at the same place before this is drawn would count as the same tap (public/taps.js).
  await page.evaluate(async () => { for (let frame = 0; frame < 4; frame += 1) await new Promise((done) => requestAnimationFrame(done)); });
  if (options) {
    await unfold(page);
    await options();
  }
  await page.getByRole('button', { name: words.open }).click();
  await page.locator('.turn').waitFor();
}

const english = { name: 'Name', add: 'Add', open: 'Start' };
const nihongo = { name: '名前', add: '追加', open: '始める' };
const button = (page, name) => page.getByRole('button', { name, exact: true });
const sentence = (page) => page.locator('.said .sentence');
const seat = (page, name) => page.getByRole('listitem').filter({ hasText: name });
/** Taps a button that a rule forbids: it can be tapped, and says why not. */
const refused = (locator) => locator.and(locator.page().locator('[aria-disabled="true"]')).tap({ force: true });
/** Nothing may be wider than the page. */
async function fits(page) {
  const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  assert.ok(wide <= room, `${wide} > ${room}`);
}

test('a quick game, one tap a turn', async (t) => {
  const page = await open(t, '/#/new/nihon_meisho', small);
  await axe(page);
  await table(page, ['Aiko', 'Ken', '美咲', 'Tom'], english, async () => {
    await page.getByLabel('Starting hand').fill('1');
    await page.getByText('Enter a whole number from 2 to 12.').waitFor();
    await page.getByLabel('Starting hand').fill('3');
  });
  const fingers = taps(page);
  const turn = async (name, says) => {
    const before = fingers.count;
    await fingers.tap(button(page, name));
    await page.getByRole('heading', { name: `${says}’s turn` }).waitFor();
    assert.equal(fingers.count - before, 1);
  };
  await axe(page);
  await fits(page);
  await shot(page, 'meisho-quick');
  await turn('Play 1', 'Ken');
  await turn('+2', '美咲');
  await page.locator('.ring-number', { hasText: '+2' }).waitFor();
  await sentence(page).filter({ hasText: '美咲: play a +2 to make it 4, or take 2 and end your turn.' }).waitFor();

  // A Reverse on a +2 is refused where the finger is, with the rule one tap away; nothing changes.
  await refused(button(page, 'Reverse'));
  const refusal = page.getByRole('alert').filter({ hasText: 'Never a Reverse on a +2. Play another +2, or take 2.' });
  await refusal.waitFor();
  assert.equal(await refusal.getByRole('link').getAttribute('href'), '#/rules/nihon_meisho/reverse-on-plus-two');
  await shot(page, 'meisho-refused');
  await axe(page);
  await turn('Take 2', 'Tom');
  await seat(page, '美咲').getByText('5 cards').waitFor();
  await turn('Reverse', '美咲');
  await page.getByRole('list', { name: 'The seats; play goes counter-clockwise' }).waitFor();

  // Undo and redo are one tap each.
  await turn('Undo: Tom’s Reverse', 'Tom');
  await turn('Redo: Tom’s Reverse', '美咲');
  await turn('Pass', 'Ken');
  await turn('Play 1', 'Aiko');
  await seat(page, 'Ken').getByText('1: say it!').waitFor();
  await turn('Ken said it', 'Aiko');
  await seat(page, 'Ken').getByText('1, said').waitFor();

  // Aiko does not call, so on her next turn she takes one card and plays nothing.
  await turn('Play 1', 'Tom');
  await turn('Pass', '美咲');
  await seat(page, 'Aiko').getByText('1, not said').waitFor();
  await page.locator('.saved[data-state="saved"]').waitFor();
  await page.reload();
  await page.getByRole('heading', { name: '美咲’s turn' }).waitFor();
  await turn('Pass', 'Ken');
  await refused(button(page, '+2'));
  await page.getByRole('alert').filter({ hasText: 'The last card may not be a +2.' }).waitFor();
  await turn('Pass', 'Aiko');
  await sentence(page).filter({ hasText: '“Nihon Meisho” was not said. Take 1 card, play nothing.' }).waitFor();
  await refused(button(page, 'Play 1'));
  await page.getByRole('alert').filter({ hasText: 'take 1 and play nothing' }).waitFor();
  await turn('Take 1', 'Tom');

  // An old entry is corrected; a correction that makes a later entry impossible is refused in words.
  await page.getByRole('link', { name: 'Hands' }).tap();
  await page.getByRole('heading', { name: 'Hands' }).waitFor();
  await axe(page);
  await fits(page);
  await shot(page, 'meisho-hands', { fullPage: true });
  await button(page, 'Correct entry 2: Ken: +2').tap();
  await page.waitForURL(/\/correct-\d+$/);
  await page.locator('main').getByRole('button', { name: 'pass' }).tap();
  await page.locator('main').getByText('Entry 3 would then no longer work: There is no +2').waitFor();
  await axe(page);
  await shot(page, 'meisho-correct');
  await page.getByRole('button', { name: 'Keep it as it was' }).tap();
  await page.getByRole('link', { name: 'Hands' }).tap();
  const hand = (name) => page.locator('.hands li', { hasText: name }).locator('output');
  await becomes(() => hand('美咲').innerText(), '7');
  await page.getByRole('button', { name: /^Correct entry 5: 美咲: pass/ }).tap();
  await page.waitForURL(/\/correct-\d+$/);
  await page.locator('main').getByRole('button', { name: '1 card' }).tap();
  await page.waitForFunction(() => !location.hash.includes('/correct-'));
  await page.getByRole('link', { name: 'Hands' }).tap();
  await becomes(() => hand('美咲').innerText(), '5');

  // Tom has miscounted: his hand is corrected, he calls, and wins.
  await button(page, 'Tom: one card fewer').tap();
  await button(page, 'Tom: one card fewer').tap();
  await page.locator('.hands li', { hasText: 'Tom' }).getByText('1: say it!').waitFor();
  await button(page, 'Tom said it').tap();
  await page.getByRole('link', { name: 'Turn', exact: true }).tap();
  await refused(button(page, 'Reverse'));
  await page.getByRole('alert').filter({ hasText: 'The last card may not be a Reverse' }).waitFor();
  await button(page, 'Play 1').tap();
  await page.getByRole('heading', { name: 'Tom wins' }).waitFor();
  await page.getByText('Tom has no cards left.').waitFor();
  await axe(page);
  await fits(page);
  await shot(page, 'meisho-won');
  await page.getByRole('button', { name: 'Undo: Tom’s 1 card' }).tap();
  await page.getByRole('heading', { name: 'Tom’s turn' }).waitFor();
});

test('札も入力するゲーム', async (t) => {
  const page = await open(t, '/#/new/nihon_meisho', dark(japanese(small)));
  await table(page, ['アイコ', '健', '美咲'], nihongo, async () => {
    await page.getByRole('radio', { name: /^くわしく/ }).check();
    await page.getByLabel('最初の手札').fill('4');
    await page.getByLabel('手番の時計（秒）').fill('30');
    await axe(page);
    await shot(page, 'meisho-new-ja', { fullPage: true });
  });
  const fingers = taps(page);
  const grid = page.getByRole('group', { name: '札' });
  const card = (name) => grid.getByRole('button', { name: new RegExp(`^${name}`) });
  const turnOf = (name) => page.getByRole('heading', { name: `${name}の手番` }).waitFor();
  await turnOf('アイコ');
  await axe(page);
  await fits(page);
  await shot(page, 'meisho-grid-ja', { fullPage: true });
  // Areas get their names before the first card.
  await button(page, '地方に名前をつける').tap();
  const sixth = page.getByRole('textbox', { name: '地方6' });
  await sixth.fill('沖縄');
  await sixth.blur();
  await axe(page);
  await shot(page, 'meisho-names-ja');
  await button(page, '保存').tap();
  await card('温泉、沖縄').waitFor();
  fingers.count = 0;
  await fingers.tap(card('城・建物、近畿'));
  await grid.waitFor({ state: 'detached' });
  assert.equal(fingers.count, 1);
  assert.equal(await button(page, '地方に名前をつける').count(), 0, 'only before the first card');
  await axe(page);
  await shot(page, 'meisho-full-ja');

  // A card that does not match is refused, with the reason.
  await fingers.tap(button(page, '1枚出す'));
  await refused(card('温泉、北海道'));
  await page.getByRole('alert').filter({ hasText: '合いません。城・建物か近畿の札を出します。' }).waitFor();
  await axe(page);
  await shot(page, 'meisho-pick-ja', { fullPage: true });
  await fingers.tap(card('温泉、近畿：近畿 3枚中2枚目'));
  await turnOf('健');
  assert.equal(fingers.count, 3, '札を入れても2タップ');

  // Two cards make no set now; a single one completes it.
  await refused(button(page, '2枚出す'));
  await page.getByRole('alert').filter({ hasText: '今は2枚でセットになりません' }).waitFor();
  await button(page, '1枚出す').tap();
  await page.getByText('近畿は2枚。あと1枚で完成').waitFor();
  await card('公園・森、近畿：近畿が完成').tap();
  await turnOf('美咲');
  await sentence(page).getByText('近畿が完成！').waitFor();
  await card('湖・川、北海道').tap();

  // Two cards: the first can be taken back, and survives a reload.
  await button(page, '2枚出す').tap();
  await card('温泉、北海道').tap();
  await page.getByText('北海道の温泉の上に出す札は？').waitFor();
  await page.locator('.saved[data-state="saved"]').waitFor();
  await page.reload();
  await page.getByText('北海道の温泉の上に出す札は？').waitFor();
  await page.getByRole('button', { name: /^元に戻す： ?北海道の温泉$/ }).tap();
  await sentence(page).getByText('先に出す札').waitFor();
  await card('城・建物、北海道').tap();
  await refused(card('温泉、近畿'));
  await page.getByRole('alert').filter({ hasText: '2枚でセットを完成させます' }).waitFor();
  await card('公園・森、北海道：北海道が完成').tap();
  await turnOf('アイコ');
  await card('温泉、近畿').tap();

  // Regions that are given a name have it on their cards.
  await page.getByRole('link', { name: '手札' }).tap();
  await page.getByText('札の名前').tap();
  await page.getByLabel('地方3').fill('近畿');
  await page.getByLabel('地方3').blur();
  await page.getByLabel('地方4').fill('九州');
  await page.getByLabel('地方4').blur();
  await page.getByLabel('地方3').fill('関東');
  await page.getByLabel('地方3').blur();
  await page.getByRole('button', { name: '保存', exact: true }).tap();
  await page.getByText('保存しました。').waitFor();
  await axe(page);
  await fits(page);
  await shot(page, 'meisho-hands-ja', { fullPage: true });

  // The card that was turned up is corrected afterwards.
  await page.getByRole('button', { name: /^1件目を修正/ }).tap();
  await page.locator('main').getByRole('button', { name: /^城・建物、関東/ }).tap();
  await page.locator('main').getByText('2番目の記録が成り立ちません').waitFor();
  await page.getByRole('button', { name: '元のままにする' }).tap();
  await page.waitForURL(/\/hands$/);

  await page.getByRole('link', { name: '手番', exact: true }).tap();
  await page.locator('.turn').waitFor();
  await page.reload();
  await turnOf('アイコ');
  await button(page, '1枚出す').tap();
  await card('温泉、関東').tap();
  await turnOf('健');
  await button(page, '+2').tap();
  await turnOf('美咲');
  await page.locator('.ring-number', { hasText: '+2' }).waitFor();
  await shot(page, 'meisho-stack-ja');
  await button(page, '+2').tap();
  await turnOf('アイコ');
  await button(page, '美咲が宣言').tap();
  await button(page, '4枚引く').tap();
  await card('温泉、近畿').tap();
  await turnOf('健');
  await button(page, '1枚出す').tap();
  await card('温泉、九州').tap();
  await button(page, '健が宣言').tap();
  await turnOf('美咲');
  await button(page, '1枚出す').tap();
  await card('温泉、近畿').tap();
  await page.getByText('美咲の手札がなくなりました。').waitFor();
  await axe(page);
  await fits(page);
  await shot(page, 'meisho-won-ja');
});

test('with two players, one who plays again after a Reverse calls before the last card', async (t) => {
  const page = await open(t, '/#/new/nihon_meisho', phone);
  await table(page, ['Aiko', 'Ken'], english, async () => {
    await page.getByRole('radio', { name: 'The same player goes again' }).check();
    await page.getByText('Whoever goes again with one card left says “Nihon Meisho” before playing it.').waitFor();
    await page.getByLabel('Starting hand').fill('2');
  });
  await button(page, 'Reverse').tap();
  await page.getByText('say “Nihon Meisho”, then play the last card.').waitFor();
  await shot(page, 'meisho-call-first');
  await refused(button(page, 'Play 1'));
  await page.getByText('Say “Nihon Meisho” first. Otherwise: take 1 and play nothing.').waitFor();
  await button(page, 'Take 1').waitFor();
  await button(page, 'Aiko said it').tap();
  await button(page, 'Play 1').tap();
  await page.getByRole('heading', { name: 'Aiko wins' }).first().waitFor();
});

/** Numbers from 0 to 1, the same every time. */
function chances(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Where everything is that a hand learns: the prompt, the buttons by action, the cards. */
const places = (page) => page.evaluate(() => {
  const at = (node) => {
    const { x, y, width, height } = node.getBoundingClientRect();
    return [x, y, width, height].map(Math.round);
  };
  // The game has just ended.
  if (!document.querySelector('.say')) return null;
  const found = { say: at(document.querySelector('.say')), ...document.querySelector('.ring') && { ring: at(document.querySelector('.stage')) } };
  for (const act of document.querySelectorAll('.act')) found[act.dataset.act] = at(act);
  const picks = document.querySelector('.cards') !== null;
  document.querySelectorAll('.cards .cell').forEach((cell, n) => { found[`card ${n}`] = at(cell); });
  return { found, picks, over: Math.round(scrollY) };
});

/** Uncounted taps, refusals, cards picked and undone: whatever the prompt says, nothing moves. */
async function holdsStill(t, device, lang, mode, large) {
  const words = lang === 'ja' ? nihongo : english;
  const names = lang === 'ja' ? ['一子おばあちゃん', '健', '美咲', 'トム'] : ['Grandmother Kazuko', 'Ken', 'Misaki', 'Tom'];
  const page = await open(t, '/#/new/nihon_meisho', lang === 'ja' ? japanese(device) : device);
  await table(page, names, words, async () => {
    if (mode === 'full') await page.getByRole('radio', { name: /^(Full|くわしく)/ }).check();
    await page.getByLabel(lang === 'ja' ? '最初の手札' : 'Starting hand').fill(mode === 'full' ? '3' : '2');
  });
  if (large) await page.evaluate(() => { document.documentElement.style.fontSize = '200%'; });
  const chance = chances(7);
  const learned = {};
  let [said, cards] = [new Set(), 0];
  for (let tap = 0; tap < 40; tap += 1) {
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done)))));
    if (await page.locator('.ending').count()) {
      await page.locator('.chip.undo').tap();
      await page.locator('.turn').waitFor();
      continue;
    }
    const now = await places(page);
    if (!now) continue;
    const { found, picks, over } = now;
    said.add(await page.locator('.say').innerText());
    if (!large) assert.equal(over, 0, 'the page is scrolled');
    for (const [name, box] of Object.entries(found)) {
      // Beside the cards, a due call has a row of its own; with large text the last row there is.
      if (large && picks && name === 'Call') continue;
      const key = name === 'Call' ? `${name} ${picks}` : name;
      // Large text may scroll.
      const there = [box[0], box[1] + over, box[2], box[3]];
      learned[key] ??= there;
      assert.deepEqual(there, learned[key], `${name} is not where it was after ${tap} taps: ${[...said].at(-1)}`);
    }
    const free = Object.keys(found).filter((name) => /^card/.test(name) ? chance() < 0.3 : /^[A-Z]/.test(name));
    const name = free[Math.floor(chance() * free.length)];
    if (/^card/.test(name)) cards += 1;
    const target = /^card/.test(name) ? page.locator('.cards .cell').nth(Number(name.slice(5))) : page.locator(`[data-act="${name}"]`);
    if (large) await target.tap({ force: true });
    else {
      const [x, y, width, height] = found[name];
      await page.touchscreen.tap(x + width / 2, y + Math.min(height / 2, 10));
    }
  }
  assert.ok(said.size > (large ? 6 : 10), `only ${said.size} things were said`);
  if (mode === 'full') assert.ok(cards > 5, `only ${cards} cards were tapped`);
}

for (const [name, device, lang, mode, large] of [
  ['360x640', small, 'en', 'quick'],
  ['360x640', small, 'ja', 'full'],
  ['390x844', phone, 'ja', 'quick'],
  ['390x844', phone, 'en', 'full'],
  ['320x568', smallPhone, 'en', 'full'],
  ['320x568', smallPhone, 'ja', 'quick'],
  ['360x640, text twice as large', small, 'en', 'full', true],
  ['360x640, text twice as large', small, 'ja', 'quick', true],
]) {
  test(`nothing moves under the finger: ${name}, ${lang}, ${mode}`, (t) => holdsStill(t, device, lang, mode, large));
}
