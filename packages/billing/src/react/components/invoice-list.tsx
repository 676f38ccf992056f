import { MAX_LISTED_INVOICES } from "../../contract/listedInvoices";
import type { Invoice } from "../../contract/wire";
import { Button } from "../../../../ui/src/button";
import { Icon } from "../../../../ui/src/icon";
import { EXTERNAL_LINK } from "../../../../ui/src/icon-shapes";
import { useCustomer } from "../hooks/use-customer";
import { useFormat } from "../hooks/use-format";
import { usePricingTable } from "../hooks/use-pricing-table";
import { Failure } from "./failure";
import { Section } from "./section";
import { useOpenPage } from "../hooks/use-open-page";
import { useRequest } from "../hooks/use-request";

export interface InvoiceListProps {
  /** The customer's invoices, which `useCustomer` has to expand; newest first. */
  invoices: readonly Invoice[];
}

/**
 * The newest invoices, each with a link to its page in a new tab. If there may be
 * more, a button opens the hosted portal, which lists all.
 *
 * @see Spec §3, "Expand options"
 */
export function InvoiceList({ invoices }: InvoiceListProps) {
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
  const [busy, run, failure] = useRequest("billingPortal");
  return (
    <>
      <Button busy={busy} onClick={() => void run(() => openBillingPortal({ openInNewTab: true }))}>
        {t("invoices.all")}
      </Button>
      <Failure error={failure} />
    </>
  );
}

function InvoiceRow({ invoice }: { invoice: Invoice }) {
  const { product_ids, status, total, amount_refunded: refunded, currency, created_at } = invoice;
  const { hosted_invoice_url: url } = invoice;
  const [failure, open] = useOpenPage();
  const { products } = usePricingTable();
  const { t, money, date, list } = useFormat();
  const names = product_ids.map((id) => products.find((one) => one.id === id)?.name ?? id);
  const day = date(created_at);
  // A negative total is a credit.
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
          onClick={() => open(url)}
        >
          <Icon shape={EXTERNAL_LINK} />
        </Button>
      )}
      <Failure error={failure} />
    </>
  );
}
