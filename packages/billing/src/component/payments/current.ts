import { billingMode } from "./mode";
import type { PaymentProcessor } from "./processor";
import { sandboxProcessor } from "./sandbox/processor";

/**
 * The processor of this deployment; null: paid products can't be sold here. A
 * remote one is a file that makes a `RemoteProcessor`, and a line here.
 */
export function currentProcessor(): PaymentProcessor | null {
  return billingMode() === "sandbox" ? sandboxProcessor : null;
}
