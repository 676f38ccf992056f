import { v } from "convex/values";
import type { Infer } from "convex/values";
import { vItemConfig } from "./itemConfig";
import { vNextInvoice } from "./nextInvoice";
import { vDiscount, vEntitySummary, vReferral, vTrialUsed } from "./expansions";

/**
 * The wire format of every response, in wire names (snake_case).
 *
 * Times are epoch milliseconds. Money is in major units (10.5 = $10.50), except `invoice.total` in
 * an attach response, which is in minor units.
 *
 * @see Spec §3
 */
export const nullable = <V extends Parameters<typeof v.union>[number]>(validator: V) =>
  v.union(validator, v.null());

export const vInterval = v.union(
  v.literal("minute"),
  v.literal("hour"),
  v.literal("day"),
  v.literal("week"),
  v.literal("month"),
  v.literal("quarter"),
  v.literal("semi_annual"),
  v.literal("year"),
);
export type Interval = Infer<typeof vInterval>;

/** `multiple`: several resets at once. `lifetime`: never resets (breakdown rows only). */
const vShownInterval = v.union(vInterval, v.literal("multiple"), v.literal("lifetime"));

export const vScenario = v.union(
  v.literal("new"),
  v.literal("active"),
  v.literal("scheduled"),
  v.literal("renew"),
  v.literal("upgrade"),
  v.literal("downgrade"),
  v.literal("cancel"),
);
/** What attaching the product would do for this customer. @see Spec §4 */
export type Scenario = Infer<typeof vScenario>;

export const vFeatureType = v.union(
  v.literal("boolean"),
  v.literal("single_use"),
  v.literal("continuous_use"),
  v.literal("credit_system"),
);
export type FeatureType = Infer<typeof vFeatureType>;

export const vFeature = v.object({
  id: v.string(),
  name: v.string(),
  type: vFeatureType,
  display: v.optional(v.object({ singular: v.string(), plural: v.string() })),
  credit_schema: v.optional(
    nullable(v.array(v.object({ metered_feature_id: v.string(), credit_cost: v.number() }))),
  ),
  archived: v.boolean(),
});
export type Feature = Infer<typeof vFeature>;

const vUsageModel = v.union(v.literal("prepaid"), v.literal("pay_per_use"));
/** The open end of a tier or an allowance. */
export const vAmountOrInf = v.union(v.number(), v.literal("inf"));

export const vProductItem = v.object({
  type: v.union(v.literal("feature"), v.literal("priced_feature"), v.literal("price")),
  feature_id: nullable(v.string()),
  feature_type: v.optional(
    v.union(v.literal("static"), v.literal("single_use"), v.literal("continuous_use")),
  ),
  feature: nullable(vFeature),
  included_usage: v.optional(vAmountOrInf),
  /** Null on a price: paid once. Null on a feature: never resets. */
  interval: nullable(vInterval),
  interval_count: v.number(),
  price: v.optional(nullable(v.number())),
  tiers: v.optional(v.array(v.object({ to: vAmountOrInf, amount: v.number() }))),
  usage_model: v.optional(vUsageModel),
  billing_units: v.optional(v.number()),
  usage_limit: v.optional(v.number()),
  /** Prepaid quantity in feature units, never in packs. */
  quantity: v.optional(v.number()),
  next_cycle_quantity: v.optional(v.number()),
  reset_usage_when_enabled: v.optional(v.boolean()),
  entity_feature_id: v.optional(nullable(v.string())),
  config: v.optional(vItemConfig),
  /** Months after which granted units expire; absent: never. */
  expires_after_months: v.optional(v.number()),
  display: v.object({ primary_text: v.string(), secondary_text: v.optional(v.string()) }),
});
export type ProductItem = Infer<typeof vProductItem>;

export const vProductDisplay = v.object({
  name: v.optional(v.string()),
  description: v.optional(v.string()),
  button_text: v.optional(v.string()),
  recommend_text: v.optional(v.string()),
  everything_from: v.optional(v.string()),
  button_url: v.optional(v.string()),
});

export const vProduct = v.object({
  id: v.string(),
  name: v.string(),
  group: nullable(v.string()),
  env: v.union(v.literal("sandbox"), v.literal("live")),
  is_add_on: v.boolean(),
  is_default: v.boolean(),
  archived: v.boolean(),
  version: v.number(),
  created_at: v.number(),
  /** How often one customer may ever buy it. Absent: any number. */
  purchase_limit: v.optional(v.number()),
  /** The fixed price first, then priced features, then features. */
  items: v.array(vProductItem),
  free_trial: nullable(
    v.object({
      duration: v.union(v.literal("day"), v.literal("month"), v.literal("year")),
      length: v.number(),
      unique_fingerprint: v.boolean(),
      card_required: v.boolean(),
      /** False once this customer has used it. */
      trial_available: v.boolean(),
    }),
  ),
  base_variant_id: nullable(v.string()),
  scenario: v.optional(vScenario),
  properties: v.object({
    is_free: v.boolean(),
    is_one_off: v.boolean(),
    interval_group: nullable(vInterval),
    has_trial: v.boolean(),
    /** Whether it has a recurring prepaid price, so that a quantity can be changed later. */
    updateable: v.boolean(),
  }),
  display: v.optional(vProductDisplay),
});
export type Product = Infer<typeof vProduct>;

