import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import type { Holdings } from "./holdings";
import type { PurchasePlan } from "./plan";
import { storeLines } from "./storedLines";

/** How long a hosted page stays open. */
const PAGE_LIFETIME_MS = 24 * 60 * 60 * 1000;
const MAX_OPEN = 50;

/** What a purchase asks for beyond the plan itself. */
interface IntentRequest {
  successUrl: string | undefined;
  idempotencyKey: string | undefined;
  /** Null: no page is needed. */
  tokenHash: string | null;
}

/**
 * Records what is about to be done. Whatever was open for the same slot
 * expires, so that no second page can charge for the same thing.
 */
export async function addPurchaseIntent(
  ctx: MutationCtx,
  holdings: Holdings,
  { terms, lines, totalMinor, current }: PurchasePlan,
  request: IntentRequest,
): Promise<Id<"intents">> {
  const { target, branch, packs, currency } = terms;
  return await addIntent(ctx, holdings, request, {
    kind: "purchase",
    product_id: target.id,
    slot: target.is_add_on ? `add_on:${target.id}` : `group:${target.group}`,
    options: [...packs],
    branch,
    lines: storeLines(lines, { target, current: current && current.product }),
    total_minor: totalMinor,
    currency,
  });
}

/** Records that a card is about to be saved, and nothing else. */
export async function addSetupIntent(
  ctx: MutationCtx,
  holdings: Holdings,
  request: IntentRequest,
): Promise<Id<"intents">> {
  const { currency } = holdings.catalogue;
  const nothing = { product_id: null, options: [], branch: null, lines: [], total_minor: 0 };
  return await addIntent(ctx, holdings, request, {
    ...nothing,
    kind: "setup",
    slot: "setup",
    currency,
  });
}

export async function closeIntent(
  ctx: MutationCtx,
  intent: Id<"intents">,
  state: Exclude<Doc<"intents">["state"], "open">,
): Promise<void> {
  await ctx.db.patch("intents", intent, { state });
}

async function addIntent(
  ctx: MutationCtx,
  { customer, now }: Holdings,
  { successUrl, idempotencyKey, tokenHash }: IntentRequest,
  what: Pick<
    Doc<"intents">,
    "kind" | "product_id" | "slot" | "options" | "branch" | "lines" | "total_minor" | "currency"
  >,
): Promise<Id<"intents">> {
  await expireOpen(ctx, customer._id, what.slot);
  return await ctx.db.insert("intents", {
    ...what,
    customer: customer._id,
    entity_id: null,
    state: "open",
    token_hash: tokenHash,
    success_url: successUrl ?? null,
    idempotency_key: idempotencyKey ?? null,
    created_at: now,
    expires_at: Date.now() + PAGE_LIFETIME_MS,
  });
}

async function expireOpen(ctx: MutationCtx, customer: Id<"customers">, slot: string) {
  const open = await ctx.db
    .query("intents")
    .withIndex("by_customer_and_state", (q) => q.eq("customer", customer).eq("state", "open"))
    .take(MAX_OPEN);
  for (const intent of open) {
    if (intent.slot === slot) await closeIntent(ctx, intent._id, "expired");
  }
}
