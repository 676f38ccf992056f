import { fail } from "../../contract/errors";
import { env } from "../_generated/server";
import type { Failure } from "../../contract/errors";

type BillingMode = "sandbox" | "live";

/** A deployment without this setting sells nothing. */
export function billingMode(): BillingMode {
  return env.BILLING_MODE === "sandbox" ? "sandbox" : "live";
}

/** The refusal of every sandbox function outside the sandbox; null inside it. */
export function refuseOutsideSandbox(): Failure | null {
  if (billingMode() === "sandbox") return null;
  return fail("sandbox_disabled", "The payment sandbox is off on this deployment", 404);
}
