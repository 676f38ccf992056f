/** What names the chosen product in the address of the pricing page. */
export const CHOSEN = "product";

/** The address of the pricing page that goes on with a choice. */
export function pathOfChoice(productId: string): string {
  return `/pricing?${CHOSEN}=${encodeURIComponent(productId)}`;
}
