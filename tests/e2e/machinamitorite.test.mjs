// A four-player hand with a miscount that is found and corrected, the best grouping and one's own, a trick with A and 0.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axe, dark, japanese, open, phone, shot, taps } from './harness.mjs';
import { becomes, button, fits, keys, saved, seat, unfold, words } from './table.mjs';

const names = ['Aiko', 'Ken', '美咲', 'Tom'];
const small = { ...phone, viewport: { width: 360, height: 640 } };
const hands = ['500222110003', '050111220020', '005111112111'];

async function newTable(page, w) {
  await page.getByRole('link', { name: /Machinamitorite|マチナミトリテ/ }).first().tap();
  await seat(page, w, names);
  await page.getByLabel('Aiko', { exact: true }).check();
  await button(page, w.open).tap();
  await page.locator('.cell').first().waitFor();
}

test('a hand with a miscount, within 40 taps', async (t) => {
  const w = words.en;
  const page = await open(t, '/', phone);
  await newTable(page, w);

  // Which house has which letter is agreed before the first count.
  await button(page, 'Which house is X, Y, Z?').tap();
  await page.getByText('agree which house on your cards is which').waitFor();
  assert.equal(await page.getByRole('dialog').locator('.photo').count(), 12);
  await shot(page, 'machi-houses');
  await axe(page);
  await button(page, 'Close').tap();

  // A sixth White Arequipa, house X, is reported at once, with who has them, and fixed with undo.
  await keys(taps(page), page, `${hands[0]}1`);
  await page.getByText('White Arequipa, house X: 6 counted, but there are 5. Aiko 5 and Ken 1.').waitFor();
  await shot(page, 'machi-miscount');
  await axe(page);
  await page.locator('.undo').filter({ hasText: 'Undo: 1 for Ken' }).tap();
  for (let cell = 0; cell < 12; cell += 1) await page.locator('.undo').tap();
  await becomes(() => page.locator('.cell').first().textContent(), '');

  const count = taps(page);
  for (const hand of hands) await keys(count, page, hand);
  await page.getByText('Tom has the rest').waitFor();
  await shot(page, 'machi-deduced');
  await fits(page);
  // The first only agrees to what is left.
  await count.tap(button(page, w.next));
  await count.tap(button(page, 'Save round'));
  assert.ok(count.count <= 40, `${count.count} taps for a hand`);
  await saved(page, w);
  await page.getByRole('heading', { name: 'Aiko wins' }).first().waitFor();

  // The total opens into its sets, explains why not another way, and lets one try.
  await page.locator('.result details summary').first().tap();
  // The answer is not there before it is asked for.
  assert.equal(await page.locator('.player-hand .sets').count(), 0);
  await button(page, 'Show the best').first().tap();
  await page.getByText('No grouping gives more.').first().waitFor();
  await page.getByText('5 alike: White Arequipa, house X').first().waitFor();
  await page.getByText('Why not group them differently?').first().tap();
  // Only the best grouping is open; the others say why not, each on a tap.
  assert.equal(await page.locator('.whys details[open]').count(), 0);
  await page.locator('.whys summary').nth(1).tap();
  assert.equal(await page.locator('.whys details[open] p').count(), 1);
  await shot(page, 'machi-result', { fullPage: true });
  await axe(page);
  await button(page, 'Group it yourself').first().tap();
  await button(page, 'White Arequipa, house X: 5 free').tap();
  await button(page, 'Make a set').tap();
  await page.getByText('1 photo is not a set: it takes at least three.').waitFor();
  await button(page, 'White Arequipa, house X: 4 free').tap();
  await button(page, 'White Arequipa, house X: 3 free').tap();
  await button(page, 'Make a set').tap();
  await page.getByText(/^Your grouping: \d+$/).waitFor();
  // Whoever groups them does not see the answer meanwhile.
  assert.equal(await page.locator('.player-hand').first().getByText('No grouping gives more.').count(), 0);
  await shot(page, 'machi-own', { fullPage: true });
  await axe(page);

  // A correction of the hand, after a reload.
  await saved(page, w);
  await page.reload();
  await page.getByRole('link', { name: w.standings }).tap();
  await button(page, w.correct(1)).tap();
  await page.getByRole('heading', { name: 'Correct round 1' }).waitFor();
  await keys(taps(page), page, '4');
  await page.getByText('White Arequipa, house X: 4 counted, but there are 5.').waitFor();
  await keys(taps(page), page, '0');
  await button(page, 'Keep it as it was').tap();
  await page.getByRole('heading', { name: 'Aiko wins' }).first().waitFor();
});

