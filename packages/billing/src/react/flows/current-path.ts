/** The path and query of this page, for a payment page to return to. */
export function currentPath({ pathname, search } = window.location): string {
  return pathname + search;
}
