import { billing as anyBilling } from "../provider/index";
import type { BillingFor } from "../provider/index";
import type { FeatureId } from "./plans";

/** What this site gates by: the features that it sells, and no others. */
export const billing: BillingFor<FeatureId> = anyBilling;
