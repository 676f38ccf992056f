import { useState } from "react";
import type { PaymentMethod } from "../../contract/wire";
import { useCustomer } from "../hooks/use-customer";
import { useFormat } from "../hooks/use-format";
import { describeCard } from "../messages/card-copy";
import { useRequest } from "../hooks/use-request";
import { Failure } from "./failure";
import "./section.css";

interface CardMethodProps {
  method: PaymentMethod | null;
  returnPath?: string | undefined;
}

/** The saved card, and a link to the page that saves one, in a new tab. */
export function CardMethod({ method, returnPath }: CardMethodProps) {
  const { t } = useFormat();
  const { setupPayment } = useCustomer({ errorOnNotFound: false });
  const [busy, run, failure] = useRequest("setupPayment");
  const [page, setPage] = useState<"closed" | "opened">("closed");

  async function open() {
    const successUrl = returnPath === undefined ? {} : { successUrl: returnPath };
    const end = await run(() => setupPayment({ openInNewTab: true, ...successUrl }));
    if (end === "done") setPage("opened");
  }
  return (
    <div data-slot="card-method">
      <p>{method ? <CardName method={method} /> : t("card.none")}</p>
      <button
        type="button"
        className="billing-text-button"
        aria-busy={busy || undefined}
        onClick={() => void open()}
      >
        {t(method ? "card.change" : "card.add")}
      </button>
      <Failure error={failure} />
      <p className="billing-card-opened" role="status">
        {page === "opened" && t("card.opened")}
      </p>
    </div>
  );
}

function CardName({ method }: { method: PaymentMethod }) {
  const { t } = useFormat();
  const { exp_month, exp_year } = method.card;
  const card = describeCard(method, t);
  // As text: a year is not formatted as an amount.
  return t("card.expires", { card, month: String(exp_month), year: String(exp_year) });
}
