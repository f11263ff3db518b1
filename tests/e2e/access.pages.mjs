// Every page and every sheet in one language: the rules of axe, what must hold of its tree, large text, few colours, large
// targets. TAKUJO_ONLY visits only those whose names it matches.
//
//   import { everyPage, narrow } from './access.pages.mjs';
//   everyPage('en', narrow);
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { home, looks } from './access.mjs';
import { compare, nodes, strays, treeOf, wrong } from './access.trees.mjs';
import { games } from './games.mjs';
import { axe, phone, shot, url } from './harness.mjs';
import { drawn, fits, settled } from './table.mjs';

/** Every page and every sheet over one: its name, its address, and what opens it. */
const places = looks.then((looks) => [
  ['home', ''],
  ['history', 'history'],
  ['history-details', 'history', async (page) => {
    await page.locator('[data-unfold]').first().press('Enter');
    await page.locator('.tools button').first().press('Enter');
    await page.locator('.sheet fieldset').first().waitFor();
  }],
  ['settings', 'settings'],
  ['devices', 'keep/D21H-GJ3X-5RWN-X8AD-QZ5E-S3TX-Z000-18CE'],
  ['rules', 'rules'],
  ['rules-section', 'rules/nihon_meisho/reverse-on-plus-two'],
  ['missing', 'nowhere'],
  ...Object.keys(games).map((id) => [`new-${id}`, `new/${id}`]),
  ...Object.keys(games).filter((id) => games[id].calculates).map((id) => [`calculate-${id}`, `calculate/${id}`]),
  ...looks.map(({ name, view, session, opens }) => [name, `table/${session.id}/${view}`, opens]),
]);

const only = process.env.TAKUJO_ONLY;

/** Visits each of them in turn. */
async function walk(page, see) {
  const failures = [];
  for (const [name, path, opens] of (await places).filter(([name]) => !only || name.match(only))) {
    try {
      await page.goto(await url(`/#/${path}`));
      if (path === 'history') await page.locator('.tables .item').first().waitFor();
      await settled(page);
      if (opens) {
        await opens(page);
        // A sheet, or a correction's address.
        await page.waitForFunction(() => document.querySelector('[role="dialog"]') || location.hash.includes('/correct-'));
        await settled(page);
      }
      await see(name);
    } catch (error) {
      failures.push(`--- ${name}: ${error.message}`);
    }
    if (opens) await page.keyboard.press('Escape');
  }
  assert.equal(failures.length, 0, failures.join('\n'));
}

/** Text with too little contrast, by the axe already loaded in the page. */
const faint = (page) => page.evaluate(async () => {
  const { violations } = await window.axe.run(document, { runOnly: ['color-contrast'] });
  return violations.flatMap(({ nodes }) => nodes.map(({ html, any }) => `${html.slice(0, 120)}: ${any[0]?.message}`));
});

/** Targets too small for a finger: everything that can be tapped, except links in running text. */
const small = (page) => page.evaluate(() => [...document.querySelectorAll('a[href], button, input, select, summary, [role="button"]')].flatMap((node) => {
  const label = node.closest('label');
  const box = (label ?? node).getBoundingClientRect();
  if (box.width === 0 || node.closest('[inert]') && !node.closest('.sheet') || !node.checkVisibility({ visibilityProperty: true })) return [];
  const inText = node.matches('a') && getComputedStyle(node).display === 'inline' && node.parentElement.matches('p, li, dd, span') && node.parentElement.textContent.trim() !== node.textContent.trim();
  if (inText || (box.width >= 47.5 && box.height >= 47.5)) return [];
  return [`${Math.round(box.width)} x ${Math.round(box.height)}: ${node.outerHTML.slice(0, 120)}`];
}));

