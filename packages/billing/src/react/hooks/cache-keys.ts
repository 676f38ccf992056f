import type { BrowserOperation } from "../../contract/operations";

/** Whose data, from which deployment. */
export interface CacheScope {
  backendUrl: string;
  /** Null: nobody is signed in; undefined: not known yet. */
  identityKey: string | null | undefined;
}

/** The key of one question. Two people never share one, nor do two deployments. */
export function cacheKey(scope: CacheScope, op: BrowserOperation, args: object): string {
  return `${scopePrefix(scope)}${JSON.stringify([op, args])}`;
}

/** What the keys of a scope, and no others, begin with. */
export function scopePrefix({ backendUrl, identityKey }: CacheScope): string {
  return `billing:${JSON.stringify([backendUrl, identityKey])}`;
}
