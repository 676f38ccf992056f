import { ExternalLink } from "lucide-react";
import { MAX_LISTED_INVOICES } from "../../contract/listedInvoices";
import type { Invoice } from "../../contract/wire";
import { Button } from "../../../../ui/src/button";
import { useBilling } from "../context";
import { useCustomer } from "../hooks/use-customer";
import { useFormat } from "../hooks/use-format";
import { usePricingTable } from "../hooks/use-pricing-table";
import { Section } from "./section";
import { useRequest } from "./use-request";

/**
 * The newest invoices, each with a link to its page in a new tab. All are in the hosted
 * portal, to which a button leads when there may be more.
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
      {invoices.length >= MAX_LISTED_INVOICES && <AllInvoices />}
    </Section>
  );
}

function AllInvoices() {
  const { t } = useFormat();
  const { openBillingPortal } = useCustomer({ errorOnNotFound: false });
  const [busy, run] = useRequest("billingPortal");
  return (
    <Button busy={busy} onClick={() => void run(() => openBillingPortal({ openInNewTab: true }))}>
      {t("invoices.all")}
    </Button>
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
