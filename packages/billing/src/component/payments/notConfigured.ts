import { fail } from "../../contract/errors";
import type { Failure } from "../../contract/errors";
import { env } from "../_generated/server";
import { readPaymentSettings } from "./stripe/settings";

/**
 * The refusal of an operation that needs a payment processor. It tells developers
 * which variable to set; customers see a text of the page.
 *
 * @param what - The refused operation, without a full stop.
 */
export function refuseWithoutProcessor(what: string): Failure {
  return fail("payments_not_configured", `${what}. ${whatToSet()}`);
}

function whatToSet(): string {
  const settings = readPaymentSettings(env);
  if (settings.by === "refused") return settings.why;
  return env.BILLING_MODE === undefined || env.BILLING_MODE === "" ? MODE_MISSING : NOT_SANDBOX;
}

const MODE_MISSING =
  "BILLING_MODE is not set: run `npx convex env set BILLING_MODE sandbox` for test cards, and pass it to billing in convex.config.ts.";
const NOT_SANDBOX =
  "BILLING_MODE is not sandbox, and STRIPE_SECRET_KEY is not set: set the key, or run `npx convex env set BILLING_MODE sandbox` for test cards.";