test('a trick with A and 0, the passport, and all park cards', async (t) => {
  const w = words.en;
  const page = await open(t, '/', phone);
  await newTable(page, w);
  await page.getByRole('link', { name: 'Trick' }).tap();
  await page.getByText('Aiko has the passport').waitFor();
  for (const card of ['Park card A', 'Park card 0', 'Park card A', 'Park card 0']) await button(page, card).tap();
  await page.getByRole('heading', { name: 'Nobody takes the trick' }).waitFor();
  await page.locator('.undo').tap();
  await button(page, 'Wallet 2').tap();
  await page.getByText('A park card was led, so Tom’s card set the suit.').waitFor();
  await page.getByText('Tom set the suit: Wallet.').waitFor();
  await page.getByRole('heading', { name: 'Ken takes the trick' }).waitFor();
  for (let card = 0; card < 4; card += 1) await button(page, 'Take back the last card').tap();
  for (const card of ['Hat 5', 'Park card A', 'Park card 0', 'Ticket 5']) await button(page, card).tap();
  await page.getByRole('heading', { name: '美咲 takes the trick' }).waitFor();
  await page.getByText('With an A in the trick, 0 beats all: 美咲 over Ken.').waitFor();
  // The card that takes it stands out, with its owner.
  assert.equal(await page.locator('.place[data-takes="true"]').innerText().then((text) => text.split('\n')[0]), '美咲');
  await shot(page, 'machi-trick');
  await fits(page);
  await axe(page);
  // A reload in the middle keeps the cards.
  await saved(page, w);
  await page.reload();
  await page.getByRole('heading', { name: '美咲 takes the trick' }).waitFor();
  await button(page, 'Next: Ken leads').tap();
  await page.getByText('Ken has the passport').waitFor();
  await page.getByRole('heading', { name: 'Trick 2 of 16' }).waitFor();
  await saved(page, w);
  // Ken's A was in the first trick.
  await button(page, 'Park card 0').tap();
  await page.getByText('Ken has already played a park card in this round').waitFor();
});

test('the same in Japanese, on a small dark phone', async (t) => {
  const w = words.ja;
  const page = await open(t, '/', dark(japanese(small)));
  await newTable(page, w);
  await keys(taps(page), page, `${hands[0]}1`);
  await page.getByText('アレキパ（白）の家X：5枚のはずが6枚あります。Aiko 5枚とKen 1枚です。').waitFor();
  await shot(page, 'machi-miscount-ja-dark');
  await axe(page);
  await page.locator('.undo').tap();
  await keys(taps(page), page, hands[1] + hands[2]);
  await shot(page, 'machi-deduced-ja-dark');
  await button(page, w.next).tap();
  await button(page, '保存する').tap();
  await page.getByRole('heading', { name: 'Aikoの勝ち' }).first().waitFor();
  await page.locator('.result details summary').first().tap();
  await button(page, '答えを見る').first().tap();
  await page.getByText('これより高い分け方はありません。').first().waitFor();
  await shot(page, 'machi-result-ja-dark', { fullPage: true });
  await axe(page);
  await page.getByRole('link', { name: 'トリック' }).tap();
  for (const card of ['帽子5', '公園札A', '公園札0', 'チケット5']) await button(page, card).tap();
  await page.getByRole('heading', { name: '美咲がトリックを取ります' }).waitFor();
  await shot(page, 'machi-trick-ja-dark');
  await fits(page);
  await axe(page);
});

test('three players leave one city in the box', async (t) => {
  const w = words.en;
  const page = await open(t, '/', phone);
  await page.getByRole('link', { name: 'Machinamitorite' }).first().tap();
  await seat(page, w, ['A', 'B', 'C']);
  await unfold(page);
  await page.getByRole('group', { name: 'Which city stays in the box?' }).getByLabel('Red Boston').check();
  await page.getByLabel('First to reach a total').check();
  await page.getByLabel('Points', { exact: true }).fill('40');
  await button(page, w.open).tap();
  await page.getByRole('link', { name: w.toTable }).tap();
  assert.equal(await page.getByRole('rowheader', { name: 'Red Boston' }).count(), 0);
  await keys(taps(page), page, '550005000');
  await keys(taps(page), page, '005550000');
  await page.getByText('C has the rest').waitFor();
  await button(page, w.next).tap();
  await button(page, 'Save round').tap();
  await page.getByRole('link', { name: w.standings }).tap();
  await page.getByText('19 to go').first().waitFor();
  await shot(page, 'machi-three', { fullPage: true });
  await axe(page);
});

test('a hand and a trick without a table', async (t) => {
  const page = await open(t, '/', phone);
  await page.getByRole('link', { name: 'Machinamitorite', exact: true }).last().tap();
  await keys(taps(page), page, '511');
  await axe(page);
  await page.getByRole('button', { name: '7 cards' }).tap();
  await button(page, 'Show the best').tap();
  await page.getByText('No grouping gives more.').waitFor();
  await shot(page, 'machi-calculate', { fullPage: true });
  await axe(page);
  await button(page, 'Close').tap();
  await button(page, 'A trick').tap();
  for (const card of ['Hat 1', 'Hat 5', 'Hat 5', 'Park card 0']) await button(page, card).tap();
  await page.getByText('Between equals, the later card wins: Card 3 after Card 2.').waitFor();
  await axe(page);
});
