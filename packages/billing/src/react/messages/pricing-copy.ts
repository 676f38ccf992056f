import type { PricingTableItem, PricingTableProduct } from "../pricing";
import type { TableWords } from "./words";
import type { Say, TableKey } from "./language";

type Wanted = Pick<PricingTableProduct, "scenario" | "properties">;

/** The labels of a pricing table's buttons in order: the first match is used. */
const BUTTONS = [
  { button: "trial", fits: (p: Wanted) => p.properties.has_trial },
  { button: "scheduled", fits: (p: Wanted) => p.scenario === "scheduled" },
  { button: "update", fits: (p: Wanted) => p.scenario === "active" && p.properties.updateable },
  { button: "current", fits: (p: Wanted) => p.scenario === "active" },
  { button: "purchase", fits: (p: Wanted) => p.scenario === "new" && p.properties.is_one_off },
  { button: "new", fits: (p: Wanted) => p.scenario === "new" },
  { button: "renew", fits: (p: Wanted) => p.scenario === "renew" },
  { button: "upgrade", fits: (p: Wanted) => p.scenario === "upgrade" },
  { button: "downgrade", fits: (p: Wanted) => p.scenario === "downgrade" },
  { button: "cancel", fits: (p: Wanted) => p.scenario === "cancel" },
] as const;

/**
 * A product's button: its label (the product's own wins), and whether it is
 * disabled, because the product is the current plan or scheduled.
 *
 * @param rank - `lower`: its price for a month is lower than the current plan's.
 */
export function describePricingButton(
  product: PricingTableProduct,
  { t, inSentence }: Pick<TableWords, "t" | "inSentence">,
  rank: "lower" | "other" = "other",
) {
  const { scenario, properties, display } = product;
  const button = BUTTONS.find(({ fits }) => fits(product))?.button ?? "new";
  const { interval_group: interval } = properties;
  const words =
    button === "upgrade" && rank === "lower" && interval !== null
      ? t("pricing.button.switch", { interval: inSentence(t(`pricing.interval.${interval}`)) })
      : t(`pricing.button.${button}`);
  return {
    text: display?.button_text ?? words,
    disabled: scenario === "scheduled" || (scenario === "active" && !properties.updateable),
  };
}

/**
 * Splits a product into its price and its features. A paid product's first item is
 * its price; a free one has none, so all its items are features.
 */
export function splitPrice(
  product: Pick<PricingTableProduct, "items" | "properties">,
  t: Say<TableKey>,
): {
  /** Null: a paid product that shows no price. */
  price: PricingTableItem["display"] | null;
  features: PricingTableItem[];
} {
  if (product.properties.is_free) {
    return { price: { primary_text: t("pricing.free") }, features: product.items };
  }
  const [first, ...features] = product.items;
  return { price: first?.display ?? null, features };
}