export const vBalanceFields = {
  interval: nullable(vShownInterval),
  interval_count: nullable(v.number()),
  unlimited: v.boolean(),
  /** Units left; negative in overage. */
  balance: v.number(),
  usage: v.number(),
  included_usage: v.number(),
  next_reset_at: nullable(v.number()),
  /** Reported false when a `usage_limit` exists. */
  overage_allowed: v.boolean(),
  /** Total cap: the grant plus the allowed overage. */
  usage_limit: v.optional(v.number()),
  rollovers: v.optional(
    v.array(v.object({ balance: v.number(), expires_at: nullable(v.number()) })),
  ),
  breakdown: v.optional(
    v.array(
      v.object({
        interval: vShownInterval,
        interval_count: v.number(),
        balance: v.number(),
        usage: v.number(),
        included_usage: v.number(),
        next_reset_at: nullable(v.number()),
        overage_allowed: v.boolean(),
        expires_at: nullable(v.number()),
      }),
    ),
  ),
  credit_schema: v.optional(
    v.array(v.object({ feature_id: v.string(), credit_amount: v.number() })),
  ),
};

export const vCustomerFeature = v.object({
  id: v.string(),
  name: v.string(),
  /** A credit system is served as `single_use` with a `credit_schema`. */
  type: v.union(v.literal("static"), v.literal("single_use"), v.literal("continuous_use")),
  ...vBalanceFields,
});
/** One feature's balance of a customer. @see Spec §3 */
export type CustomerFeature = Infer<typeof vCustomerFeature>;

export const vCustomerProduct = v.object({
  id: v.string(),
  name: v.string(),
  group: nullable(v.string()),
  status: v.union(v.literal("active"), v.literal("scheduled"), v.literal("expired")),
  /** Set while still active: a cancellation is scheduled. */
  canceled_at: nullable(v.number()),
  started_at: v.number(),
  is_default: v.boolean(),
  is_add_on: v.boolean(),
  version: v.number(),
  quantity: v.number(),
  /**
   * When access ends, because of a cancellation, a successor or the end of a granted plan. Absent:
   * no end is planned.
   */
  ends_at: v.optional(v.number()),
  /** A product on trial is served as `active` with this set. */
  trial_ends_at: v.optional(v.number()),
  /** A failed renewal inside its grace period: still `active`. */
  past_due: v.optional(v.boolean()),
  /** Past due: when the charge is tried again; absent: not before the grace ends. */
  retry_at: v.optional(v.number()),
  /** Past due: when access ends unless a payment succeeds; the last attempt is made then. */
  grace_ends_at: v.optional(v.number()),
  current_period_start: v.optional(v.number()),
  current_period_end: v.optional(v.number()),
  entity_id: v.optional(v.string()),
  items: v.array(vProductItem),
});
export type CustomerProduct = Infer<typeof vCustomerProduct>;

export const vInvoice = v.object({
  product_ids: v.array(v.string()),
  stripe_id: v.string(),
  status: v.union(
    v.literal("draft"),
    v.literal("open"),
    v.literal("paid"),
    v.literal("void"),
    v.literal("uncollectible"),
  ),
  total: v.number(),
  /** Refunds of the total. Absent: nothing. */
  amount_refunded: v.optional(v.number()),
  /** The part of the total paid from credit; negative: it became credit. Absent: none. */
  from_credit: v.optional(v.number()),
  /** The products whose unused time it credits, if they differ from its own. */
  credited_product_ids: v.optional(v.array(v.string())),
  /** Refunded as credit. Absent: nothing. */
  refunded_as_credit: v.optional(v.number()),
  currency: v.string(),
  created_at: v.number(),
  hosted_invoice_url: nullable(v.string()),
});
export type Invoice = Infer<typeof vInvoice>;

export const vPaymentMethod = v.object({
  id: v.string(),
  type: v.literal("card"),
  card: v.object({
    brand: v.string(),
    last4: v.string(),
    exp_month: v.number(),
    exp_year: v.number(),
  }),
});
export type PaymentMethod = Infer<typeof vPaymentMethod>;

export const vCustomer = v.object({
  /** Null: known only by e-mail, until a caller with a secret key gives it an id. */
  id: nullable(v.string()),
  created_at: v.number(),
  name: nullable(v.string()),
  email: nullable(v.string()),
  fingerprint: nullable(v.string()),
  stripe_id: nullable(v.string()),
  env: v.union(v.literal("sandbox"), v.literal("live")),
  metadata: v.record(v.string(), v.string()),
  products: v.array(vCustomerProduct),
  features: v.record(v.string(), vCustomerFeature),
  invoices: v.optional(v.array(vInvoice)),
  /** The customer's credit, with the invoices; it pays invoices before the card does. */
  credit: v.optional(v.object({ balance: v.number(), currency: v.string() })),
  trials_used: v.optional(v.array(vTrialUsed)),
  payment_method: v.optional(nullable(vPaymentMethod)),
  entities: v.optional(v.array(vEntitySummary)),
  rewards: v.optional(v.object({ discounts: v.array(vDiscount) })),
  referrals: v.optional(v.array(vReferral)),
  /** Null: no bill is planned. Absent: not requested, or unknown because there are too many products. */
  next_invoice: v.optional(nullable(vNextInvoice)),
});
export type Customer = Infer<typeof vCustomer>;
