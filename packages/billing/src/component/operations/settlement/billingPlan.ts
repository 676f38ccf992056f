import type { Doc } from "../../_generated/dataModel";
import type { Effect } from "../../rules/effects/effects";
import type { Line } from "../../rules/invoices/lines";
import type { SubscriptionRow } from "../../rules/renewals/schedule";
import type { Credit } from "../../store/invoices/credits";
import type { StoredLine } from "../../store/invoices/invoiceTables";
import type { PaidFor } from "../../store/invoices/receipts";
import type { ChargeKey } from "../../payments/chargeKey";
import type { Unpaid } from "./unpaid";

/** Why money is collected. */
export type Purpose = "purchase" | "seats" | "renewal" | "final" | "retry";

/** What differs between the purposes. */
interface PurposeRow {
  /**
   * Whether the customer owes an unpaid amount, because the renewal or the end that it
   * bills has already happened: its invoice then stays open, and is charged again.
   * Otherwise an unpaid charge changes nothing.
   */
  isOwed: boolean;
  /** Whether a payment earns the reward of the customer's referrer. */
  refers: boolean;
}

export const PURPOSES: Readonly<Record<Purpose, PurposeRow>> = {
  purchase: { isOwed: false, refers: true },
  // Seats change with use: the referrer was rewarded for the product that has them.
  seats: { isOwed: false, refers: false },
  renewal: { isOwed: true, refers: true },
  final: { isOwed: true, refers: true },
  retry: { isOwed: true, refers: true },
};

/**
 * A charge, and the changes that follow it. It is plain data, and the transaction that
 * makes it also executes it, because a stored plan would become stale. New subscriptions
 * have ids from the plan until they are stored.
 */
export interface BillingPlan {
  purpose: Purpose;
  /** Minor units; negative becomes credit. The same key is never charged twice. */
  due: { key: ChargeKey; currency: string; minor: number };
  bill: Bill;
  /** Stored when the amount is paid or owed. */
  effects: readonly Effect[];
  /** Stored in addition when the amount is paid. */
  paidEffects?: readonly Effect[];
  /** Stored in addition when the amount is owed and not paid, by the outcome of the charge. */
  unpaidEffects?: Partial<Record<Unpaid["status"], readonly Effect[]>>;
  /** The credits and the new receipts, in order. */
  entries: readonly Entry[];
  /** The lines of the bill, with the discounts that they use. */
  discountable?: readonly Pick<Line, "discounts">[];
  /** The promotion code of a purchase. */
  code?: string | undefined;
  /** The products that the payment is for. */
  paidProducts?: readonly string[];
  /** The products whose trial begins: they are paid for later. */
  triedProducts?: readonly string[];
}

/** An invoice to issue, or an open one to charge again. */
export type Bill = { issue: NewBill } | { open: Doc<"invoices"> };

/** An invoice to issue. None is issued if no line charges or credits anything. */
export interface NewBill {
  reason: Doc<"invoices">["billing_reason"];
  productIds: readonly string[];
  /** Products that it credits for unused time, in addition to the products that it bills. */
  creditedProductIds?: readonly string[];
  /** The subscription whose cycle it bills. Null: it bills a purchase. */
  subscription: string | null;
  /** `subscription`: the one that the line charges or credits. */
  lines: readonly (StoredLine & { subscription: string })[];
}

/** The credits of one subscription, and then the receipts for what is paid. */
export interface Entry {
  /** `row` has the receipts from before the credit. */
  credited?: { row: SubscriptionRow; credits: readonly Credit[] };
  /** Receipts are recorded when the charge is paid. `invoiced`: false if the lines wait. */
  paid?: { subscription: string; for: PaidFor; invoiced: boolean };
}
