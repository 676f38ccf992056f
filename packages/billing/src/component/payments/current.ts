import { billingMode } from "./mode";
import type { PaymentProcessor } from "./processor";
import { sandboxProcessor } from "./sandbox/processor";

/**
 * The processor of this deployment; null: paid products can't be sold here. To add
 * a remote one, write a file that creates a `RemoteProcessor`, and a line here.
 */
export function currentProcessor(): PaymentProcessor | null {
  return billingMode() === "sandbox" ? sandboxProcessor : null;
}
