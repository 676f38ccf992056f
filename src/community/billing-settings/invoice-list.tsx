import { ExternalLink } from "lucide-react";
import type { Invoice } from "../../../convex/contract/wire";
import { safeUrl, useFormat, usePricingTable } from "../../billing";
import { Section } from "./section";

const STATUS = {
  draft: "being written",
  open: "not paid yet",
  paid: "paid",
  void: "void",
  uncollectible: "not collected",
} as const satisfies Record<Invoice["status"], string>;

/** Every bill, newest first. */
export function InvoiceList({ invoices }: { invoices: readonly Invoice[] }) {
  return (
    <Section title="Invoices">
      {invoices.length === 0 ? (
        <p className="settings-empty">No invoices yet. The first one appears when you pay.</p>
      ) : (
        <ul className="settings-rows">
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
  const { product_ids, status, total, currency, created_at, hosted_invoice_url } = invoice;
  const { products } = usePricingTable();
  const { money, date } = useFormat();
  const names = product_ids.map((id) => products.find((one) => one.id === id)?.name ?? id);
  const url = hosted_invoice_url && safeUrl(hosted_invoice_url, { origin: "" });
  return (
    <div className="settings-row">
      <p>
        {names.join(", ")}
        <span>
          {date(created_at)}, {STATUS[status]}
        </span>
      </p>
      <b>{money(total, currency)}</b>
      {url && (
        <a
          href={url}
          target="_blank"
          rel="noreferrer"
          aria-label={`Invoice of ${date(created_at)}`}
        >
          <ExternalLink size={16} strokeWidth={1.75} aria-hidden />
        </a>
      )}
    </div>
  );
}
