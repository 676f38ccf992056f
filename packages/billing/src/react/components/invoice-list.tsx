import { ExternalLink } from "lucide-react";
import type { Invoice } from "../../contract/wire";
import { Button } from "../../../../ui/src/button";
import { useBilling } from "../context";
import { useFormat } from "../hooks/use-format";
import { usePricingTable } from "../hooks/use-pricing-table";
import { Section } from "./section";

/**
 * All invoices, newest first, each with a link to its page in a new tab.
 *
 * @param props - `invoices` of the customer, expanded.
 * @see Spec §3, "Expand options"
 */
export function InvoiceList({ invoices }: { invoices: readonly Invoice[] }) {
  const { t } = useFormat();
  return (
    <Section title={t("invoices.title")} slot="invoices">
      {invoices.length === 0 ? (
        <p className="billing-empty">{t("invoices.none")}</p>
      ) : (
        <ul className="billing-rows">
          {invoices.map((invoice) => (
            <li key={invoice.stripe_id}>
              <InvoiceRow invoice={invoice} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function InvoiceRow({ invoice }: { invoice: Invoice }) {
  const { product_ids, status, total, amount_refunded: refunded, currency, created_at } = invoice;
  const { hosted_invoice_url: url } = invoice;
  const { navigator } = useBilling("InvoiceList");
  const { products } = usePricingTable();
  const { t, money, date, list } = useFormat();
  const names = product_ids.map((id) => products.find((one) => one.id === id)?.name ?? id);
  const day = date(created_at);
  // A negative total was given, not paid.
  const state = status === "paid" && total < 0 ? "credited" : status;
  return (
    <>
      <p>
        {list(names)}
        <span>{t("invoices.note", { date: day, status: t(`invoices.status.${state}`) })}</span>
        {refunded !== undefined && (
          <span>{t("invoices.refunded", { amount: money(refunded, currency) })}</span>
        )}
      </p>
      <b>{money(total, currency)}</b>
      {url !== null && (
        <Button
          look="text"
          size="small"
          shape="round"
          aria-label={t("invoices.open", {
            date: day,
            products: list(names),
            amount: money(total, currency),
          })}
          onClick={() => navigator.prepare(true).go(url)}
        >
          <ExternalLink size={16} strokeWidth={1.75} aria-hidden />
        </Button>
      )}
    </>
  );
}
