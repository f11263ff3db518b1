// The byte budgets of scripts/budget.json.
import { readFileSync } from 'node:fs';

export const budget = JSON.parse(readFileSync(new URL('budget.json', import.meta.url), 'utf8'));

/** The most bytes that `name` may have: its aim, and what was given to features beyond that. */
export const most = (name) => Object.values(budget[name].given).reduce((sum, bytes) => sum + bytes, budget[name].aim);

/** How far a value is from its aim, in words. */
export const distance = (value, aim) => (value > aim ? `${((value / aim - 1) * 100).toFixed(0)} % over the aim` : `${((1 - value / aim) * 100).toFixed(0)} % below the aim`);

/** Whether a file is another one packed, as scripts/pack.mjs makes them. */
export const packed = (path) => /\.(br|gz)$/.test(path);

/**
 * Whether a device stores a file of the site for offline use. Not the worker itself; nor the screenshots, which only an
 * installation dialogue shows, with a network, and which are a third of all bytes; the plain pages of the rules, whose text the app
 * already has; and the first screens, which are for people who have never been here.
 */
export const kept = (name) => name !== 'sw.js' && !/^(screenshot-|rules\/|first\/)/.test(name);
