import { formatMoney } from "../../language/format";
import { t } from "../../language/text";
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { InvoiceDetail } from "../../../packages/billing/src/contract";
import { RadioGroup } from "../../../packages/ui/src/radio-group";
import { showToast } from "../../shared/toasts";
import { ActDialog } from "./act-dialog";
import { readAmount, sumOf } from "./amounts";
import { NumberField } from "./number-field";
import { useAct } from "./use-act";

export interface RefundDialogProps {
  customerId: string;
  invoice: InvoiceDetail;
  onClose: () => void;
}

/** Refunds an invoice, whole or in part. */
export function RefundDialog({ customerId, invoice, onClose }: RefundDialogProps) {
  // The refunded amount when the dialog opened: after another operator's refund, the server refuses
  // this one.
  const [{ refundable, amount_refunded: before = 0, currency, number, total }] = useState(invoice);
  const [typed, setTyped] = useState(String(refundable));
  const [to, setTo] = useState<"card" | "credit">("card");
  const amount = readAmount(typed, refundable, currency);
  const shown = amount === null ? "" : formatMoney(amount, currency);
  const send = useMutation(api.community.operators.actions.refund);
  const [busy, act] = useAct(customerId);
  function refund(reason: string) {
    if (amount === null) return;
    const refundTotal = sumOf(before, amount, currency);
    const own = { invoice: number ?? "", refundTotal, to };
    act(
      reason,
      (why) => send({ ...why, ...own }),
      () => {
        onClose();
        showToast("success", { title: t("Refunded {amount}", { amount: shown }) });
      },
    );
  }
  const description = {
    total: formatMoney(total, currency),
    before: formatMoney(before, currency),
    left: formatMoney(refundable, currency),
    invoice: number ?? "",
  };
  return (
    <ActDialog
      title={t("Refund invoice {invoice}", { invoice: number ?? "" })}
      description={t(
        "{total} was charged, {before} was refunded before, and {left} can be. The customer gets a credit note. Plans stay as they are.",
        description,
      )}
      reasonHint={t("The customer reads it on the credit note.")}
      commit={amount === null ? t("Refund") : t("Refund {amount}", { amount: shown })}
      look="danger"
      ready={amount !== null}
      busy={busy}
      onCommit={refund}
      onClose={onClose}
    >
      <NumberField
        label={t("Amount")}
        value={typed}
        onChange={setTyped}
        error={amount === null ? t("An amount up to {left}", { left: description.left }) : null}
        decimal
      />
      <RadioGroup
        legend={t("Where it goes")}
        value={to}
        onChange={setTo}
        options={[
          { value: "card", label: t("To the card, as far as it paid") },
          { value: "credit", label: t("To the customer’s credit") },
        ]}
      />
    </ActDialog>
  );
}
