import type {
  BillingIds,
  CheckoutDialogProps,
  IdsOf,
  IdSource,
  PaywallDialogProps,
  PlanChangeDialogProps,
} from "../types";
import { CancelDialog, CheckoutDialog, PaywallDialog, PlanChangeDialog } from "./on-demand";
import type { OnDemandDialog } from "./on-demand";
import type { CancelDialogProps } from "../hooks/use-cancel-dialog";

/** The dialogs, limited to `Ids`. */
export interface BillingDialogs<Ids extends BillingIds> {
  CancelDialog: OnDemandDialog<CancelDialogProps<Ids>>;
  CheckoutDialog: OnDemandDialog<CheckoutDialogProps<Ids>>;
  PaywallDialog: OnDemandDialog<PaywallDialogProps<Ids>>;
  PlanChangeDialog: OnDemandDialog<PlanChangeDialogProps<Ids>>;
}

const DIALOGS: BillingDialogs<BillingIds> = {
  CancelDialog,
  CheckoutDialog,
  PaywallDialog,
  PlanChangeDialog,
};

/**
 * The dialogs for one catalogue; the types of ids as in `createBillingHooks`.
 *
 * @typeParam Source - The catalogue's type, or unions of the host's feature and
 *   product ids.
 */
export function createBillingDialogs<Source extends IdSource>(): BillingDialogs<IdsOf<Source>> {
  return DIALOGS;
}
