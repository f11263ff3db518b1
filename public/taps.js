// A finger that taps twice means it once, whatever has come into the place where it met something the first time. What is
// made to be tapped in quick succession says so with `data-repeats`.
{
  /** The longest time between the two taps of a double tap, in milliseconds, and how far the finger may stray in it. */
  const QUICK = 300;
  const NEAR = 30;
  const TYPED = 'input:not([type="checkbox"], [type="radio"]), select, textarea';
  let last = { time: -Infinity };
  // When the picture of what the last tap did was on the screen: whoever taps before that aims at the one before.
  let shown = 0;
  let counted;
  addEventListener('click', (event) => {
    const { target, timeStamp: time, clientX: x, clientY: y } = event;
    // A program's click is no finger's, nor is the one that a label passes on to its field.
    if (!event.isTrusted || target.matches(TYPED) || last.label?.control === target) return;
    // A key of the keyboard is at no place: it meets what has the focus, but for Enter in a field, which sends its form.
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
    // Some of it follows one picture later. The time of a picture is none of the clock's, which may be set.
    let pictures = 0;
    const drawn = () => {
      pictures += 1;
      if (pictures < 3) requestAnimationFrame(drawn);
      else if (counted === tap) shown = document.timeline.currentTime;
    };
    requestAnimationFrame(drawn);
  }, true);
}
