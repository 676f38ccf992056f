import { v } from "convex/values";
import type { GenericValidator, Infer } from "convex/values";
import { nullable } from "./wire";

/** The fields of every event. `id` identifies it: ignore an id that you have already handled. */
const base = {
  id: v.string(),
  customer_id: v.string(),
  /** The customer's time, in epoch milliseconds. */
  at: v.number(),
};

const product = { product_id: v.string(), entity_id: nullable(v.string()) };

const lines = v.array(v.object({ description: v.string(), amount: v.number() }));

/** Amounts are in major units. */
const invoice = {
  /** The invoice's number. */
  invoice: v.string(),
  product_ids: v.array(v.string()),
  /** After discounts; negative: a credit. */
  lines,
  total: v.number(),
  currency: v.string(),
  /** The invoice's page, for 30 days; null if payments are not configured. */
  hosted_invoice_url: nullable(v.string()),
};

const balance = {
  feature_id: v.string(),
  entity_id: nullable(v.string()),
  /** The remaining and the granted amount, in feature units. */
  balance: v.number(),
  granted: v.number(),
};

const event = <const Type extends string, Fields extends Record<string, GenericValidator>>(
  type: Type,
  fields: Fields,
) => v.object({ ...base, type: v.literal(type), ...fields });

/** The events of customers, for a host's `onEvent`. */
export const vBillingEvent = v.union(
  event("customer.created", {}),
  event("product.attached", { ...product, trial_ends_at: nullable(v.number()) }),
  event("product.scheduled", { ...product, starts_at: v.number() }),
  /** It ends at `ends_at`; null: when it is used up. */
  event("product.cancelled", { ...product, ends_at: nullable(v.number()) }),
  event("product.expired", product),
  event("invoice.issued", invoice),
  /** `by_card` and `from_credit` sum to the total; `from_credit` is negative: it became credit. */
  event("invoice.paid", { ...invoice, by_card: v.number(), from_credit: v.number() }),
  /** `retries`: the dates of further attempts. */
  event("invoice.failed", { ...invoice, reason: v.string(), retries: v.array(v.number()) }),
  /** A refund was made. `by_card` and `as_credit` sum to the total. */
  event("credit_note.issued", {
    /** The number of the credit note, and of the invoice that it refunds. */
    credit_note: v.string(),
    invoice: v.string(),
    lines,
    total: v.number(),
    by_card: v.number(),
    as_credit: v.number(),
    currency: v.string(),
    reason: nullable(v.string()),
    hosted_invoice_url: nullable(v.string()),
  }),
  /**
   * A refund that `credit_note.issued` reported was returned, because the card can't
   * take it. The part that became credit stays.
   */
  event("refund.failed", {
    credit_note: v.string(),
    invoice: v.string(),
    /** The amount that the card did not take. */
    amount: v.number(),
    currency: v.string(),
    hosted_invoice_url: nullable(v.string()),
  }),
  /** Three days before the end, or at the start of a shorter trial. */
  event("trial.ending", { ...product, ends_at: v.number() }),
  /** Seven days before a yearly renewal. */
  event("renewal.upcoming", {
    ...product,
    renews_at: v.number(),
    /**
     * The amount due then, before credit, with the current quantities, seats, usage and
     * discounts.
     */
    total: v.optional(v.number()),
    currency: v.optional(v.string()),
  }),
  event("card.expiring", {
    brand: v.string(),
    last4: v.string(),
    exp_month: v.number(),
    exp_year: v.number(),
  }),
  event("payment.disputed", {
    /** Null if no invoice here belongs to this payment. */
    invoice: nullable(v.string()),
    amount: v.number(),
    currency: v.string(),
    reason: v.string(),
  }),
  /** At a fifth of the granted amount, once a period. */
  event("balance.low", balance),
  event("balance.exhausted", balance),
);
export type BillingEvent = Infer<typeof vBillingEvent>;
export type BillingEventType = BillingEvent["type"];
