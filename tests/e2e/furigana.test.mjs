// Readings above kanji: every Japanese text has them, they follow what the app shows, and they are neither said nor copied.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { phrases, pieces, readingsOf } from '../../public/furigana.js';
import { japanese, open, phone, taps, url } from './harness.mjs';
import { table } from './table.extras.mjs';
import { becomes, keys, settled, words } from './table.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const readings = readingsOf(readFileSync(`${root}public/furigana.txt`, 'utf8'));
const read = (text) => pieces(text, readings).map(([base, reading]) => reading || base).join('');
// The illustrator of a game: how the name is read is not in its rules.
const UNKNOWN = ['久遠'];

const files = ['src', 'core/src'].flatMap((folder) => readdirSync(`${root}${folder}`, { recursive: true }).map((name) => `${folder}/${name}`)).filter((name) => /\.ja\.(ftl|md)$/.test(name));
/** What is shown of a file's texts, a number standing for whatever is inserted. */
function texts(name) {
  const text = readFileSync(`${root}${name}`, 'utf8');
  if (name.endsWith('.ftl')) {
    return text.split('\n').filter((line) => !line.startsWith('#'))
      .map((line) => line.replace(/^([\w-]+ =|\s*\*?\[\w+\])/, '').replace(/\{ "(.*?)" \}/g, '$1').replace(/\{ \$\w+ (->)?\}?/g, '1'));
  }
  return text.split('\n').filter((line) => !/^!(?!ruling|names)/.test(line))
    .flatMap((line) => line.replace(/\{#.*\}/, '').replace(/\]\(.*?\)/g, ']').split(/[[\]*]/));
}

test('every word of the texts and of the rules has a reading in kana', () => {
  assert.ok(files.length > 12, files.join());
  const missing = new Set();
  for (const text of files.flatMap(texts)) {
    for (const [base, reading] of pieces(text, readings)) {
      if (!reading) (base.match(/[\u3400-\u9fff々]+/gu) ?? []).forEach((word) => missing.add(word));
      else assert.match(reading, /^[ぁ-ゖー]+$/, text);
    }
  }
  assert.deepEqual([...missing].filter((word) => !UNKNOWN.includes(word)), [], 'add them to public/furigana.txt');
});

test('words are read as they are said', () => {
  for (const [text, said] of [
    ['一人、1人、2人、11人、何人', 'ひとり、ひとり、ふたり、11にん、なんにん'],
    ['一番上がりの人が場札を上がりにする', 'いちばんあがりのひとがばふだをあがりにする'],
    ['捨て札の一番上が山札', 'すてふだのいちばんうえがやまふだ'],
    ['8月、同じ月、3か月', '8がつ、おなじつき、3かげつ'],
    ['数を数え、勝ち数とラウンド数', 'かずをかぞえ、かちすうとラウンドすう'],
    ['出し方は、後に出した方が', 'だしかたは、あとにだしたほうが'],
    ['名所、日本名所、人数、親、子、役、手番', 'めいしょ、にほんめいしょ、にんずう、おや、こ、やく、てばん'],
    ['外の人が外れ、本人の得点表が表', 'そとのひとがはずれ、ほんにんのとくてんひょうがおもて'],
  ]) assert.equal(read(text), said);
  // Readings are above the kanji only, and not above a name of which only a part is known.
  assert.deepEqual(pieces('引き分け', readings), [['引', 'ひ'], ['き', ''], ['分', 'わ'], ['け', '']]);
  assert.deepEqual(pieces('花澤の手', readings), [['花澤の', ''], ['手', 'て']]);
});

test('a line breaks where it does without readings', () => {
  const lines = (text) => phrases(pieces(text, readings)).map(([runs, after]) => runs.map(([base]) => base).join('') + after).join('').split('\u200b');
  assert.deepEqual(lines('元に戻す：'), ['元に戻す：', '']);
  assert.deepEqual(lines('新しい\u200b卓 · 第12ラウンド'), ['新しい', '卓 · 第12ラウンド']);
  assert.deepEqual(lines('「無題」\u2060の\u200b花札ゲーム（2枚）'), ['「無題」\u2060の', '花札ゲーム', '（2枚）', '']);
  // As in names: no mark, and longer than a button.
  assert.deepEqual(lines('全員全員全員全員全員全員15枚'), ['全員全員全員全員', '全員全員15枚']);
  assert.deepEqual(lines('公園🌳🌳🌳🌳🌳🌳🌳🌳🌳'), ['公園🌳🌳🌳🌳🌳🌳🌳🌳🌳']);
});

const unread = (page) => page.evaluate(() => {
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const left = [];
  while (walk.nextNode()) {
    const { data, parentElement } = walk.currentNode;
    if (/[\u3400-\u9fff]/u.test(data) && !parentElement.closest('ruby, svg, script, option, textarea') && parentElement.closest('[lang]').lang === 'ja') left.push(data);
  }
  return left;
});

test('the settings switch them on, everywhere, and off again', async (t) => {
  const page = await open(t, '/#/settings', japanese(phone));
  const plain = () => page.evaluate(() => document.body.innerText);
  await settled(page);
  const before = await plain();
  assert.equal(await page.locator('ruby').count(), 0);
  await page.getByRole('switch', { name: 'ふりがな' }).check();
  await page.locator('h1 ruby', { hasText: 'せってい' }).waitFor();
  assert.deepEqual(await unread(page), []);
  // The text is said and copied once, without its reading.
  await page.getByRole('heading', { name: '設定', exact: true }).waitFor();
  const copied = await page.evaluate(() => {
    getSelection().selectAllChildren(document.querySelector('h1'));
    return String(getSelection());
  });
  assert.equal(copied.trim(), '設定');

  for (const address of ['/#/rules/hanafuda/goal', '/#/rules/nihon_meisho', '/#/new/weather', '/#/calculate/machinamitorite', '/#/history']) {
    await page.goto(await url(address));
    await page.locator('ruby:visible').first().waitFor();
    await settled(page);
    await becomes(async () => (await unread(page)).join('|'), '');
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), address);
  }

  // What the app changes is followed: a section in English and back.
  await page.goto(await url('/#/rules/hanafuda/goal'));
  await page.locator('.rule h2 ruby').first().waitFor();
  await page.getByRole('button', { name: 'Read in English' }).tap();
  await becomes(() => page.locator('.rule h2 ruby').count(), 0);
  const devtools = await page.context().newCDPSession(page);
  const { nodes } = await devtools.send('Accessibility.getFullAXTree');
  const names = nodes.map(({ name }) => (name?.value ?? '').replaceAll('\u200b', ''));
  assert.ok(names.includes('日本語で読む') && !names.some((name) => name.includes('にほんご')), names.join('|'));
  await page.locator('.rule-tools .chip').tap();
  await page.locator('.rule h2 ruby').first().waitFor();

  // The next start has them too, and without them everything is as before.
  await page.goto(await url('/#/settings'));
  await page.reload();
  await page.locator('h1 ruby').first().waitFor();
  await settled(page);
  await page.getByRole('switch', { name: 'ふりがな' }).uncheck();
  await becomes(() => page.locator('ruby').count(), 0);
  assert.equal(await plain(), before);
  // English knows nothing of it.
  await page.getByRole('button', { name: 'English' }).tap();
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  assert.equal(await page.getByRole('switch', { name: /kanji/ }).count(), 0);
});

test('a button keeps its phrases together', async (t) => {
  const page = await open(t, '/', japanese(phone));
  await table(page, 'nerts', ['Ann', 'Bob'], words.ja);
  const at = page.url();
  await page.goto(await url('/#/settings'));
  await page.getByRole('switch', { name: 'ふりがな' }).check();
  await page.goto(at);
  await keys(taps(page), page, '3');
  // One line with its readings is less than two of its letters high.
  const low = () => page.locator('.undo furi-phrase').first()
    .evaluate((it) => [it.textContent, it.getBoundingClientRect().height < 2 * parseFloat(getComputedStyle(it).fontSize)]);
  await becomes(low, ['元もとに戻もどす：', true]);
});
