// An old evening comes in: rounds pasted out of a spreadsheet, or from a file, become a table in the month in which it was.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axe, dark, japanese, open, phone, shot, url } from './harness.mjs';
import { becomes, button, fits } from './table.mjs';

const small = { ...phone, viewport: { width: 320, height: 640 } };

/** As a spreadsheet with decimal commas writes it, with a cell that is no number in its sixth line. */
const pasted = (cell) => `\u{feff}Nr;Aiko;Ken;Notiz\r\n1;12;-3;\r\n\r\n2;4,0;\u22125;"spät; müde"\r\n3;-1;10;\r\n4;0;${cell};\r\nSumme;15;22;\r\n`;
const rounds = Array.from({ length: 200 }, (_, at) => [at % 7, at % 5, -1]);
const file = ['Ann,Bob,Cy', ...rounds.map((points) => points.join())].join('\n');

for (const [device, said] of [
  [small, {
    link: 'Enter an old evening', text: 'The rounds as text', separator: 'What separates the cells', file: 'Choose a file', who: /^Column 3: Ken/, nr: /^Column 1: Nr/,
    wrong: 'Line 6, column 3: “2o” is not a number.', other: 'somebody else', name: 'Their name', game: 'Name of the game, if it has one',
    title: 'Name of the table', when: 'When it was played', noWhen: 'Enter a date and a time.', make: 'Make the table', lowest: 'The lowest total',
    empty: 'Empty cells count as 0', first: 'The first line has the names', last: 'The last line has the totals', month: 'March 2019', count: '4 rounds', two: '2 rounds', many: '200 rounds',
    no: 'not used', blank: 'Line 6, column 3 is empty.', sum: 'the total there is 22, but the rounds add up to 2', future: 'This is in the future. Enter when it was played.',
    swapped: /^Column 2: Aiko/, twice: 'This name is there twice.', full: 'Nothing was stored, but what you entered is still here. This device is full',
  }],
  [japanese(dark(small)), {
    link: '以前の記録を入れる', text: '得点表のテキスト', separator: '区切り', file: 'ファイルを選ぶ', who: /^3列目：Ken/, nr: /^1列目：Nr/,
    wrong: '6行目の3列目の「2o」は数字ではありません。', other: 'ほかの人', name: 'その人の名前', game: 'ゲームの名前（あれば）',
    title: '卓の名前', when: '遊んだ日時', noWhen: '日付と時刻を入力してください。', make: '卓を作る', lowest: '合計がいちばん低い人',
    empty: '空のセルは0点', first: '最初の行は名前', last: '最後の行は合計', month: '2019年3月', count: '4ラウンド', two: '2ラウンド', many: '200ラウンド',
    no: '使わない', blank: '6行目の3列目が空です。', sum: 'の合計は22ですが、ラウンドの合計は2です', future: 'まだ来ていない日時です。遊んだ日時を入力してください。',
    swapped: /^2列目：Aiko/, twice: '同じ名前の人がもういます。', full: '保存できませんでした。入力した内容はそのまま残っています。端末の空き',
  }],
]) {
  const plain = (text) => text.replace(/[\u200b\u2060]/g, '');
  const errors = async (page) => plain((await page.locator('.error').allTextContents()).join(' ')).trim();
  const chosen = (select) => select.evaluate((field) => field.selectedOptions[0].textContent);

  test(`a pasted evening is shown, put right and stored in its month (${device.locale})`, async (t) => {
    const page = await open(t, '/#/history', device);
    await page.getByRole('link', { name: said.link }).tap();
    const text = page.getByLabel(said.text);
    await text.fill(pasted('2o'));

    // What is proposed can be seen, and what cannot be read is named.
    await becomes(() => errors(page), said.wrong);
    assert.match(await chosen(page.getByRole('combobox', { name: said.separator })), /;/);
    assert.ok(await page.getByLabel(said.first).isChecked());
    assert.ok(await page.getByLabel(said.last).isChecked(), 'a word in front says so');
    const ken = page.getByRole('combobox', { name: said.who });
    assert.equal(await chosen(ken), 'Ken');
    assert.equal(await chosen(page.getByRole('combobox', { name: said.nr })), said.no);
    await fits(page);
    await axe(page);
    await shot(page, `old-evening-${device.locale}`, { fullPage: true });

    // An empty cell is 0 only if somebody says so.
    await text.fill(pasted(''));
    await becomes(() => errors(page), said.blank);
    await page.getByLabel(said.empty).check();
    await becomes(async () => (await errors(page)).includes(said.sum), true);
    await text.fill(pasted('20'));
    await page.getByText(said.count).waitFor();
    assert.deepEqual(await page.locator('.ranking .total').allTextContents(), ['15', '22']);

    // Somebody else sat there.
    await ken.selectOption('typed');
    await page.getByLabel(said.name).fill(' aiko ');
    await becomes(async () => (await errors(page)).includes(said.twice), true);
    await page.getByLabel(said.name).fill(' Mio ');
    await becomes(() => errors(page), '');

    await page.getByLabel(said.game).fill('Skat');
    await page.getByLabel(said.title).fill('In the mountains');
    await page.getByLabel(said.lowest).check();
    await button(page, said.make).tap();
    await page.getByText(said.noWhen).waitFor();
    const when = page.getByLabel(said.when);
    await becomes(() => when.evaluate((field) => field === document.activeElement), true);
    await when.fill('2199-03-02T20:15');
    await button(page, said.make).tap();
    await page.getByText(said.future).waitFor();
    await when.fill('2019-03-02T20:15');
    await axe(page);
    await shot(page, `old-evening-whole-${device.locale}`, { fullPage: true });
    await button(page, said.make).tap();
    await page.waitForURL(/\/table\/[^/]+\/standings/);
    await page.locator('.table').waitFor();

    for (const visit of [async () => page.goto(await url('/#/history')), () => page.reload()]) {
      await visit();
      await page.getByRole('heading', { name: said.month }).waitFor();
      const line = page.locator('.tables .item');
      await line.getByText('In the mountains').waitFor();
      await becomes(async () => /15.*22/.test(await line.locator('.standing').textContent()), true);
      await becomes(async () => /Aiko/.test(await line.locator('.standing').textContent()), true);
    }
    // Whoever played is known from now on.
    await page.goto(await url('/#/new/any'));
    await page.getByRole('button', { name: 'Mio' }).waitFor();
  });

  test(`what was chosen is said of one text, and what was entered is there until it is stored (${device.locale})`, async (t) => {
    const page = await open(t, '/#/history/old', device);
    const text = page.getByLabel(said.text);
    await text.fill('Aiko;Ken\n1;2\n3;');
    await page.getByLabel(said.empty).check();
    await page.getByText(said.two).waitFor();
    // Other people in the same places: what was chosen stays, but nobody gets the points of another.
    await text.fill('Ken;Aiko\n1;2\n3;');
    const aiko = page.getByRole('combobox', { name: said.swapped });
    await becomes(() => chosen(aiko), 'Aiko');
    assert.ok(await page.getByLabel(said.empty).isChecked());
    await aiko.selectOption('typed');
    await page.getByLabel(said.name).fill('Mio');
    await page.getByLabel(said.title).fill('In the mountains');
    await page.getByLabel(said.when).fill('2019-03-02T20:15');

    // Without a text there are no rounds, but what was said of them is not lost.
    await text.fill('');
    await page.getByLabel(said.title).waitFor({ state: 'detached' });
    await text.fill('Ken;Aiko\n1;2\n3;4');
    await becomes(() => page.getByLabel(said.title).inputValue(), 'In the mountains');

    // The device is full.
    await page.evaluate(() => {
      const { add } = IDBObjectStore.prototype;
      window.heal = () => { IDBObjectStore.prototype.add = add; };
      IDBObjectStore.prototype.add = () => { throw new DOMException('full', 'QuotaExceededError'); };
    });
    await button(page, said.make).tap();
    await becomes(async () => (await errors(page)).includes(said.full), true);
    // Leaving the page loses nothing.
    await page.goto(await url('/#/history'));
    await page.getByRole('link', { name: said.link }).tap();
    await becomes(() => text.inputValue(), 'Ken;Aiko\n1;2\n3;4');
    assert.equal(await page.getByLabel(said.title).inputValue(), 'In the mountains');
    assert.equal(await page.getByLabel(said.name).inputValue(), 'Mio');
    await page.evaluate(() => window.heal());
    await button(page, said.make).tap();
    await page.waitForURL(/\/table\/[^/]+\/standings/);
    await page.goto(await url('/#/history/old'));
    await becomes(() => text.inputValue(), '');
  });

  test(`two hundred rounds come in from a file, and nothing is stored before the tap (${device.locale})`, async (t) => {
    const page = await open(t, '/#/history/old', device);
    const choose = (buffer) => page.getByLabel(said.file).setInputFiles({ name: 'old.csv', mimeType: 'text/csv', buffer });
    await page.getByLabel(said.file).waitFor({ state: 'attached' });
    // A file of another encoding, and one that is too large.
    await choose(Buffer.from([0x41, 0x3b, 0x82, 0xa0, 0x0a]));
    await page.locator('.error', { hasText: 'CSV UTF-8' }).waitFor();
    await choose(Buffer.from('1,2\n'.repeat(70_000)));
    await page.locator('.error', { hasText: '256' }).waitFor();
    await choose(Buffer.from(file));
    await page.getByText(said.many).waitFor();
    await becomes(() => errors(page), '');
    // Chosen again, the same file is read again.
    await page.getByLabel(said.text).fill('');
    await choose(Buffer.from(file));
    await page.getByText(said.many).waitFor();
    await page.goto(await url('/#/history'));
    await page.locator('.empty').waitFor();

    await page.goto(await url('/#/history/old'));
    await choose(Buffer.from(file));
    await page.getByText(said.many).waitFor();
    await page.getByLabel(said.when).fill('2019-03-02T20:15');
    await button(page, said.make).tap();
    await page.waitForURL(/\/table\/[^/]+\/standings/);
    await page.goto(await url('/#/history'));
    await page.getByRole('heading', { name: said.month }).waitFor();
    await becomes(async () => /594.*400.*200/.test(await page.locator('.tables .item .standing').textContent()), true);
  });
}
