const ID = /^[A-Za-z0-9_\-:.]{1,128}$/;

/**
 * Whether a text may be an id: of a customer, a product, a request.
 *
 * Dots alone are refused, because a URL reads them as a parent folder.
 */
export function isId(text: string): boolean {
  return ID.test(text) && text !== "." && text !== "..";
}
