import { fail } from "../../../contract/errors";
import type { Failure } from "../../../contract/errors";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import type { CustomerState } from "../../store/customers/customerState";
import type { SeatRequest } from "../../store/intents/seatRequest";
import type { StoredLine } from "../../store/invoices/invoiceTables";
import { totalOf } from "../../rules/invoices/invoice";
import { allOpenIntents, insertIntent } from "../purchases/intents";

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

const IN_PROGRESS = fail(
  "lock_already_exists",
  "A payment for these seats is on its way already",
  423,
);

/**
 * Refuses a call that sets or creates what an open call already pays for: it would be charged
 * twice, and the older value could win. The caller waits for the answer, and calls again.
 *
 * @returns Null if no open call is about the same.
 */
export async function refuseWhilePaying(
  ctx: MutationCtx,
  { customer }: CustomerState,
  { request, intent }: SeatCall,
): Promise<Failure | null> {
  const targets = targetsOf(request);
  if (intent || targets.length === 0) return null;
  const open = await allOpenIntents(ctx, customer._id, null);
  const paying = new Set(
    open.flatMap(({ seat_request: other }) => (other ? targetsOf(other) : [])),
  );
  return targets.some((target) => paying.has(target)) ? IN_PROGRESS : null;
}

/** What a call sets or creates. Other calls add seats to those of each other. */
function targetsOf(request: SeatRequest): string[] {
  switch (request.operation) {
    case "setUsage": {
      const { feature_id, entity_id = null } = request.params;
      return [JSON.stringify([feature_id, entity_id])];
    }
    case "createEntity":
      return request.params.entities.map(({ id }) => JSON.stringify([id]));
    case "track":
    case "check":
    case "gate":
      return [];
  }
}
