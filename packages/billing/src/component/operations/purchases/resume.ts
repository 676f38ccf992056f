import { internal } from "../../_generated/api";
import { emitInvoiceFailed } from "../invoices/invoiceEvents";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { ok } from "../../../contract/errors";
import type { Result } from "../../../contract/errors";
import type { Attach } from "../../../contract/responses";
import { currentProcessor } from "../../payments/current";
import type { ChargeAnswer } from "../../payments/processor";
import { askForApproval } from "./approval";
import { serializeSettled } from "./attach";
import { ensureCurrentCustomerById } from "../customers/customers";
import { reloadAndSave } from "../../store/saveRevision";
import { loadSubscription } from "../../store/customers/subscriptionRows";
import { subscriptionId } from "../../store/customers/customerState";
import type { CustomerState, Owner } from "../../store/customers/customerState";
import { payOpenInvoice } from "../renewal/debt";
import { endSubscription } from "../renewal/ending";
import { answerSeatIntent } from "../usage/answerSeatIntent";
import { updateResponse } from "../../store/idempotency";
import { writeOff } from "../invoices/invoices";
import { findInvoice } from "../invoices/drafts";
import { offerOtherCard } from "./otherCard";
import { completePage } from "./page";
import { refuseUnpaid } from "../settlement/unpaid";

/**
 * Continues after the answer to a remote charge: a purchase is fulfilled or given
 * up, paid seats are added, a paid renewal is no longer past due.
 */
export async function resume(
  ctx: MutationCtx,
  charge: Doc<"charges">,
  answer: ChargeAnswer,
): Promise<void> {
  const { key } = charge;
  const intent = key.kind === "intent" ? await ctx.db.get("intents", key.id) : null;
  if (intent?.state === "open" && intent.kind === "seats") {
    await answerSeatIntent(ctx, intent, answer);
    return;
  }
  if (intent?.state === "open") {
    const response = await answerIntent(ctx, intent, answer);
    if (response)
      await updateResponse(ctx, { key: intent.idempotency_key, operation: "attach" }, response);
    return;
  }
  if (intent) return;
  const invoice = await findInvoice(ctx, key.id);
  // A grace period that waited for this answer ends with it, and steps after it continue.
  const customerState = await ensureCurrentCustomerById(
    ctx,
    charge.customer,
    await ownerOf(ctx, invoice),
  );
  const { next_due_at: left } = customerState.customer;
  if (left !== null && left <= customerState.now) {
    const processDue = internal.lifecycle.renewals.processDue;
    await ctx.scheduler.runAfter(0, processDue, { customer: charge.customer });
  }
  // An earlier try may have paid it meanwhile: then nothing has failed.
  if (invoice?.status !== "open") return;
  if (answer.status === "paid") await payOpenInvoice(ctx, customerState, invoice._id);
  if (answer.status === "declined") {
    await emitInvoiceFailed(ctx, invoice, { at: customerState.now, reason: answer.message });
    await endUnpaidStart(ctx, customerState, invoice);
  }
}

/**
 * A scheduled plan began while its first charge was pending, and now it is
 * declined: unpaid packs are not granted for the grace period.
 */
async function endUnpaidStart(
  ctx: MutationCtx,
  customerState: CustomerState,
  { key, subscription: id }: Doc<"invoices">,
): Promise<void> {
  const row = id && (await loadSubscription(ctx, customerState.catalogue, id));
  if (row?.status !== "past_due" || key !== `${row.id}:${row.starts_at}`) return;
  if (row.trial_ends_at !== null || row.options.every(({ quantity }) => quantity === 0)) return;
  await writeOff(ctx, subscriptionId(row), "void");
  await endSubscription(ctx, customerState, row, { event: "grace_exhausted", prorate: false });
  await reloadAndSave(ctx, customerState);
}

/** The owner of an invoice's product: an entity, or the customer. */
async function ownerOf(ctx: MutationCtx, invoice: Doc<"invoices"> | null): Promise<Owner> {
  const id = invoice?.subscription ?? null;
  const subscription = id && (await ctx.db.get("subscriptions", id));
  return subscription ? subscription.entity_id : null;
}

/** @returns The answer that attach would have given at once; null: nothing new. */
async function answerIntent(
  ctx: MutationCtx,
  intent: Doc<"intents">,
  answer: ChargeAnswer,
): Promise<Result<Attach> | null> {
  switch (answer.status) {
    case "declined":
      return await offerOtherCard(ctx, currentProcessor(), intent._id, refuseUnpaid(answer));
    case "requires_action": {
      const customerState = await ensureCurrentCustomerById(ctx, intent.customer, intent.entity_id);
      return ok(await askForApproval(ctx, currentProcessor(), customerState, intent._id));
    }
    case "paid": {
      const customerState = await ensureCurrentCustomerById(ctx, intent.customer, intent.entity_id);
      const completed = await completePage(ctx, customerState, intent);
      if (completed.error) return completed;
      if (!completed.data) return null;
      const { cart, invoice } = completed.data;
      return ok(await serializeSettled(customerState, cart, invoice));
    }
  }
}
