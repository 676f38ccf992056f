import { useEffect, useRef, useState } from "react";
import type { CheckPreview } from "../../contract/responses";
import { useBilling } from "../context";
import { currentPath } from "../flows/current-path";
import { openPage } from "../flows/navigate";
import { chooseUpgrade, describePaywall, listOthers } from "../messages/paywall-copy";
import type { CheckoutDialogProps, PaywallDialogModel, PaywallDialogProps } from "../types";
import { useDialogSlot } from "./use-dialog-slot";
import { useFormat } from "./use-format";
import { usePaywall } from "./use-paywall";
import { useWork } from "./use-work";

const OFFER = { idle: "offering", opening: "opening" } as const;

type CheckoutContent = Omit<CheckoutDialogProps, "open" | "setOpen">;

/**
 * Drives a paywall of any design.
 *
 * It sells the product that it names: the checkout opens in place, a hosted page in a
 * second tab. While the purchase continues there, the paywall offers to reopen that
 * page instead of a new purchase. Once the server allows the feature, it closes and
 * calls `onUnlocked`.
 *
 * @see Spec §2, "Paywall dialog"
 */
export function usePaywallDialog(props: PaywallDialogProps): PaywallDialogModel {
  const { open, setOpen, featureId, entityId, requiredBalance, target } = props;
  const billing = useBilling("usePaywallDialog");
  const words = useFormat();
  const asking = useOnceTrue(open);
  const paywall = usePaywall({ featureId: asking ? featureId : null, entityId, requiredBalance });
  const about = JSON.stringify([billing.identityKey, featureId, entityId, requiredBalance]);
  const preview = useLastPreview(about, paywall.data);
  const [chosen, setChosen] = useState<string | null>(null);
  const product =
    preview && (preview.products.find(({ id }) => id === chosen) ?? chooseUpgrade(preview));
  const slot = useDialogSlot<CheckoutContent>();
  const work = useWork<"opening">(open);
  /** The hosted page of this offer that the customer opened. */
  const [sent, setSent] = useState<{ about: string; productId: string; url: string } | null>(null);
  const isSent = sent?.about === about && sent.productId === product?.id;
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
    if (isSent) {
      work.end(openPage(billing.navigator, sent.url));
      return;
    }
    const checkoutParams = {
      productId: product.id,
      ...(entityId !== undefined && { entityId }),
      ...(target === "_self"
        ? { successUrl: currentPath() }
        : // The user's work behind the paywall is in this tab.
          { openInNewTab: true }),
    };
    const previewed = await billing.transport.call("checkout", checkoutParams);
    work.end(previewed.error);
    // The user dismissed the paywall, or it now shows another feature: drop the checkout.
    if (waitsFor.current !== about) return;
    if (previewed.error) {
      billing.reportError({ ...previewed.error, operation: "checkout" });
      return;
    }
    const onHostedPage = (url: string) => setSent({ about, productId: product.id, url });
    slot.show({ checkoutResult: previewed.data, checkoutParams, onHostedPage });
    billing.emit({ type: "checkout_opened", productId: product.id });
  }

  return {
    open: open && !slot.open,
    setOpen,
    state: isSent
      ? "elsewhere"
      : preview
        ? OFFER[work.state]
        : paywall.isLoading
          ? "loading"
          : "failed",
    preview,
    product,
    failure: work.failure,
    others: preview ? listOthers(preview, product) : [],
    choose: setChosen,
    copy: preview && describePaywall(preview, product, words),
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

/** Keeps the preview during the fade-out, because an allowed feature has none. */
function useLastPreview(about: string, preview: CheckPreview | null): CheckPreview | null {
  const [last, setLast] = useState({ about, preview });
  const isNewer = preview !== null && preview !== last.preview;
  if (isNewer || last.about !== about) setLast({ about, preview });
  return preview ?? (last.about === about ? last.preview : null);
}

/**
 * Closes and notifies the host when the server's response changes from denied to
 * allowed while open. A response that was never denied unlocks nothing, because it
 * may be older than the denial that opened the paywall.
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
