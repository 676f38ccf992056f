/**
 * The hooks, the provider and the models of the dialogs, without DOM and styles. For
 * React Native, and for apps with their own design.
 */
export type { BillingError, BillingErrorCode } from "../contract/errors";
export type { UnitNames } from "./components/units";
export { useReferral } from "./hooks/use-referral";
export type { Redemption, ReferralHandle } from "./hooks/use-referral";
export { useSeats } from "./hooks/use-seats";
export type { SeatsHandle } from "./hooks/use-seats";
export { useCancelDialog } from "./hooks/use-cancel-dialog";
export type { CancelDialogModel, CancelDialogProps, Cancellation } from "./hooks/use-cancel-dialog";
export { usePlanChangeDialog } from "./hooks/use-plan-change-dialog";
export type { PlanChangeDialogModel } from "./hooks/use-plan-change-dialog";
export { isBillingError } from "./errors";
export { safeUrl } from "./flows/navigate";
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
