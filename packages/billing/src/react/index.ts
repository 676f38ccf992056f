/** The only entry of the billing client: hosts import from here and nowhere deeper. */
export type { BillingError, BillingErrorCode } from "../contract/errors";
export { BillingPortal } from "./components/billing-portal";
export type { BillingPortalProps } from "./components/billing-portal";
export { CreditLedger } from "./components/credit-ledger";
export type { CreditLedgerProps } from "./components/credit-ledger";
export { EndProduct } from "./components/end-product";
export type { EndProductProps } from "./components/end-product";
export { InvoiceList } from "./components/invoice-list";
export { PayOpenInvoice } from "./components/pay-open-invoice";
export { PlanCard } from "./components/plan-card";
export type { PlanCardProps } from "./components/plan-card";
export { PricingTable } from "./components/pricing-table";
export type { PricingTableProps } from "./components/pricing-table";
export { ReferralCard } from "./components/referral-card";
export type { ReferralCardProps } from "./components/referral-card";
export { SeatTable } from "./components/seat-table";
export type { SeatTableProps } from "./components/seat-table";
export type { UnitNames } from "./components/units";
export { UsageMeter } from "./components/usage-meter";
export type { UsageMeterProps } from "./components/usage-meter";
export { useReferral } from "./components/use-referral";
export type { Redemption, ReferralHandle } from "./components/use-referral";
export { useSeats } from "./components/use-seats";
export type { SeatsHandle } from "./components/use-seats";
export { CancelDialog, CheckoutDialog, PaywallDialog, PlanChangeDialog } from "./dialogs/on-demand";
export { useCancelDialog } from "./dialogs/use-cancel-dialog";
export type {
  CancelDialogModel,
  CancelDialogProps,
  Cancellation,
} from "./dialogs/use-cancel-dialog";
export { usePlanChangeDialog } from "./dialogs/use-plan-change-dialog";
export type { PlanChangeDialogModel } from "./dialogs/use-plan-change-dialog";
export { isBillingError } from "./errors";
export { safeUrl } from "./flows/navigate";
export { createPricingTable } from "./components/create-pricing-table";
export { createBillingDialogs } from "./dialogs/create-billing-dialogs";
export type { BillingDialogs } from "./dialogs/create-billing-dialogs";
export { createBillingHooks } from "./hooks/create-billing-hooks";
export type { BillingHooks } from "./hooks/create-billing-hooks";
export { BillingProvider } from "./hooks/provider";
export type { BillingProviderProps } from "./hooks/provider";
export { useCheckoutDialog } from "./hooks/use-checkout-dialog";
export { useCustomer } from "./hooks/use-customer";
export { useEntity } from "./hooks/use-entity";
export { useFormat } from "./hooks/use-format";
export { usePaywall } from "./hooks/use-paywall";
export type { PaywallHandle, UsePaywallParams } from "./hooks/use-paywall";
export { usePaywallDialog } from "./hooks/use-paywall-dialog";
export { usePricingTable } from "./hooks/use-pricing-table";
export type { PricingTableHandle, UsePricingTableParams } from "./hooks/use-pricing-table";
export { useUsage } from "./hooks/use-usage";
export type { UsageHandle, UseUsageParams } from "./hooks/use-usage";
export { ENGLISH } from "./messages/english";
export { GERMAN } from "./messages/german";
export type { Language, MessageKey, Messages } from "./messages/language";
export type { Words } from "./messages/words";
export type {
  AttachParams,
  BillingPortalParams,
  CancelParams,
  CheckoutParams,
  CheckParams,
  CustomerHandle,
  EntityHandle,
  LocalCheck,
  QueryParams,
  SetupPaymentParams,
  TrackParams,
  UseCustomerParams,
  UseEntityParams,
} from "./params";
export type {
  BillingEvent,
  BillingFailureReport,
  BillingFunctions,
  ChosenProduct,
  ConvexClient,
} from "./ports";
export type { PricingTableItem, PricingTableProduct, ProductDetails } from "./pricing";
export type { Transport } from "./transports/transport";
export type {
  BillingIds,
  CheckoutDialogModel,
  CheckoutDialogProps,
  IdsOf,
  IdSource,
  PaywallDialogModel,
  PaywallDialogProps,
  PlanChangeDialogProps,
  PurchaseParams,
} from "./types";
