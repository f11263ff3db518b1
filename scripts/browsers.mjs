// The oldest browsers the app runs in, which README names and public/old.js tells from older ones. Styles and scripts are
// compiled for them; what the wasm of the program needs, they have had for longer.
const OLDEST = { safari: '16.4', chrome: '111', firefox: '121' };
const list = (between) => Object.entries(OLDEST).map((browser) => browser.join(between));

/** For esbuild. */
export const scriptTarget = `--target=${list('').join(',')}`;
/** For lightningcss. */
export const styleTargets = ['--targets', list(' ').join(', ')];
