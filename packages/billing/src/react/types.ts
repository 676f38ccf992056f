import type { ComponentType, ReactNode } from "react";
import type { CheckPreview, Checkout, ProductPreview } from "../contract/responses";
import type { BrowserArgs } from "../contract/operations";

/** Every dialog is controlled: its owner sets `open`. */
export interface DialogControl {
  open: boolean;
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

/** A dialog of the caller. A method's type, so that a dialog for the host's own ids fits. */
export type Supplied<Props> = ComponentType<Props> | { draw(props: Props): ReactNode }["draw"];

/** What is bought. `clientRequestId` names one try; the same id returns the first answer again. */
export interface PurchaseParams<Ids extends BillingIds = BillingIds> extends BrowserArgs<"attach"> {
  productId?: Ids["productId"];
  productIds?: Ids["productId"][];
  /** Prepaid quantities, in feature units. */
  options?: { featureId: Ids["featureId"]; quantity: number }[];
  /** Opens the answer's URL in a new tab. Default false: in this one. */
  openInNewTab?: boolean | undefined;
}

/** The content of a paywall above its text, and a callback for when the feature is allowed. */
export interface PaywallExtras {
  /** Content above the title: what is waiting for the feature. */
  context?: ReactNode;
  /** Called once, after the plan changed and the feature became allowed. */
  onUnlocked?: (() => void) | undefined;
}

/** Props that every checkout dialog gets. */
export interface CheckoutDialogProps<Ids extends BillingIds = BillingIds> extends DialogControl {
  checkoutResult: Checkout;
  /** The original parameters; saving a quantity and confirming keep every one of them. */
  checkoutParams: PurchaseParams<Ids>;
}

/** Props that every paywall dialog gets. */
export interface PaywallDialogProps<Ids extends BillingIds = BillingIds>
  extends DialogControl, PaywallExtras {
  featureId: Ids["featureId"];
  entityId?: string | undefined;
  /** The required units. Default 1. */
  requiredBalance?: number | undefined;
}

/** Props that every plan-change dialog gets. */
export interface PlanChangeDialogProps<Ids extends BillingIds = BillingIds> extends DialogControl {
  preview: ProductPreview;
  attachParams: PurchaseParams<Ids>;
}

/** When a change starts: as its scenario says, or at the end of the paid period. */
export type PlanSchedule = "by_scenario" | "end_of_cycle";

/** The state and the actions of a checkout dialog; the dialog itself only renders them. */
export interface CheckoutDialogModel extends DialogControl {
  /** `setOpen(false)` does nothing while `confirming`. */
  state: "idle" | "saving" | "confirming";
  /** The latest answer: replaced when a quantity is saved, kept when saving fails. */
  result: Checkout;
  /** Re-runs the checkout with `packs` packs of a prepaid feature. Settles when the try is over. */
  saveQuantity: (featureId: string, packs: number) => Promise<void>;
  /** The start of the change on screen. */
  schedule: PlanSchedule;
  /** Re-runs the checkout with another start. Settles when the try is over. */
  changeWhen: (schedule: PlanSchedule) => Promise<void>;
  /** Attaches. Closes on success, stays open on failure. While busy a second call does nothing. */
  confirm: () => Promise<void>;
}

/** The state and the actions of a paywall. `open` is false while its checkout is on screen. */
export interface PaywallDialogModel extends DialogControl {
  /** `opening`: the checkout is loading. `failed`: there is no preview to show. */
  state: "loading" | "offering" | "opening" | "failed";
  preview: CheckPreview | null;
  /** The offer; null when nothing on sale unlocks the feature. */
  product: CheckPreview["products"][number] | null;
  /** Null until the preview has loaded. */
  copy: { title: string; message: string } | null;
  /** Opens the checkout of `product` in place. */
  upgrade: () => Promise<void>;
  /** Render the checkout dialog beside the paywall with these; null when there is none. */
  checkout: CheckoutDialogProps | null;
}
