import { Button } from "../../../../ui/src/button";
import { Dialog, DialogBody, DialogFooter } from "../../../../ui/src/dialog";
import { useFormat } from "../hooks/use-format";
import type { PlanChangeDialogProps } from "../types";
import { CheckoutDialog } from "./checkout-dialog";
import { PlanChangePreview } from "./plan-change-preview";
import { usePlanChangeDialog } from "../hooks/use-plan-change-dialog";
import { Waiting } from "./waiting";

/**
 * Shows what attaching a product changes and costs, before anything happens: first
 * the preview, then the final amounts.
 *
 * @param props - The props of a plan-change dialog. Pass the component itself:
 *   `attach({ dialog: PlanChangeDialog })`.
 * @see Spec §2, "Plan-change (attach) dialog"
 */
export function PlanChangeDialog(props: PlanChangeDialogProps) {
  const model = usePlanChangeDialog(props);
  const { t } = useFormat();
  return (
    <>
      <Dialog
        slot="plan-change-dialog"
        open={model.open && !model.checkout}
        onOpenChange={model.setOpen}
      >
        <DialogBody>
          {model.state === "failed" ? (
            <Waiting what="change.failed" />
          ) : (
            <PlanChangePreview preview={props.preview} />
          )}
        </DialogBody>
        <DialogFooter>
          <Button look="text" size="large" onClick={() => model.setOpen(false)}>
            {t("checkout.not_now")}
          </Button>
          {model.state === "failed" ? (
            <Button look="primary" size="large" onClick={model.retry}>
              {t("retry")}
            </Button>
          ) : (
            <Button look="primary" size="large" busy>
              {t("checkout.confirm")}
            </Button>
          )}
        </DialogFooter>
      </Dialog>
      {model.checkout && <CheckoutDialog {...model.checkout} />}
    </>
  );
}
