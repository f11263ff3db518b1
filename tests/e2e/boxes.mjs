// Where texts stand on the screen, by their boxes and not by pictures: none lies over another, none is cut.

/**
 * What is wrong with the texts of a page, in words. Of a text one sees what is inside all the boxes around it that cut off what
 * overflows. Of two texts in one place only those count that are both drawn there: what lies under a sheet or under the bar is
 * covered, not crowded.
 */
const crowded = (page) => page.evaluate(() => {
  const inside = (one, other) => ({ left: Math.max(one.left, other.left), top: Math.max(one.top, other.top), right: Math.min(one.right, other.right), bottom: Math.min(one.bottom, other.bottom) });
  const isBox = ({ left, top, right, bottom }) => right - left > 1 && bottom - top > 1;
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const said = (text) => text.data.trim().replaceAll(/[\u200b\u2060]/gu, '').slice(0, 40);
  // What people have typed can be longer than any line.
  const theirs = 'bdi, .name, h1, .called, .undo';
  const found = [];
  const boxes = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const around = text.parentElement;
    if (!text.data.trim() || !around.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const style = getComputedStyle(around);
    // The scores of a last round fade out where they are too many.
    if (around.closest('.hidden, .scored, [inert], script, style, option, rt') || parseFloat(style.fontSize) === 0) continue;
    let clipped = around;
    while (clipped && getComputedStyle(clipped).clipPath === 'none') clipped = clipped.parentElement;
    if (clipped) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const line of range.getClientRects()) {
      // Fonts leave room above and below their letters.
      const room = Math.max(0, (line.height - parseFloat(style.fontSize)) / 2);
      let drawn = { left: line.left, right: line.right, top: line.top + room, bottom: line.bottom - room };
      let seen = inside(drawn, screen);
      let scrolled = false;
      for (let box = around; box && box !== document.body; box = box.parentElement) {
        const { overflowX, overflowY, textOverflow } = getComputedStyle(box);
        if (overflowX === 'visible' && overflowY === 'visible') continue;
        const edge = box.getBoundingClientRect();
        scrolled ||= [overflowX, overflowY].some((way) => way === 'auto' || way === 'scroll');
        if (!scrolled && isBox(seen)) {
          const over = Math.max(edge.left - drawn.left, drawn.right - edge.right, edge.top - drawn.top, drawn.bottom - edge.bottom);
          if (over > 2 && !(textOverflow === 'ellipsis' && around.closest(theirs))) found.push(`“${said(text)}” is cut by ${Math.round(over)} px in ${box.className || box.tagName}`);
        }
        seen = inside(seen, edge);
        drawn = inside(drawn, edge);
      }
      if (isBox(seen)) boxes.push({ text, around, ...seen });
    }
  }
  const isOnTop = ({ around, ...box }, x, y) => {
    const top = document.elementFromPoint(x, y);
    return top && (top === around || top.contains(around) || around.contains(top));
  };
  boxes.forEach((a, at) => {
    for (const b of boxes.slice(at + 1)) {
      if (a.text === b.text) continue;
      const both = inside(a, b);
      if (both.right - both.left <= 2 || both.bottom - both.top <= 2) continue;
      const middle = ({ left, right, top, bottom }) => [(left + right) / 2, (top + bottom) / 2];
      if (isOnTop(a, ...middle(a)) && isOnTop(b, ...middle(b))) {
        found.push(`“${said(a.text)}” lies ${Math.round(both.right - both.left)} x ${Math.round(both.bottom - both.top)} px over “${said(b.text)}”`);
      }
    }
  });
  return [...new Set(found)];
});

/** The same for every part of a page that is longer than the screen. */
export async function crowdedTexts(page) {
  const found = [];
  for (let at = 0; ; at += 1) {
    const more = await page.evaluate((at) => {
      scrollTo(0, at * innerHeight * 0.8);
      return document.documentElement.scrollHeight > at * innerHeight * 0.8 + innerHeight;
    }, at);
    found.push(...await crowded(page));
    if (!more) return [...new Set(found)];
  }
}
