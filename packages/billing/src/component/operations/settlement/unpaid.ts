import { fail } from "../../../contract/errors";
import type { Failure } from "../../../contract/errors";
import type { ChargeOutcome } from "../../payments/processor";

/** Nothing was charged: declined, or the answer is pending. */
export type Unpaid = Exclude<ChargeOutcome, { status: "paid" }>;

/** Why an operation that costs money has not happened. */
export function refuseUnpaid(outcome: Unpaid): Failure {
  switch (outcome.status) {
    case "declined":
      return fail("payment_failed", outcome.message, 402);
    case "requires_action":
      return fail("authentication_required", "Your bank asks you to approve this payment", 402);
    case "pending":
      return fail("payment_pending", "The payment is not confirmed yet; it will be soon", 202);
  }
}
