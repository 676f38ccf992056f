import { t } from "../../language/text";
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { StuckJob } from "../../../packages/billing/src/contract";
import { Button } from "../../../packages/ui/src/button";
import { showToast } from "../../shared/toasts";
import { ActDialog } from "./act-dialog";
import { useAct } from "./use-act";

/** Of a payment or refund of another amount, which waits for an operator: the way to end that. */
export function DismissMismatch({ job }: { job: StuckJob }) {
  const { customer_id: customerId, mismatched_charge: charge } = job;
  const [open, setOpen] = useState(false);
  if (charge === undefined) return null;
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {t("Mark as settled")}
      </Button>
      {open && <DismissDialog {...{ customerId, charge }} onClose={() => setOpen(false)} />}
    </>
  );
}

interface DismissDialogProps {
  customerId: string;
  charge: string;
  onClose: () => void;
}

function DismissDialog({ customerId, charge, onClose }: DismissDialogProps) {
  const send = useMutation(api.community.operators.actions.dismissMismatch);
  const [busy, act] = useAct(customerId);
  function show() {
    onClose();
    showToast("success", { title: t("It counts as declined") });
  }
  return (
    <ActDialog
      title={t("Mark as settled")}
      description={t(
        "First send the money back, or correct it, in the payment service’s dashboard: nothing checks that. Then it counts as declined here, and can be charged or refunded again.",
      )}
      commit={t("It is settled")}
      busy={busy}
      onCommit={(reason) => act(reason, (why) => send({ ...why, charge }), show)}
      onClose={onClose}
    />
  );
}
