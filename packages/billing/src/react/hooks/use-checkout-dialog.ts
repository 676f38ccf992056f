import { useEffect, useRef, useState } from "react";
import type { Result } from "../../contract/errors";
import type { Attach, Checkout } from "../../contract/responses";
import type { PlanSchedule } from "../../contract/planSchedule";
import { packsToUnits } from "../../contract/quantity";
import { useBilling } from "../context";
import { attachNow } from "../flows/attach";
import { newRequestId } from "../flows/request-id";
import type { CheckoutDialogModel, CheckoutDialogProps, PurchaseParams } from "../types";
import { useWork } from "./use-work";

/**
 * Drives a checkout dialog of any design.
 *
 * One attempt has one `clientRequestId`, from the first Confirm of an opening until
 * the provider has responded, so that a repeated Confirm never charges twice. Saving
 * a quantity and confirming keep every parameter of the checkout. Confirm charges
 * only the amounts on screen: amounts that have changed are shown, not charged.
 *
 * @see Spec §4 and §7, "Confirmation dialog calls"
 */
export function useCheckoutDialog(props: CheckoutDialogProps): CheckoutDialogModel {
  const { open, setOpen, checkoutParams } = props;
  const billing = useBilling("useCheckoutDialog");
  const { state, failure, begin, end, now } = useWork<"saving" | "confirming">(open);
  const { shown, schedule, showAmounts } = useAmounts(props);
  const requestId = useRef<string | null>(null);
  const [confirmed, setConfirmed] = useState<Result<Attach> | null>(null);
  useEffect(() => {
    if (!open) requestId.current = null;
  }, [open]);

  async function saveQuantity(featureId: string, packs: number) {
    const options = withQuantity(shown, featureId, packs);
    if (!options || !begin("saving")) return;
    // A larger quantity starts at once, not at the end of the cycle.
    end(await showAmounts({ options }, schedule === "end_of_cycle" ? undefined : schedule));
  }

  async function changeWhen(when: PlanSchedule) {
    if (!begin("saving")) return;
    end(await showAmounts(optionsOf(shown), when));
  }

  async function confirm() {
    if (!begin("confirming")) return;
    requestId.current ??= newRequestId();
    const attached = await attachNow(billing, {
      ...paramsFor(checkoutParams, schedule),
      ...optionsOf(shown),
      ...(shown.preview_id !== undefined && { previewId: shown.preview_id }),
      clientRequestId: requestId.current,
      // Without a URL there is a card to charge, and no tab to open.
      openInNewTab: checkoutParams.openInNewTab === true && shown.url !== null,
    });
    if (attached.error?.code === "preview_stale") await showAmounts(optionsOf(shown), schedule);
    end(attached.error);
    setConfirmed(attached);
    if (attached.error) {
      // A response ends the attempt. Without one, the same attempt may continue.
      if (attached.statusCode !== undefined) requestId.current = null;
      billing.reportError({ ...attached.error, operation: "attach" });
      return;
    }
    const { checkout_url } = attached.data;
    if (checkout_url !== undefined) props.onHostedPage?.(checkout_url);
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
    failure,
    charged: confirmed && failure === confirmed.error ? chargedBy(confirmed) : null,
    result: shown,
    saveQuantity,
    changeWhen,
    confirm,
  };
}

/** What a failed Confirm charged. Without a final response the charge may still succeed. */
function chargedBy({ error, statusCode }: Result<Attach>): CheckoutDialogModel["charged"] {
  if (!error) return null;
  const isUnknown = statusCode === undefined || statusCode >= 500;
  return isUnknown || error.code === "payment_pending" ? "unknown" : "nothing";
}

/** Whether the customer has already paid. With a hosted page, the payment is still to follow. */
function isPaid({ checkout_url, invoice }: Attach): boolean {
  return checkout_url === undefined && invoice?.status === "paid" && invoice.total > 0;
}

/** The response on screen, and the start of the change that it was requested for. */
interface Shown {
  result: Checkout;
  schedule: PlanSchedule | undefined;
}

/** The amounts on screen, and a function that loads others and returns why it failed. */
function useAmounts({ checkoutResult, checkoutParams }: CheckoutDialogProps) {
  const { transport } = useBilling("useCheckoutDialog");
  const [{ result: shown, schedule }, show] = useShown(checkoutResult, checkoutParams.planSchedule);

  async function showAmounts(
    options: Pick<PurchaseParams, "options">,
    when: PlanSchedule | undefined,
  ) {
    // A preview is no attempt, so it may be repeated.
    const asked = { ...paramsFor(checkoutParams, when), ...options, clientRequestId: undefined };
    const answer = await transport.call("checkout", asked);
    if (!answer.error) show({ result: answer.data, schedule: when });
    return answer.error;
  }

  return { shown, schedule, showAmounts };
}

/** The result of the props until a newer one arrives; new props win again. */
function useShown(given: Checkout, schedule: PlanSchedule | undefined) {
  const first = { given, result: given, schedule };
  const [shown, setShown] = useState(first);
  if (shown.given !== given) setShown(first);
  const show = (next: Shown) =>
    setShown((last) => (last.given === given ? { given, ...next } : last));
  return [shown.given === given ? shown : first, show] as const;
}

/** The parameters, with the chosen start of the change. */
function paramsFor(given: PurchaseParams, planSchedule: PlanSchedule | undefined): PurchaseParams {
  const params = { ...given };
  delete params.planSchedule;
  return planSchedule === undefined ? params : { ...params, planSchedule };
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
