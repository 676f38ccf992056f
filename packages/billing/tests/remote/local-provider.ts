import { AsyncLocalStorage } from "node:async_hooks";

/** Set while a deployment runs that keeps its own books beside one that asks it for them. */
const own = new AsyncLocalStorage<true>();

/** Runs a function of a deployment that has no key of a provider, whatever the variables say. */
export function withOwnBooks<T>(run: () => T): T {
  return own.run(true, run);
}

export function hasOwnBooks(): boolean {
  return own.getStore() === true;
}
