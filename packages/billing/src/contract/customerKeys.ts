/**
 * A key of one customer's own: no two customers share one, whatever their ids hold.
 *
 * The id comes first with its colons escaped, so that the first colon ends it.
 */
export function customerKey(customerId: string, key: string): string {
  return `${customerId.replace(/[%:]/g, encodeURIComponent)}:${key}`;
}

/** Where all keys of one customer are, and nobody else's: a semicolon sorts right behind a colon. */
export function customerKeyRange(customerId: string): { from: string; before: string } {
  const from = customerKey(customerId, "");
  return { from, before: `${from.slice(0, -1)};` };
}
