import { fail } from "../../../contract/errors";
import type { Failure } from "../../../contract/errors";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import type { CustomerState } from "../../store/customers/customerState";
import type { SeatRequest } from "../../store/intents/seatRequest";
import type { StoredLine } from "../../store/invoices/invoiceTables";
import { totalOf } from "../../rules/invoices/invoice";
import { insertIntent, openIntents } from "../purchases/intents";

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
  const [exclusivity_key = null, ...more] = exclusivityKeys(request);
  return await insertIntent(
    ctx,
    customerState,
    { successUrl: undefined, idempotencyKey: key, tokenHash: null },
    {
      kind: "seats",
      seat_request: request,
      entity_id: null,
      product_id: null,
      exclusivity_key,
      more_exclusivity_keys: more,
      ...{ options: [], change_kinds: [], lines, total_minor: totalOf(lines) },
      currency: customerState.catalogue.currency,
    },
  );
}

/**
 * Refuses a call that sets or creates what an open call already pays for: it would be charged
 * twice, or the older value could win. The caller waits for the response, and calls again.
 *
 * @returns `lock_already_exists`. Null if no open call sets the same state.
 */
export async function refuseWhilePaying(
  ctx: MutationCtx,
  { customer }: CustomerState,
  { request, intent }: SeatCall,
): Promise<Failure | null> {
  const keys = exclusivityKeys(request);
  if (intent || keys.length === 0) return null;
  const open = await openIntents(ctx, customer._id, null, keys);
  if (open.length === 0) return null;
  return fail("lock_already_exists", "A payment for this is already in progress", 423);
}

/** The states that a call sets. A call that adds usage sets none. */
function exclusivityKeys({ operation, params }: SeatRequest): string[] {
  switch (operation) {
    case "setUsage":
      return [`usage:${params.feature_id}:${params.entity_id ?? ""}`];
    case "createEntity":
      return params.entities.map(({ id }) => `new_entity:${id}`);
    case "track":
    case "check":
    case "gate":
      return [];
  }
}
