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

/** What `attach` takes. */
export interface AttachParams<Ids extends BillingIds = BillingIds> extends PurchaseParams<Ids> {
  /** Shown when the provider has a preview of the change; without one the product is attached. */
  dialog?: Supplied<PlanChangeDialogProps> | undefined;
}

/** What `checkout` takes. */
export interface CheckoutParams<Ids extends BillingIds = BillingIds> extends PurchaseParams<Ids> {
  /** Shown instead of a redirect when there is something to confirm. Not with `productIds`. */
  dialog?: Supplied<CheckoutDialogProps> | undefined;
}

/** What `cancel` takes. */
export interface CancelParams<Ids extends BillingIds = BillingIds> extends BrowserArgs<"cancel"> {
  productId: Ids["productId"];
}

/** What `track` takes: a feature, or an event that features count. */
export interface TrackParams<Ids extends BillingIds = BillingIds> extends BrowserArgs<"track"> {
  featureId?: Ids["featureId"];
}

/** What `query` takes. */
export interface QueryParams<Ids extends BillingIds = BillingIds> extends BrowserArgs<"query"> {
  featureId: Ids["featureId"] | Ids["featureId"][];
}

/** What `setupPayment` takes. */
export interface SetupPaymentParams extends BrowserArgs<"setupPayment"> {
  /** Default false: in this tab. */
  openInNewTab?: boolean | undefined;
}

/** What `openBillingPortal` takes. */
export interface BillingPortalParams extends BrowserArgs<"billingPortal"> {
  /** Default false: in this tab. */
  openInNewTab?: boolean | undefined;
}

/** What a local `check` takes: a feature, a product, or both; then the product's answer wins. */
export interface CheckParams<Ids extends BillingIds = BillingIds> extends PaywallExtras {
  featureId?: Ids["featureId"] | undefined;
  productId?: Ids["productId"] | undefined;
  /** Required units, finite and ≥ 0. Default 1. */
  requiredBalance?: number | undefined;
  /** Opened when the feature is denied; not while the customer is loading. */
  dialog?: Supplied<PaywallDialogProps> | undefined;
}

interface LocalFacts {
  /** Null while no customer is known; then `allowed` is false. */
  customer_id: string | null;
  /** The entity of the answer; absent: the customer. */
  entity_id?: string;
  /** True until the customer or entity has loaded. */
  loading?: true;
}

/** The answer of a local `check`: the shape of the server's check, without a request. */
export type LocalCheck = LocalFacts &
  (
    | Omit<CheckFeature, "code" | "customer_id" | "entity_id" | "preview">
    | Omit<CheckProduct, "code" | "customer_id" | "entity_id" | "preview">
  );

/** What `useCustomer` takes. */
export interface UseCustomerParams {
  /** False: a visitor without a customer is no error. Default true. */
  errorOnNotFound?: boolean | undefined;
  expand?: Expand[] | undefined;
}

/** What `useEntity` takes beside the id. */
export interface UseEntityParams {
  /** `invoices` adds its customer's invoices. */
  expand?: NonNullable<BrowserArgs<"getEntity">["expand"]> | undefined;
}

/** Functions that answer from loaded data, without a request. */
interface LocalChecks<Ids extends BillingIds = BillingIds> {
  /** Local and synchronous; opens the paywall when denied and a dialog was given. */
  check: (params: CheckParams<Ids>) => { data: LocalCheck; error: null };
  /** `check` as a boolean, in constant time; opens nothing. */
  allowed: (params: CheckParams<Ids>) => boolean;
}

type Call<Op extends BrowserOperation, Params = BrowserArgs<Op>> = (
  params: Params,
) => Promise<OperationResult<Op>>;

/** Operations for a customer or one of their entities. */
export interface PurchaseOperations<Ids extends BillingIds = BillingIds> {
  /** Attaches a product. With a dialog it may return a check: its preview is then on screen. */
  attach: (params: AttachParams<Ids>) => Promise<Result<Attach | Check>>;
  /** Previews a purchase, then opens its page or the dialog. */
  checkout: Call<"checkout", CheckoutParams<Ids>>;
  /** Ends a product at the end of the paid period. */
  cancel: Call<"cancel", CancelParams<Ids>>;
  /** Records use of a feature that the host lets browsers record. */
  track: Call<"track", TrackParams<Ids>>;
}

/**
 * The operations of a page in the customer's name. A call returns an envelope and
 * never rejects for an expected failure. When a successful change resolves, the
 * data on screen have been refetched once.
 */
export interface CustomerOperations<
  Ids extends BillingIds = BillingIds,
> extends PurchaseOperations<Ids> {
  /** Sums of recorded use, by hour or day. `useUsage` keeps them up to date. */
  query: Call<"query", QueryParams<Ids>>;
  /** Opens the page that saves a payment method. */
  setupPayment: (params?: SetupPaymentParams) => Promise<OperationResult<"setupPayment">>;
  /** Opens the provider's own page for cards, invoices and plans. */
  openBillingPortal: (params?: BillingPortalParams) => Promise<OperationResult<"billingPortal">>;
  /** The same program returns the same code again. */
  createReferralCode: Call<"createReferralCode">;
  /** Rewards the owner of the code as the program says. */
  redeemReferralCode: Call<"redeemReferralCode">;
  /**
   * Only where the host opens it to browsers. Several at once, all or none of which
   * are created, only over HTTP: server actions refuse them.
   */
  createEntity: Call<"createEntity", TransportArgs<"createEntity">>;
  /** Only where the host opens it to browsers. */
  deleteEntity: Call<"deleteEntity">;
}

interface Loaded {
  /** True until the first answer or failure. */
  isLoading: boolean;
  /** Why the latest load failed; earlier data stay. */
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
