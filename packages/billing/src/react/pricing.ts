import type { Product, ProductItem } from "../contract/wire";
import type { BillingIds } from "./types";

/** One line of a pricing table: the first of a paid product is its price. */
export type PricingTableItem = Pick<ProductItem, "feature_id" | "display"> &
  Partial<Omit<ProductItem, "feature_id" | "display">>;

/** A product as a pricing table shows it. @see Spec §3, "Product (pricing table)" */
export interface PricingTableProduct {
  /** Null: the table only shows it, and can't sell it. */
  id: string | null;
  name: string;
  /** Plans of one group replace one another. Null: the group without a name. */
  group: string | null;
  /** Customers without another plan of its group get it. */
  is_default: boolean;
  base_variant_id: string | null;
  /** An add-on, shown below the plans. False when it is only shown. */
  is_add_on: boolean;
  scenario?: Product["scenario"];
  free_trial: Product["free_trial"];
  items: PricingTableItem[];
  properties: Product["properties"];
  display?: Product["display"];
}

interface PriceTexts {
  primaryText: string;
  secondaryText?: string | undefined;
}

/** The host's presentation of one product. Absent fields come from the product itself. */
export interface ProductDetails<Ids extends BillingIds = BillingIds> {
  /** Absent: the table only shows it. Unknown ids are ignored. */
  id?: Ids["productId"] | undefined;
  name?: string | undefined;
  description?: string | undefined;
  buttonText?: string | undefined;
  buttonUrl?: string | undefined;
  recommendText?: string | undefined;
  /** The plan whose features this one includes: "Everything from X, plus:". */
  everythingFrom?: string | undefined;
  price?: PriceTexts | undefined;
  /** Replaces the features. With a `featureId`, missing texts come from the product. */
  items?: (Partial<PriceTexts> & { featureId?: Ids["featureId"] | undefined })[] | undefined;
}

/**
 * Merges the catalogue with the host's product details.
 *
 * Without details it returns every product unchanged, with a variant under its base
 * product's name. With details it returns only the listed ones, in that order.
 *
 * @see Spec §2, "Pricing table"
 */
export function mergeProductDetails(
  products: readonly Product[],
  details?: readonly ProductDetails[],
): PricingTableProduct[] {
  const byId = new Map(products.map((product) => [product.id, product]));
  const named = (product: Product) => ({ ...product, name: nameOf(product, byId) });
  if (!details) return products.map(named);
  return details.flatMap((wish) => {
    if (wish.id === undefined) return [displayOnly(wish)];
    const product = byId.get(wish.id);
    return product ? [mergeOne(named(product), wish)] : [];
  });
}

function nameOf(product: Product, byId: ReadonlyMap<string, Product>): string {
  const base = product.base_variant_id === null ? undefined : byId.get(product.base_variant_id);
  return base?.name ?? product.name;
}

function mergeOne(product: Product, wish: ProductDetails): PricingTableProduct {
  const [first, ...rest] = product.items;
  const ownPrice = product.properties.is_free ? undefined : first;
  const price = wish.price ? { ...ownPrice, ...textItem(wish.price) } : ownPrice;
  const features =
    wish.items?.flatMap((item) => mergeItem(product, item)) ?? (ownPrice ? rest : product.items);
  return {
    ...product,
    name: wish.name ?? product.name,
    items: price ? [price, ...features] : features,
    properties: { ...product.properties, is_free: product.properties.is_free && !wish.price },
    display: mergeDisplay(product.display, wish),
  };
}

/** An offer that exists only in the host's details: "Talk to us". */
function displayOnly(wish: ProductDetails): PricingTableProduct {
  return {
    id: null,
    name: wish.name ?? "",
    group: null,
    is_default: false,
    base_variant_id: null,
    is_add_on: false,
    free_trial: null,
    items: [textItem(wish.price ?? {}), ...(wish.items ?? []).map(textItem)],
    properties: {
      is_free: false,
      is_one_off: false,
      interval_group: null,
      has_trial: false,
      updateable: false,
    },
    display: mergeDisplay(undefined, wish),
  };
}

function mergeItem(
  product: Product,
  wish: Partial<PriceTexts> & { featureId?: string | undefined },
): PricingTableItem[] {
  if (wish.featureId === undefined) return [textItem(wish)];
  const own = product.items.find(({ feature_id }) => feature_id === wish.featureId);
  if (!own) {
    console.error(`[billing] ${product.id} has no item for feature "${wish.featureId}"`);
    return [];
  }
  return [{ ...own, display: { ...own.display, ...defined(textsOf(wish)) } }];
}

function textItem(wish: Partial<PriceTexts>): PricingTableItem {
  return { feature_id: null, display: { primary_text: "", ...defined(textsOf(wish)) } };
}

function textsOf({ primaryText, secondaryText }: Partial<PriceTexts>) {
  return { primary_text: primaryText, secondary_text: secondaryText };
}

function mergeDisplay(own: Product["display"], wish: ProductDetails) {
  const wished = {
    description: wish.description,
    button_text: wish.buttonText,
    button_url: wish.buttonUrl,
    recommend_text: wish.recommendText,
    everything_from: wish.everythingFrom,
  };
  return { ...own, ...defined(wished) };
}

/** The keys that were given. */
function defined<T extends Record<string, string | undefined>>(values: T) {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  // Only undefined values were removed.
  return Object.fromEntries(given) as { [K in keyof T]?: string };
}
