import type { PaymentMethod } from "../contract/wire";
import type { Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";

interface ChargeRequest {
  customer: Id<"customers">;
  /** Integer minor units, > 0. */
  minor: number;
  currency: string;
  /** The intent's or the cycle's own key: the same key is never charged twice. */
  key: string;
}

export type ChargeOutcome =
  { status: "paid" } | { status: "declined"; code: string; message: string };

/**
 * Who moves the money. This one answers inside the engine's own transaction, so
 * a purchase is charged and settled together or not at all.
 */
export interface PaymentProcessor {
  /** The card that a charge would use; null: there is none. */
  savedMethod(ctx: QueryCtx, customer: Id<"customers">): Promise<PaymentMethod | null>;
  charge(ctx: MutationCtx, request: ChargeRequest): Promise<ChargeOutcome>;
  /** A fresh hosted page. Its token is in the URL alone; only the hash is stored. */
  openPage(): Promise<{ url: string; tokenHash: string }>;
}
