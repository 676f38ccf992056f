/**
 * The entry of the billing client with components and styles. Hosts import from here
 * or from the headless entry, and nowhere deeper.
 */
import "../../../ui/src/tokens.css";
import "../../../ui/src/reset.css";

export * from "./headless";
export { BillingPortal } from "./components/billing-portal";
export type { BillingPortalProps } from "./components/billing-portal";
export { CreditLedger } from "./components/credit-ledger";
export type { CreditLedgerProps } from "./components/credit-ledger";
export { EndProduct } from "./components/end-product";
export type { EndProductProps } from "./components/end-product";
export { InvoiceList } from "./components/invoice-list";
export type { InvoiceListProps } from "./components/invoice-list";
export { PayOpenInvoice } from "./components/pay-open-invoice";
export { PlanCard } from "./components/plan-card";
export type { PlanCardProps } from "./components/plan-card";
export { PricingTable } from "./components/pricing-table";
export type { PricingTableProps } from "./components/pricing-table";
export { ReferralCard } from "./components/referral-card";
export type { ReferralCardProps } from "./components/referral-card";
export { SeatTable } from "./components/seat-table";
export type { SeatTableProps } from "./components/seat-table";
export { UsageMeter } from "./components/usage-meter";
export type { UsageMeterProps } from "./components/usage-meter";
export { CancelDialog, CheckoutDialog, PaywallDialog, PlanChangeDialog } from "./dialogs/on-demand";
export { createPricingTable } from "./components/create-pricing-table";
export { createBillingDialogs } from "./dialogs/create-billing-dialogs";
export type { BillingDialogs } from "./dialogs/create-billing-dialogs";
