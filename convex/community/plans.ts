import type { Interval } from "../../packages/billing/src/contract";
import { defineCatalog } from "../../packages/billing/src/client";
import type { ItemInput } from "../../packages/billing/src/client";

/** The catalogue of Spotlight. Prices are in USD, quantities in feature units. */
const counted = (
  name: string,
  type: "single_use" | "continuous_use",
  singular: string,
  plural = `${singular}s`,
) => ({ name, type, display: { singular, plural } });

const boolean = (name: string) => ({ name, type: "boolean" as const });

const FEATURES = {
  uploads: counted("Uploads", "single_use", "upload"),
  storage_gb: counted("Storage", "continuous_use", "GB", "GB"),
  collections: counted("Collections", "continuous_use", "collection"),
  seats: counted("Seats", "continuous_use", "seat"),
  hd_upload: boolean("4K and HDR uploads"),
  insights_90: boolean("90-day insights"),
  supporter_badge: boolean("Supporter badge"),
  boost: counted("Boosts", "single_use", "boost"),
  ai_tag: counted("Tag ideas", "single_use", "tag idea"),
  credits: {
    name: "Credits",
    type: "credit_system",
    display: { singular: "credit", plural: "credits" },
    credit_schema: [
      { metered_feature_id: "boost", credit_cost: 10 },
      { metered_feature_id: "ai_tag", credit_cost: 1 },
    ],
  },
  prints: counted("Prints", "single_use", "print"),
} as const;

/** The features that Spotlight gates, by id. */
export type FeatureId = keyof typeof FEATURES;
type Item = ItemInput<FeatureId>;

const price = (amount: number, interval?: Interval): Item => ({
  price: amount,
  ...(interval && { interval }),
});

/** Units that come with the product; without an interval they never reset. */
const included = (featureId: FeatureId, units: number | "inf", interval?: Interval): Item => ({
  feature_id: featureId,
  included_usage: units,
  ...(interval && { interval }),
});

const flag = (featureId: FeatureId): Item => ({ feature_id: featureId });

/** Monthly credits that come with the plan, and packs of 100 on top. */
const monthlyCredits = (units: number): Item => ({
  ...included("credits", units, "month"),
  price: 4,
  billing_units: 100,
  usage_model: "prepaid",
  rollover: { max: 200, length: 3, duration: "month" },
});

/**
 * Tag suggestions are free with every plan, so that a paid plan never charges for something that
 * was free before.
 */
const TAG_SUGGESTIONS = included("ai_tag", "inf");

const CREATOR_ITEMS: readonly Item[] = [
  included("uploads", 100, "month"),
  included("storage_gb", 25),
  included("collections", 25),
  TAG_SUGGESTIONS,
  monthlyCredits(100),
];

const PRO_FLAGS = (["hd_upload", "insights_90"] as const).map(flag);

const PRO_ITEMS: readonly Item[] = [
  included("uploads", "inf"),
  {
    ...included("storage_gb", 200, "month"),
    price: 0.12,
    usage_model: "pay_per_use",
    usage_limit: 1000,
  },
  included("collections", "inf"),
  ...PRO_FLAGS,
  TAG_SUGGESTIONS,
  monthlyCredits(400),
];

const STUDIO_ITEMS: readonly Item[] = [
  { ...included("seats", 3, "month"), price: 9, usage_model: "prepaid" },
  // The plan itself includes these: its customer has all of Pro, with or without a seat.
  included("uploads", "inf"),
  included("storage_gb", 1000),
  included("collections", "inf"),
  ...PRO_FLAGS,
  TAG_SUGGESTIONS,
  monthlyCredits(1500),
];

