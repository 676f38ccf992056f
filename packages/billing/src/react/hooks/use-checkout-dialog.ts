import { useEffect, useRef, useState } from "react";
import type { Attach, Checkout } from "../../contract/responses";
import { packsToUnits } from "../../contract/quantity";
import { useBilling } from "../context";
import { attachNow } from "../flows/attach";
import type {
  CheckoutDialogModel,
  CheckoutDialogProps,
  PlanSchedule,
  PurchaseParams,
} from "../types";
import { useWork } from "./use-work";

/**
 * Drives a checkout dialog of any design.
 *
 * One try has one `clientRequestId`, from the first Confirm of an opening until
 * the provider has answered it, so that a repeated Confirm never charges twice.
 * Saving a quantity and confirming keep every parameter of the checkout. What is
 * confirmed is what is on screen: amounts that have changed meanwhile are shown,
 * not charged.
 *
 * @see Spec §4 and §7, "Confirmation dialog calls"
 */
export function useCheckoutDialog(props: CheckoutDialogProps): CheckoutDialogModel {
  const { open, setOpen, checkoutParams } = props;
  const billing = useBilling("useCheckoutDialog");
  const { state, begin, end, now } = useWork<"saving" | "confirming">();
  const { shown, schedule, showAmounts } = useAmounts(props);
  const requestId = useRef<string | null>(null);
  useEffect(() => {
    if (!open) requestId.current = null;
  }, [open]);

  async function saveQuantity(featureId: string, packs: number) {
    const options = withQuantity(shown, featureId, packs);
    if (!options || !begin("saving")) return;
    // A larger quantity starts at once, not at the end of the cycle.
    await showAmounts({ options }, "by_scenario");
    end();
  }

  async function changeWhen(when: PlanSchedule) {
    if (!begin("saving")) return;
    await showAmounts(optionsOf(shown), when);
    end();
  }

  async function confirm() {
    if (!begin("confirming")) return;
    requestId.current ??= crypto.randomUUID();
    const attached = await attachNow(billing, {
      ...paramsFor(checkoutParams, schedule),
      ...optionsOf(shown),
      ...(shown.preview_id !== undefined && { previewId: shown.preview_id }),
      clientRequestId: requestId.current,
      // Without a URL there is a card to charge, and no tab to open.
      openInNewTab: checkoutParams.openInNewTab === true && shown.url !== null,
    });
    if (attached.error?.code === "preview_stale") await showAmounts(optionsOf(shown), schedule);
    end();
    if (attached.error) {
      // An answer ends the try; without one the same try may continue.
      if (attached.statusCode !== undefined) requestId.current = null;
      billing.reportError({ ...attached.error, operation: "attach" });
      return;
    }
    const { successUrl } = checkoutParams;
    billing.emit({
      type: "checkout_confirmed",
      productId: shown.product.id,
      ...(successUrl !== undefined && isPaid(attached.data) && { paidUrl: successUrl }),
    });
    setOpen(false);
  }

  return {
    open,
    setOpen: (next) => {
      if (now() !== "confirming") setOpen(next);
    },
    state,
    result: shown,
    schedule,
    saveQuantity,
    changeWhen,
    confirm,
  };
}

/** Whether money was taken already. A hosted page continues by itself. */
function isPaid({ checkout_url, invoice }: Attach): boolean {
  return checkout_url === undefined && invoice?.status === "paid" && invoice.total > 0;
}

/** The answer on screen, and the start of the change that it was requested for. */
interface Shown {
  result: Checkout;
  schedule: PlanSchedule;
}

/** The amounts on screen, and a function that loads others. */
function useAmounts({ checkoutResult, checkoutParams }: CheckoutDialogProps) {
  const { transport } = useBilling("useCheckoutDialog");
  const first = checkoutParams.planSchedule ?? "by_scenario";
  const [{ result: shown, schedule }, show] = useShown(checkoutResult, first);

  async function showAmounts(options: Pick<PurchaseParams, "options">, when: PlanSchedule) {
    // A preview is no try: it may be repeated.
    const asked = { ...paramsFor(checkoutParams, when), ...options, clientRequestId: undefined };
    const answer = await transport.call("checkout", asked);
    if (!answer.error) show({ result: answer.data, schedule: when });
  }

  return { shown, schedule, showAmounts };
}

/** The result of the props, until a newer one is shown; a new one of the props wins again. */
function useShown(given: Checkout, schedule: PlanSchedule) {
  const first = { given, result: given, schedule };
  const [shown, setShown] = useState(first);
  if (shown.given !== given) setShown(first);
  const show = (next: Shown) =>
    setShown((last) => (last.given === given ? { given, ...next } : last));
  return [shown.given === given ? shown : first, show] as const;
}

/** The parameters with the chosen start of the change. */
function paramsFor(given: PurchaseParams, schedule: PlanSchedule): PurchaseParams {
  const params = { ...given };
  delete params.planSchedule;
  return schedule === "end_of_cycle" ? { ...params, planSchedule: schedule } : params;
}

/** Every prepaid quantity on screen, in feature units. */
function optionsOf({ options }: Checkout) {
  if (options.length === 0) return {};
  return {
    options: options.map(({ feature_id, quantity }) => ({ featureId: feature_id, quantity })),
  };
}

/**
 * The options with one quantity changed; null when it cannot be changed: not
 * prepaid, or a renewal.
 */
function withQuantity(result: Checkout, featureId: string, packs: number) {
  const item = result.product.items.find(
    ({ feature_id, usage_model }) => feature_id === featureId && usage_model === "prepaid",
  );
  if (!item || result.product.scenario === "renew") return null;
  const quantity = packsToUnits(packs, item.billing_units ?? 1);
  const others = optionsOf(result).options?.filter((option) => option.featureId !== featureId);
  return [...(others ?? []), { featureId, quantity }];
}
