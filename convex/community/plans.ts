import type { Interval } from "../contract/wire";
import type { FeatureDefinition, ItemDefinition, ProductDefinition } from "../engine/rules/model";

/** What Spotlight sells. Prices in USD, quantities in feature units. */
const boolean = (id: string, name: string): FeatureDefinition => ({
  id,
  name,
  type: "boolean",
  archived: false,
});

const counted = (
  id: string,
  name: string,
  type: "single_use" | "continuous_use",
  singular: string,
  plural = `${singular}s`,
): FeatureDefinition => ({ id, name, type, display: { singular, plural }, archived: false });

const FEATURES: readonly FeatureDefinition[] = [
  counted("uploads", "Uploads", "single_use", "upload"),
  counted("storage_gb", "Storage", "continuous_use", "GB", "GB"),
  counted("collections", "Collections", "continuous_use", "collection"),
  counted("commission_slots", "Commission slots", "continuous_use", "slot"),
  counted("seats", "Seats", "continuous_use", "seat"),
  boolean("hd_upload", "4K and HDR uploads"),
  boolean("custom_domain", "Custom domain"),
  boolean("insights_90", "90-day insights"),
  boolean("schedule", "Scheduled posts"),
  boolean("supporter_badge", "Supporter badge"),
  counted("boost", "Boosts", "single_use", "boost"),
  counted("ai_tag", "AI tags", "single_use", "AI tag"),
  counted("upscale", "Upscales", "single_use", "upscale"),
  {
    id: "credits",
    name: "Credits",
    type: "credit_system",
    display: { singular: "credit", plural: "credits" },
    credit_schema: [
      { metered_feature_id: "boost", credit_cost: 10 },
      { metered_feature_id: "upscale", credit_cost: 5 },
      { metered_feature_id: "ai_tag", credit_cost: 1 },
    ],
    archived: false,
  },
  counted("prints", "Prints", "single_use", "print"),
];

const price = (amount: number, interval?: Interval): ItemDefinition => ({
  price: amount,
  ...(interval && { interval }),
});

/** Units that come with the product; without an interval they never reset. */
const included = (
  featureId: string,
  units: number | "inf",
  interval?: Interval,
): ItemDefinition => ({
  feature_id: featureId,
  included_usage: units,
  ...(interval && { interval }),
});

const flag = (featureId: string): ItemDefinition => ({ feature_id: featureId });

/** Monthly credits that come with the plan, and packs of 100 on top. */
const monthlyCredits = (units: number): ItemDefinition => ({
  ...included("credits", units, "month"),
  price: 4,
  billing_units: 100,
  usage_model: "prepaid",
  rollover: { max: 200, length: 3, duration: "month" },
});

const CREATOR_ITEMS: readonly ItemDefinition[] = [
  included("uploads", 100, "month"),
  included("storage_gb", 25),
  included("collections", 25),
  included("commission_slots", 3),
  monthlyCredits(100),
];

const PRO_FLAGS = ["hd_upload", "custom_domain", "insights_90", "schedule"].map(flag);

const PRO_ITEMS: readonly ItemDefinition[] = [
  included("uploads", "inf"),
  {
    ...included("storage_gb", 200, "month"),
    price: 0.12,
    usage_model: "pay_per_use",
    usage_limit: 1000,
  },
  included("collections", "inf"),
  included("commission_slots", 10),
  ...PRO_FLAGS,
  monthlyCredits(400),
];

const STUDIO_ITEMS: readonly ItemDefinition[] = [
  { ...included("seats", 3, "month"), price: 9, usage_model: "prepaid" },
  { ...included("uploads", 60, "month"), entity_feature_id: "seats" },
  included("storage_gb", 1000),
  included("collections", "inf"),
  included("commission_slots", 10),
  ...PRO_FLAGS,
  monthlyCredits(1500),
];

type Described = Pick<ProductDefinition, "id" | "name" | "base_variant_id" | "display"> & {
  items: readonly ItemDefinition[];
};

const product = (described: Described): ProductDefinition => ({
  ...described,
  items: [...described.items],
  group: "main",
  is_add_on: false,
  is_default: false,
  archived: false,
  free_trial: null,
});

const PLANS: readonly ProductDefinition[] = [
  {
    ...product({
      id: "free",
      name: "Free",
      items: [
        included("uploads", 10, "month"),
        included("storage_gb", 1),
        included("collections", 3),
        included("ai_tag", 20, "day"),
      ],
      display: { description: "Share your work and find your people." },
    }),
    is_default: true,
  },
  product({
    id: "creator",
    name: "Creator",
    items: [price(6, "month"), ...CREATOR_ITEMS],
    display: { description: "Room to publish every week.", everything_from: "Free" },
  }),
  product({
    id: "creator_annual",
    base_variant_id: "creator",
    name: "Creator annual",
    items: [price(60, "year"), ...CREATOR_ITEMS],
    display: { description: "Creator for a year, two months free.", everything_from: "Free" },
  }),
  {
    ...product({
      id: "pro",
      name: "Pro",
      items: [price(15, "month"), ...PRO_ITEMS],
      display: {
        description: "For artists who live from their work.",
        recommend_text: "Most popular",
        everything_from: "Creator",
      },
    }),
    free_trial: { length: 14, duration: "day", unique_fingerprint: true, card_required: false },
  },
  product({
    id: "pro_annual",
    base_variant_id: "pro",
    name: "Pro annual",
    items: [price(144, "year"), ...PRO_ITEMS],
    display: {
      description: "Pro for a year, at $12 a month.",
      recommend_text: "Most popular",
      everything_from: "Creator",
    },
  }),
  product({
    id: "studio",
    name: "Studio",
    items: [price(39, "month"), ...STUDIO_ITEMS],
    display: { description: "One plan for the whole studio.", everything_from: "Pro" },
  }),
  product({
    id: "studio_quarter",
    base_variant_id: "studio",
    name: "Studio quarterly",
    items: [price(105, "quarter"), ...STUDIO_ITEMS],
    display: { description: "Studio, paid every three months.", everything_from: "Pro" },
  }),
];

const ADD_ONS: readonly ProductDefinition[] = [
  product({
    id: "boost_pack",
    name: "Boost pack",
    items: [
      {
        feature_id: "credits",
        price: 5,
        billing_units: 100,
        usage_model: "prepaid",
        expires_after_months: 12,
      },
    ],
    display: { description: "Credits that last a year." },
  }),
  product({
    id: "print_pack",
    name: "Print pack",
    items: [price(12), included("prints", 5)],
    display: { description: "Five prints, shipped to you." },
  }),
  product({
    id: "lifetime_badge",
    name: "Lifetime badge",
    items: [price(49), flag("supporter_badge")],
    display: { description: "Thank you, for good." },
  }),
  product({
    id: "storage_plus",
    name: "Storage plus",
    items: [price(3, "month"), included("storage_gb", 50)],
    display: { description: "50 GB more, on any plan." },
  }),
].map((addOn) => ({ ...addOn, is_add_on: true }));

/** Alone in its group, so it can be had once and replaces no plan. */
const REFERRAL_CREDITS: ProductDefinition = {
  ...product({
    id: "referral_credits",
    name: "Referral credits",
    items: [{ ...included("credits", 200), expires_after_months: 3 }],
    display: { description: "A thank-you for inviting an artist." },
  }),
  group: "referral",
};

/** Spotlight's catalogue, as `seed.ts` installs it. */
export const SPOTLIGHT_CATALOGUE = {
  currency: "usd",
  features: FEATURES,
  products: [...PLANS, ...ADD_ONS, REFERRAL_CREDITS],
};
