/** The only door of the billing client: hosts import from here and from nowhere deeper. */
export { PricingTable } from "./components/pricing-table";
export type { PricingTableProps } from "./components/pricing-table";
export { UsageMeter } from "./components/usage-meter";
export type { UsageMeterProps } from "./components/usage-meter";
export { CheckoutDialog } from "./dialogs/checkout-dialog";
export { PaywallDialog } from "./dialogs/paywall-dialog";
export { isBillingError } from "./errors";
export { safeUrl } from "./flows/navigate";
export { BillingProvider } from "./hooks/provider";
export type { BillingProviderProps } from "./hooks/provider";
export { useCheckoutDialog } from "./hooks/use-checkout-dialog";
export { useCustomer } from "./hooks/use-customer";
export { useFormat } from "./hooks/use-format";
export { usePaywall } from "./hooks/use-paywall";
export type { PaywallHandle, UsePaywallParams } from "./hooks/use-paywall";
export { usePaywallDialog } from "./hooks/use-paywall-dialog";
export { usePricingTable } from "./hooks/use-pricing-table";
export type { PricingTableHandle } from "./hooks/use-pricing-table";
export type {
  AttachParams,
  CheckoutParams,
  CheckParams,
  CustomerHandle,
  LocalCheck,
  SetupPaymentParams,
  UseCustomerParams,
} from "./params";
export type { BillingEvent, BillingFailureReport, BillingFunctions, ConvexClient } from "./ports";
export type { PricingTableItem, PricingTableProduct, ProductDetails } from "./pricing";
export type { Transport } from "./transports/transport";
export type {
  CheckoutDialogModel,
  CheckoutDialogProps,
  PaywallDialogModel,
  PaywallDialogProps,
  PlanChangeDialogProps,
  PurchaseParams,
} from "./types";
