import type { Entity } from "../contract/accountResponses";
import type { Attach, Check, CheckFeature, CheckProduct, Expand } from "../contract/responses";
import type { BillingError, Result } from "../contract/errors";
import type { BrowserArgs, BrowserOperation, OperationResult } from "../contract/operations";
import type { Customer } from "../contract/wire";
import type { TransportArgs } from "./transports/transport";
import type {
  BillingIds,
  CheckoutDialogProps,
  PaywallDialogProps,
  PaywallExtras,
  PlanChangeDialogProps,
  PurchaseParams,
  Supplied,
} from "./types";

/** Parameters of `attach`. */
export interface AttachParams<Ids extends BillingIds = BillingIds> extends PurchaseParams<Ids> {
  /**
   * Shown if the provider returns a preview of the change; without a preview, `attach`
   * attaches the product.
   */
  dialog?: Supplied<PlanChangeDialogProps> | undefined;
}

/** Parameters of `checkout`. */
export interface CheckoutParams<Ids extends BillingIds = BillingIds> extends PurchaseParams<Ids> {
  /**
   * Shown instead of a redirect if there is something to confirm. Not allowed with
   * `productIds`.
   */
  dialog?: Supplied<CheckoutDialogProps> | undefined;
}

/** Parameters of `cancel`. */
export interface CancelParams<Ids extends BillingIds = BillingIds> extends BrowserArgs<"cancel"> {
  productId: Ids["productId"];
}

/** Parameters of `track`: a feature, or an event that features count. */
export interface TrackParams<Ids extends BillingIds = BillingIds> extends BrowserArgs<"track"> {
  featureId?: Ids["featureId"];
}

/** Parameters of `query`. */
export interface QueryParams<Ids extends BillingIds = BillingIds> extends BrowserArgs<"query"> {
  featureId: Ids["featureId"] | Ids["featureId"][];
}

/** Parameters of `setupPayment`. */
export interface SetupPaymentParams extends BrowserArgs<"setupPayment"> {
  /** Default false: in this tab. */
  openInNewTab?: boolean | undefined;
}

/** Parameters of `openBillingPortal`. */
export interface BillingPortalParams extends BrowserArgs<"billingPortal"> {
  /** Default false: in this tab. */
  openInNewTab?: boolean | undefined;
}

/**
 * Parameters of a local `check`: a feature, a product, or both; with both, the
 * product's result wins.
 */
export interface CheckParams<Ids extends BillingIds = BillingIds> extends PaywallExtras {
  featureId?: Ids["featureId"] | undefined;
  productId?: Ids["productId"] | undefined;
  /** Required units, finite and ≥ 0. Default 1. */
  requiredBalance?: number | undefined;
  /** Opens when the feature is denied, but not while the customer is loading. */
  dialog?: Supplied<PaywallDialogProps> | undefined;
}

interface LocalFacts {
  /** Null while no customer is known; then `allowed` is false. */
  customer_id: string | null;
  /** The checked entity; absent: the customer. */
  entity_id?: string;
  /** True until the customer or entity has loaded. */
  loading?: true;
}

/** The result of a local `check`: it has the shape of the server's check, without a request. */
export type LocalCheck = LocalFacts &
  (
    | Omit<CheckFeature, "code" | "customer_id" | "entity_id" | "preview">
    | Omit<CheckProduct, "code" | "customer_id" | "entity_id" | "preview">
  );

/** Parameters of `useCustomer`. */
export interface UseCustomerParams {
  /** False: a visitor without a customer is not an error. Default true. */
  errorOnNotFound?: boolean | undefined;
  expand?: Expand[] | undefined;
}

/** Parameters of `useEntity`, besides the id. */
export interface UseEntityParams {
  /** `invoices` adds the invoices of the entity's customer. */
  expand?: NonNullable<BrowserArgs<"getEntity">["expand"]> | undefined;
}

/** Functions that use loaded data, without a request. */
interface LocalChecks<Ids extends BillingIds = BillingIds> {
  /** Local and synchronous. Opens the paywall if the feature is denied and a dialog was given. */
  check: (params: CheckParams<Ids>) => { data: LocalCheck; error: null };
  /** `check` as a boolean, in constant time. Opens nothing. */
  allowed: (params: CheckParams<Ids>) => boolean;
}

type Call<Op extends BrowserOperation, Params = BrowserArgs<Op>> = (
  params: Params,
) => Promise<OperationResult<Op>>;

/** Operations for a customer or one of their entities. */
export interface PurchaseOperations<Ids extends BillingIds = BillingIds> {
  /** Attaches a product. With a dialog it may return a check, whose preview is then on screen. */
  attach: (params: AttachParams<Ids>) => Promise<Result<Attach | Check>>;
  /** Previews a purchase, then opens its page or the dialog. */
  checkout: Call<"checkout", CheckoutParams<Ids>>;
  /** Ends a product at the end of the paid period. */
  cancel: Call<"cancel", CancelParams<Ids>>;
  /** Records use of a feature. The host has to allow browsers to track it. */
  track: Call<"track", TrackParams<Ids>>;
}

/**
 * The operations of a page for the customer. A call returns an envelope and never
 * rejects for an expected failure. When a successful change resolves, the data on
 * screen has been refetched once.
 */
export interface CustomerOperations<
  Ids extends BillingIds = BillingIds,
> extends PurchaseOperations<Ids> {
  /** Sums of recorded usage, by hour or day. `useUsage` keeps them up to date. */
  query: Call<"query", QueryParams<Ids>>;
  /** Opens the page that saves a payment method. */
  setupPayment: (params?: SetupPaymentParams) => Promise<OperationResult<"setupPayment">>;
  /** Opens the hosted page for cards, invoices and plans. */
  openBillingPortal: (params?: BillingPortalParams) => Promise<OperationResult<"billingPortal">>;
  /** Returns the same code for the same program. */
  createReferralCode: Call<"createReferralCode">;
  /** Rewards the owner of the code according to the program. */
  redeemReferralCode: Call<"redeemReferralCode">;
  /**
   * Only if the host allows it for browsers. Several entities at once need HTTP mode
   * (all or none are created): server actions refuse them.
   */
  createEntity: Call<"createEntity", TransportArgs<"createEntity">>;
  /** Only if the host allows it for browsers. */
  deleteEntity: Call<"deleteEntity">;
}

interface Loaded {
  /** True until the first response or failure. */
  isLoading: boolean;
  /** Why the latest load failed; earlier data stays. */
  error: BillingError | undefined;
  /** Loads again, now. */
  refetch: () => Promise<void>;
}

/** What `useCustomer` returns. */
export interface CustomerHandle<Ids extends BillingIds = BillingIds>
  extends Loaded, LocalChecks<Ids>, CustomerOperations<Ids> {
  /** Null while loading, signed out or failed. */
  customer: Customer | null;
}

type Bound<Call> = Call extends (params: infer Params) => infer Answer
  ? (params: Omit<Params, "entityId">) => Answer
  : never;

/** What `useEntity` returns. Its operations are for the entity. */
export interface EntityHandle<Ids extends BillingIds = BillingIds>
  extends
    Loaded,
    LocalChecks<Ids>,
    Readonly<{ [Op in keyof PurchaseOperations]: Bound<PurchaseOperations<Ids>[Op]> }> {
  /** Null while loading, signed out, failed, or without an id. */
  entity: Entity | null;
}
