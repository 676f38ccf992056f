import { v } from "convex/values";
import type { Infer } from "convex/values";
import type { BillingErrorCode } from "../../contract/errors";
import { vOnDecrease, vOnIncrease, vRolloverConfig } from "../../contract/itemConfig";
import { vFeature, vInterval, vProductDisplay } from "../../contract/wire";

/**
 * The model of the rules: the catalogue as defined, and a customer's subscriptions
 * and balances. Money is in integer minor units; quantities are in integer
 * millionths of a unit ("micros"); times are epoch milliseconds, UTC.
 */

export const MICROS_PER_UNIT = 1_000_000;

/** A feature, and the named events that also count as its use. */
export const vFeatureDefinition = v.object({
  ...vFeature.fields,
  event_names: v.optional(v.array(v.string())),
  /**
   * `balance.low` is emitted at this many units or fewer. Default: a fifth of the
   * granted units.
   */
  low_balance: v.optional(v.number()),
});
/** A feature as the catalogue defines it. */
export type FeatureDefinition = Infer<typeof vFeatureDefinition>;

const vTier = v.object({ to: v.union(v.number(), v.literal("inf")), amount: v.number() });

/** How an item rolls over. */
export type RolloverConfig = Infer<typeof vRolloverConfig>;

/** When more of something is paid for. */
export type OnIncrease = Infer<typeof vOnIncrease>;

/** The effect of a decrease. `none`: the units stay until the cycle ends. */
export type OnDecrease = Infer<typeof vOnDecrease>;

/**
 * One line of a product, in one of three shapes: a price (no feature), a
 * feature (no price), or a priced feature. Amounts here are as the catalogue
 * writes them: major currency units and whole feature units.
 */
const vItemDefinition = v.object({
  feature_id: v.optional(v.string()),
  included_usage: v.optional(v.union(v.number(), v.literal("inf"))),
  /** Absent: a price is paid once, a feature never resets. */
  interval: v.optional(vInterval),
  interval_count: v.optional(v.number()),
  price: v.optional(v.number()),
  tiers: v.optional(v.array(vTier)),
  usage_model: v.optional(v.union(v.literal("prepaid"), v.literal("pay_per_use"))),
  /** Pack size. Default 1. */
  billing_units: v.optional(v.number()),
  usage_limit: v.optional(v.number()),
  entity_feature_id: v.optional(v.string()),
  reset_usage_when_enabled: v.optional(v.boolean()),
  rollover: v.optional(vRolloverConfig),
  /** Of quantities that can change within a period. Default: see `onIncrease` of the policies. */
  on_increase: v.optional(vOnIncrease),
  /** Default: see `onDecrease` of the policies. */
  on_decrease: v.optional(vOnDecrease),
  /** Months after which granted units vanish; absent: never. */
  expires_after_months: v.optional(v.number()),
});
/** One line of a product, as defined. */
export type ItemDefinition = Infer<typeof vItemDefinition>;

export const vProductDefinition = v.object({
  id: v.string(),
  name: v.string(),
  /** Products of one group replace one another. Add-ons never do. */
  group: v.string(),
  is_add_on: v.boolean(),
  is_default: v.boolean(),
  archived: v.boolean(),
  /** The product that this one is another price of. */
  base_variant_id: v.optional(v.string()),
  items: v.array(vItemDefinition),
  /** How often one customer may ever buy it. Absent: see `purchaseLimit`. */
  purchase_limit: v.optional(v.number()),
  free_trial: v.union(
    v.object({
      length: v.number(),
      duration: v.union(v.literal("day"), v.literal("month"), v.literal("year")),
      unique_fingerprint: v.boolean(),
      card_required: v.boolean(),
    }),
    v.null(),
  ),
  display: v.optional(vProductDisplay),
});
/** A product as the catalogue defines it. */
export type ProductDefinition = Infer<typeof vProductDefinition>;

