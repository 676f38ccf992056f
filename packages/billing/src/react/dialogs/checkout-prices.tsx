import { useId } from "react";
import type { Checkout, CheckoutLine } from "../../contract/responses";
import { Failure } from "../components/failure";
import { useOpenPage } from "../hooks/use-open-page";
import { Disclosure } from "../../../../ui/src/disclosure";
import { useFormat } from "../hooks/use-format";
import type { CheckoutDialogModel } from "../types";
import { CheckoutTotal } from "./checkout-total";
import {
  describeNextCycle,
  describeNextInvoice,
  listDebts,
  listDetailLines,
} from "./checkout-lines";
import type { DebtRow } from "./checkout-lines";
import { listItemRows } from "./item-rows";
import type { PrepaidRow } from "./item-rows";
import { QuantityPopover } from "./quantity-popover";

/** The product, its price today, and its next price. */
export function CheckoutPrices({ model }: { model: CheckoutDialogModel }) {
  const words = useFormat();
  const { t } = words;
  const { result } = model;
  const headingId = useId();
  const details = listDetailLines(result);
  const next = describeNextCycle(result, words);
  const invoice = describeNextInvoice(result, words);

  return (
    <section className="billing-prices" data-slot="checkout-prices" aria-labelledby={headingId}>
      <h3 id={headingId} className="billing-prices-heading">
        {t("checkout.prices")}
      </h3>
      <ul>
        {listDebts(result, words).map((debt) => (
          <Debt key={debt.label} {...debt} />
        ))}
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
      {details.length > 0 && <Details lines={details} result={result} />}
      <div className="billing-totals">
        <CheckoutTotal {...result} />
        {next && (
          <p className="billing-next">
            <span>{next.label}</span> <span>{next.amount}</span>
          </p>
        )}
        {invoice && (
          <p className="billing-next">
            <span>{invoice.label}</span> <span>{invoice.amount}</span>
          </p>
        )}
      </div>
    </section>
  );
}

/** An open invoice, with a link to pay only that. */
function Debt({ label, amount, url }: DebtRow) {
  const { t } = useFormat();
  const [failure, open] = useOpenPage();
  return (
    <li className="billing-price-row" data-slot="checkout-debt">
      <span>
        {label}{" "}
        <span className="billing-debt">
          {t("checkout.debt.unpaid")}{" "}
          {url !== null && (
            <button type="button" className="billing-link" onClick={() => open(url)}>
              {t("checkout.debt.pay")}
            </button>
          )}
        </span>
        <Failure error={failure} />
      </span>{" "}
      <span>{amount}</span>
    </li>
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

/** The price details. A choice of start always shows them, because they explain its price. */
function Details({ lines, result }: { lines: readonly CheckoutLine[]; result: Checkout }) {
  const { t, money } = useFormat();
  const list = (
    <ul className="billing-details">
      {lines.map(({ description, amount }, index) => (
        <li key={`${index} ${description}`}>
          <span>{description}</span> <span>{money(amount, result.currency)}</span>
        </li>
      ))}
    </ul>
  );
  return result.starts ? list : <Disclosure label={t("checkout.details")}>{list}</Disclosure>;
}
