import { getFunctionName } from "convex/server";
import { Fragment, createElement } from "react";
import { api } from "../../convex/_generated/api";
import type { Attach, Result } from "../../packages/billing/src/contract";
import type { BillingFailureReport, ConvexClient } from "../../packages/billing/src/react";
import { refusalParts } from "../identity/refusal";
import { describeHttpError, dismissToast, showToast } from "./toasts";
import { tellRefusal } from "./use-request";

const PURCHASE_ID = "purchase";
const UNCHARGED = "Nothing was charged.";

/** A client whose purchases are told while they run and when they end. */
export function announcePurchases(convex: Required<ConvexClient>): ConvexClient {
  const attach = getFunctionName(api.billing.attach);
  return {
    watchQuery: (reference, args) => convex.watchQuery(reference, args),
    action: async (reference, args) => {
      if (getFunctionName(reference) !== attach) return await convex.action(reference, args);
      return await announced(convex.action(reference, args));
    },
  };
}

async function announced(purchase: Promise<unknown>): Promise<unknown> {
  showToast("loading", { id: PURCHASE_ID, title: "Confirming" });
  try {
    const answer = await purchase;
    // The action's return validator is `Result<Attach>`.
    tellOutcome(answer as Result<Attach>);
    return answer;
  } catch (error) {
    showToast("error", {
      id: PURCHASE_ID,
      title: "We could not reach the server",
      detail: "Confirm again: you are charged once at most.",
    });
    throw error;
  }
}

function tellOutcome({ data, error, statusCode }: Result<Attach>) {
  if (error) {
    const message =
      error.code === "unknown_error" && statusCode !== undefined
        ? describeHttpError(statusCode)
        : error.message;
    const { reason, wait } = refusalParts({ ...error, message });
    const detail = wait === null ? UNCHARGED : createElement(Fragment, null, UNCHARGED, " ", wait);
    const waitMs = error.retryAfterMs;
    showToast("error", { id: PURCHASE_ID, title: reason, detail, waitMs });
  } else if (data.checkout_url === undefined) {
    showToast("success", { id: PURCHASE_ID, title: data.message });
  } else {
    // The page goes on to where the purchase is paid.
    dismissToast(PURCHASE_ID);
  }
}

/** Tells what failed in a dialog or table; a failed purchase has been told already. */
export function tellBillingFailure(report: BillingFailureReport): void {
  if (report.operation !== "attach") tellRefusal(report);
}
