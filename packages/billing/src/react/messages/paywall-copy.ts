import type { CheckPreview } from "../../contract/responses";
import type { DialogCopy } from "./checkout-copy";
import type { Say } from "./language";
import type { Words } from "./words";

type Candidate = CheckPreview["products"][number];

/**
 * The product that a paywall sells: the provider's choice, else the cheapest that
 * unlocks the feature.
 */
export function chooseUpgrade(preview: CheckPreview): Candidate | null {
  const chosen = preview.products.find(({ id }) => id === preview.upgrade_product_id);
  return chosen ?? preview.products[0] ?? null;
}

/**
 * A paywall's title, for the product that it sells (null: none), and two sentences:
 * the problem and the solution.
 */
export function describePaywall(
  preview: CheckPreview,
  product: Candidate | null,
  { t, inSentence }: Words,
): DialogCopy {
  const problem = t(`paywall.${preview.scenario}`, {
    feature: inSentence(preview.feature_name),
  });
  if (!product) {
    const advice = t("paywall.nothing.advice");
    return { title: t("paywall.nothing.title"), message: `${problem} ${advice}` };
  }
  const advice = t(`paywall.${kindOf(product)}.advice`, { product: product.name });
  return { title: nameOffer(product, t), message: `${problem} ${advice}` };
}

/** "Upgrade to Pro" */
export function nameOffer(product: Candidate, t: Say): string {
  return t(`paywall.${kindOf(product)}.title`, { product: product.name });
}

/** At most two alternatives that unlock the feature: the first of each other kind. */
export function listOthers({ products }: CheckPreview, offered: Candidate | null): Candidate[] {
  const first = new Map(products.toReversed().map((product) => [kindOf(product), product]));
  if (offered) first.delete(kindOf(offered));
  return products.filter((product) => first.get(kindOf(product)) === product).slice(0, 2);
}

function kindOf({ properties, free_trial, is_add_on }: Candidate) {
  if (properties.is_free) return "free";
  if (free_trial?.trial_available) return "trial";
  return is_add_on || properties.is_one_off ? "add_on" : "upgrade";
}
