import { v } from "convex/values";
import type { Infer } from "convex/values";
import { vInvoiceDetail } from "./invoiceResponses";
import { vLedgerLine } from "./usageResponses";
import { nullable } from "./wire";

/**
 * Answers for operators, in wire names. Amounts are in major units, times in epoch
 * milliseconds.
 */
const who = {
  customer_id: v.string(),
  name: nullable(v.string()),
  email: nullable(v.string()),
};

/** A page of a list. `next_cursor`: for the next page; null: there is none. */
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
  /** What the processor said last, and when. Null: its answer is awaited. */
  reason: nullable(v.string()),
  failed_at: nullable(v.number()),
  /** When the card is charged again by itself. Null: it is not. */
  retry_at: nullable(v.number()),
});
/** An issued invoice that is not paid. */
export type FailedPayment = Infer<typeof vFailedPayment>;
export const vFailedPaymentList = listOf(vFailedPayment);

const vOpenDispute = v.object({
  ...who,
  /** The processor's id. */
  dispute: v.string(),
  /** The disputed invoice's number. Null: it is not known. */
  invoice: nullable(v.string()),
  amount: v.number(),
  currency: v.string(),
  reason: v.string(),
  opened_at: v.number(),
});
/** A payment that a customer's bank may take back. */
export type OpenDispute = Infer<typeof vOpenDispute>;
export const vOpenDisputeList = listOf(vOpenDispute);

/**
 * What fails. `step`: a customer's next renewal, end or reset. `event`: the host's `onEvent` threw.
 * `charge`: the processor has not said for long whether it charged or refunded. `account`: it does
 * not delete a deleted customer. `report`: what a processor's report is about can't be asked for. `backfill`: reports that never came
 * can't be listed.
 */
export const vStuckKind = v.union(
  v.literal("step"),
  v.literal("event"),
  v.literal("charge"),
  v.literal("account"),
  v.literal("report"),
  v.literal("backfill"),
);
export type StuckKind = Infer<typeof vStuckKind>;

const vStuckJob = v.object({
  ...who,
  /** The type of an event, for the host's `onEvent`; of a report with its id. Null: neither failed. */
  event: nullable(v.string()),
  /** The last error. Null: it is not known. */
  message: nullable(v.string()),
  /** How often it failed in a row. */
  failures: v.number(),
  next_try_at: v.number(),
  /** A charge that moved another amount, for `dismissMismatch`. */
  mismatched_charge: v.optional(v.string()),
});
/** Work that failed, and is tried again by itself. */
export type StuckJob = Infer<typeof vStuckJob>;
export const vStuckJobList = listOf(vStuckJob);

/** Who a customer is. */
const vFoundCustomer = v.object(who);
export type FoundCustomer = Infer<typeof vFoundCustomer>;
export const vFoundCustomers = v.array(vFoundCustomer);

/** Facts of an event or of an operator's action, by their names. */
export const vOperatorDetails = v.record(v.string(), v.union(v.string(), v.number(), v.null()));
export type OperatorDetails = Infer<typeof vOperatorDetails>;

/** Who made a change, and the operator's name. */
export const vBy = v.object({
  actor: v.union(v.literal("caller"), v.literal("operator"), v.literal("clock")),
  name: v.optional(v.string()),
});
export type By = Infer<typeof vBy>;

/**
 * Why money went back. `surplus`: it came late or twice, and nothing needed it. `surplus_kept`: its
 * card did not take it back, so it is credit. `surplus_disputed`: the bank took it back all the same,
 * so that credit is gone.
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
  /** Whether it stays; else it runs for some days. */
  stays: v.boolean(),
});
/** What can be given to a customer. */
export const vGrantableProducts = v.array(vGrantableProduct);

/** One refund of an invoice. */
export const vMadeRefund = v.object({
  invoice: v.string(),
  credit_note: v.string(),
  /** The sum of the next two. */
  refunded: v.number(),
  by_card: v.number(),
  as_credit: v.number(),
  currency: v.string(),
});

/** `balance`: what is left then. */
export const vGrantedUnits = v.object({
  feature_id: v.string(),
  units: v.number(),
  balance: v.number(),
});

/** `ends_at`: when it ends by itself; null: it stays. */
export const vGrantedProduct = v.object({ product_id: v.string(), ends_at: nullable(v.number()) });

/** `from`, `to`: the end of the trial, before and now. */
export const vExtendedTrial = v.object({
  product_id: v.string(),
  from: v.number(),
  to: v.number(),
});

export const vRetriedPayment = v.object({
  invoice: v.string(),
  /** `pending`: the processor has not answered yet. */
  outcome: v.union(
    v.literal("paid"),
    v.literal("declined"),
    v.literal("approval_needed"),
    v.literal("pending"),
  ),
  /** Why it is not paid; null: it is. */
  message: nullable(v.string()),
});
export type RetriedPayment = Infer<typeof vRetriedPayment>;

export const vDismissedMismatch = v.object({
  charge: v.string(),
  /** What was moved, instead of what. */
  mismatch: v.string(),
});
export type DismissedMismatch = Infer<typeof vDismissedMismatch>;

const entry = <const Kind extends string, V extends Parameters<typeof v.array>[0]>(
  kind: Kind,
  what: V,
) => v.object({ kind: v.literal(kind), id: v.string(), at: v.number(), what });

/** What happened to a customer, at the customer's time. */
const vTimelineEntry = v.union(
  entry("balance", vLedgerLine),
  /** The event's own facts, by their names; lists and links are left out. */
  entry("event", v.object({ type: v.string(), details: vOperatorDetails })),
  /** As it is now. */
  entry("invoice", vInvoiceDetail),
  entry(
    "money",
    v.object({
      cause: vMoneyCause,
      /** Of a surplus there is none: then the name of its charge. */
      credit_note: v.string(),
      /** The sum of the next two. Negative: the refund failed. */
      refunded: v.number(),
      by_card: v.number(),
      as_credit: v.number(),
      currency: v.string(),
      by: vBy,
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
