import { v } from "convex/values";
import type { Infer } from "convex/values";
import type { PaymentMethod } from "../../contract/wire";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";

export const vCardDetails = v.object({
  brand: v.string(),
  last4: v.string(),
  exp_month: v.number(),
  exp_year: v.number(),
});
/** The stored fields of a card. */
export type CardDetails = Infer<typeof vCardDetails>;

/** A card that a remote processor keeps, under its id there. */
export const vRemoteCard = v.object({ ...vCardDetails.fields, processor_id: v.string() });
export type RemoteCard = Infer<typeof vRemoteCard>;

/** Who keeps a card: a processor charges its own alone. */
export type KeptBy = "sandbox" | "remote";

const MAX_METHODS = 20;

/** A customer's cards; the default, which charges use, comes first. */
export async function listMethods(ctx: QueryCtx, customer: Id<"customers">, by: KeptBy) {
  const methods = await methodsOf(ctx, customer).take(MAX_METHODS);
  return methods.filter(({ processor_id: id }) => (id === undefined) === (by === "sandbox"));
}

export async function defaultMethod(
  ctx: QueryCtx,
  customer: Id<"customers">,
  by: KeptBy,
): Promise<Doc<"paymentMethods"> | null> {
  return (await listMethods(ctx, customer, by))[0] ?? null;
}

/** The default card in wire form; null if there is none. */
export async function savedMethod(
  ctx: QueryCtx,
  customer: Id<"customers">,
  by: KeptBy,
): Promise<PaymentMethod | null> {
  const method = await defaultMethod(ctx, customer, by);
  return method && serializeMethod(method);
}

/** Saves a card; the newest is the default until another one is chosen. */
export async function addMethod(
  ctx: MutationCtx,
  customer: Id<"customers">,
  card: CardDetails | RemoteCard,
): Promise<Id<"paymentMethods">> {
  const chosen_at = await nextChoice(ctx, customer);
  const row = { ...card, customer, created_at: Date.now(), chosen_at };
  return await ctx.db.insert("paymentMethods", row);
}

/** Saves a remote processor's card once, however often it is reported. */
export async function addRemoteMethod(
  ctx: MutationCtx,
  customer: Id<"customers">,
  card: RemoteCard,
): Promise<void> {
  const saved = await listMethods(ctx, customer, "remote");
  const same = saved.find(({ processor_id: id }) => id === card.processor_id);
  if (same) await chooseMethod(ctx, same);
  else await addMethod(ctx, customer, card);
}

/** Makes a card the default. */
export async function chooseMethod(
  ctx: MutationCtx,
  { _id, customer }: Doc<"paymentMethods">,
): Promise<void> {
  await ctx.db.patch("paymentMethods", _id, { chosen_at: await nextChoice(ctx, customer) });
}

/** Without its default, the card that was chosen before it becomes the default. */
export async function removeMethod(
  ctx: MutationCtx,
  { _id }: Doc<"paymentMethods">,
): Promise<void> {
  await ctx.db.delete("paymentMethods", _id);
}

function methodsOf(ctx: QueryCtx, customer: Id<"customers">) {
  return ctx.db
    .query("paymentMethods")
    .withIndex("by_customer_and_chosen_at", (q) => q.eq("customer", customer))
    .order("desc");
}

/** Later than every choice before it, within one millisecond too. */
async function nextChoice(ctx: QueryCtx, customer: Id<"customers">): Promise<number> {
  const current = await methodsOf(ctx, customer).first();
  return Math.max(Date.now(), (current?.chosen_at ?? 0) + 1);
}

function serializeMethod(card: Doc<"paymentMethods">): PaymentMethod {
  const { brand, last4, exp_month, exp_year } = card;
  return { id: card._id, type: "card", card: { brand, last4, exp_month, exp_year } };
}
