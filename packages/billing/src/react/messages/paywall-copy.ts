import type { CheckPreview } from "../../contract/responses";
import type { DialogCopy } from "./checkout-copy";
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
 * A paywall's title, for the product it sells, and two sentences: the problem, and
 * the solution.
 */
export function describePaywall(preview: CheckPreview, { t, inSentence }: Words): DialogCopy {
  const product = chooseUpgrade(preview);
  const problem = t(`paywall.${preview.scenario}`, {
    feature: inSentence(preview.feature_name),
  });
  if (!product) {
    const advice = t("paywall.nothing.advice");
    return { title: t("paywall.nothing.title"), message: `${problem} ${advice}` };
  }
  const offer = chooseOffer(product);
  const advice = t(`paywall.${offer}.advice`, { product: product.name });
  return {
    title: t(`paywall.${offer}.title`, { product: product.name }),
    message: `${problem} ${advice}`,
  };
}

function chooseOffer(product: Candidate) {
  if (product.free_trial?.trial_available) return "trial";
  return product.is_add_on ? "add_on" : "upgrade";
}
