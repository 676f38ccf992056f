import type { PlanSchedule } from "../../../contract/planSchedule";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { readAll } from "../../platform/bounded";
import type { CustomerState, Owner } from "../../store/customers/customerState";
import { cartTotal, optionsOf } from "./cart";
import type { Cart } from "./cart";
import type { PurchasePlan } from "./plan";
import { voidDraft } from "../invoices/drafts";
import { storedLinesOf } from "./plan";
import { DAY_MS } from "../../../contract/time";

/** How long a hosted page stays open. */
const PAGE_LIFETIME_MS = DAY_MS;
/** One for each plan group, each add-on, and the card: far more than a catalogue has. */
const MAX_OPEN = 2_000;

/** The options of a purchase, besides the plan itself. */
interface IntentRequest {
  successUrl: string | undefined;
  idempotencyKey: string | undefined;
  /** False: the purchase begins without trials. */
  freeTrial?: boolean | undefined;
  /** An upgrade begins a new billing cycle. Absent: it keeps the old one. */
  cycle?: "now" | undefined;
  /** Absent: the change starts as its scenario says. */
  schedule?: PlanSchedule | undefined;
  /** A promotion code. */
  reward?: string | undefined;
  /** Null: no page is needed. */
  tokenHash: string | null;
}

/**
 * Stores a purchase before any effect. An open intent with the same exclusivity key
 * expires, so that no second page can charge for the same purchase.
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
    exclusivity_key: exclusivityKeyOf(first),
    more_exclusivity_keys: more.map(exclusivityKeyOf),
    options: optionsOf(cart),
    change_kinds: kindsOf(cart),
    lines: cart.flatMap(storedLinesOf),
    total_minor: cartTotal(cart),
    currency,
  });
}

/** The effects of a purchase, product by product. */
function kindsOf(cart: Cart): Doc<"intents">["change_kinds"] {
  return cart.map(({ row }) => row.shownAs);
}

/** Whether a purchase still does what its page shows: a page charges for nothing else. */
export function showsSameKinds(cart: Cart, { change_kinds: shown }: Doc<"intents">): boolean {
  const kinds = kindsOf(cart);
  return kinds.length === shown.length && kinds.every((kind, index) => kind === shown[index]);
}

/** Records that a card is about to be saved, and nothing else. */
export async function addSetupIntent(
  ctx: MutationCtx,
  customerState: CustomerState,
  request: IntentRequest,
): Promise<Id<"intents">> {
  const { currency } = customerState.catalogue;
  const nothing = { product_id: null, options: [], change_kinds: [], lines: [], total_minor: 0 };
  const nobody = { entity_id: null };
  return await addIntent(ctx, customerState, request, {
    ...nothing,
    ...nobody,
    kind: "setup",
    exclusivity_key: "setup",
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

type IntentContent = Pick<
  Doc<"intents">,
  | "kind"
  | "seat_request"
  | "entity_id"
  | "product_id"
  | "more_product_ids"
  | "exclusivity_key"
  | "more_exclusivity_keys"
  | "options"
  | "change_kinds"
  | "lines"
  | "total_minor"
  | "currency"
>;

async function addIntent(
  ctx: MutationCtx,
  customerState: CustomerState,
  request: IntentRequest,
  what: IntentContent,
): Promise<Id<"intents">> {
  for (const replaced of await openIntents(
    ctx,
    customerState.customer._id,
    what.entity_id,
    exclusivityKeysOf(what),
  )) {
    await closeIntent(ctx, replaced._id, "expired");
  }
  return await insertIntent(ctx, customerState, request, what);
}

/** Stores an intent beside the open ones. */
export async function insertIntent(
  ctx: MutationCtx,
  { customer, now }: CustomerState,
  { successUrl, freeTrial, cycle, schedule, reward, idempotencyKey, tokenHash }: IntentRequest,
  what: IntentContent,
): Promise<Id<"intents">> {
  return await ctx.db.insert("intents", {
    ...what,
    customer: customer._id,
    ...(freeTrial !== undefined && { free_trial: freeTrial }),
    ...(cycle !== undefined && { cycle }),
    ...(schedule !== undefined && { plan_schedule: schedule }),
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
  keys: readonly string[],
): Promise<Doc<"intents">[]> {
  const open = await allOpenIntents(ctx, customer, owner);
  return open.filter((intent) => exclusivityKeysOf(intent).some((key) => keys.includes(key)));
}

/** The owner's open intents. Those for seats belong to the customer. */
export async function allOpenIntents(
  ctx: QueryCtx,
  customer: Id<"customers">,
  owner: Owner,
): Promise<Doc<"intents">[]> {
  const rows = ctx.db
    .query("intents")
    .withIndex("by_customer_and_entity_id_and_state", (q) =>
      q.eq("customer", customer).eq("entity_id", owner).eq("state", "open"),
    );
  return await readAll(rows, MAX_OPEN, "open purchases");
}

/** The scope of a purchase: two open intents may not share one. */
export function exclusivityKeysOfCart(cart: Cart): string[] {
  return cart.map(exclusivityKeyOf);
}

function exclusivityKeysOf({
  exclusivity_key,
  more_exclusivity_keys = [],
}: Pick<Doc<"intents">, "exclusivity_key" | "more_exclusivity_keys">): string[] {
  return [...(exclusivity_key === null ? [] : [exclusivity_key]), ...more_exclusivity_keys];
}

/** The exclusivity key of one product. */
function exclusivityKeyOf({ change, entityId }: PurchasePlan): string {
  const { target } = change;
  const place = target.is_add_on ? `add_on:${target.id}` : `group:${target.group}`;
  return entityId === null ? place : `entity:${entityId}:${place}`;
}
