/**
 * A key in one customer's own namespace, so that no two customers share one, whatever their ids
 * contain.
 *
 * The id comes first with its colons escaped, so that the first colon ends it.
 */
export function customerKey(customerId: string, key: string): string {
  return `${customerId.replace(/[%:]/g, encodeURIComponent)}:${key}`;
}

/**
 * The range of all keys of one customer, and of no other: a semicolon sorts right
 * after a colon.
 */
export function customerKeyRange(customerId: string): { from: string; before: string } {
  const from = customerKey(customerId, "");
  return { from, before: `${from.slice(0, -1)};` };
}
