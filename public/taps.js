// Ignores the second tap of an accidental double tap, whatever is under the finger by then. Elements made for being
// tapped quickly again and again have `data-repeats`.
{
  /** Longest time between the two taps, in milliseconds, and greatest distance, in pixels. */
  const QUICK = 300;
  const NEAR = 30;
  const TYPED = 'input:not([type="checkbox"], [type="radio"]), select, textarea';
  let last = { time: -Infinity };
  // When the result of the last tap was painted: a tap before that was aimed at the picture before.
  let shown = 0;
  let counted;
  // Whoever types between two taps means both of them.
  addEventListener('input', ({ isTrusted, target }) => {
    if (isTrusted && target.matches(TYPED)) last = { time: -Infinity };
  }, true);
  addEventListener('click', (event) => {
    const { target, timeStamp: time, clientX: x, clientY: y } = event;
    // Clicks by scripts do not count, nor those that a label passes on to its field.
    if (!event.isTrusted || target.matches(TYPED) || last.label?.control === target) return;
    // Clicks by keyboard have no position. They hit the focused element, except for Enter in a field, which submits its
    // form.
    const key = event.detail === 0;
    const near = key ? target === last.target && target === document.activeElement : Math.hypot(x - last.x, y - last.y) < NEAR;
    const again = near && (time - last.time < QUICK || time < shown);
    const repeats = target.closest('[data-repeats]');
    const counts = !again || (repeats && repeats === last.repeats);
    last = { target, repeats, label: target.closest('label'), time, x, y };
    if (!counts) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    shown = Infinity;
    const tap = (counted = last);
    // Some of the result is drawn a frame late. The time is the timeline's, because the system clock can be set.
    let pictures = 0;
    const drawn = () => {
      pictures += 1;
      if (pictures < 3) requestAnimationFrame(drawn);
      else if (counted === tap) shown = document.timeline.currentTime;
    };
    requestAnimationFrame(drawn);
  }, true);
}