/** What can be tapped and shows neither words nor a picture. Cells may be empty. */
const blank = (page) => page.evaluate(() => {
  const visible = (node) => node.checkVisibility({ visibilityProperty: true }) && node.getBoundingClientRect().width > 1;
  const says = (part) => parseFloat(getComputedStyle(part).fontSize) > 0 && [...part.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  return [...document.querySelectorAll('a[href], button:not(.cell, .slot)')].filter((node) => visible(node)
    && ![node, ...node.querySelectorAll('*')].some((part) => visible(part) && (part.matches('svg') || says(part)))).map((node) => node.outerHTML.slice(0, 120));
});

/** Elements that are chosen, current or wrong and differ from their neighbours by colour only. */
const byColour = (page) => page.evaluate(() => {
  const look = (node) => {
    const of = getComputedStyle(node);
    const shadow = of.boxShadow.replace(/(rgba?|color|oklab|oklch)\([^)]*\)/g, '');
    const within = [...node.querySelectorAll('strong, span:not(.hidden), .icon')].map((part) => getComputedStyle(part).fontWeight + getComputedStyle(part).fontSize);
    return [of.fontWeight, of.fontSize, of.borderTopStyle, of.borderTopWidth, of.borderLeftWidth, of.outlineStyle === 'none' ? '' : of.outlineStyle + of.outlineWidth, shadow, of.textDecorationLine, ...within].join('|');
  };
  const found = [];
  for (const on of document.querySelectorAll('button[aria-pressed="true"], [aria-current="page"], [aria-current="true"], [data-current="true"], [data-wrong="true"]')) {
    // A wrong cell also says so in words.
    if (on.matches('[data-wrong="true"]') && on.getAttribute('aria-describedby') && document.getElementById(on.getAttribute('aria-describedby').split(' ')[0])?.textContent.trim()) continue;
    const off = [...document.querySelectorAll(on.tagName)].find((node) => node.className === on.className && node !== on && node.parentElement.tagName === on.parentElement.tagName
      && !node.matches('[aria-pressed="true"], [aria-current], [data-current="true"], [data-wrong="true"], :disabled, [aria-disabled="true"]'));
    if (off && look(on) === look(off)) found.push(on.outerHTML.slice(0, 140));
  }
  return found;
});

/** What large text makes unreadable: cut off, overlapping, or under the bar at the bottom. */
const lost = (page) => page.evaluate(() => {
  const found = [];
  const root = document.querySelector('.sheet') ?? document.querySelector('.app');
  const shown = (node) => node.checkVisibility({ visibilityProperty: true }) && !node.closest('.hidden') && node.closest('.ask-row')?.offsetWidth !== 1;
  for (const node of root.querySelectorAll('*')) {
    if (!shown(node) || node.closest('svg') || node.matches('select, input')) continue;
    const of = getComputedStyle(node);
    // Text cut off by its box. Some is available in full elsewhere: in a title, or for cells in the line above the pad.
    const elsewhere = of.textOverflow === 'ellipsis' && node.closest('[title], .cells-box, .asking, .tell, .where');
    const wide = /hidden|clip/.test(of.overflowX) && node.scrollWidth > node.clientWidth + 1;
    const high = /hidden|clip/.test(of.overflowY) && node.scrollHeight > node.clientHeight + 1;
    // Text that does not fit the line unfolds on a tap, or opens a sheet with it.
    const opens = node.matches('.tell .error[tabindex], .last[aria-haspopup] > span');
    if ((wide || high) && !elsewhere && !opens && node.textContent.trim()) {
      found.push(`cut: ${node.scrollWidth} x ${node.scrollHeight} in ${node.clientWidth} x ${node.clientHeight}: ${node.outerHTML.slice(0, 130)}`);
    }
  }
  // Every line of text as drawn.
  const lines = [];
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {
    const node = texts.currentNode;
    const parent = node.parentElement;
    // Fixed elements lie over what scrolls below them. Whether the bar hides anything for good is checked further down.
    if (!node.data.trim() || !shown(parent) || parent.closest('svg, .bar, .foot, .pad, .sheet-head, .flat-centre') || parent.closest('.sheet .search, option, select')) continue;
    range.selectNodeContents(node);
    // The part of a line that letters fill, as far as the boxes around it show it.
    for (const { left, top, right, bottom, height } of range.getClientRects()) {
      const line = { left, top: top + height / 6, right, bottom: bottom - height / 6, parent, text: node.data.trim() };
      for (let box = parent; box !== root; box = box.parentElement) {
        const { overflowX, overflowY, display } = getComputedStyle(box);
        if (display === 'inline' || display === 'contents') continue;
        const edge = box.getBoundingClientRect();
        if (overflowX !== 'visible') [line.left, line.right] = [Math.max(line.left, edge.left), Math.min(line.right, edge.right)];
        if (overflowY !== 'visible') [line.top, line.bottom] = [Math.max(line.top, edge.top), Math.min(line.bottom, edge.bottom)];
      }
      if (line.right - line.left > 1 && line.bottom > line.top) lines.push(line);
    }
  }
  lines.forEach((a, at) => {
    for (const b of lines.slice(at + 1)) {
      if (a.parent === b.parent || a.parent.contains(b.parent) || b.parent.contains(a.parent)) continue;
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 3 && high > 6) found.push(`over each other by ${Math.round(wide)} x ${Math.round(high)}: “${a.text.slice(0, 40)}” and “${b.text.slice(0, 40)}”`);
    }
    const room = document.documentElement.clientWidth;
    if ((a.right > room + 1 || a.left < -1) && !a.parent.closest('.scroll, .games-chips, .entry > .chips')) found.push(`beyond the edge: “${a.text.slice(0, 40)}” from ${Math.round(a.left)} to ${Math.round(a.right)}`);
  });
  for (const link of root.querySelectorAll('.bar > *')) {
    const [label, place] = [link.querySelector('span'), link].map((node) => node.getBoundingClientRect());
    if (label.left < place.left - 1 || label.right > place.right + 1) found.push(`beyond its place in the bar: ${link.textContent}`);
  }
  // Scrolled to the end, nothing may stay under the bar.
  const bar = document.querySelector('.sheet') ? null : document.querySelector('.bar');
  if (bar) {
    scrollTo(0, document.documentElement.scrollHeight);
    const top = bar.getBoundingClientRect().top;
    const last = Math.max(0, ...[...document.querySelectorAll('main > *')].filter(shown).map((node) => node.getBoundingClientRect().bottom));
    if (last > top + 1) found.push(`${Math.round(last - top)} px stay under the bar`);
    scrollTo(0, 0);
  }
  return [...new Set(found)];
});

