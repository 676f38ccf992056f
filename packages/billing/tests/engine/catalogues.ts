import { SPOTLIGHT_CATALOGUE } from "../../../../convex/community/plans";

/** Spotlight's catalogue, with Creator at $7. */
export function withDearerCreator() {
  const products = SPOTLIGHT_CATALOGUE.products.map((product) => {
    if (product.id !== "creator") return product;
    const price = { price: 7, interval: "month" as const };
    return { ...product, items: [price, ...product.items.slice(1)] };
  });
  return { ...SPOTLIGHT_CATALOGUE, products };
}
