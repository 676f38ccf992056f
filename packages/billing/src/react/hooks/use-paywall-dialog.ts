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
 * Drives a paywall, whatever it looks like.
 *
 * It sells the product it names: its checkout opens in place, a hosted page in
 * a second tab, and once the server allows the feature after all, it closes and
 * `onUnlocked` is called.
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
      // What waits behind the paywall stays in this page.
      openInNewTab: true,
    };
    const previewed = await billing.transport.call("checkout", checkoutParams);
    work.end();
    // Dismissed meanwhile, or about something else by now: nobody asks for this checkout any more.
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

/** Whether something has been true at some time. */
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
 * Closes and tells the host when the server's answer turns from denied to
 * allowed while open. An answer that was never denied unlocks nothing: it may
 * be older than the denial that opened the paywall.
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
