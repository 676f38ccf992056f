import { formatDate } from "../../language/format";
import { t } from "../../language/text";
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { DAY_MS } from "../../../packages/billing/src/contract";
import type { CustomerProduct } from "../../../packages/billing/src/contract";
import { showToast } from "../../shared/toasts";
import { ActDialog } from "./act-dialog";
import { readCount } from "./amounts";
import { NumberField } from "./number-field";
import { useAct } from "./use-act";

const MAX_DAYS = 366;

export interface TrialDialogProps {
  customerId: string;
  product: CustomerProduct;
  /** When the trial ends at present. */
  endsAt: number;
  onClose: () => void;
}

/** Extends a trial. */
export function TrialDialog({ customerId, product, endsAt, onClose }: TrialDialogProps) {
  const [from] = useState(endsAt);
  const [typed, setTyped] = useState("7");
  const days = readCount(typed, MAX_DAYS);
  const dateOf = (at: number) => formatDate(at, { dateStyle: "medium" });
  const send = useMutation(api.community.operators.actions.extendTrial);
  const [busy, act] = useAct(customerId);
  function extend(reason: string) {
    if (days === null) return;
    act(
      reason,
      (why) => send({ ...why, productId: product.id, days }),
      (data) => {
        onClose();
        const date = dateOf(data?.to ?? from);
        showToast("success", { title: t("The trial ends on {date}", { date }) });
      },
    );
  }
  return (
    <ActDialog
      title={t("Extend the trial of {product}", { product: product.name })}
      description={
        days === null
          ? t("It ends on {date}.", { date: dateOf(from) })
          : t("It ends on {to} instead of {date}; nothing is charged before.", {
              date: dateOf(from),
              to: dateOf(from + days * DAY_MS),
            })
      }
      commit={t("Extend")}
      ready={days !== null}
      busy={busy}
      onCommit={extend}
      onClose={onClose}
    >
      <NumberField
        label={t("Days to add")}
        value={typed}
        onChange={setTyped}
        error={days === null ? t("1 to {most} days", { most: MAX_DAYS }) : null}
      />
    </ActDialog>
  );
}
