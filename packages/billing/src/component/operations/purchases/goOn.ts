import { internal } from "../../_generated/api";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { ok } from "../../../contract/errors";
import type { Result } from "../../../contract/errors";
import type { Attach } from "../../../contract/answers";
import { currentProcessor } from "../../payments/current";
import type { ChargeAnswer } from "../../payments/processor";
import { askForApproval } from "./approval";
import { describeSettled } from "./attach";
import { openHolder } from "../customers/customers";
import { commit } from "../../store/commit";
import { loadHeld } from "../../store/customers/heldRows";
import { heldId } from "../../store/customers/holdings";
import type { Holdings, Owner } from "../../store/customers/holdings";
import { payOpenInvoice } from "../renewal/debt";
import { finish } from "../renewal/ending";
import { answerLater } from "../../store/idempotency";
import { closeIntent } from "./intents";
import { writeOff } from "../invoices/invoices";
import { findInvoice } from "../invoices/issuing";
import { completePage } from "./page";
import { refuseUnpaid } from "../renewal/unpaid";

/**
 * What waited for a remote charge goes on: a purchase is settled or given up,
 * a renewal that is paid is past due no longer.
 */
export async function goOn(
  ctx: MutationCtx,
  charge: Doc<"charges">,
  answer: ChargeAnswer,
): Promise<void> {
  const id = ctx.db.normalizeId("intents", charge.key);
  const intent = id && (await ctx.db.get("intents", id));
  if (intent?.state === "open") {
    const response = await answerIntent(ctx, intent, answer);
    if (response)
      await answerLater(ctx, { key: intent.idempotency_key, operation: "attach" }, response);
    return;
  }
  if (intent) return;
  const invoice = await findInvoice(ctx, charge.key);
  // A grace that waited for this answer ends with it, and steps that stood behind it go on.
  const holdings = await openHolder(ctx, charge.customer, await ownerOf(ctx, invoice));
  const { next_due_at: left } = holdings.customer;
  if (left !== null && left <= holdings.now) {
    const wake = internal.lifecycle.renewals.wake;
    await ctx.scheduler.runAfter(0, wake, { customer: charge.customer });
  }
  if (invoice && answer.status === "paid") await payOpenInvoice(ctx, holdings, invoice._id);
  if (invoice && answer.status === "declined") await endUnpaidStart(ctx, holdings, invoice);
}

/**
 * A scheduled plan began while its first charge had no answer, and now it is refused:
 * packs that were never paid are not granted through the grace.
 */
async function endUnpaidStart(
  ctx: MutationCtx,
  holdings: Holdings,
  { key, held_product: id }: Doc<"invoices">,
): Promise<void> {
  const row = id && (await loadHeld(ctx, holdings.catalogue, id));
  if (row?.status !== "past_due" || key !== `${row.id}:${row.starts_at}`) return;
  if (row.trial_ends_at !== null || row.options.every(({ packs }) => packs === 0)) return;
  await writeOff(ctx, heldId(row), "void");
  await finish(ctx, holdings, row, { event: "grace_exhausted", prorate: false });
  await commit(ctx, holdings);
}

/** Whose product an invoice is for: an entity's, or the customer's own. */
async function ownerOf(ctx: MutationCtx, invoice: Doc<"invoices"> | null): Promise<Owner> {
  const id = invoice?.held_product ?? null;
  const held = id && (await ctx.db.get("heldProducts", id));
  return held ? held.entity_id : null;
}

/** @returns What the caller of attach would have been told at once; null: nothing new. */
async function answerIntent(
  ctx: MutationCtx,
  intent: Doc<"intents">,
  answer: ChargeAnswer,
): Promise<Result<Attach> | null> {
  switch (answer.status) {
    case "declined":
      await closeIntent(ctx, intent._id, "failed");
      return refuseUnpaid(answer);
    case "requires_action": {
      const holdings = await openHolder(ctx, intent.customer, intent.entity_id);
      return ok(await askForApproval(ctx, currentProcessor(), holdings, intent._id));
    }
    case "paid": {
      const holdings = await openHolder(ctx, intent.customer, intent.entity_id);
      const completed = await completePage(ctx, holdings, intent);
      if (completed.error) return completed;
      if (!completed.data) return null;
      const { basket, invoice } = completed.data;
      return ok(await describeSettled(holdings, basket, invoice));
    }
  }
}
