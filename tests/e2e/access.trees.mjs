// What a screen reader finds on a page: five whole trees, tests/e2e/aria/NAME.yml; of the other pages the landmarks and the
// headings of the first two levels, tests/e2e/aria/landmarks.yml; and of every page what must hold whatever it shows.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';

const path = (name) => new URL(`./aria/${name}.yml`, import.meta.url);
/** A page with lists of links, one with a table and a pad, one with seats and turns, one that is read, and a sheet. */
const whole = ['home', 'any-play', 'nihon_meisho-play', 'rules-section', 'history-details'];

const landmarks = ['banner', 'complementary', 'contentinfo', 'dialog', 'alertdialog', 'form', 'main', 'navigation', 'region', 'search'];
const named = [
  'alertdialog', 'button', 'checkbox', 'combobox', 'dialog', 'heading', 'img', 'link', 'listbox', 'menuitem', 'option', 'radio', 'region', 'searchbox',
  'slider', 'spinbutton', 'switch', 'tab', 'textbox',
];

/** The nodes of a tree as Playwright writes it: how deep each is, its line without what is in it, its role, name and level. */
export function nodes(text) {
  return text.split('\n').flatMap((line) => {
    const [, indent, key] = line.match(/^( *)- ('(?:[^']|'')+'|.+?)(?::(?: .*)?)?$/) ?? [];
    const plain = key?.startsWith("'") ? key.slice(1, -1).replaceAll("''", "'") : key;
    const [, role, name = '""', states] = plain?.match(/^([a-z]+)(?: ("(?:[^"\\]|\\.)*"))?((?: \[[^\]]+\])*)$/) ?? [];
    return role ? [{ depth: indent.length, key, role, name: JSON.parse(name).trim(), level: Number(states.match(/\[level=(\d)\]/)?.[1] ?? 0) }] : [];
  });
}

/** Their landmarks and headings of the first two levels, one within the other. */
export function outline(nodes) {
  const around = [];
  const lines = [];
  for (const { depth, key, role, level } of nodes) {
    while (around.at(-1) >= depth) around.pop();
    if (landmarks.includes(role) || level === 1 || level === 2) lines.push({ key, depth: around.push(depth) });
  }
  return lines.map(({ key, depth }, at) => `${'  '.repeat(depth)}- ${key}${lines[at + 1]?.depth > depth ? ':' : ''}\n`).join('');
}

/** What is wrong with a page or a sheet, whatever it shows. */
export function wrong(nodes) {
  const found = [];
  const sheet = nodes[0]?.role === 'dialog' ? nodes[0] : undefined;
  const mains = nodes.filter(({ role }) => role === 'main').length;
  if (mains !== (sheet ? 0 : 1)) found.push(`${mains} main landmarks`);
  const headings = nodes.filter(({ role }) => role === 'heading');
  const top = sheet ? 2 : 1;
  const titles = headings.filter(({ level }) => level <= top);
  if (titles.length !== 1 || titles[0] !== headings[0]) found.push(`not one heading of level ${top} before all others: ${headings.map(({ key }) => key).join(', ')}`);
  if (sheet && titles[0]?.name !== sheet.name) found.push(`“${sheet.name}” is headed “${titles[0]?.name}”`);
  headings.forEach(({ key, level }, at) => {
    if (level > (headings[at - 1]?.level ?? top - 1) + 1) found.push(`a level is left out before ${key}`);
  });
  for (const { key, role, name } of nodes) if (named.includes(role) && !name) found.push(`no name: ${key}`);
  const places = nodes.filter(({ role }) => landmarks.includes(role)).map(({ role, name }) => `${role} “${name}”`);
  for (const place of new Set(places.filter((place, at) => places.indexOf(place) !== at))) found.push(`more than one ${place}`);
  return found;
}

const write = process.env.TAKUJO_ARIA === 'write';
const hint = 'TAKUJO_ARIA=write updates it';

/** The stored outlines by page. */
const stored = Object.fromEntries(readFileSync(path('landmarks'), 'utf8').split(/^(?=\S)/m).map((entry) => {
  const [head] = entry.split('\n', 1);
  return [head.replace(/:$/, ''), entry.slice(head.length + 1)];
}));

/** The tree of the page, or of the sheet over it. */
export const treeOf = async (page) => page.locator((await page.locator('.sheet').count()) ? '.sheet' : 'body').ariaSnapshot();

/** Compares a tree with what is stored of it. */
export function compare(name, tree) {
  if (!whole.includes(name)) {
    const now = outline(nodes(tree));
    if (write) {
      stored[name] = now;
      writeFileSync(path('landmarks'), Object.keys(stored).sort().map((name) => `${name}:\n${stored[name]}`).join(''));
    }
    return assert.equal(now, stored[name], `${name} differs from tests/e2e/aria/landmarks.yml; ${hint}`);
  }
  const text = `${tree.replace(/\/table\/[\w-]+/g, '/table/ID')}\n`;
  if (write) writeFileSync(path(name), text);
  return assert.equal(text, readFileSync(path(name), 'utf8'), `${name} differs from tests/e2e/aria/${name}.yml; ${hint}`);
}

/** Fails with what is stored of other pages than these; writing leaves it out. */
export function strays(names) {
  const found = Object.keys(stored).filter((name) => whole.includes(name) || !names.includes(name));
  if (write) for (const name of found) delete stored[name];
  else assert.deepEqual(found, [], `tests/e2e/aria/landmarks.yml has pages that are no more; ${hint}`);
}
