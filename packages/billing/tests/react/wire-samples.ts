import type { Entity } from "../../src/contract/accountResponses";
import type {
  CheckFeature,
  CheckPreview,
  CheckProduct,
  Checkout,
  ProductPreview,
} from "../../src/contract/responses";
import type {
  Customer,
  CustomerFeature,
  CustomerProduct,
  Product,
  ProductItem,
} from "../../src/contract/wire";

/** 11 December 2026, noon UTC: the same day in every time zone of the tests. */
export const CYCLE_START = Date.UTC(2026, 11, 11, 12);

export function productItem(over: Partial<ProductItem> = {}): ProductItem {
  return {
    type: "price",
    feature_id: null,
    feature: null,
    interval: "month",
    interval_count: 1,
    price: 6,
    display: { primary_text: "$6", secondary_text: "per month" },
    ...over,
  };
}

export function prepaidItem(over: Partial<ProductItem> = {}): ProductItem {
  return productItem({
    type: "priced_feature",
    feature_id: "credits",
    usage_model: "prepaid",
    billing_units: 100,
    price: 4,
    display: { primary_text: "$4 per 100 credits" },
    ...over,
  });
}

export function product(
  over: Partial<Omit<Product, "properties">> & { properties?: Partial<Product["properties"]> } = {},
): Product {
  const { properties, ...rest } = over;
  return {
    id: "creator",
    name: "Creator",
    group: null,
    env: "sandbox",
    is_add_on: false,
    is_default: false,
    archived: false,
    version: 1,
    created_at: 0,
    items: [productItem()],
    free_trial: null,
    base_variant_id: null,
    scenario: "new",
    properties: {
      is_free: false,
      is_one_off: false,
      interval_group: "month",
      has_trial: false,
      updateable: false,
      ...properties,
    },
    ...rest,
  };
}

/** Like `product`; undefined if the provider returned no scenario. */
export function productIn(
  scenario: Product["scenario"] | undefined,
  over: Parameters<typeof product>[0] = {},
): Product {
  const made = product(over);
  if (scenario === undefined) delete made.scenario;
  else made.scenario = scenario;
  return made;
}

export function checkoutAnswer(over: Partial<Checkout> = {}): Checkout {
  return {
    url: null,
    customer_id: "ines",
    lines: [],
    total: 6,
    currency: "usd",
    has_prorations: false,
    options: [],
    product: product(),
    current_product: null,
    next_cycle: null,
    preview_id: "shown-1",
    ...over,
  };
}

export function customerFeature(over: Partial<CustomerFeature> = {}): CustomerFeature {
  return {
    id: "uploads",
    name: "Uploads",
    type: "single_use",
    interval: "month",
    interval_count: 1,
    unlimited: false,
    balance: 0,
    usage: 0,
    included_usage: 0,
    next_reset_at: null,
    overage_allowed: false,
    ...over,
  };
}

export function customerProduct(over: Partial<CustomerProduct> = {}): CustomerProduct {
  return {
    id: "creator",
    name: "Creator",
    group: null,
    status: "active",
    canceled_at: null,
    started_at: 0,
    is_default: false,
    is_add_on: false,
    version: 1,
    quantity: 1,
    items: [],
    ...over,
  };
}

export function customer(
  over: Partial<Omit<Customer, "features">> & { features?: CustomerFeature[] } = {},
): Customer {
  const { features = [], ...rest } = over;
  return {
    id: "ines",
    created_at: 0,
    name: "Inês",
    email: null,
    fingerprint: null,
    stripe_id: null,
    env: "sandbox",
    metadata: {},
    products: [],
    features: Object.fromEntries(features.map((feature) => [feature.id, feature])),
    ...rest,
  };
}

export function entity(
  over: Partial<Omit<Entity, "features">> & { features?: CustomerFeature[] } = {},
): Entity {
  const { features = [], ...rest } = over;
  return {
    id: "seat_1",
    name: "Seat 1",
    customer_id: "ines",
    feature_id: "seats",
    created_at: 0,
    env: "sandbox",
    products: [],
    features: Object.fromEntries(features.map((feature) => [feature.id, feature])),
    ...rest,
  };
}

export function preview(over: Partial<CheckPreview> = {}): CheckPreview {
  return {
    scenario: "usage_limit",
    title: "",
    message: "",
    feature_id: "uploads",
    feature_name: "uploads",
    products: [product({ id: "pro", name: "Pro" })],
    upgrade_product_id: "pro",
    ...over,
  };
}

export function featureCheck(over: Partial<CheckFeature> = {}): CheckFeature {
  return {
    allowed: false,
    code: "feature_found",
    customer_id: "ines",
    feature_id: "uploads",
    required_balance: 1,
    preview: preview(),
    ...over,
  };
}

export function productPreview(over: Partial<ProductPreview> = {}): ProductPreview {
  return {
    scenario: "upgrade",
    product_id: "pro",
    product_name: "Pro",
    recurring: true,
    error_on_attach: false,
    current_product_name: "Creator",
    items: [],
    options: [],
    due_today: { price: 9, currency: "usd" },
    ...over,
  };
}

export function productCheck(over: Partial<CheckProduct> = {}): CheckProduct {
  return {
    allowed: false,
    code: "product_found",
    customer_id: "ines",
    product_id: "pro",
    preview: productPreview(),
    ...over,
  };
}
