import type { Doc } from "../../_generated/dataModel";
import type { Cart } from "./cart";
import type { NewInvoice } from "../invoices/issuing";
import { isNothing } from "../../rules/invoice";

/** The invoice of a purchase; null: there is nothing to bill. */
export function invoiceOf(cart: Cart, intent: Doc<"intents">, at: number): NewInvoice | null {
  if (intent.lines.every(isNothing)) return null;
  const isUpdate = cart.some(
    ({ change }) => change.branch === "upgrade" || change.branch === "update_prepaid_quantity",
  );
  return {
    key: intent._id,
    currency: intent.currency,
    product_ids: cart.map(({ change }) => change.target.id),
    subscription: null,
    billing_reason: isUpdate ? "subscription_update" : "purchase",
    created_at: at,
    lines: intent.lines,
  };
}
