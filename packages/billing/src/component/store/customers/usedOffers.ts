import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { loadCatalogue } from "../catalogue/catalog";
import { loadTimesHad } from "./priorPurchases";
import { trialsOf } from "./trials";

/**
 * Stores, under a fingerprint alone, which offers a deleted customer has used:
 * trials, and products with a purchase limit. A new account of the same person
 * finds them used.
 */
export async function rememberOffers(ctx: MutationCtx, customer: Doc<"customers">): Promise<void> {
  const { fingerprint } = customer;
  if (fingerprint === null || fingerprint === "") return;
  for (const { product_id } of await trialsOf(ctx, customer._id)) {
    await remember(ctx, { fingerprint, product_id, kind: "trial", times: 1 });
  }
  const catalogue = await loadCatalogue(ctx);
  const had = await loadTimesHad(ctx, { customer, catalogue }, [...catalogue.products.keys()]);
  for (const [product_id, times] of had) {
    if (times > 0) await remember(ctx, { fingerprint, product_id, kind: "product", times });
  }
}

type Offer = Pick<Doc<"usedOffers">, "fingerprint" | "product_id" | "kind" | "times">;

/** One row per offer: repeated accounts count as often as the last one did. */
async function remember(ctx: MutationCtx, offer: Offer): Promise<void> {
  const known = await findOffer(ctx, offer);
  if (known) await ctx.db.patch("usedOffers", known._id, { times: offer.times });
  else await ctx.db.insert("usedOffers", offer);
}

function findOffer(ctx: QueryCtx, offer: Omit<Offer, "times">) {
  const { fingerprint, product_id: productId, kind } = offer;
  return ctx.db
    .query("usedOffers")
    .withIndex("by_fingerprint_and_kind_and_product_id", (q) =>
      q.eq("fingerprint", fingerprint).eq("kind", kind).eq("product_id", productId),
    )
    .unique();
}
