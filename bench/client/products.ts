import type { Product, ProductItem } from "../../packages/billing/src/contract/wire";

const FEATURES_PER_PRODUCT = 7;

/** Every product has its own price and the same features; half of them are yearly. */
export function makeProducts(count: number): Product[] {
  return Array.from({ length: count }, (_, index) => makeProduct(index));
}

function makeProduct(index: number): Product {
  const interval = index % 2 === 0 ? "month" : "year";
  const features = Array.from({ length: FEATURES_PER_PRODUCT }, (_, place) => grant(place));
  return {
    id: `plan_${index}`,
    name: nameOf(index),
    group: null,
    env: "sandbox",
    is_add_on: false,
    is_default: false,
    archived: false,
    version: 1,
    created_at: 0,
    items: [price(index + 1, interval), ...features],
    free_trial: null,
    base_variant_id: null,
    scenario: "new",
    properties: {
      is_free: false,
      is_one_off: false,
      interval_group: interval,
      has_trial: false,
      updateable: false,
    },
  };
}

/** No name is a prefix of another. */
function nameOf(index: number): string {
  return `Plan ${index}.`;
}

/** The last product that a table shows at first: monthly ones come first. */
export function lastShown(count: number): string {
  return nameOf(count - 1 - ((count - 1) % 2));
}

function price(amount: number, interval: "month" | "year"): ProductItem {
  return {
    type: "price",
    feature_id: null,
    feature: null,
    interval,
    interval_count: 1,
    price: amount,
    display: { primary_text: `$${amount}`, secondary_text: `per ${interval}` },
  };
}

function grant(place: number): ProductItem {
  const id = `feature_${place}`;
  return {
    type: "feature",
    feature_id: id,
    feature_type: "single_use",
    feature: { id, name: `Feature ${place}`, type: "single_use", archived: false },
    included_usage: 100,
    interval: "month",
    interval_count: 1,
    display: { primary_text: `100 of feature ${place}` },
  };
}
