import { useRef } from "react";
import { Button } from "../../../../ui/src/button";
import {
  Dialog,
  DialogBody,
  DialogDescription,
  DialogFooter,
  DialogTitle,
} from "../../../../ui/src/dialog";
import { Failure } from "../components/failure";
import { useCheckoutDialog } from "../hooks/use-checkout-dialog";
import { useFormat } from "../hooks/use-format";
import { describeCheckout, describeConfirm } from "../messages/checkout-copy";
import type { CheckoutDialogProps } from "../types";
import { describeWayOut } from "./checkout-lines";
import { CheckoutLosses } from "./checkout-losses";
import { CheckoutPrices } from "./checkout-prices";
import { CheckoutPaymentTerms } from "./checkout-payment-terms";
import { CheckoutStarts } from "./checkout-starts";
import "./checkout-dialog.css";

/**
 * Confirms a checkout: what changes, what it costs today and next, and who pays.
 *
 * The customer can change a prepaid quantity in place, except in a renewal. The
 * dialog can't be dismissed while a charge is running. A failed click leaves it open
 * with what the user can do; a failed Confirm is also reported through `onError`.
 *
 * @param props - The props of a checkout dialog. Pass the component itself:
 *   `checkout({ dialog: CheckoutDialog })`.
 * @see Spec §2, "Checkout confirmation dialog", and §4
 */
export function CheckoutDialog(props: CheckoutDialogProps) {
  const model = useCheckoutDialog(props);
  const words = useFormat();
  const { t } = words;
  const wayOut = useRef<HTMLButtonElement>(null);
  const { result, state } = model;
  const copy = describeCheckout(result, words);
  const confirming = state === "confirming";
  const cancels = result.product.scenario === "cancel";

  return (
    <Dialog
      slot="checkout-dialog"
      open={model.open}
      onOpenChange={model.setOpen}
      locked={confirming}
      {...(cancels && { role: "alertdialog", initialFocus: wayOut })}
    >
      <DialogBody inert={confirming}>
        <DialogTitle>{copy.title}</DialogTitle>
        <DialogDescription>{copy.message}</DialogDescription>
        <CheckoutStarts result={result} changeWhen={model.changeWhen} />
        <CheckoutLosses result={result} />
        {!result.product.properties.is_free && (
          <>
            <CheckoutPrices model={model} />
            <CheckoutPaymentTerms result={result} />
          </>
        )}
        <Failure
          error={model.failure}
          note={model.charged === null ? undefined : t(`checkout.charged.${model.charged}`)}
        />
      </DialogBody>
      <DialogFooter>
        <Button
          ref={wayOut}
          look="text"
          size="large"
          disabled={confirming}
          onClick={() => model.setOpen(false)}
        >
          {describeWayOut(result, t)}
        </Button>
        <Button
          look="primary"
          size="large"
          busy={confirming}
          disabled={state === "saving"}
          onClick={() => void model.confirm()}
        >
          {confirming ? t("checkout.confirming") : describeConfirm(result, words)}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
