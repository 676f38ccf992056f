import { useRef } from "react";
import { Button } from "../../../../ui/src/button";
import {
  Dialog,
  DialogBody,
  DialogDescription,
  DialogFooter,
  DialogTitle,
} from "../../../../ui/src/dialog";
import { useCheckoutDialog } from "../hooks/use-checkout-dialog";
import { useFormat } from "../hooks/use-format";
import { describeCheckout, describeConfirm } from "../messages/checkout-copy";
import type { CheckoutDialogProps } from "../types";
import { describeWayOut } from "./checkout-lines";
import { CheckoutLosses } from "./checkout-losses";
import { CheckoutPrices } from "./checkout-prices";
import { CheckoutMethod } from "./checkout-method";
import "./checkout-dialog.css";

/**
 * Confirms a checkout: what changes, what it costs today and next, who pays.
 *
 * A prepaid quantity can be changed in place, except in a renewal. While a charge
 * is running, the dialog cannot be dismissed. It shows no error: a failed Confirm
 * leaves it open and is reported through `onError`.
 *
 * @param props - What a checkout dialog gets; pass the component itself as
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
        <CheckoutLosses model={model} />
        {!result.product.properties.is_free && (
          <>
            <CheckoutPrices model={model} />
            <CheckoutMethod result={result} />
          </>
        )}
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
