import { t, translateSentence } from "../../language/text";
import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import type { RetriedPayment } from "../../../packages/billing/src/contract";
import { showToast } from "../../shared/toasts";
import { ActDialog } from "./act-dialog";
import { useAct } from "./use-act";

export interface RetryDialogProps {
  customerId: string;
  invoice: string;
  /** The amount to charge, formatted. */
  amount: string;
  onClose: () => void;
}

/** Charges an open invoice now. */
export function RetryDialog({ customerId, invoice, amount, onClose }: RetryDialogProps) {
  const send = useMutation(api.community.operators.actions.retryPayment);
  const [busy, act] = useAct(customerId);
  function show(data: RetriedPayment | null) {
    onClose();
    if (data?.outcome === "paid") {
      showToast("success", { title: t("{amount} was paid", { amount }) });
    } else {
      const title = t("Invoice {invoice} is still open", { invoice });
      const message = data?.message ?? null;
      const detail = message === null ? {} : { detail: translateSentence(message) };
      showToast(data?.outcome === "pending" ? "success" : "error", { title, ...detail });
    }
  }
  return (
    <ActDialog
      title={t("Retry the payment")}
      description={t("The customer’s card is charged {amount} now, for invoice {invoice}.", {
        amount,
        invoice,
      })}
      commit={t("Charge {amount}", { amount })}
      busy={busy}
      onCommit={(reason) => act(reason, (why) => send({ ...why, invoice }), show)}
      onClose={onClose}
    />
  );
}
