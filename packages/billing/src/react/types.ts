import type { ComponentType, ReactNode } from "react";
import type { CheckPreview, Checkout, ProductPreview } from "../contract/responses";
import type { BrowserArgs } from "../contract/operations";

/** Every dialog is controlled: whoever shows it owns `open`. */
export interface DialogControl {
  open: boolean;
  setOpen: (open: boolean) => void;
}

/** The names a host gives its features and products; by default any text. */
export interface BillingIds {
  featureId: string;
  productId: string;
}

/** A catalogue, as `defineCatalog` types it: each id is a literal. */
interface Catalogue {
  features: readonly { id: string }[];
  products: readonly { id: string }[];
}

/** What ids are taken from: a catalogue, or unions of them. */
export type IdSource = Catalogue | BillingIds;

/** The ids of a catalogue: `IdsOf<typeof CATALOGUE>`. */
export type IdsOf<Source extends IdSource> = Source extends Catalogue
  ? {
      featureId: Source["features"][number]["id"];
      productId: Source["products"][number]["id"];
    }
  : Extract<Source, BillingIds>;

/** A dialog that somebody supplies. A method's type: one for a host's own ids will do. */
export type Supplied<Props> = ComponentType<Props> | { draw(props: Props): ReactNode }["draw"];

/** What is bought. `clientRequestId` names one try; the same id gets the first answer again. */
export interface PurchaseParams<Ids extends BillingIds = BillingIds> extends BrowserArgs<"attach"> {
  productId?: Ids["productId"];
  productIds?: Ids["productId"][];
  /** Prepaid quantities, in feature units. */
  options?: { featureId: Ids["featureId"]; quantity: number }[];
  /** Opens an address that the answer carries in a second tab. Default false: in this one. */
  openInNewTab?: boolean | undefined;
}

/** What a paywall shows above its words, and what happens once the feature is allowed. */
export interface PaywallExtras {
  /** A band above the title: what is waiting for the feature. */
  context?: ReactNode;
  /** Called once, after the plan changed and the feature became allowed. */
  onUnlocked?: (() => void) | undefined;
}

/** Props that every checkout dialog gets. */
export interface CheckoutDialogProps<Ids extends BillingIds = BillingIds> extends DialogControl {
  checkoutResult: Checkout;
  /** The parameters that led here; saving a quantity and confirming keep every one of them. */
  checkoutParams: PurchaseParams<Ids>;
}

/** Props that every paywall dialog gets. */
export interface PaywallDialogProps<Ids extends BillingIds = BillingIds>
  extends DialogControl, PaywallExtras {
  featureId: Ids["featureId"];
  entityId?: string | undefined;
  /** Units that were needed. Default 1. */
  requiredBalance?: number | undefined;
}

/** Props that every plan-change dialog gets. */
export interface PlanChangeDialogProps<Ids extends BillingIds = BillingIds> extends DialogControl {
  preview: ProductPreview;
  attachParams: PurchaseParams<Ids>;
}

/** When a change begins: as its scenario has it, or at the end of what is paid. */
export type PlanSchedule = "by_scenario" | "end_of_cycle";

/** What a checkout dialog shows and does; the dialog itself only draws. */
export interface CheckoutDialogModel extends DialogControl {
  /** `setOpen(false)` does nothing while `confirming`. */
  state: "idle" | "saving" | "confirming";
  /** The latest answer: replaced when a quantity is saved, kept when saving fails. */
  result: Checkout;
  /** Re-runs the checkout with `packs` packs of a prepaid feature. Settles when the try is over. */
  saveQuantity: (featureId: string, packs: number) => Promise<void>;
  /** When the change on screen begins. */
  schedule: PlanSchedule;
  /** Re-runs the checkout for another beginning. Settles when the try is over. */
  changeWhen: (schedule: PlanSchedule) => Promise<void>;
  /** Attaches. Closes on success, stays open on failure. While busy a second call does nothing. */
  confirm: () => Promise<void>;
}

/** What a paywall shows and does. `open` is false while its checkout is on screen. */
export interface PaywallDialogModel extends DialogControl {
  /** `opening`: the checkout is on its way. `failed`: there is no preview to show. */
  state: "loading" | "offering" | "opening" | "failed";
  preview: CheckPreview | null;
  /** What it sells; null when nothing on sale unlocks the feature. */
  product: CheckPreview["products"][number] | null;
  /** Null until the preview is there. */
  copy: { title: string; message: string } | null;
  /** Opens the checkout of `product` in place. */
  upgrade: () => Promise<void>;
  /** Draw the checkout dialog beside the paywall with these; null when there is none. */
  checkout: CheckoutDialogProps | null;
}
