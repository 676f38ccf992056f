import { t, translateSentence } from "../language/text";
import type { BillingEvent } from "../../packages/billing/src/react";
import { dismissToast, showToast } from "../shared/toasts";

const PURCHASE_ID = "purchase";

/**
 * Shows a toast while a purchase runs and when it succeeds. The dialog that started the
 * purchase shows why it failed.
 */
export function announcePurchase(event: BillingEvent): void {
  if (event.type === "purchase_started") {
    showToast("loading", { id: PURCHASE_ID, title: t("Confirming") });
  } else if (event.type === "purchase_settled") {
    const { data } = event.result;
    if (data && data.checkout_url === undefined) {
      showToast("success", { id: PURCHASE_ID, title: translateSentence(data.message) });
    } else {
      // It failed, or the customer pays on another page.
      dismissToast(PURCHASE_ID);
    }
  }
}
