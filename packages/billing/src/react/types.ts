import type { ComponentType, ReactNode } from "react";
import type { CheckPreview, Checkout, ProductPreview } from "../contract/responses";
import type { BillingError } from "../contract/errors";
import type { BrowserArgs } from "../contract/operations";
import type { PlanSchedule } from "../contract/planSchedule";

/** Every dialog is controlled: its owner sets `open`. */
export interface DialogControl {
  /** Whether the dialog is on screen. */
  open: boolean;
  /** Called with false when the dialog closes. */
  setOpen: (open: boolean) => void;
}

/** The host's feature and product ids; by default any text. */
export interface BillingIds {
  featureId: string;
  productId: string;
}

/** A catalogue, as `defineCatalog` types it: each id is a literal. */
interface Catalogue {
  features: readonly { id: string }[];
  products: readonly { id: string }[];
}

/** The source of ids: a catalogue, or unions of them. */
export type IdSource = Catalogue | BillingIds;

/** The ids of a catalogue: `IdsOf<typeof CATALOGUE>`. */
export type IdsOf<Source extends IdSource> = Source extends Catalogue
  ? {
      featureId: Source["features"][number]["id"];
      productId: Source["products"][number]["id"];
    }
  : Extract<Source, BillingIds>;

/**
 * A dialog of the caller. It has the type of a method, so that dialogs typed with the
 * host's own ids are assignable.
 */
export type Supplied<Props> = ComponentType<Props> | { draw(props: Props): ReactNode }["draw"];

/**
 * A purchase. `clientRequestId` identifies one attempt: repeating it returns the
 * first response again.
 */
export interface PurchaseParams<Ids extends BillingIds = BillingIds> extends BrowserArgs<"attach"> {
  productId?: Ids["productId"];
  productIds?: Ids["productId"][];
  /** Prepaid quantities, in feature units. */
  options?: { featureId: Ids["featureId"]; quantity: number }[];
  /** Opens the response's URL in a new tab. Default false: in this one. */
  openInNewTab?: boolean | undefined;
}

/** A paywall's content above its text, and a callback for when the feature is allowed. */
export interface PaywallExtras {
  /** Content above the title, such as the upload that waits for the feature. */
  context?: ReactNode;
  /** Called once, after the plan changed and the feature became allowed. */
  onUnlocked?: (() => void) | undefined;
  /**
   * Where a payment page opens. Default `_blank`: in a new tab, while this page keeps
   * its state and continues after the payment. `_self`: in this tab, and it returns to
   * this page.
   */
  target?: "_blank" | "_self" | undefined;
}

/** The props of every checkout dialog. */
export interface CheckoutDialogProps<Ids extends BillingIds = BillingIds> extends DialogControl {
  /** The response of `checkout`, which the dialog shows first. */
  checkoutResult: Checkout;
  /** The original parameters. Saving a quantity and confirming pass all of them on. */
  checkoutParams: PurchaseParams<Ids>;
  /** Called with the address when the purchase continues on a hosted page. */
  onHostedPage?: ((url: string) => void) | undefined;
}

/** The props of every paywall dialog. */
export interface PaywallDialogProps<Ids extends BillingIds = BillingIds>
  extends DialogControl, PaywallExtras {
  /** The denied feature. */
  featureId: Ids["featureId"];
  /** The entity that was denied the feature. Default: the customer. */
  entityId?: string | undefined;
  /** The required units. Default 1. */
  requiredBalance?: number | undefined;
}

/** The props of every plan-change dialog. */
export interface PlanChangeDialogProps<Ids extends BillingIds = BillingIds> extends DialogControl {
  /** The preview of the change, from `check`. */
  preview: ProductPreview;
  /** The parameters for the attach. */
  attachParams: PurchaseParams<Ids>;
}

/** The state and the actions of a checkout dialog, for a component that only renders them. */
export interface CheckoutDialogModel extends DialogControl {
  /** `setOpen(false)` does nothing while `confirming`. */
  state: "idle" | "saving" | "confirming";
  /** The latest response: replaced when a quantity is saved, kept when saving fails. */
  result: Checkout;
  /**
   * Repeats the checkout with `packs` packs of a prepaid feature. Resolves when the
   * attempt is over.
   */
  saveQuantity: (featureId: string, packs: number) => Promise<void>;
  /** Repeats the checkout with another of `result.starts`. Resolves when the attempt is over. */
  changeWhen: (schedule: PlanSchedule) => Promise<void>;
  /** Why the last click failed; null if it succeeded or is still running. */
  failure: BillingError | null;
  /** What Confirm charged, if it failed; `unknown`: no final response arrived. Otherwise null. */
  charged: "nothing" | "unknown" | null;
  /** Attaches. Closes on success, stays open on failure. Does nothing while busy. */
  confirm: () => Promise<void>;
}

/** The state and the actions of a paywall. `open` is false while its checkout is on screen. */
export interface PaywallDialogModel extends DialogControl {
  /**
   * `opening`: the checkout is loading. `failed`: there is no preview to show.
   * `elsewhere`: the purchase continues on a hosted page in another tab.
   */
  state: "loading" | "offering" | "opening" | "failed" | "elsewhere";
  preview: CheckPreview | null;
  /** The offer; null when nothing on sale unlocks the feature. */
  product: CheckPreview["products"][number] | null;
  /** Null until the preview has loaded. */
  copy: { title: string; message: string } | null;
  /** Other products that unlock the feature, at most two, each of another kind. */
  others: CheckPreview["products"];
  /** Offers one of `others` in place of `product`. */
  choose: (productId: string) => void;
  /** Why the last `upgrade` failed; null if it succeeded or is still running. */
  failure: BillingError | null;
  /**
   * Opens the checkout of `product` in this dialog; in state `elsewhere`, reopens the
   * hosted page.
   */
  upgrade: () => Promise<void>;
  /** Props of the checkout dialog to render beside the paywall; null if there is none. */
  checkout: CheckoutDialogProps | null;
}