/** A page with text twice as large, on the narrowest screen. */
async function large(page, see) {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  await page.evaluate(() => { document.documentElement.style.fontSize = '200%'; });
  await drawn(page);
  await see();
  await page.evaluate(() => { document.documentElement.style.fontSize = ''; });
  await page.setViewportSize(before);
}

// Not as a mobile browser, which would zoom out of a page that is too wide and hide the fault.
export const narrow = { ...phone, isMobile: false };

/** Declares the test of all of them in a language. */
export function everyPage(tongue, device) {
  test(`every page and sheet, ${tongue}: the rules of axe, targets, colours, large text`, async (t) => {
    const page = await home(t, device);
    const other = device.colorScheme === 'dark' ? 'light' : 'dark';
    if (tongue === 'en') strays((await places).map(([name]) => name));
    await walk(page, async (name) => {
      const faults = [];
      const say = async (what, check) => {
        try {
          await check();
        } catch (error) {
          faults.push(`${what}: ${error.message}`);
        }
      };
      const tree = await treeOf(page);
      await say('tree', () => assert.deepEqual(wrong(nodes(tree)), []));
      if (tongue === 'en') await say('tree', () => compare(name, tree));
      await say('axe', () => axe(page));
      await page.emulateMedia({ colorScheme: other });
      await say(`contrast, ${other}`, async () => assert.deepEqual(await faint(page), []));
      await page.emulateMedia({ colorScheme: device.colorScheme });
      await say('too small to tap', async () => assert.deepEqual(await small(page), []));
      await page.setViewportSize({ width: 360, height: 640 });
      await say('blank on a low screen', async () => assert.deepEqual(await blank(page), []));
      await page.setViewportSize(device.viewport);
      await say('by colour alone', async () => assert.deepEqual(await byColour(page), []));
      if (tongue === 'en') {
        await page.emulateMedia({ forcedColors: 'active' });
        await say('contrast, forced colours', async () => assert.deepEqual(await faint(page), []));
        await say('by colour alone where colours are forced', async () => assert.deepEqual(await byColour(page), []));
        if (process.env.TAKUJO_SHOTS) await shot(page, `forced-${name}`);
        await page.emulateMedia({ forcedColors: 'none' });
      }
      await large(page, async () => {
        if (process.env.TAKUJO_SHOTS) await shot(page, `large-${name}-${tongue}`, { fullPage: true });
        await say('twice as large', () => fits(page));
        await say('twice as large', async () => assert.deepEqual(await lost(page), []));
      });
      assert.equal(faults.length, 0, `\n${faults.join('\n')}`);
    });
  });
}
