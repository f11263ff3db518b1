// In a native webview the program answers each keystroke a moment later, by setting the field to what it contained
// then. If more has been typed since, that is ignored, or what was typed would be lost.
{
  /** How late an answer may be, in milliseconds. */
  const LATE = 1000;
  const typed = new WeakMap();
  for (const { prototype } of [HTMLInputElement, HTMLTextAreaElement]) {
    const { get, set, ...rest } = Object.getOwnPropertyDescriptor(prototype, 'value');
    Object.defineProperty(prototype, 'value', {
      ...rest,
      get,
      set(value) {
        const recent = (typed.get(this) ?? []).filter(({ time }) => performance.now() - time < LATE);
        const at = recent.findIndex((one) => one.value === String(value));
        typed.set(this, recent.slice(at + 1));
        if (at < 0 || at === recent.length - 1) set.call(this, value);
      },
    });
  }
  addEventListener('input', ({ target }) => {
    typed.set(target, [...(typed.get(target) ?? []), { value: target.value, time: performance.now() }]);
  }, true);
}
