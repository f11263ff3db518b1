// The weather game from the first wish to the winner, as the table would tap it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axe, bytes, dark, desktop, japanese, open, phone, shot, smallPhone, taps, url } from './harness.mjs';
import { becomes, onDisk, unfold } from './table.mjs';

const TITLE = /Weather Wishes|あ〜した天気にニャ〜れ/;
/** Opens a table; `options` taps what is agreed beside the defaults. */
async function table(page, names, options) {
  await page.getByRole('link', { name: TITLE }).first().click();
  for (const name of names) {
    await page.locator('form.add input').fill(name);
    await page.locator('form.add button').click();
  }
  await page.getByRole('radio', { name: names[0] }).check();
  if (options) {
    await unfold(page);
    await options();
  }
  await page.locator('.foot .button').click();
  await page.locator('.wishes').waitFor();
}

const pad = (page) => page.locator('.pad');
const named = { '+': 'plus', '-': 'minus', '>': 'next', '<': 'erase', x: 'rest' };
/** Types on the pad: digits, + for "ten and", - for minus, x for nothing in the rest, < to erase, > for next or done. */
async function type(page, keys, fingers = taps(page)) {
  for (const key of keys.replaceAll(' ', '')) await fingers.tap(pad(page).locator(`[data-key="${named[key] ?? key}"]`));
}
const wish = (page, name) => page.locator('.wishes').getByRole('button', { name });
const asked = (page, text) => page.getByRole('heading', { level: 2, name: text }).waitFor();
const total = async (page, round) => (await page.locator('details.result').nth(round).locator('.total:not(:has(.hidden)), .total .hidden').allTextContents()).join(' ');
const saved = (page) => page.locator('.saved[data-state="saved"]').waitFor();

