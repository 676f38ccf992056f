import { v } from "convex/values";
import type { GenericValidator, Infer } from "convex/values";
import { nullable } from "./wire";

/** Of every event. `id` names it: a handler that sees it again has handled it. */
const base = {
  id: v.string(),
  customer_id: v.string(),
  /** The customer's time, in epoch milliseconds. */
  at: v.number(),
};

const product = { product_id: v.string(), entity_id: nullable(v.string()) };

const invoice = {
  /** The invoice's number. */
  invoice: v.string(),
  product_ids: v.array(v.string()),
  /** Major units. */
  total: v.number(),
  currency: v.string(),
};

const balance = {
  feature_id: v.string(),
  entity_id: nullable(v.string()),
  /** What is left, and what was granted, in feature units. */
  balance: v.number(),
  granted: v.number(),
};

const event = <const Type extends string, Fields extends Record<string, GenericValidator>>(
  type: Type,
  fields: Fields,
) => v.object({ ...base, type: v.literal(type), ...fields });

/** What happens to customers, as a host's `onEvent` is told. */
export const vBillingEvent = v.union(
  event("customer.created", {}),
  event("product.attached", { ...product, trial_ends_at: nullable(v.number()) }),
  event("product.scheduled", { ...product, starts_at: v.number() }),
  /** It ends at `ends_at`; null: when it is used up. */
  event("product.cancelled", { ...product, ends_at: nullable(v.number()) }),
  event("product.expired", product),
  event("invoice.issued", invoice),
  event("invoice.paid", invoice),
  /** `retries`: when the card is charged again. */
  event("invoice.failed", { ...invoice, reason: v.string(), retries: v.array(v.number()) }),
  /** Three days before, or at the start of a shorter trial. */
  event("trial.ending", { ...product, ends_at: v.number() }),
  /** A yearly renewal, seven days before. */
  event("renewal.upcoming", { ...product, renews_at: v.number() }),
  event("card.expiring", {
    brand: v.string(),
    last4: v.string(),
    exp_month: v.number(),
    exp_year: v.number(),
  }),
  event("payment.disputed", {
    /** Null: no invoice here has this payment. */
    invoice: nullable(v.string()),
    amount: v.number(),
    currency: v.string(),
    reason: v.string(),
  }),
  /** A fifth of what was granted is left, once a period. */
  event("balance.low", balance),
  event("balance.exhausted", balance),
);
export type BillingEvent = Infer<typeof vBillingEvent>;
export type BillingEventType = BillingEvent["type"];
