import { msg, t, translateSentence } from "../language/text";
import { Fragment, createElement } from "react";
import type { Attach, Result } from "../../packages/billing/src/contract";
import type { BillingEvent, BillingFailureReport } from "../../packages/billing/src/react";
import { refusalParts } from "../identity/refusal";
import { describeHttpError, dismissToast, showToast } from "../shared/toasts";
import { showRefusal } from "../shared/use-request";

const PURCHASE_ID = "purchase";
const UNCHARGED = msg("Nothing was charged.");
const UNKNOWN = msg("Confirm again: you are charged once at most.");

/** Shows a toast while a purchase runs and when it ends. */
export function announcePurchase(event: BillingEvent): void {
  if (event.type === "purchase_started") {
    showToast("loading", { id: PURCHASE_ID, title: t("Confirming") });
  } else if (event.type === "purchase_settled") showOutcome(event.result);
}

function showOutcome({ data, error, statusCode }: Result<Attach>) {
  if (error && statusCode === undefined) {
    showToast("error", {
      id: PURCHASE_ID,
      title: t("We could not reach the server"),
      detail: t(UNKNOWN),
    });
  } else if (error) {
    const message =
      error.code === "unknown_error" && statusCode !== undefined
        ? describeHttpError(statusCode)
        : error.message;
    const { reason, wait } = refusalParts({ ...error, message });
    const isUnknown = error.code === "payment_pending" || (statusCode ?? 0) >= 500;
    const charged = t(isUnknown ? UNKNOWN : UNCHARGED);
    const detail = wait === null ? charged : createElement(Fragment, null, charged, " ", wait);
    const waitMs = error.retryAfterMs;
    showToast("error", { id: PURCHASE_ID, title: reason, detail, waitMs });
  } else if (data.checkout_url === undefined) {
    showToast("success", { id: PURCHASE_ID, title: translateSentence(data.message) });
  } else {
    // The purchase is paid on another page.
    dismissToast(PURCHASE_ID);
  }
}

/**
 * Shows a toast for a failure in a dialog or table; a failed purchase has its own
 * toast already.
 */
export function showBillingFailure(report: BillingFailureReport): void {
  if (report.operation !== "attach") showRefusal(report);
}
