import type { Doc } from "../../_generated/dataModel";
import type { Basket } from "./basket";
import type { NewInvoice } from "../invoices/issuing";
import { isNothing } from "../../rules/invoice";

/** The invoice of a purchase; null: there is nothing to say on it. */
export function invoiceOf(basket: Basket, intent: Doc<"intents">, at: number): NewInvoice | null {
  if (intent.lines.every(isNothing)) return null;
  const isUpdate = basket.some(
    ({ terms }) => terms.branch === "upgrade" || terms.branch === "update_prepaid_quantity",
  );
  return {
    key: intent._id,
    currency: intent.currency,
    product_ids: basket.map(({ terms }) => terms.target.id),
    held_product: null,
    billing_reason: isUpdate ? "subscription_update" : "purchase",
    created_at: at,
    lines: intent.lines,
  };
}