/** A product as the catalogue holds it: the newest version unless said otherwise. */
export interface CatalogueProduct extends ProductDefinition {
  version: number;
  created_at: number;
}

/** The catalogue on sale. */
export interface Catalogue {
  currency: string;
  features: ReadonlyMap<string, FeatureDefinition>;
  products: ReadonlyMap<string, CatalogueProduct>;
}

/** Prepaid quantity of one feature, in feature units: whole packs of the product's own size. */
export const vSubscriptionOption = v.object({
  feature_id: v.string(),
  quantity: v.number(),
  /** The product after the renewal; absent: the same one. */
  upcoming_quantity: v.optional(v.number()),
});
/** How many units of a feature are prepaid. */
export type SubscriptionOption = Infer<typeof vSubscriptionOption>;

export const vSubscriptionStatus = v.union(
  v.literal("scheduled"),
  v.literal("active"),
  v.literal("past_due"),
  v.literal("expired"),
);

/** Prepaid units that an entity had spent when it was removed: they stay spent until `until`. */
export const vGoneSpent = v.object({
  feature_id: v.string(),
  units: v.number(),
  until: v.number(),
});
/** Spent units whose balance is closed. */
export type GoneSpent = Infer<typeof vGoneSpent>;

/** A product on a customer or entity. */
export interface Subscription {
  id: string;
  product: CatalogueProduct;
  entity_id: string | null;
  status: Infer<typeof vSubscriptionStatus>;
  /** The time of the cancellation; access lasts until `ended_at`. */
  canceled_at: number | null;
  starts_at: number;
  ended_at: number | null;
  trial_ends_at: number | null;
  /** The original anchor of every period of this subscription. */
  anchor: number;
  quantity: number;
  options: readonly SubscriptionOption[];
  created_at: number;
  /** Prepaid units that removed entities had spent. Absent: none. */
  gone_spent?: readonly GoneSpent[];
  /** Past due: access ends here unless it is paid. */
  grace_ends_at?: number | null;
}

/** Unused units carried past a reset. `usage`: this cycle's use of them. Micros. */
export const vRollover = v.object({
  balance: v.number(),
  usage: v.number(),
  expires_at: v.union(v.number(), v.null()),
});
/** One rollover of a balance. */
export type Rollover = Infer<typeof vRollover>;

/** Allocated units (micros) that are unused and paid for until then. */
export const vVacated = v.object({ units: v.number(), until: v.number() });

/** One balance of units that a subscription grants. All amounts in micros. */
export interface Balance {
  id: string;
  subscription_id: string;
  feature_id: string;
  entity_id: string | null;
  is_add_on: boolean;
  unlimited: boolean;
  /** Packs bought ahead are part of the grant. */
  prepaid: boolean;
  /** Units granted at each reset. */
  granted: number;
  balance: number;
  adjustment: number;
  interval: Infer<typeof vInterval> | null;
  interval_count: number;
  /** Original anchor: boundary k is `anchor + k × interval`, clamped. */
  anchor: number;
  next_reset_at: number | null;
  /** The item is pay-per-use: the balance may go below zero. */
  usage_allowed: boolean;
  /** Cap on total usage, overage included. */
  usage_limit: number | null;
  rollover: RolloverConfig | null;
  rollovers: readonly Rollover[];
  /**
   * Prepaid units of this period that were spent on the previous product and count as
   * used. Absent: none.
   */
  prepaid_spent?: number;
  /** Absent: no unit was ever unused. */
  vacated?: Infer<typeof vVacated>;
  expires_at: number | null;
  created_at: number;
}

/** A balance as planned; the store gives it its id. */
export type NewBalance = Omit<Balance, "id">;

/**
 * Why a rule refuses something. A rule that otherwise returns a result returns `{ error }` instead,
 * as operations return a `Failure`: callers check both with `"error" in`.
 */
export interface Refusal {
  code: BillingErrorCode;
  message: string;
}
