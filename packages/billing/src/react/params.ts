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
  /** Shown when the provider has a preview of the change; without one the product attaches. */
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
  /** Units needed, finite and ≥ 0. Default 1. */
  requiredBalance?: number | undefined;
  /** Opened when the feature is denied; not while the customer still loads. */
  dialog?: Supplied<PaywallDialogProps> | undefined;
}

interface LocalFacts {
  /** Null while no customer is known; then `allowed` is false. */
  customer_id: string | null;
  /** Whose answer it is; absent: the customer's own. */
  entity_id?: string;
  /** True until the customer or entity has loaded. */
  loading?: true;
}

/** What a local `check` answers: the shape of the server's check, without a request. */
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

/** Questions that are answered from what has loaded, without a request. */
interface LocalChecks<Ids extends BillingIds = BillingIds> {
  /** Local and synchronous; opens the paywall when denied and a dialog was given. */
  check: (params: CheckParams<Ids>) => { data: LocalCheck; error: null };
  /** `check` as a yes or no, in constant time; opens nothing. */
  allowed: (params: CheckParams<Ids>) => boolean;
}

type Call<Op extends BrowserOperation, Params = BrowserArgs<Op>> = (
  params: Params,
) => Promise<OperationResult<Op>>;

/** Calls that are made for a customer or for one of their entities. */
export interface PurchaseOperations<Ids extends BillingIds = BillingIds> {
  /** Attaches a product. With a dialog it may answer a check: its preview is then on screen. */
  attach: (params: AttachParams<Ids>) => Promise<Result<Attach | Check>>;
  /** Previews a purchase, then goes to its page or opens the dialog. */
  checkout: Call<"checkout", CheckoutParams<Ids>>;
  /** Ends a product when what is paid for ends. */
  cancel: Call<"cancel", CancelParams<Ids>>;
  /** Records use of a feature that the host lets browsers record. */
  track: Call<"track", TrackParams<Ids>>;
}

/**
 * What a page may do in a customer's name. A call answers an envelope and never
 * rejects for an expected failure; one that succeeds and changes something has
 * refetched, once, what is on screen when it resolves.
 */
export interface CustomerOperations<
  Ids extends BillingIds = BillingIds,
> extends PurchaseOperations<Ids> {
  /** Sums of recorded use, by the hour or day. `useUsage` keeps them up to date. */
  query: Call<"query", QueryParams<Ids>>;
  /** Goes to the page where a payment method is saved. */
  setupPayment: (params?: SetupPaymentParams) => Promise<OperationResult<"setupPayment">>;
  /** Goes to the provider's own page for cards, invoices and plans. */
  openBillingPortal: (params?: BillingPortalParams) => Promise<OperationResult<"billingPortal">>;
  /** The same program gives the same code again. */
  createReferralCode: Call<"createReferralCode">;
  /** Gives whoever invited the customer what the program promises. */
  redeemReferralCode: Call<"redeemReferralCode">;
  /**
   * Only where the host opens it to browsers. Several at once, all or none of
   * which are made, only over HTTP: server actions refuse them.
   */
  createEntity: Call<"createEntity", TransportArgs<"createEntity">>;
  /** Only where the host opens it to browsers. */
  deleteEntity: Call<"deleteEntity">;
}

interface Loaded {
  /** True until the first answer or failure. */
  isLoading: boolean;
  /** Why the latest load failed; what an earlier one brought stays. */
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

/** What `useEntity` returns. Everything it does, it does for the entity. */
export interface EntityHandle<Ids extends BillingIds = BillingIds>
  extends
    Loaded,
    LocalChecks<Ids>,
    Readonly<{ [Op in keyof PurchaseOperations]: Bound<PurchaseOperations<Ids>[Op]> }> {
  /** Null while loading, signed out, failed, or without an id. */
  entity: Entity | null;
}
