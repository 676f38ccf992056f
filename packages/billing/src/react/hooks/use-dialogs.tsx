import { useMemo, useState } from "react";
import type { BillingContextValue, ShowDialog } from "../context";
import { createTurns } from "../flows/turns";
import type {
  CheckoutDialogProps,
  PaywallDialogProps,
  PlanChangeDialogProps,
  DialogControl,
} from "../types";
import { useDialogSlot } from "./use-dialog-slot";
import type { ComponentType } from "react";
import type { DialogSlot } from "./use-dialog-slot";

/** The provider's three dialog slots, and the functions that open and close them. */
export function useDialogs({
  identityKey,
  emit,
  askSignIn,
}: Pick<BillingContextValue, "identityKey" | "emit" | "askSignIn">) {
  const paywall = useDialogSlot<SuppliedDialog<PaywallDialogProps>>();
  const checkout = useDialogSlot<SuppliedDialog<CheckoutDialogProps>>();
  const planChange = useDialogSlot<SuppliedDialog<PlanChangeDialogProps>>();
  const [takeTurn] = useState(createTurns);
  const { show: openPaywall } = paywall;
  const { show: openCheckout } = checkout;
  const { show: openPlanChange, setOpen: setPlanChangeOpen } = planChange;

  const controls = useMemo(() => {
    const showPaywall: ShowDialog<PaywallDialogProps> = (dialog, props) => {
      // A visitor has to sign in first: the preview needs a customer.
      if (identityKey === null && askSignIn(null)) return;
      openPaywall({ dialog, props, identityKey });
      emit({ type: "paywall_shown", featureId: props.featureId });
    };
    const showCheckout: ShowDialog<CheckoutDialogProps> = (dialog, props) => {
      openCheckout({ dialog, props, identityKey });
      emit({ type: "checkout_opened", productId: props.checkoutResult.product.id });
    };
    const showPlanChange: ShowDialog<PlanChangeDialogProps> = (dialog, props) =>
      openPlanChange({ dialog, props, identityKey });
    const hidePlanChange = () => setPlanChangeOpen(false);
    return { showPaywall, showCheckout, showPlanChange, hidePlanChange, takeTurn };
  }, [
    identityKey,
    emit,
    askSignIn,
    openPaywall,
    openCheckout,
    openPlanChange,
    setPlanChangeOpen,
    takeTurn,
  ]);
  return { slots: { paywall, checkout, planChange }, controls };
}

/** A dialog of the caller, with all its props but `open`. */
export interface SuppliedDialog<Props extends DialogControl> {
  dialog: ComponentType<Props>;
  props: Omit<Props, keyof DialogControl>;
  /** The user at the time of the opening. */
  identityKey: BillingContextValue["identityKey"];
}

/**
 * Renders the content of a slot, with new state for each opening, and nothing for a
 * user who has signed out.
 */
export function DialogOutlet<Props extends DialogControl>({
  slot,
  identityKey,
}: {
  slot: DialogSlot<SuppliedDialog<Props>>;
  identityKey: BillingContextValue["identityKey"];
}) {
  if (!slot.content || slot.content.identityKey !== identityKey) return null;
  const { dialog: Dialog, props } = slot.content;
  // Together with the control below, these are all of its props.
  const own = props as Props & { key?: never };
  return <Dialog key={slot.opening} {...own} open={slot.open} setOpen={slot.setOpen} />;
}
