import type Stripe from "stripe";
import type { PaymentSettings } from "./settings";

export type StripeSettings = Extract<PaymentSettings, { by: "stripe" }>;
export type StripeClient = Stripe;

/** An action may take ten minutes; a customer waits for less. */
const TIMEOUT_MS = 20_000;

/** Stripe's own SDK, over `fetch`. Loaded by actions alone, when they call Stripe. */
export async function openStripe({ secretKey, url }: StripeSettings): Promise<StripeClient> {
  const { default: StripeSdk } = await import("stripe");
  const { protocol, hostname, port } = new URL(url);
  return new StripeSdk(secretKey, {
    httpClient: StripeSdk.createFetchHttpClient(),
    protocol: protocol === "http:" ? "http" : "https",
    host: hostname,
    port: port === "" ? (protocol === "http:" ? 80 : 443) : Number(port),
    timeout: TIMEOUT_MS,
    // `reconcile` repeats requests without a response, after checking their outcome.
    maxNetworkRetries: 0,
    telemetry: false,
  });
}
