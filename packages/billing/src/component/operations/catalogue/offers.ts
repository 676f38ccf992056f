import type { Product } from "../../../contract/wire";
import { billingMode } from "../../platform/mode";
import type { CustomerState } from "../../store/customers/customerState";
import type { TrialHistory } from "../../store/customers/trials";
import { isTrialAvailable } from "../purchases/plan";
import { serializeProduct } from "../../rules/products/display";
import type { Catalogue, CatalogueProduct } from "../../rules/model";
import { scenarioFor } from "../../rules/plans/decideChange";

/** A product of the catalogue, as it looks to a customer. */
export function serializeOffer(
  customerState: CustomerState,
  trials: TrialHistory,
  product: CatalogueProduct,
): Product {
  const { features, currency } = customerState.catalogue;
  const { subscriptions, now } = customerState;
  const about = { target: product, subscriptions, entityId: null, features, now };
  const scenario = scenarioFor(about);
  const trialAvailable = isTrialAvailable(customerState, trials, product);
  return serializeProduct({ ...catalogued(product, features, currency), scenario, trialAvailable });
}

/** The offers for a visitor without a customer: everything is new. */
export function serializeAnonymousOffer(
  { features, currency }: Catalogue,
  product: CatalogueProduct,
): Product {
  const trialAvailable = product.free_trial !== null;
  return serializeProduct({ ...catalogued(product, features, currency), trialAvailable });
}

function catalogued(product: CatalogueProduct, features: Catalogue["features"], currency: string) {
  return { product, features, currency, env: billingMode() };
}
