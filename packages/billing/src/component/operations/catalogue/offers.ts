import type { Product } from "../../../contract/wire";
import { billingMode } from "../../payments/mode";
import type { Holdings } from "../../store/customers/holdings";
import type { TrialHistory } from "../../store/customers/trials";
import { isTrialAvailable } from "../purchases/plan";
import { describeProduct } from "../../rules/display";
import type { Catalogue, CatalogueProduct } from "../../rules/model";
import { decideScenario } from "../../rules/scenario";

/** A product of the catalogue, as a customer would meet it. */
export function describeOffer(
  holdings: Holdings,
  trials: TrialHistory,
  product: CatalogueProduct,
): Product {
  const { features, currency } = holdings.catalogue;
  const { held } = holdings;
  const scenario = decideScenario({ target: product, held, entityId: null, features });
  const trialAvailable = isTrialAvailable(holdings, trials, product);
  return describeProduct({ ...about(product, features, currency), scenario, trialAvailable });
}

/** The same for someone who is no customer yet: everything is new. */
export function describeAnonymousOffer(
  { features, currency }: Catalogue,
  product: CatalogueProduct,
): Product {
  const trialAvailable = product.free_trial !== null;
  return describeProduct({ ...about(product, features, currency), trialAvailable });
}

function about(product: CatalogueProduct, features: Catalogue["features"], currency: string) {
  return { product, features, currency, env: billingMode() };
}
