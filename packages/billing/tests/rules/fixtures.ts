import type {
  Balance,
  Catalogue,
  CatalogueProduct,
  FeatureDefinition,
  Subscription,
  ItemDefinition,
} from "../../src/component/rules/model";
import type { CustomerDiscount } from "../../src/component/rules/discounts/customerDiscounts";

/** The plans of the site, as far as rules need them, and builders for a customer's rows. */
export const utc = (iso: string) => Date.parse(`${iso.includes("T") ? iso : `${iso}T00:00:00`}Z`);

const feature = (
  id: string,
  name: string,
  type: FeatureDefinition["type"],
  unit?: [singular: string, plural: string],
): FeatureDefinition => ({
  id,
  name,
  type,
  archived: false,
  ...(unit && { display: { singular: unit[0], plural: unit[1] } }),
});

const CREDITS: FeatureDefinition = {
  ...feature("credits", "Credits", "credit_system", ["credit", "credits"]),
  credit_schema: [
    { metered_feature_id: "boost", credit_cost: 10 },
    { metered_feature_id: "upscale", credit_cost: 5 },
    { metered_feature_id: "ai_tag", credit_cost: 1 },
  ],
};

export const FEATURES: Catalogue["features"] = new Map(
  [
    feature("uploads", "Uploads", "single_use", ["upload", "uploads"]),
    feature("storage_gb", "Storage", "continuous_use", ["GB", "GB"]),
    feature("collections", "Collections", "continuous_use", ["collection", "collections"]),
    feature("seats", "Seats", "continuous_use", ["seat", "seats"]),
    feature("hd_upload", "4K and HDR uploads", "boolean"),
    feature("boost", "Boosts", "single_use", ["boost", "boosts"]),
    feature("upscale", "Upscales", "single_use", ["upscale", "upscales"]),
    feature("ai_tag", "AI tags", "single_use", ["AI tag", "AI tags"]),
    feature("prints", "Prints", "single_use", ["print", "prints"]),
    feature("api_calls", "API calls", "single_use", ["API call", "API calls"]),
    CREDITS,
  ].map((definition) => [definition.id, definition]),
);

export const price = (
  amount: number,
  interval?: ItemDefinition["interval"],
  count?: number,
): ItemDefinition => ({
  price: amount,
  ...(interval && { interval }),
  ...(count !== undefined && { interval_count: count }),
});

export const PREPAID_CREDITS: ItemDefinition = {
  feature_id: "credits",
  interval: "month",
  price: 4,
  usage_model: "prepaid",
  billing_units: 100,
};

const STORAGE_OVERAGE: ItemDefinition = {
  feature_id: "storage_gb",
  included_usage: 200,
  interval: "month",
  price: 0.12,
  usage_model: "pay_per_use",
  usage_limit: 1000,
};

export const product = (
  id: string,
  items: ItemDefinition[],
  over: Partial<CatalogueProduct> = {},
): CatalogueProduct => ({
  id,
  name: id.charAt(0).toUpperCase() + id.slice(1).replaceAll("_", " "),
  group: "main",
  is_add_on: false,
  is_default: false,
  archived: false,
  items,
  free_trial: null,
  version: 1,
  created_at: 0,
  ...over,
});

