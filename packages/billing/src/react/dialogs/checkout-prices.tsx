import { useId } from "react";
import type { CheckoutLine } from "../../contract/responses";
import { Disclosure } from "../../../../ui/src/disclosure";
import { useFormat } from "../hooks/use-format";
import type { CheckoutDialogModel } from "../types";
import { describeNextCycle, describePayment, listDetailLines } from "./checkout-lines";
import { listItemRows } from "./item-rows";
import type { PrepaidRow } from "./item-rows";
import { QuantityPopover } from "./quantity-popover";

/** What is bought, its price today, and its next price. */
export function CheckoutPrices({ model }: { model: CheckoutDialogModel }) {
  const words = useFormat();
  const { t, money } = words;
  const { result } = model;
  const headingId = useId();
  const details = listDetailLines(result);
  const next = describeNextCycle(result, words);
  const payment = describePayment(result, words);

  return (
    <section className="billing-prices" data-slot="checkout-prices" aria-labelledby={headingId}>
      <h3 id={headingId} className="billing-prices-heading">
        {t("checkout.prices")}
      </h3>
      <ul>
        {listItemRows(result, words).map((row) =>
          row.kind === "prepaid" ? (
            <PrepaidItem key={row.key} row={row} model={model} />
          ) : (
            <li key={row.key} className="billing-price-row">
              <span>{row.name}</span> <span>{row.price}</span>
            </li>
          ),
        )}
      </ul>
      {details.length > 0 && <Details lines={details} currency={result.currency} />}
      <div className="billing-totals">
        <p className="billing-total" aria-live="polite" aria-atomic="true">
          <span>{t("checkout.total")}</span>{" "}
          <span className="billing-total-amount">{money(result.total, result.currency)}</span>
        </p>
        {payment?.rows.map(({ label, amount }) => (
          <p key={label} className="billing-next">
            <span>{label}</span> <span>{amount}</span>
          </p>
        ))}
        {payment?.note != null && <p className="billing-credit-note">{payment.note}</p>}
        {next && (
          <p className="billing-next">
            <span>{next.label}</span> <span>{next.amount}</span>
          </p>
        )}
      </div>
    </section>
  );
}

function PrepaidItem({ row, model }: { row: PrepaidRow; model: CheckoutDialogModel }) {
  const nameId = useId();
  return (
    <li className="billing-price-row">
      <span id={nameId}>
        {row.name} <span className="billing-unit-price">{row.unitPrice}</span>
      </span>
      <QuantityPopover
        row={row}
        describedBy={nameId}
        fixed={model.result.product.scenario === "renew"}
        saving={model.state === "saving"}
        onSave={(packs) => model.saveQuantity(row.featureId, packs)}
      />
    </li>
  );
}

function Details({ lines, currency }: { lines: readonly CheckoutLine[]; currency: string }) {
  const { t, money } = useFormat();
  return (
    <Disclosure label={t("checkout.details")}>
      <ul className="billing-details">
        {lines.map(({ description, amount }, index) => (
          <li key={`${index} ${description}`}>
            <span>{description}</span> <span>{money(amount, currency)}</span>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
