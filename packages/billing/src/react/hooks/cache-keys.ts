import type { BrowserOperation } from "../../contract/operations";

/** The user and the deployment of the data. */
export interface CacheScope {
  backendUrl: string;
  /** Null: signed out; undefined: not known yet. */
  identityKey: string | null | undefined;
}

/** The cache key of one query. Two users never share one, nor do two deployments. */
export function cacheKey(scope: CacheScope, op: BrowserOperation, args: object): string {
  return `${scopePrefix(scope)}${JSON.stringify([op, args])}`;
}

/** The prefix of the keys of a scope. */
export function scopePrefix({ backendUrl, identityKey }: CacheScope): string {
  return `billing:${JSON.stringify([backendUrl, identityKey])}`;
}
