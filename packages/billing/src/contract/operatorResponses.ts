import { v } from "convex/values";
import type { Infer } from "convex/values";
import { vInvoiceDetail } from "./invoiceResponses";
import { vLedgerLine } from "./usageResponses";
import { nullable } from "./wire";

/**
 * Responses for operators, in wire names. Amounts are in major units, times in epoch
 * milliseconds.
 */
const who = {
  customer_id: v.string(),
  name: nullable(v.string()),
  email: nullable(v.string()),
};

/** A page of a list. `next_cursor` is the cursor of the next page; null on the last one. */
const listOf = <V extends Parameters<typeof v.array>[0]>(entry: V) =>
  v.object({ list: v.array(entry), next_cursor: nullable(v.string()) });

const vFailedPayment = v.object({
  ...who,
  /** The invoice's number. */
  invoice: v.string(),
  product_ids: v.array(v.string()),
  total: v.number(),
  currency: v.string(),
  created_at: v.number(),
  /** The processor's last response, and its time. Null if there is none yet. */
  reason: nullable(v.string()),
  failed_at: nullable(v.number()),
  /** The next automatic charge of the card. Null if there is none. */
  retry_at: nullable(v.number()),
});
/** An issued invoice that is not paid. */
export type FailedPayment = Infer<typeof vFailedPayment>;
export const vFailedPaymentList = listOf(vFailedPayment);

const vOpenDispute = v.object({
  ...who,
  /** The processor's id. */
  dispute: v.string(),
  /** The disputed invoice's number. Null if unknown. */
  invoice: nullable(v.string()),
  amount: v.number(),
  currency: v.string(),
  reason: v.string(),
  opened_at: v.number(),
});
/** A payment that a customer's bank may take back. */
export type OpenDispute = Infer<typeof vOpenDispute>;
export const vOpenDisputeList = listOf(vOpenDispute);

/** The identifying fields of a customer. */
const vFoundCustomer = v.object(who);
export type FoundCustomer = Infer<typeof vFoundCustomer>;
export const vFoundCustomers = v.array(vFoundCustomer);

/** Facts of an event or of an operator's action, by name. */
export const vOperatorDetails = v.record(v.string(), v.union(v.string(), v.number(), v.null()));
export type OperatorDetails = Infer<typeof vOperatorDetails>;

/** The actor of a change, and the operator's name. */
export const vActor = v.object({
  actor: v.union(v.literal("caller"), v.literal("operator"), v.literal("clock")),
  name: v.optional(v.string()),
});
export type Actor = Infer<typeof vActor>;

/**
 * Why a payment was returned. `surplus`: it came late or twice, and no invoice needed
 * it. `surplus_kept`: its card did not take the refund, so it became credit.
 * `surplus_disputed`: the bank reversed the payment anyway, so that credit was
 * removed.
 */
export const vMoneyCause = v.union(
  v.literal("refund"),
  v.literal("refund_failed"),
  v.literal("surplus"),
  v.literal("surplus_kept"),
  v.literal("surplus_disputed"),
);

const vGrantableProduct = v.object({
  product_id: v.string(),
  name: v.string(),
  /** Whether the grant is permanent; otherwise it lasts some days. */
  stays: v.boolean(),
});
/** The products and features that operators can grant to a customer. */
export const vGrantableProducts = v.array(vGrantableProduct);

/** One refund of an invoice. */
export const vMadeRefund = v.object({
  invoice: v.string(),
  credit_note: v.string(),
  /** The sum of the next two fields. */
  refunded: v.number(),
  by_card: v.number(),
  as_credit: v.number(),
  currency: v.string(),
});

/** `balance`: the balance afterwards. */
export const vGrantedUnits = v.object({
  feature_id: v.string(),
  units: v.number(),
  balance: v.number(),
});

/** `ends_at`: when it ends automatically; null if it is permanent. */
export const vGrantedProduct = v.object({ product_id: v.string(), ends_at: nullable(v.number()) });

/** `from`, `to`: the end of the trial before and after. */
export const vExtendedTrial = v.object({
  product_id: v.string(),
  from: v.number(),
  to: v.number(),
});

export const vRetriedPayment = v.object({
  invoice: v.string(),
  /** `pending`: the processor has not responded yet. */
  outcome: v.union(
    v.literal("paid"),
    v.literal("declined"),
    v.literal("approval_needed"),
    v.literal("pending"),
  ),
  /** Why it is not paid; null if it is. */
  message: nullable(v.string()),
});
export type RetriedPayment = Infer<typeof vRetriedPayment>;

const entry = <const Kind extends string, V extends Parameters<typeof v.array>[0]>(
  kind: Kind,
  what: V,
) => v.object({ kind: v.literal(kind), id: v.string(), at: v.number(), what });

/** An entry of a customer's timeline, at the customer's time. */
const vTimelineEntry = v.union(
  entry("balance", vLedgerLine),
  /** The event's own facts, by name, without lists and links. */
  entry("event", v.object({ type: v.string(), details: vOperatorDetails })),
  /** The current state. */
  entry("invoice", vInvoiceDetail),
  entry(
    "money",
    v.object({
      cause: vMoneyCause,
      /** A surplus has none: the name of its charge instead. */
      credit_note: v.string(),
      /** The sum of the next two fields. Negative: the refund failed. */
      refunded: v.number(),
      by_card: v.number(),
      as_credit: v.number(),
      currency: v.string(),
      by: vActor,
    }),
  ),
  entry(
    "operator",
    v.object({
      action: v.string(),
      details: vOperatorDetails,
      name: v.string(),
      reason: v.string(),
    }),
  ),
);
export type TimelineEntry = Infer<typeof vTimelineEntry>;
export const vTimelinePage = listOf(vTimelineEntry);
