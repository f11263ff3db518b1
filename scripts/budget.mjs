// The byte budgets of scripts/budget.json.
import { readFileSync } from 'node:fs';

export const budget = JSON.parse(readFileSync(new URL('budget.json', import.meta.url), 'utf8'));

/** The most bytes that `name` may have: its aim, and what features were given beyond it. */
export const most = (name) => Object.values(budget[name].given).reduce((sum, bytes) => sum + bytes, budget[name].aim);

/** How far a value is from its aim, in words. */
export const distance = (value, aim) => (value > aim ? `${((value / aim - 1) * 100).toFixed(0)} % over the aim` : `${((1 - value / aim) * 100).toFixed(0)} % below the aim`);
