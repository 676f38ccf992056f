import { AsyncLocalStorage } from "node:async_hooks";

/** Set while a deployment runs that does its own billing, beside one that calls it. */
const own = new AsyncLocalStorage<true>();

/** Runs a function of a deployment without a provider key, whatever the variables say. */
export function withOwnBooks<T>(run: () => T): T {
  return own.run(true, run);
}

export function hasOwnBooks(): boolean {
  return own.getStore() === true;
}
