import { fail } from "../../../contract/errors";
import type { Result } from "../../../contract/errors";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import type { ChargeAnswer } from "../../payments/processor";
import { updateResponse } from "../../store/idempotency";
import { createEntity } from "../entities/entities";
import { closeIntent } from "../purchases/intents";
import { refuseUnpaid } from "../settlement/unpaid";
import { check } from "./check";
import { setUsage, track, useGate } from "./usage";

/**
 * Continues after the answer to a charge for seats. If it is paid, repeats the stored call on the
 * customer's current state, so the seats are added whether or not the caller still waits. If they
 * cost less by then, the difference becomes the customer's credit.
 */
export async function answerSeatIntent(
  ctx: MutationCtx,
  intent: Doc<"intents">,
  answer: ChargeAnswer,
): Promise<void> {
  const { seat_request: request, idempotency_key: key } = intent;
  if (!request) throw new Error("An intent for seats has no request");
  const response = await responseTo(ctx, intent, request, answer);
  // The seats cost more by now, so they wait for the answer to another charge.
  if (response.error?.code === "payment_pending") return;
  const now = await ctx.db.get("intents", intent._id);
  if (now?.state === "open") {
    const wasNeeded = answer.status === "paid" && response.error === null;
    await closeIntent(ctx, intent._id, wasNeeded ? "settled" : "failed");
  }
  await updateResponse(ctx, { key, operation: request.operation }, response);
}

async function responseTo(
  ctx: MutationCtx,
  intent: Doc<"intents">,
  request: NonNullable<Doc<"intents">["seat_request"]>,
  answer: ChargeAnswer,
): Promise<Result<unknown>> {
  if (answer.status !== "paid") {
    return fail("invoice_payment_failed", refuseUnpaid(answer).error.message);
  }
  const customer = await ctx.db.get("customers", intent.customer);
  if (!customer) throw new Error("A charge for seats has no customer");
  // The customer's id may have changed since the call.
  const { customer_id } = customer;
  switch (request.operation) {
    case "track":
      return await track(ctx, { ...request.params, customer_id }, undefined, intent);
    case "setUsage":
      return await setUsage(ctx, { ...request.params, customer_id }, undefined, intent);
    case "check":
      return await check(ctx, { ...request.params, customer_id }, undefined, intent);
    case "createEntity":
      return await createEntity(ctx, { ...request.params, customer_id }, undefined, intent);
    case "gate":
      return await useGate(ctx, { ...request.params, customer_id }, undefined, { intent });
  }
}