async function inBothThemes(page) {
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    await axe(page);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

test('on the flat phone each enters what they took, with the keys of the table', async (t) => {
  const page = await open(t, '/', phone);
  await table(page, ['Aiko', 'Ken']);
  for (const name of [/^Heavy snow/, /^Cloud/]) await wish(page, name).tap();
  await asked(page, 'Round 1: cards taken');
  const play = page.url();
  const row = async (name, keys) => {
    await page.locator('.flat-seat').filter({ hasText: name }).tap();
    await type(page, keys);
  };
  const cells = () => page.locator('.cell').allTextContents().then((all) => all.map((text) => text.trim()));
  await page.goto(play.replace(/play$/, 'flat'));
  // One key for a player without a trick, only while nothing is entered.
  await row('Aiko', '3');
  assert.ok(await pad(page).getByText('0 tricks').isDisabled());
  await type(page, '<<x');
  await becomes(cells, ['0', '0', '0', '0', '0']);
  await type(page, '>');
  await page.locator('.flat-centre').waitFor();
  // "10+" waits for a digit, for itself, or for another cell, and is shown as such.
  await row('Ken', '1+');
  await becomes(cells, ['1', '10+', '', '', '']);
  await type(page, '2++');
  await becomes(cells, ['1', '12', '20', '', '']);
  await type(page, '+');
  await page.locator('.cell').nth(4).tap();
  await type(page, '4>');
  await page.locator('.flat-centre').waitFor();
  await page.goto(play);
  await becomes(cells, ['0', '0', '0', '0', '0', '1', '12', '20', '10', '4']);
});

test('a whole game of four, the wish cards copied on the way', async (t) => {
  const page = await open(t, '/', phone);
  await table(page, ['Aiko', 'Ken', '美咲', 'Tom']);

  await asked(page, 'Aiko’s wish');
  const clear = wish(page, /Clear sky/);
  assert.ok(await clear.isDisabled());
  assert.match(await clear.textContent(), /From round 2 on, after Sun/);
  await inBothThemes(page);
  await shot(page, 'weather-pick');

  const fingers = taps(page);
  await fingers.tap(wish(page, /^Heavy snow/));
  await fingers.tap(wish(page, /^Heavy snow/));
  await fingers.tap(wish(page, /^Cloud/));
  await fingers.tap(wish(page, /^Rain/));
  await asked(page, 'Round 1: cards taken');
  // Aiko has no card.
  await page.locator('[data-key="rest"]').getByText('0 tricks').waitFor();
  await type(page, 'x 1111x 32111 +2', fingers);
  await page.locator('[data-key="rest"]').getByText('rest 0').waitFor();
  await type(page, '04x', fingers);
  await inBothThemes(page);
  await shot(page, 'weather-count');
  await type(page, '>', fingers);
  assert.ok(fingers.count <= 30, `4 wishes and 4 × 5 counts took ${fingers.count} taps`);

  // Cloud and Rain wait for their cards, and for nothing else.
  await asked(page, 'First enter the values on Cloud and Rain');
  const copying = taps(page);
  await page.getByText('Only the cards say what Cloud and Rain pay').waitFor();
  await type(page, '120-1-1 013-11', copying);
  await inBothThemes(page);
  await copying.tap(page.getByRole('button', { name: 'Save these values' }));
  assert.ok(copying.count <= 14, `two cards took ${copying.count} taps`);

  // Who scored what, and why.
  await page.getByText('1 pair of thunder and snow cancels').waitFor();
  await becomes(() => total(page, 0), '+6 −3 +7 +12');
  await page.getByText('Ken leads round 2: lowest total').waitFor();
  await shot(page, 'weather-result', { fullPage: true });
  await page.getByRole('button', { name: 'Round 2: wishes' }).click();
  await asked(page, 'Tom’s wish');

  // The others may come at any time. What a card does not say pays nothing, and is shown so.
  await page.getByRole('link', { name: 'Wish cards' }).click();
  await page.getByRole('button', { name: 'Sun, sun:', exact: true }).click();
  await type(page, '3-1-10');
  assert.equal(await page.locator('.pad .main').count(), 0, 'half a card is not saved');
  await type(page, 'x');
  await page.getByRole('button', { name: 'Sun, snow: 0', exact: true }).tap();
  await type(page, '2 -1-113-2');
  await page.getByText('Here it gives 3.').waitFor();
  await inBothThemes(page);
  await page.getByRole('button', { name: 'Thunderbolt, thunder: 3', exact: true }).click();
  await type(page, '2');
  await page.getByText('That is right.').waitFor();
  await shot(page, 'weather-copy');
  await type(page, '>');
  await page.getByText('Saved for this table and later ones.').waitFor();
  await page.getByRole('link', { name: 'Wishes' }).click();

  // Highest total first; what may not be picked says why.
  await asked(page, 'Tom’s wish');
  assert.match(await wish(page, /Overcast/).textContent(), /Only after Cloud; you had Rain/);
  assert.ok(await wish(page, /Overcast/).isDisabled());
  await wish(page, /Downpour/).click();
  await asked(page, '美咲’s wish');
  await wish(page, /Overcast/).click();
  await asked(page, 'Aiko’s wish');
  await wish(page, /^Rain/).click();
  // Aiko meant something else.
  await page.getByRole('button', { name: /Undo: Aiko: Rain/ }).click();
  await asked(page, 'Aiko’s wish');
  await wish(page, /^Sun/).click();
  await wish(page, /^Thunderbolt/).click();

  await type(page, '40000 00220 33222 1141');
  const draft = `draft:${page.url().match(/table\/([^/]+)/)[1]}`;
  await becomes(async () => /"1","1","4","1"/.test(JSON.stringify(await onDisk(page, draft) ?? '').replaceAll('\\', '')), true, 'the last key is on disk');
  await page.reload();
  await asked(page, 'Round 2: cards taken');
  await type(page, '2');
  await page.getByText('Tom: 9 cards do not make whole tricks of 4.').waitFor();
  await pad(page).locator('[data-key="next"]').tap({ force: true });
  await asked(page, 'Round 2: cards taken');
  await page.getByRole('button', { name: /Undo: Tom, snow: 2/ }).click();
  await page.getByText('do not divide').waitFor({ state: 'detached' });
  await type(page, '1>');
  await becomes(() => total(page, 0), '+12 +6 +8 +9');
  await page.getByText('thunder and snow 1 × 2 = 2').waitFor();
  await page.getByText('4 thunder and snow: even, so it stays 8').waitFor();
  await page.getByRole('button', { name: 'Round 3: wishes' }).click();

  await asked(page, 'Tom’s wish');
  // The same for all three, so it is said once.
  await page.getByText('Only one upper wish a game: you had Downpour in round 2.').waitFor();
  assert.equal(await wish(page, /Clear sky/).getAttribute('aria-describedby'), 'why-not');
  await shot(page, 'weather-upper');
  await wish(page, /^Heavy snow/).click();
  await asked(page, 'Aiko’s wish');
  await wish(page, /Clear sky/).click();
  await wish(page, /^Heavy snow/).click();
  await wish(page, /^Sun/).click();
  await type(page, '42110 40000 00000 00000>');
  await page.getByRole('heading', { name: 'Tom wins' }).waitFor();
  await inBothThemes(page);
  await shot(page, 'weather-over', { fullPage: true });

  // A count of the first round was wrong. The picks made since stand, though their order would be another.
  await page.getByRole('link', { name: 'Standings' }).click();
  await page.getByRole('heading', { name: 'Rounds' }).waitFor();
  await inBothThemes(page);
  await page.getByRole('button', { name: 'Correct round 1' }).click();
  await asked(page, 'Correct round 1');
  await page.getByRole('button', { name: 'Tom, rain: 4', exact: true }).click();
  await type(page, '0');
  await page.getByRole('button', { name: 'Save correction' }).click();
  await page.getByRole('heading', { name: 'Aiko wins' }).waitFor();
  await page.getByRole('button', { name: /^Undo: correction/ }).click();
  await page.getByRole('heading', { name: 'Tom wins' }).waitFor();
  await page.getByRole('button', { name: /^Redo/ }).click();
  await page.getByRole('heading', { name: 'Aiko wins' }).waitFor();

  // The cards are there for the next table, the calculator, and in the file of everything.
  await page.getByRole('button', { name: 'Play again' }).click();
  await page.getByRole('button', { name: 'Undo: values on wish cards' }).waitFor();
  await saved(page);
  await page.goto(await url('/'));
  await page.getByRole('link', { name: TITLE }).last().click();
  await page.getByRole('button', { name: 'Thunderbolt', exact: true }).click();
  await page.getByRole('radio', { name: '3', exact: true }).check();
  await type(page, '12321');
  await becomes(() => page.locator('output').textContent(), '2');
  await inBothThemes(page);
  await shot(page, 'weather-calculate', { fullPage: true });

  await page.goto(await url('/#/history'));
  await page.locator('.tables .item').first().waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save everything' }).click();
  const file = await bytes(download);
  const everything = JSON.parse(`${file}`);
  assert.deepEqual(everything.kept['weather-cards'].thunderbolt, { sun: -1, cloud: -1, rain: 1, thunder: 2, snow: -2 });

  const other = await open(t, '/#/history', smallPhone);
  await other.locator('input[type=file]').setInputFiles({ name: 'all.json', mimeType: 'application/json', buffer: file });
  await other.getByText('2 tables imported').waitFor();
  await other.goto(await url('/'));
  await table(other, ['Mio', 'Leo']);
  await other.getByRole('button', { name: 'Undo: values on wish cards' }).waitFor();
  await other.getByRole('link', { name: 'Wish cards' }).click();
  await other.getByRole('button', { name: 'Rain, rain: 3' }).waitFor();
  await axe(other);
});

test('all eight wishes: free, or with both limits for a table that reads it strictly', async (t) => {
  const page = await open(t, '/', phone);
  const all = page.getByRole('radio', { name: /^Experts: all eight/ });
  const limits = page.getByRole('checkbox', { name: /^Keep both limits/ });
  const chosen = page.getByRole('checkbox', { name: /^Everyone chooses before/ });
  await table(page, ['Aiko', 'Ken'], async () => {
    assert.equal(await limits.count(), 0);
    await all.check();
    assert.ok(!(await limits.isChecked()) && !(await chosen.isChecked()));
    await axe(page);
    await shot(page, 'weather-eight', { fullPage: true });
  });
  await asked(page, 'Aiko’s wish');
  assert.ok(await wish(page, /^Downpour/).isEnabled());
  await page.goto(await url('/'));
  await table(page, ['Aiko', 'Ken'], async () => {
    await all.check();
    await limits.check();
    await chosen.check();
  });
  await asked(page, 'Aiko’s wish');
  assert.match(await wish(page, /Downpour/).textContent(), /after Rain/);
  assert.ok(await wish(page, /Downpour/).isDisabled());
  for (const round of [1, 2]) {
    for (const name of round === 1 ? ['Aiko', 'Ken'] : ['Ken', 'Aiko']) {
      if (round === 2) {
        await page.getByText('Everyone has chosen: the highest total shows first.').waitFor();
        // Who is told first does not matter.
        if (name === 'Ken') await page.getByRole('button', { name: /^Ken/ }).tap();
      }
      await asked(page, `${name}’s wish`);
      await wish(page, /^Heavy snow/).tap();
    }
    if (round === 2) break;
    await type(page, '00000 20000 >');
    await page.getByRole('button', { name: 'Round 2: wishes' }).tap();
  }
  await asked(page, 'Round 2: cards taken');
});

test('お願いを隠す卓を、初めから終わりまで', async (t) => {
  const page = await open(t, '/', japanese(dark(smallPhone)));
  await table(page, ['アイコ', '健', '美咲'], async () => {
    await page.getByRole('checkbox', { name: '隠匿ルール' }).check();
    await page.getByRole('radio', { name: /8つ全部から/ }).check();
  });
  const round = async (said, shown, cards) => {
    for (const name of said) await wish(page, name).click();
    for (const name of shown) await wish(page, name).click();
    await type(page, cards);
  };
  await asked(page, 'アイコが宣言するお願い');
  await wish(page, /^快晴/).click();
  await asked(page, '健が宣言するお願い');
  await wish(page, /^豪雪/).click();
  await wish(page, /^豪雨/).click();
  await asked(page, 'アイコが公開するお願い');
  await axe(page);
  await shot(page, 'weather-reveal-ja');
  await wish(page, /^快晴/).click();
  await wish(page, /^曇天/).click();
  // What 健 showed was heavy snow.
  await page.getByRole('button', { name: '健：曇天。選び直す' }).click();
  await asked(page, '健のお願いを変える');
  await wish(page, /^豪雪/).click();
  await asked(page, '美咲が公開するお願い');
  await wish(page, /^曇天/).click();
  await asked(page, '第1ラウンドで取ったカード');
  await type(page, '42111 00000 33220');
  await page.getByText('美咲の10枚は3で割り切れません').waitFor();
  await axe(page);
  await shot(page, 'weather-fault-ja');
  await page.getByRole('button', { name: '美咲の雪：0', exact: true }).click();
  await type(page, '2');
  await page.getByText('美咲の10枚は3で割り切れません').waitFor({ state: 'detached' });
  await saved(page);
  await page.reload();
  await type(page, '>');
  await becomes(() => total(page, 0), '+5 +6 +8');
  await page.getByText('豪雨と宣言（うそ）').waitFor();
  await page.getByText('うそはここまで1回').waitFor();
  await page.getByText('アイコ 第2ラウンドのリード（合計がいちばん低い）').waitFor();
  await axe(page);
  await shot(page, 'weather-result-ja', { fullPage: true });
  await page.getByRole('button', { name: '第2ラウンドのお願いへ' }).click();
  await round(['雨', '雨', '雨'].map((name) => new RegExp(`^${name}`)), [/^豪雪/, /^豪雨/, /^豪雪/], '00000 11412 00000>');
  await becomes(() => total(page, 0), '+6 +11 +6');
  await page.getByRole('button', { name: '第3ラウンドのお願いへ' }).click();
  await round([/^豪雪/, /^豪雪/, /^豪雪/], [/^豪雪/, /^豪雪/, /^豪雪/], '00000 30000 00000>');
  await page.getByRole('heading', { name: /美咲/ }).waitFor();
  await page.getByText('うそはここまで2回').first().waitFor();
  await axe(page);
  await shot(page, 'weather-over-ja', { fullPage: true });
});

for (const [name, device] of [['390', phone], ['360', { ...phone, viewport: { width: 360, height: 640 } }], ['320-ja', japanese(dark({ ...phone, viewport: { width: 320, height: 640 } }))], ['1280', desktop]]) {
  test(`the wish cards: why they are copied stands beside the keys, one key saves them, and whoever chooses sees what they pay, ${name}`, async (t) => {
    const ja = name.endsWith('ja');
    const page = await open(t, '/', device);
    await table(page, ['Aiko', 'Ken']);
    const pays = (nth) => page.locator('.wish').nth(nth).locator('.pays').evaluate((node) => node.textContent.replace(/\s+/g, ' ').trim());
    assert.equal(await pays(0), '', 'not copied yet');
    assert.match(await pays(4), /6.*\u22123/);
    assert.match(await pays(5), ja ? /^晴 3 くもり \u22121 雨 \u22121 雷 \u22122 雪 \u22122$/ : /^sun 3 cloud \u22121 rain \u22121 thunder \u22122 snow \u22122$/);
    await axe(page);
    await shot(page, `weather-pays-${name}`);
    await page.locator('a[href$="/cards"]').click();
    const why = page.locator('.tell').getByText(ja ? /カードに/ : /^Only the cards say/);
    await why.waitFor();
    const [reason, keys] = [await why.boundingBox(), await pad(page).boundingBox()];
    assert.ok(reason.y + reason.height <= keys.y + 1, 'the reason stands above the pad');
    assert.equal(await page.getByRole('button', { name: /^(Save|保存|この点を保存)/ }).count(), 0, 'nothing to save yet');
    assert.equal(await pad(page).getByText(/1$/).count(), 1, 'only one key has a 1');
    await axe(page);
    await shot(page, `weather-cards-${name}`);
    await type(page, '2-1x');
    assert.equal(await page.getByRole('button', { name: /^(Save|この点を保存)/ }).count(), 1);
    await shot(page, `weather-cards-typed-${name}`);
    await type(page, '>');
    await page.locator('.asked').getByText(ja ? '保存しました' : 'Saved for this table').waitFor();
    await page.locator('a[href$="/play"]').click();
    await becomes(() => pays(0), ja ? '晴 2 くもり \u22121' : 'sun 2 cloud \u22121');
    await shot(page, `weather-pays-copied-${name}`);
  });
}