const PLANS = {
  free: {
    name: "Free",
    group: "main",
    is_default: true,
    items: [
      included("uploads", 10, "month"),
      included("storage_gb", 1),
      included("collections", 3),
      included("ai_tag", 20, "day"),
    ],
    display: { description: "Share your work and find your people." },
  },
  creator: {
    name: "Creator",
    group: "main",
    items: [price(6, "month"), ...CREATOR_ITEMS],
    display: { description: "Room to publish every week.", everything_from: "Free" },
  },
  creator_annual: {
    name: "Creator annual",
    group: "main",
    base_variant_id: "creator",
    items: [price(60, "year"), ...CREATOR_ITEMS],
    display: { description: "Creator for a year, two months free.", everything_from: "Free" },
  },
  pro: {
    name: "Pro",
    group: "main",
    items: [price(15, "month"), ...PRO_ITEMS],
    free_trial: { length: 14, duration: "day", unique_fingerprint: true, card_required: false },
    display: {
      description: "For artists who live from their work.",
      recommend_text: "Most popular",
      everything_from: "Creator",
    },
  },
  pro_annual: {
    name: "Pro annual",
    group: "main",
    base_variant_id: "pro",
    items: [price(144, "year"), ...PRO_ITEMS],
    display: {
      description: "Pro for a year, at $12 a month.",
      recommend_text: "Most popular",
      everything_from: "Creator",
    },
  },
  studio: {
    name: "Studio",
    group: "main",
    items: [price(39, "month"), ...STUDIO_ITEMS],
    display: {
      description:
        "One plan for the whole studio: unlimited uploads for its owner and for each seat.",
      everything_from: "Pro",
    },
  },
  studio_quarter: {
    name: "Studio quarterly",
    group: "main",
    base_variant_id: "studio",
    items: [price(105, "quarter"), ...STUDIO_ITEMS],
    display: { description: "Studio, paid every three months.", everything_from: "Pro" },
  },
} as const;

const ADD_ONS = {
  boost_pack: {
    name: "Boost pack",
    group: "main",
    is_add_on: true,
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
  },
  print_pack: {
    name: "Print pack",
    group: "main",
    is_add_on: true,
    items: [price(12), included("prints", 5)],
    display: { description: "Five prints of your own works, shipped to you." },
  },
  lifetime_badge: {
    name: "Lifetime badge",
    group: "main",
    is_add_on: true,
    items: [price(49), flag("supporter_badge")],
    display: { description: "A thank-you on your page, for good." },
  },
  storage_plus: {
    name: "Storage plus",
    group: "main",
    is_add_on: true,
    items: [price(3, "month"), included("storage_gb", 50)],
    display: { description: "50 GB more, on any plan." },
  },
} as const;

/** Spotlight's catalogue, which `seed.ts` installs. */
export const SPOTLIGHT_CATALOGUE = defineCatalog({
  currency: "usd",
  features: FEATURES,
  products: {
    ...PLANS,
    ...ADD_ONS,
    // Each is the only product of its group, so it can be bought once and replaces no plan.
    welcome_credits: {
      name: "Welcome credits",
      group: "welcome",
      is_add_on: true,
      items: [{ ...included("credits", 20), expires_after_months: 3 }],
      display: { description: "Twenty credits to try a boost with. They last three months." },
    },
    // Archived, so that only a reward can grant it.
    referral_credits: {
      name: "Referral credits",
      group: "referral",
      archived: true,
      items: [{ ...included("credits", 200), expires_after_months: 3 }],
      display: { description: "A thank-you for inviting an artist." },
    },
  },
  rewards: {
    referral_credits: {
      name: "200 credits",
      promo_codes: [],
      type: "free_product",
      free_product_id: "referral_credits",
    },
  },
  programs: {
    // Both sides get the credits 30 days after the referred member has paid for a plan. The
    // referral page says so.
    "invite-artist": {
      when: "checkout",
      product_ids: ["creator", "creator_annual", "pro", "pro_annual", "studio", "studio_quarter"],
      reward: "referral_credits",
      max_redemptions: 25,
      received_by: "all",
      exclude_trial: true,
      hold_days: 30,
    },
  },
});

/** The products that Spotlight sells, by id. */
export type ProductId = (typeof SPOTLIGHT_CATALOGUE)["products"][number]["id"];
