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
import { useFormat } from "../hooks/use-format";
import { describeCancellation } from "../messages/cancel-copy";
import { LossList } from "./loss-list";
import { RetryButton } from "./retry-button";
import { Waiting } from "./waiting";
import { useCancelDialog } from "../hooks/use-cancel-dialog";
import type { CancelDialogProps, Cancellation } from "../hooks/use-cancel-dialog";

/**
 * Cancels a product. It shows the last day, what follows, and what will be over the
 * limit.
 *
 * The focus is on the button that keeps the product. The dialog can't be dismissed
 * while the cancellation is running. A failure leaves it open with what the user can
 * do, and is reported through `onError`.
 *
 * @param props - `productId` names a product that the customer has.
 * @see Spec §7, "cancel"
 */
export function CancelDialog(props: CancelDialogProps) {
  const model = useCancelDialog(props);
  const { t } = useFormat();
  const wayOut = useRef<HTMLButtonElement>(null);
  const { cancellation, state } = model;
  const canceling = state === "canceling";

  return (
    <Dialog
      slot="cancel-dialog"
      role="alertdialog"
      open={model.open}
      onOpenChange={model.setOpen}
      locked={canceling}
      initialFocus={wayOut}
    >
      <DialogBody inert={canceling}>
        {cancellation ? (
          <Consequences {...cancellation} />
        ) : (
          <Waiting what={state === "failed" ? "change.failed" : "change.loading"} />
        )}
        <Failure error={model.failure} />
      </DialogBody>
      <DialogFooter>
        <Button
          ref={wayOut}
          look="outline"
          size="large"
          disabled={canceling}
          onClick={() => model.setOpen(false)}
        >
          {cancellation
            ? t("cancel.keep", { product: cancellation.product })
            : t("checkout.not_now")}
        </Button>
        {state === "failed" && <RetryButton />}
        {cancellation && (
          <Button look="danger" size="large" busy={canceling} onClick={() => void model.confirm()}>
            {canceling ? t("cancel.confirming") : t("cancel.confirm")}
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  );
}

function Consequences(cancellation: Cancellation) {
  const { title, message } = describeCancellation(cancellation, useFormat());
  return (
    <>
      <DialogTitle>{title}</DialogTitle>
      <DialogDescription>{message}</DialogDescription>
      <LossList {...cancellation.losses} at={cancellation.until ?? undefined} />
    </>
  );
}
