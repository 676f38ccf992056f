import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import type { CustomerState } from "../../store/customers/customerState";
import type { SeatRequest } from "../../store/intents/seatRequest";
import type { StoredLine } from "../../store/invoices/invoiceTables";
import { totalOf } from "../../rules/invoices/invoice";
import { insertIntent } from "../purchases/intents";

/** A call that may have to pay for seats. */
export interface SeatCall {
  request: SeatRequest;
  /** The key under which the answer is stored. Absent: nothing stores it. */
  key: string | undefined;
  /** The stored call, once its charge is paid. Absent: the caller makes it now. */
  intent: Doc<"intents"> | undefined;
}

/**
 * Stores a call that has to pay for seats, before it is charged. The calls do not replace
 * each other, because each adds its own seats.
 */
export async function openSeatIntent(
  ctx: MutationCtx,
  customerState: CustomerState,
  { request, key, intent }: SeatCall,
  lines: StoredLine[],
): Promise<Id<"intents">> {
  if (intent) return intent._id;
  return await insertIntent(
    ctx,
    customerState,
    { successUrl: undefined, idempotencyKey: key, tokenHash: null },
    {
      kind: "seats",
      seat_request: request,
      entity_id: null,
      product_id: null,
      exclusivity_key: null,
      ...{ options: [], change_kinds: [], lines, total_minor: totalOf(lines) },
      currency: customerState.catalogue.currency,
    },
  );
}
