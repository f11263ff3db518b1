// What the platform runs: the program, and the classes of its objects.
import module from './edge_bg.wasm';
import { AddressObject as Address, TableObject as Table, fetch as answer, initSync } from './edge.js';

initSync({ module });

/**
 * An object whose program fails is thrown away with its connections, and made anew: what it has stored is whole, and phones
 * come back.
 */
const object = (Inner) => class {
  #ctx;
  #inner;

  constructor(ctx, env) {
    this.#ctx = ctx;
    this.#inner = new Inner(ctx, env);
  }

  async #call(name, args) {
    try {
      return await this.#inner[name](...args);
    } catch (error) {
      console.error(`${name}:`, error);
      this.#ctx.abort(`${name} failed`);
      throw error;
    }
  }

  fetch(...args) { return this.#call('fetch', args); }
  alarm() { return this.#call('alarm', []); }
  webSocketMessage(...args) { return this.#call('webSocketMessage', args); }
  webSocketClose(...args) { return this.#call('webSocketClose', args); }
  webSocketError(...args) { return this.#call('webSocketError', args); }
};

export const TableObject = object(Table);
export const AddressObject = object(Address);
export default { fetch: (request, env, ctx) => answer(request, env, ctx) };
