import type { Checkout, ProductPreview } from "../../../contract/responses";
import type { ProductItem } from "../../../contract/wire";
import { CHANGES } from "../changes";
import type { ChangeKind } from "../changes";
import { formatMoney } from "../text";

/** A purchase as checkout describes it, and how it would be paid. */
export interface ProductPreviewInput {
  checkout: Omit<Checkout, "url" | "preview_id">;
  kind: ChangeKind;
  /** `page`: a hosted page shows the price and collects a card. */
  path: "page" | "direct";
}

/**
 * Summarises what attaching a product would do and cost.
 *
 * Every amount is checkout's own. A hosted page asks for confirmation itself, so
 * before one only quantities need a dialog. A product that the customer has
 * already is shown, with the warning that attaching it would fail.
 *
 * @returns Null when there is nothing to confirm: the product is free, or a page
 *   sells it without options.
 * @see Spec §4, "Attach flow"
 */
export function previewProduct({
  checkout,
  kind,
  path,
}: ProductPreviewInput): ProductPreview | null {
  const {
    product,
    current_product: current,
    next_cycle: next,
    currency,
    total,
    payment,
  } = checkout;
  const options = product.items.flatMap(serializeOption);
  if (product.properties.is_free || (path === "page" && options.length === 0)) return null;
  if (!product.scenario) throw new Error("A checkout without a scenario");
  return {
    scenario: product.scenario,
    product_id: product.id,
    product_name: product.name,
    recurring: !product.properties.is_one_off,
    error_on_attach: CHANGES[kind].outcome === null,
    ...(next && { next_cycle_at: next.starts_at }),
    current_product_name: current && current.name,
    items: checkout.lines.map(({ amount, description }) => ({
      price: formatMoney(amount, currency),
      description,
    })),
    options,
    due_today: { price: total, currency },
    ...(payment && { payment }),
    ...(next && { due_next_cycle: { price: next.total, currency } }),
  };
}

/** One prepaid item; of any other, nothing. */
function serializeOption(item: ProductItem): ProductPreview["options"] {
  const { type, feature, usage_model: model, included_usage: included } = item;
  if (type !== "priced_feature" || !feature || model === "pay_per_use") return [];
  const price = item.price ?? item.tiers?.[0]?.amount;
  if (price === undefined) throw new Error(`A price of ${feature.id} without an amount`);
  return [
    {
      feature_id: feature.id,
      feature_name: feature.name,
      billing_units: item.billing_units ?? 1,
      ...(included !== undefined && { included_usage: included }),
      price,
    },
  ];
}
