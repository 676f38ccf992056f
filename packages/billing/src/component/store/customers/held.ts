import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { closeBuckets, openBuckets } from "../balances/buckets";
import { bucketsOf, heldId } from "./holdings";
import type { Holdings } from "./holdings";
import { planBuckets } from "../../rules/buckets";
import { carryUsage } from "../../rules/carry";
import { nextState, stateOf } from "../../rules/lifecycle";
import type { HeldEvent } from "../../rules/lifecycle";
import type { Bucket, CatalogueProduct, HeldOption } from "../../rules/model";
import type { HeldRow } from "../../rules/schedule";
import { nextChargeAt } from "../../rules/schedule";
import { seatsFor, slotOwners } from "../balances/slots";

/** What is decided about a product that a customer gets. */
interface NewHeld {
  product: CatalogueProduct;
  entityId: string | null;
  packs: readonly HeldOption[];
  startsAt: number;
  anchor: number;
  trialEndsAt: number | null;
}

/** What comes along from the product that is replaced. */
interface Legacy {
  /** Its buckets: what stays in use is carried over. */
  from?: readonly Bucket[];
  /** True: so is everything else that was used. */
  keepsUse?: boolean;
}

/** Gives the customer a product that is in force at once. */
export async function hold(
  ctx: MutationCtx,
  holdings: Holdings,
  terms: NewHeld,
  legacy: Legacy = {},
): Promise<Id<"heldProducts">> {
  const { product, anchor, trialEndsAt, startsAt } = terms;
  const renewsAt = trialEndsAt ?? nextChargeAt(product, anchor, startsAt);
  const row = newRow(holdings, terms, { status: "active", renews_at: renewsAt });
  const id = await ctx.db.insert("heldProducts", row);
  await grant(ctx, holdings, { ...row, id, product }, legacy);
  return id;
}

/** One of several units becomes a row of its own; what it granted is moved, not granted again. */
export async function holdPart(
  ctx: MutationCtx,
  holdings: Holdings,
  { product, starts_at: startsAt, anchor, trial_ends_at: trialEndsAt, renews_at }: HeldRow,
  part: Pick<NewHeld, "entityId" | "packs">,
): Promise<Id<"heldProducts">> {
  const terms = { product, startsAt, anchor, trialEndsAt, ...part };
  return await ctx.db.insert(
    "heldProducts",
    newRow(holdings, terms, { status: "active", renews_at }),
  );
}

/** Notes a product that begins later. It grants nothing until {@link start}. */
export async function schedule(
  ctx: MutationCtx,
  holdings: Holdings,
  terms: NewHeld,
): Promise<Id<"heldProducts">> {
  // Its first charge is due the moment it begins.
  const recurs = nextChargeAt(terms.product, terms.anchor, terms.startsAt) !== null;
  const renewsAt = recurs ? terms.startsAt : null;
  const row = newRow(holdings, terms, { status: "scheduled", renews_at: renewsAt });
  return await ctx.db.insert("heldProducts", row);
}

/** A scheduled product comes into force. */
export async function start(
  ctx: MutationCtx,
  holdings: Holdings,
  row: HeldRow,
  legacy: Legacy = {},
): Promise<void> {
  await transition(ctx, row, "start_reached", {});
  await grant(ctx, holdings, { ...row, status: "active" }, legacy);
}

/** Whatever was to end a product is called off, and so is what was to follow it. */
export async function keep(
  ctx: MutationCtx,
  row: HeldRow,
  successor: HeldRow | null,
): Promise<void> {
  if (row.canceled_at !== null) {
    await transition(ctx, row, "renew", { canceled_at: null, ended_at: null });
  }
  if (successor) await dropScheduled(ctx, successor);
}

/** A product is over: its buckets are closed, its row stays as history. */
export async function end(
  ctx: MutationCtx,
  holdings: Holdings,
  row: HeldRow,
  event: HeldEvent,
  at: number,
): Promise<void> {
  await transition(ctx, row, event, {
    ended_at: at,
    renews_at: null,
    grace_ends_at: null,
    retry_at: null,
  });
  const cause = { id: row.id, at, actor: holdings.by ?? ("caller" as const) };
  await closeBuckets(ctx, holdings.customer._id, bucketsOf(holdings, row), cause);
}

/** A product that never began is forgotten. */
export async function dropScheduled(ctx: MutationCtx, row: HeldRow): Promise<void> {
  if (nextState(stateOf(row), "schedule_dropped") !== "none")
    throw unexpected(row, "schedule_dropped");
  await ctx.db.delete("heldProducts", heldId(row));
}

/**
 * Moves a held product on, as the lifecycle allows.
 *
 * @param changes - What is stored together with the new status.
 */
export async function transition(
  ctx: MutationCtx,
  row: HeldRow,
  event: HeldEvent,
  changes: Partial<Omit<Doc<"heldProducts">, "_id" | "_creationTime" | "status" | "is_expired">>,
): Promise<void> {
  const next = nextState(stateOf(row), event);
  if (next === null || next === "none") throw unexpected(row, event);
  const status = next === "canceling" ? "active" : next;
  const mark = status === "expired" ? { is_expired: true as const } : {};
  await ctx.db.patch("heldProducts", heldId(row), { ...changes, status, ...mark });
}

async function grant(
  ctx: MutationCtx,
  holdings: Holdings,
  row: Omit<HeldRow, "id"> & { id: string },
  { from = [], keepsUse = false }: Legacy,
): Promise<void> {
  const { customer, catalogue, now, by } = holdings;
  const { features } = catalogue;
  const { product, trial_ends_at: trialEndsAt } = row;
  const entities = await slotOwners(ctx, holdings, row, from);
  const to = planBuckets({ held: row, features, trialEndsAt, entities });
  const liveUsage = seatsFor(holdings, from);
  const carried = carryUsage({ from, to, product, features, now, liveUsage, keepsUse });
  await openBuckets(ctx, customer._id, heldId(row), carried, now, by);
}

function newRow(
  { customer, now }: Holdings,
  { product, entityId, packs, startsAt, anchor, trialEndsAt }: NewHeld,
  stored: { status: "active" | "scheduled"; renews_at: number | null },
) {
  return {
    ...stored,
    customer: customer._id satisfies Id<"customers">,
    product_id: product.id,
    version: product.version,
    entity_id: entityId,
    canceled_at: null,
    starts_at: startsAt,
    ended_at: null,
    trial_ends_at: trialEndsAt,
    anchor,
    quantity: 1,
    options: [...packs],
    created_at: now,
    grace_ends_at: null,
  };
}

function unexpected(row: HeldRow, event: HeldEvent): Error {
  return new Error(`${row.product.id} is ${stateOf(row)}: ${event} can't happen`);
}
