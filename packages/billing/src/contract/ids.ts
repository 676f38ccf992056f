const ID = /^[A-Za-z0-9_\-:.]{1,128}$/;

/**
 * Whether a text may name something: a customer, a product, a request.
 *
 * Dots alone are refused, because an address reads them as a way up.
 */
export function isId(text: string): boolean {
  return ID.test(text) && text !== "." && text !== "..";
}
