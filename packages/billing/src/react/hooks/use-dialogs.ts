import { useMemo, useState } from "react";
import type { BillingContextValue, ShowDialog } from "../context";
import { createTurns } from "../flows/turns";
import type { CheckoutDialogProps, PaywallDialogProps, PlanChangeDialogProps } from "../types";
import type { SuppliedDialog } from "./dialog-outlet";
import { useDialogSlot } from "./use-dialog-slot";

/** The provider's three dialog slots, and what flows open and close them with. */
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
      // A visitor has to sign in first: no plan of theirs could be looked up.
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
