import { v } from "convex/values";
import type { Infer } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { loadCatalogue } from "../../engine/catalogue/catalog";
import { pageState, soldItems } from "../../engine/purchases/page";
import type { Catalogue } from "../../engine/rules/model";
import { toMajor } from "../../engine/rules/money";
import { vIntentState } from "../../engine/tables";
import { findChallenge } from "./challenges";

const vLine = v.object({ description: v.string(), amount: v.number() });

const vQuantity = v.object({
  feature_id: v.string(),
  name: v.string(),
  packs: v.number(),
  /** Units in a pack. */
  billing_units: v.number(),
});

/** What the page of an intent shows. Amounts in major units. */
export const vCheckoutPage = v.object({
  state: vIntentState,
  /** `setup`: the page only saves a card. */
  kind: v.union(v.literal("purchase"), v.literal("setup")),
  /** Whether the customer is asked to approve a charge or a card. */
  awaits_approval: v.boolean(),
  product_id: v.union(v.string(), v.null()),
  /** Of all that is bought, joined. */
  product_name: v.union(v.string(), v.null()),
  lines: v.array(vLine),
  total: v.number(),
  currency: v.string(),
  quantities: v.array(vQuantity),
  /** Whether a promotion code is in force. */
  has_reward: v.boolean(),
  success_url: v.union(v.string(), v.null()),
});
export type CheckoutPage = Infer<typeof vCheckoutPage>;

export async function describePage(
  ctx: QueryCtx,
  intent: Doc<"intents">,
  now: number,
): Promise<CheckoutPage> {
  const { kind, product_id, lines, total_minor, currency, success_url, reward } = intent;
  const catalogue = await loadCatalogue(ctx);
  const sold = productsOf(catalogue, intent);
  return {
    state: pageState(intent, now),
    kind,
    awaits_approval: (await findChallenge(ctx, intent._id)) !== null,
    product_id,
    product_name: product_id === null ? null : sold.map(({ name }) => name).join(" and "),
    lines: lines.map(({ description, minor }) => ({
      description,
      amount: toMajor(minor, currency),
    })),
    total: toMajor(total_minor, currency),
    currency,
    quantities: quantitiesOf(catalogue, intent),
    has_reward: reward !== undefined,
    success_url,
  };
}

function productsOf(
  { products }: Catalogue,
  { product_id, more_product_ids = [] }: Doc<"intents">,
) {
  const ids = product_id === null ? [] : [product_id, ...more_product_ids];
  return ids.map((id) => {
    const product = products.get(id);
    if (!product) throw new Error(`Product ${id} left the catalogue`);
    return product;
  });
}

function quantitiesOf(catalogue: Catalogue, intent: Doc<"intents">): Infer<typeof vQuantity>[] {
  return soldItems(catalogue, intent).map(({ feature_id, billing_units = 1 }) => ({
    feature_id,
    name: catalogue.features.get(feature_id)?.name ?? feature_id,
    packs: intent.options.find((option) => option.feature_id === feature_id)?.packs ?? 0,
    billing_units,
  }));
}
