/** The query parameter of the pricing page with the chosen product. */
export const CHOSEN = "product";

/** The URL of the pricing page that resumes a choice. */
export function pathOfChoice(productId: string): string {
  return `/pricing?${CHOSEN}=${encodeURIComponent(productId)}`;
}
