import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { readAll } from "../../platform/bounded";
import type { CustomerState, Owner } from "../../store/customers/customerState";
import { cartTotal } from "./cart";
import type { Cart } from "./cart";
import type { PurchasePlan } from "./plan";
import { voidDraft } from "../invoices/issuing";
import { storedLinesOf } from "./plan";
import { DAY_MS } from "../../../contract/time";

/** How long a hosted page stays open. */
const PAGE_LIFETIME_MS = DAY_MS;
/** One for each plan group, each add-on, and the card: far more than a catalogue has. */
const MAX_OPEN = 2_000;

/** What a purchase asks for beyond the plan itself. */
interface IntentRequest {
  successUrl: string | undefined;
  idempotencyKey: string | undefined;
  /** False: the purchase begins without trials. */
  freeTrial?: boolean | undefined;
  /** An upgrade begins a new billing cycle. Absent: it keeps the old one. */
  cycle?: "now" | undefined;
  /** A promotion code. */
  reward?: string | undefined;
  /** Null: no page is needed. */
  tokenHash: string | null;
}

/**
 * Stores what is about to happen. An open intent with the same exclusivity key
 * expires, so that no second page can charge for the same thing.
 */
export async function addPurchaseIntent(
  ctx: MutationCtx,
  customerState: CustomerState,
  cart: Cart,
  request: IntentRequest,
): Promise<Id<"intents">> {
  const [first, ...more] = cart;
  const { target, currency } = first.change;
  return await addIntent(ctx, customerState, request, {
    kind: "purchase",
    entity_id: first.entityId,
    product_id: target.id,
    more_product_ids: more.map(({ change }) => change.target.id),
    slot: exclusivityKeyOf(first),
    more_slots: more.map(exclusivityKeyOf),
    options: cart.flatMap(({ change }) => change.packs),
    branch: branchOf(cart),
    lines: cart.flatMap(storedLinesOf),
    total_minor: cartTotal(cart),
    currency,
  });
}

/** What a purchase does, in one word per product: a page charges for nothing else. */
export function branchOf(cart: Cart): string {
  return cart.map(({ change }) => change.branch).join(" ");
}

/** Records that a card is about to be saved, and nothing else. */
export async function addSetupIntent(
  ctx: MutationCtx,
  customerState: CustomerState,
  request: IntentRequest,
): Promise<Id<"intents">> {
  const { currency } = customerState.catalogue;
  const nothing = { product_id: null, options: [], branch: null, lines: [], total_minor: 0 };
  const nobody = { entity_id: null };
  return await addIntent(ctx, customerState, request, {
    ...nothing,
    ...nobody,
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
  await voidDraft(ctx, intent);
}

type IntentPurpose = Pick<
  Doc<"intents">,
  | "kind"
  | "entity_id"
  | "product_id"
  | "more_product_ids"
  | "slot"
  | "more_slots"
  | "options"
  | "branch"
  | "lines"
  | "total_minor"
  | "currency"
>;

async function addIntent(
  ctx: MutationCtx,
  { customer, now }: CustomerState,
  { successUrl, freeTrial, cycle, reward, idempotencyKey, tokenHash }: IntentRequest,
  what: IntentPurpose,
): Promise<Id<"intents">> {
  for (const replaced of await openIntents(
    ctx,
    customer._id,
    what.entity_id,
    exclusivityKeysOf(what),
  )) {
    await closeIntent(ctx, replaced._id, "expired");
  }
  return await ctx.db.insert("intents", {
    ...what,
    customer: customer._id,
    ...(freeTrial !== undefined && { free_trial: freeTrial }),
    ...(cycle !== undefined && { cycle }),
    ...(reward !== undefined && { reward }),
    state: "open",
    token_hash: tokenHash,
    success_url: successUrl ?? null,
    idempotency_key: idempotencyKey ?? null,
    created_at: now,
    expires_at: Date.now() + PAGE_LIFETIME_MS,
  });
}

/** The owner's open intents with one of these exclusivity keys. */
export async function openIntents(
  ctx: QueryCtx,
  customer: Id<"customers">,
  owner: Owner,
  slots: readonly string[],
): Promise<Doc<"intents">[]> {
  const rows = ctx.db
    .query("intents")
    .withIndex("by_customer_and_entity_id_and_state", (q) =>
      q.eq("customer", customer).eq("entity_id", owner).eq("state", "open"),
    );
  const open = await readAll(rows, MAX_OPEN, "open purchases");
  return open.filter((intent) => exclusivityKeysOf(intent).some((slot) => slots.includes(slot)));
}

/** What a purchase changes: two open intents may not share one. */
export function exclusivityKeysOfCart(cart: Cart): string[] {
  return cart.map(exclusivityKeyOf);
}

function exclusivityKeysOf({
  slot,
  more_slots = [],
}: Pick<Doc<"intents">, "slot" | "more_slots">): string[] {
  return [slot, ...more_slots];
}

/** The exclusivity key of one product. */
function exclusivityKeyOf({ change, entityId }: PurchasePlan): string {
  const { target } = change;
  const place = target.is_add_on ? `add_on:${target.id}` : `group:${target.group}`;
  return entityId === null ? place : `entity:${entityId}:${place}`;
}
