import { useEffect, useRef, useState } from "react";
import type { CheckPreview } from "../../contract/responses";
import { useBilling } from "../context";
import { chooseUpgrade, describePaywall } from "../messages/paywall-copy";
import type { CheckoutDialogProps, PaywallDialogModel, PaywallDialogProps } from "../types";
import { useDialogSlot } from "./use-dialog-slot";
import { useFormat } from "./use-format";
import { usePaywall } from "./use-paywall";
import { useWork } from "./use-work";

const OFFER = { idle: "offering", opening: "opening" } as const;

type CheckoutContent = Pick<CheckoutDialogProps, "checkoutResult" | "checkoutParams">;

/**
 * Drives a paywall of any design.
 *
 * It sells the product that it names: its checkout opens in place, a hosted page
 * in a second tab. Once the server allows the feature, it closes and calls
 * `onUnlocked`.
 *
 * @see Spec §2, "Paywall dialog"
 */
export function usePaywallDialog(props: PaywallDialogProps): PaywallDialogModel {
  const { open, setOpen, featureId, entityId, requiredBalance } = props;
  const billing = useBilling("usePaywallDialog");
  const words = useFormat();
  const asking = useOnceTrue(open);
  const paywall = usePaywall({ featureId: asking ? featureId : null, entityId, requiredBalance });
  const about = JSON.stringify([billing.identityKey, featureId, entityId, requiredBalance]);
  const preview = useLastPreview(about, paywall.data);
  const product = preview && chooseUpgrade(preview);
  const slot = useDialogSlot<CheckoutContent>();
  const work = useWork<"opening">();
  useUnlocked(props, about, paywall.allowed, () => slot.setOpen(false));
  const waitsFor = useRef<string | null>(null);
  useEffect(() => {
    waitsFor.current = open ? about : null;
    return () => {
      waitsFor.current = null;
    };
  }, [open, about]);

  async function upgrade() {
    if (!product || !work.begin("opening")) return;
    const checkoutParams = {
      productId: product.id,
      ...(entityId !== undefined && { entityId }),
      // A hosted page opens in a new tab, because what waits behind the paywall is in this one.
      openInNewTab: true,
    };
    const previewed = await billing.transport.call("checkout", checkoutParams);
    work.end();
    // The paywall was dismissed meanwhile, or is about something else: the checkout is dropped.
    if (waitsFor.current !== about) return;
    if (previewed.error) {
      billing.reportError({ ...previewed.error, operation: "checkout" });
      return;
    }
    slot.show({ checkoutResult: previewed.data, checkoutParams });
    billing.emit({ type: "checkout_opened", productId: product.id });
  }

  return {
    open: open && !slot.open,
    setOpen,
    state: preview ? OFFER[work.state] : paywall.isLoading ? "loading" : "failed",
    preview,
    product,
    copy: preview && describePaywall(preview, words),
    upgrade,
    checkout: slot.content && { ...slot.content, open: slot.open, setOpen: slot.setOpen },
  };
}

/** Whether a value has ever been true. */
function useOnceTrue(value: boolean): boolean {
  const [was, setWas] = useState(value);
  if (value && !was) setWas(true);
  return was || value;
}

/** Keeps the preview while the dialog fades: an allowed feature has none. */
function useLastPreview(about: string, preview: CheckPreview | null): CheckPreview | null {
  const [last, setLast] = useState({ about, preview });
  const isNewer = preview !== null && preview !== last.preview;
  if (isNewer || last.about !== about) setLast({ about, preview });
  return preview ?? (last.about === about ? last.preview : null);
}

/**
 * Closes and notifies the host when the server's answer changes from denied to
 * allowed while open. An answer that was never denied unlocks nothing: it may be
 * older than the denial that opened the paywall.
 */
function useUnlocked(
  { open, setOpen, onUnlocked }: PaywallDialogProps,
  about: string,
  allowed: boolean | null,
  closeCheckout: () => void,
): void {
  const denied = useRef<string | null>(null);
  useEffect(() => {
    if (!open) denied.current = null;
    else if (allowed === false) denied.current = about;
    else if (allowed && denied.current === about) {
      denied.current = null;
      closeCheckout();
      setOpen(false);
      onUnlocked?.();
    }
  }, [open, about, allowed, setOpen, onUnlocked, closeCheckout]);
}