export const FREE = product(
  "free",
  [
    { feature_id: "uploads", included_usage: 10, interval: "month" },
    { feature_id: "storage_gb", included_usage: 1 },
    { feature_id: "collections", included_usage: 3 },
    { feature_id: "ai_tag", included_usage: 20, interval: "day" },
  ],
  { is_default: true },
);
const CREATOR_ITEMS: ItemDefinition[] = [
  { feature_id: "uploads", included_usage: 100, interval: "month" },
  { feature_id: "storage_gb", included_usage: 25 },
  { feature_id: "collections", included_usage: 25 },
  {
    feature_id: "credits",
    included_usage: 100,
    interval: "month",
    rollover: { max: 200, length: 3, duration: "month" },
  },
  PREPAID_CREDITS,
];
export const CREATOR = product("creator", [price(6, "month"), ...CREATOR_ITEMS]);
export const CREATOR_ANNUAL = product("creator_annual", [price(60, "year"), ...CREATOR_ITEMS]);
export const PRO = product(
  "pro",
  [
    price(15, "month"),
    { feature_id: "uploads", included_usage: "inf" },
    STORAGE_OVERAGE,
    { feature_id: "collections", included_usage: "inf" },
    { feature_id: "hd_upload" },
    { feature_id: "credits", included_usage: 400, interval: "month" },
    PREPAID_CREDITS,
  ],
  {
    free_trial: { length: 14, duration: "day", unique_fingerprint: true, card_required: false },
  },
);
export const STUDIO = product("studio", [
  price(39, "month"),
  {
    feature_id: "seats",
    included_usage: 3,
    interval: "month",
    price: 9,
    usage_model: "prepaid",
  },
  {
    feature_id: "uploads",
    included_usage: 60,
    interval: "month",
    entity_feature_id: "seats",
  },
]);
export const BOOST_PACK = product(
  "boost_pack",
  [
    {
      feature_id: "credits",
      price: 5,
      usage_model: "prepaid",
      billing_units: 100,
      usage_limit: 5000,
      expires_after_months: 12,
    },
  ],
  { is_add_on: true },
);
export const PRINT_PACK = product(
  "print_pack",
  [price(12), { feature_id: "prints", included_usage: 5 }],
  { is_add_on: true },
);
export const STORAGE_PLUS = product(
  "storage_plus",
  [price(3, "month"), { feature_id: "storage_gb", included_usage: 50 }],
  { is_add_on: true },
);

export const catalogueOf = (...products: CatalogueProduct[]): Catalogue => ({
  currency: "usd",
  features: FEATURES,
  products: new Map(products.map((row) => [row.id, row])),
});

export const subscriptions = (
  of: CatalogueProduct,
  over: Partial<Omit<Subscription, "product">> = {},
): Subscription => ({
  id: `held_${of.id}`,
  product: of,
  entity_id: null,
  status: "active",
  canceled_at: null,
  starts_at: over.anchor ?? 0,
  ended_at: null,
  trial_ends_at: null,
  anchor: 0,
  quantity: 1,
  options: [],
  created_at: 0,
  ...over,
});

/** A discount without an end. */
export const percentOff = (percent: number): CustomerDiscount => ({
  id: `discount_${percent}`,
  reward: {
    id: `off_${percent}`,
    name: `${percent}% off`,
    promo_codes: [],
    type: "percentage_discount",
    discount_value: percent,
    duration_type: "forever",
    duration_value: 0,
  },
  state: "active",
  ends_at: null,
});

const MICROS = 1_000_000;

/** A balance in feature units. */
export const balanceRow = (
  over: Partial<Omit<Balance, "balance" | "granted" | "adjustment" | "usage_limit">> & {
    granted?: number;
    balance?: number;
    adjustment?: number;
    usage_limit?: number;
  } = {},
): Balance => {
  const { granted = 100, balance = granted, adjustment = 0, usage_limit, ...rest } = over;
  return {
    id: "balanceRow",
    subscription_id: "held_free",
    feature_id: "uploads",
    entity_id: null,
    is_add_on: false,
    unlimited: false,
    prepaid: false,
    granted: granted * MICROS,
    balance: Math.round(balance * MICROS),
    adjustment: adjustment * MICROS,
    interval: null,
    interval_count: 1,
    anchor: 0,
    next_reset_at: null,
    usage_allowed: false,
    usage_limit: usage_limit === undefined ? null : usage_limit * MICROS,
    rollover: null,
    rollovers: [],
    expires_at: null,
    created_at: 0,
    ...rest,
  };
};
