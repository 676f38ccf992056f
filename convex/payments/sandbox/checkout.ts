import { v } from "convex/values";
import { fail, ok, vResult } from "../../contract/errors";
import type { Failure, Result } from "../../contract/errors";
import type { Doc, Id } from "../../_generated/dataModel";
import { internalMutation, internalQuery } from "../../_generated/server";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { loadCatalogue } from "../../engine/catalog";
import { completePage, findPage, openPageCustomer, pageState } from "../../engine/page";
import { toMajor } from "../../engine/rules/money";
import { vIntentState } from "../../engine/tables";
import { refuseOutsideSandbox } from "../mode";
import { hashToken } from "./capability";
import { readCard } from "./cards";
import type { SavedCard } from "./cards";

const vPage = v.object({
  state: vIntentState,
  /** `setup`: the page only saves a card. */
  kind: v.union(v.literal("purchase"), v.literal("setup")),
  product_id: v.union(v.string(), v.null()),
  product_name: v.union(v.string(), v.null()),
  lines: v.array(v.object({ description: v.string(), amount: v.number() })),
  /** Major units, as the lines. */
  total: v.number(),
  currency: v.string(),
  success_url: v.union(v.string(), v.null()),
});

export type CheckoutPage = typeof vPage.type;

const NO_PAGE = fail("checkout_expired", "There is no such page", 404);

/** What the hosted page shows. Whoever has the token may see it: that is what it is for. */
export const readPage = internalQuery({
  args: { token: v.string(), now: v.number() },
  returns: vResult(vPage),
  handler: async (ctx, { token, now }): Promise<Result<CheckoutPage>> => {
    const intent = await openPage(ctx, token);
    if ("error" in intent) return intent;
    const { kind, product_id, lines, total_minor, currency, success_url } = intent;
    return ok({
      state: pageState(intent, now),
      kind,
      product_id,
      product_name: product_id === null ? null : await nameProduct(ctx, product_id),
      lines: lines.map(({ description, minor }) => ({
        description,
        amount: toMajor(minor, currency),
      })),
      total: toMajor(total_minor, currency),
      currency,
      success_url,
    });
  },
});

/**
 * The page's one button: saves the card and settles the page's own intent, in
 * one transaction. Sent twice it pays once. A declined card leaves the page
 * open and nothing saved.
 */
export const submitCard = internalMutation({
  args: {
    token: v.string(),
    card: v.object({
      number: v.string(),
      expMonth: v.number(),
      expYear: v.number(),
      cvc: v.string(),
    }),
  },
  returns: vResult(v.object({ success_url: v.union(v.string(), v.null()) })),
  handler: async (ctx, { token, card }): Promise<Result<{ success_url: string | null }>> => {
    const intent = await openPage(ctx, token);
    if ("error" in intent) return intent;
    const { success_url } = intent;
    if (intent.state === "settled") return ok({ success_url });
    if (pageState(intent, Date.now()) !== "open") {
      return fail("checkout_expired", "This page has expired", 410);
    }
    const read = readCard(card, Date.now());
    if (!read.ok) {
      return read.reason === "invalid"
        ? fail("invalid_inputs", read.message)
        : fail("payment_failed", read.message, 402);
    }
    const holdings = await openPageCustomer(ctx, intent);
    const saved = await saveCard(ctx, intent.customer, read.card);
    const completed = await completePage(ctx, holdings, intent);
    if (completed.error) {
      await ctx.db.delete("paymentMethods", saved);
      return completed;
    }
    return ok({ success_url });
  },
});

async function openPage(ctx: QueryCtx, token: string): Promise<Doc<"intents"> | Failure> {
  const refusal = refuseOutsideSandbox();
  if (refusal) return refusal;
  return (await findPage(ctx, await hashToken(token))) ?? NO_PAGE;
}

async function nameProduct(ctx: QueryCtx, productId: string): Promise<string> {
  const product = (await loadCatalogue(ctx)).products.get(productId);
  if (!product) throw new Error(`Product ${productId} left the catalogue`);
  return product.name;
}

async function saveCard(
  ctx: MutationCtx,
  customer: Id<"customers">,
  card: SavedCard,
): Promise<Id<"paymentMethods">> {
  return await ctx.db.insert("paymentMethods", { ...card, customer, created_at: Date.now() });
}
