import type { ComponentType } from "react";
import type {
  Attach,
  Check,
  CheckFeature,
  CheckProduct,
  Expand,
} from "../../convex/contract/answers";
import type { BillingError, Result } from "../../convex/contract/errors";
import type { BrowserArgs, OperationResult } from "../../convex/contract/operations";
import type { Customer } from "../../convex/contract/wire";
import type {
  CheckoutDialogProps,
  PaywallDialogProps,
  PaywallExtras,
  PlanChangeDialogProps,
  PurchaseParams,
} from "./types";

/** What `attach` takes. */
export type AttachParams = PurchaseParams & {
  /** Shown when the provider has a preview of the change; without one the product attaches. */
  dialog?: ComponentType<PlanChangeDialogProps> | undefined;
};

/** What `checkout` takes. */
export type CheckoutParams = PurchaseParams & {
  /** Shown instead of a redirect when there is something to confirm. Not with `productIds`. */
  dialog?: ComponentType<CheckoutDialogProps> | undefined;
};

/** What `setupPayment` takes. */
export type SetupPaymentParams = BrowserArgs<"setupPayment"> & {
  openInNewTab?: boolean | undefined;
};

/** What a local `check` takes: a feature, a product, or both; then the product's answer wins. */
export interface CheckParams extends PaywallExtras {
  featureId?: string | undefined;
  productId?: string | undefined;
  /** Units needed, finite and ≥ 0. Default 1. */
  requiredBalance?: number | undefined;
  /** Opened when the feature is denied; not while the customer still loads. */
  dialog?: ComponentType<PaywallDialogProps> | undefined;
}

interface LocalFacts {
  /** Null while no customer is known; then `allowed` is false. */
  customer_id: string | null;
  /** True until the customer has loaded. */
  loading?: true;
}

/** What a local `check` answers: the shape of the server's check, without a request. */
export type LocalCheck = LocalFacts &
  (
    | Omit<CheckFeature, "code" | "customer_id" | "entity_id" | "preview">
    | Omit<CheckProduct, "code" | "customer_id" | "entity_id">
  );

/** What `useCustomer` takes. */
export interface UseCustomerParams {
  /** False: a visitor without a customer is no error. Default true. */
  errorOnNotFound?: boolean | undefined;
  expand?: Expand[] | undefined;
}

/** What `useCustomer` returns. */
export interface CustomerHandle {
  /** Null while loading, signed out or failed. */
  customer: Customer | null;
  isLoading: boolean;
  error: BillingError | undefined;
  refetch: () => Promise<void>;
  /** With a dialog it may answer a check: its preview is then on screen. */
  attach: (params: AttachParams) => Promise<Result<Attach | Check>>;
  checkout: (params: CheckoutParams) => Promise<OperationResult<"checkout">>;
  /** Local and synchronous; opens the paywall when denied and a dialog was given. */
  check: (params: CheckParams) => { data: LocalCheck; error: null };
  /** `check` as a yes or no; opens nothing. */
  allowed: (params: CheckParams) => boolean;
  track: (params: BrowserArgs<"track">) => Promise<OperationResult<"track">>;
  setupPayment: (params?: SetupPaymentParams) => Promise<OperationResult<"setupPayment">>;
}
