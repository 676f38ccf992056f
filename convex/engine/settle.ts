import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { fail, ok } from "../contract/errors";
import type { Failure } from "../contract/errors";
import type { PaymentProcessor } from "../payments/processor";
import { openBuckets, saveBuckets } from "./buckets";
import { commit } from "./commit";
import { dropScheduled, end, hold, schedule, transition } from "./held";
import { bucketsOf, heldId } from "./holdings";
import type { Holdings } from "./holdings";
import { closeIntent } from "./intents";
import { addInvoice, collect } from "./invoices";
import type { PurchasePlan } from "./plan";
import { changePacks, planBuckets } from "./rules/buckets";
import { packsOf } from "./rules/holdings";
import { packsToUnits } from "../contract/quantity";
import { prepaidItems } from "./rules/product";
import { stateOf } from "./rules/lifecycle";
import type { HeldRow } from "./rules/schedule";

type Settled = { data: Doc<"invoices"> | null; error: null; statusCode: number };

/**
 * Pays for a planned purchase and makes it so: product, balances, invoice,
 * ledger and revision, together. A declined charge changes nothing but the
 * intent. An intent that is not open any more is not settled again.
 */
export async function settle(
  ctx: MutationCtx,
  processor: PaymentProcessor | null,
  holdings: Holdings,
  plan: PurchasePlan,
  intentId: Id<"intents">,
): Promise<Settled | Failure> {
  const intent = await ctx.db.get("intents", intentId);
  if (intent?.state !== "open") return fail("checkout_expired", "This purchase is closed", 409);
  const { total_minor: minor, currency } = intent;
  const customer = holdings.customer._id;
  const outcome = await collect(ctx, processor, customer, { minor, currency, key: intentId });
  if (outcome.status === "declined") return fail("payment_failed", outcome.message, 402);
  await apply(ctx, holdings, plan);
  const invoice = await invoiceFor(ctx, holdings, plan, intent);
  await closeIntent(ctx, intentId, "settled");
  await commit(ctx, holdings);
  return ok(invoice);
}

async function apply(ctx: MutationCtx, holdings: Holdings, plan: PurchasePlan): Promise<void> {
  switch (plan.terms.branch) {
    case "new":
    case "main_is_free":
    case "main_is_trial":
    case "upgrade":
      await replace(ctx, holdings, plan);
      break;
    case "add_on":
      await hold(ctx, holdings, newHeld(plan, holdings.now));
      break;
    case "one_off":
      await buyOnce(ctx, holdings, plan);
      break;
    case "downgrade":
      await downgrade(ctx, holdings, plan);
      break;
    case "renew":
      await keep(ctx, plan);
      break;
    case "update_prepaid_quantity":
      await keep(ctx, plan);
      await changeQuantity(ctx, holdings, plan);
      break;
    case "unchanged":
      throw new Error("A preview of what is already there can't be settled");
  }
}

async function replace(ctx: MutationCtx, holdings: Holdings, plan: PurchasePlan): Promise<void> {
  const { current, scheduled } = plan;
  if (scheduled) await dropScheduled(ctx, scheduled);
  const from = current ? bucketsOf(holdings, current) : [];
  if (current) await end(ctx, holdings, current, "replaced", holdings.now);
  await hold(ctx, holdings, newHeld(plan, holdings.now), from);
}

/** Bought again, it is the same row with more in it: each purchase keeps its own expiry. */
async function buyOnce(ctx: MutationCtx, holdings: Holdings, plan: PurchasePlan): Promise<void> {
  const { same, terms } = plan;
  const { now, customer, catalogue } = holdings;
  if (same?.product.version !== terms.target.version) {
    await hold(ctx, holdings, newHeld(plan, now));
    return;
  }
  const bought = { ...same, options: terms.packs, starts_at: now, created_at: now };
  const planned = planBuckets({ held: bought, features: catalogue.features, trialEndsAt: null });
  await openBuckets(ctx, customer._id, heldId(same), planned, now);
  const options = terms.packs.map(({ feature_id, packs }) => ({
    feature_id,
    packs: packs + packsOf(same.options, feature_id),
  }));
  const quantity = same.quantity + 1;
  await ctx.db.patch("heldProducts", heldId(same), { options, quantity });
}

async function downgrade(ctx: MutationCtx, holdings: Holdings, plan: PurchasePlan): Promise<void> {
  const { current, scheduled, terms } = plan;
  if (!current) throw new Error("A downgrade needs a product to leave");
  if (scheduled) await dropScheduled(ctx, scheduled);
  if (stateOf(current) !== "canceling") {
    const changes = { canceled_at: holdings.now, ended_at: terms.anchor };
    await transition(ctx, current, "cancel_at_end", changes);
  }
  await schedule(ctx, holdings, newHeld(plan, terms.anchor));
}

/** Whatever was to end the product is called off. */
async function keep(ctx: MutationCtx, { same, scheduled }: PurchasePlan): Promise<void> {
  if (!same) throw new Error("Nothing is held that could be kept");
  if (stateOf(same) === "canceling") {
    await transition(ctx, same, "renew", { canceled_at: null, ended_at: null });
  }
  if (scheduled && !same.product.is_add_on) await dropScheduled(ctx, scheduled);
}

async function changeQuantity(
  ctx: MutationCtx,
  holdings: Holdings,
  { same, terms }: PurchasePlan,
): Promise<void> {
  if (!same) throw new Error("Nothing is held whose quantity could change");
  const before = bucketsOf(holdings, same);
  const after = before.map((bucket) => {
    const delta = bucket.prepaid ? deltaUnits(same, terms.packs, bucket.feature_id) : 0;
    return delta === 0 ? bucket : changePacks(bucket, delta);
  });
  const cause = { kind: "adjustment" as const, id: same.id, at: holdings.now };
  await saveBuckets(ctx, holdings.customer._id, before, after, cause);
  await ctx.db.patch("heldProducts", heldId(same), { options: [...terms.packs] });
}

function deltaUnits(row: HeldRow, packs: HeldRow["options"], featureId: string): number {
  const item = prepaidItems(row.product).find(({ feature_id }) => feature_id === featureId);
  const delta = packsOf(packs, featureId) - packsOf(row.options, featureId);
  return packsToUnits(delta, item?.billing_units ?? 1);
}

function newHeld({ terms }: PurchasePlan, startsAt: number) {
  const { target: product, packs, anchor, trialEndsAt } = terms;
  return { product, entityId: null, packs, startsAt, anchor, trialEndsAt };
}

async function invoiceFor(
  ctx: MutationCtx,
  { customer, now }: Holdings,
  { terms }: PurchasePlan,
  intent: Doc<"intents">,
): Promise<Doc<"invoices"> | null> {
  if (intent.lines.every(({ minor }) => minor === 0)) return null;
  const isUpdate = terms.branch === "upgrade" || terms.branch === "update_prepaid_quantity";
  return await addInvoice(ctx, customer._id, "paid", {
    key: intent._id,
    currency: intent.currency,
    product_ids: [terms.target.id],
    held_product: null,
    billing_reason: isUpdate ? "subscription_update" : "purchase",
    created_at: now,
    lines: intent.lines,
  });
}
