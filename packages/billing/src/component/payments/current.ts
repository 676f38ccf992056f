import { env } from "../_generated/server";
import type { PaymentProcessor } from "./processor";
import { sandboxProcessor } from "./sandbox/processor";
import { stripeProcessor } from "./stripe/processor";
import { readPaymentSettings } from "./stripe/settings";

/**
 * The processor of this deployment; null: paid products can't be sold here. To add
 * another one, write a file that creates a `RemoteProcessor`, and a line here.
 */
export function currentProcessor(): PaymentProcessor | null {
  const settings = readPaymentSettings(env);
  switch (settings.by) {
    case "sandbox":
      return sandboxProcessor;
    case "stripe":
      return stripeProcessor(settings);
    case "nobody":
    case "refused":
      return null;
  }
}
