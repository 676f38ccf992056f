import { useEffect, useRef, useState } from "react";
import type { Checkout } from "../../../convex/contract/answers";
import { packsToUnits } from "../../../convex/contract/quantity";
import { useBilling } from "../context";
import { attachNow } from "../flows/attach";
import type { CheckoutDialogModel, CheckoutDialogProps, PurchaseParams } from "../types";
import { useWork } from "./use-work";

/**
 * Drives a checkout dialog, whatever it looks like.
 *
 * One try has one `clientRequestId`, from the first Confirm of an opening until
 * the provider has answered it, so a repeated Confirm can never charge twice.
 * Saving and confirming keep every parameter that the checkout began with. What
 * is confirmed is what is on screen: amounts that have changed meanwhile are
 * shown, not charged.
 *
 * @see Spec §4 and §7, "Confirmation dialog calls"
 */
export function useCheckoutDialog(props: CheckoutDialogProps): CheckoutDialogModel {
  const { open, setOpen, checkoutResult, checkoutParams } = props;
  const billing = useBilling("useCheckoutDialog");
  const { state, begin, end, now } = useWork<"saving" | "confirming">();
  const [shown, showResult] = useShownResult(checkoutResult);
  const requestId = useRef<string | null>(null);
  useEffect(() => {
    if (!open) requestId.current = null;
  }, [open]);

  async function saveQuantity(featureId: string, packs: number) {
    const options = withQuantity(shown, featureId, packs);
    if (!options || !begin("saving")) return;
    await showAmounts({ options });
    end();
  }

  async function showAmounts(options: Pick<PurchaseParams, "options">) {
    // A preview is no try: it may be asked again and again.
    const asked = { ...checkoutParams, ...options, clientRequestId: undefined };
    const answer = await billing.transport.call("checkout", asked);
    if (!answer.error) showResult(answer.data);
  }

  async function confirm() {
    if (!begin("confirming")) return;
    requestId.current ??= crypto.randomUUID();
    const attached = await attachNow(billing, {
      ...checkoutParams,
      ...optionsOf(shown),
      ...(shown.preview_id !== undefined && { previewId: shown.preview_id }),
      clientRequestId: requestId.current,
      // Without an address there is a card to charge, and no tab to open.
      openInNewTab: checkoutParams.openInNewTab === true && shown.url !== null,
    });
    if (attached.error?.code === "preview_stale") await showAmounts(optionsOf(shown));
    end();
    if (attached.error) {
      // An answer ends the try; without one the same try may go on.
      if (attached.statusCode !== undefined) requestId.current = null;
      billing.reportError({ ...attached.error, operation: "attach" });
      return;
    }
    billing.emit({ type: "checkout_confirmed", productId: shown.product.id });
    setOpen(false);
  }

  return {
    open,
    setOpen: (next) => {
      if (now() !== "confirming") setOpen(next);
    },
    state,
    result: shown,
    saveQuantity,
    confirm,
  };
}

/** The result given from outside, until a newer one is shown; a new one from outside wins again. */
function useShownResult(given: Checkout) {
  const [shown, setShown] = useState({ given, result: given });
  if (shown.given !== given) setShown({ given, result: given });
  const showResult = (result: Checkout) =>
    setShown((last) => (last.given === given ? { given, result } : last));
  return [shown.given === given ? shown.result : given, showResult] as const;
}

/** Every prepaid quantity on screen, in feature units. */
function optionsOf({ options }: Checkout) {
  if (options.length === 0) return {};
  return {
    options: options.map(({ feature_id, quantity }) => ({ featureId: feature_id, quantity })),
  };
}

/** The options with one quantity changed; null where nothing can be: not prepaid, or a renewal. */
function withQuantity(result: Checkout, featureId: string, packs: number) {
  const item = result.product.items.find(
    ({ feature_id, usage_model }) => feature_id === featureId && usage_model === "prepaid",
  );
  if (!item || result.product.scenario === "renew") return null;
  const quantity = packsToUnits(packs, item.billing_units ?? 1);
  const others = optionsOf(result).options?.filter((option) => option.featureId !== featureId);
  return [...(others ?? []), { featureId, quantity }];
}
