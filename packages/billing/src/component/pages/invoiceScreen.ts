import { formatMoney } from "../rules/text";
import { html } from "./html";
import type { Html } from "./html";
import type { InvoicePage } from "./invoice";
import { actionForm, formatDate, linesOf, problemOf } from "./components";
import type { Problem } from "./components";
import type { Screen } from "./respond";

const LABELS: Readonly<Record<InvoicePage["status"], string>> = {
  draft: "Draft",
  open: "Open",
  paid: "Paid",
  void: "Void",
  uncollectible: "Written off",
};

/** An invoice with its lines; an open one can be paid, a paid one is the receipt. */
export function invoiceScreen(page: InvoicePage, problem: Problem | null): Screen {
  const title = `${page.status === "paid" ? "Receipt" : "Invoice"} ${page.number ?? ""}`.trim();
  const body = html`${page.is_sandbox ? NOTICE : null}
    <header class="heading">
      <h1>${title}</h1>
      <p class="label" data-status="${page.status}">${LABELS[page.status]}</p>
    </header>
    <p class="hint">${describeIssue(page)}</p>
    ${linesOf(page, "Total")} ${describePayment(page)}
    ${problemOf(problem, "Nothing was charged.")} ${payForm(page)} ${documentsOf(page)}
    ${describeSeller(page)}`;
  return {
    status: problem ? problem.status : 200,
    title: problem ? `Error: ${title}` : title,
    body,
    ...(!page.is_sandbox && { of: "Billing" }),
  };
}

const NOTICE = html`<p class="notice"><b>This is a sandbox. No money moves.</b></p>`;

function describeIssue({ created_at, billed_to }: InvoicePage): string {
  const date = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });
  const issued = `Issued ${date.format(created_at)}`;
  return billed_to === null ? issued : `${issued} to ${billed_to}`;
}

function describeSeller({ seller }: InvoicePage): Html | null {
  if (!seller) return null;
  const { name, address, tax_id } = seller;
  const taxId = tax_id === undefined ? [] : [`Tax id ${tax_id}`];
  return html`<p class="hint">Sold by ${[name, ...address, ...taxId].join(", ")}</p>`;
}

function describePayment(page: InvoicePage): Html {
  const { status, from_credit, paid_by_card, refunds, currency } = page;
  const said: Readonly<Record<InvoicePage["status"], string>> = {
    draft: "It is not issued yet.",
    open: "It is not paid yet.",
    paid: describePaid(paid_by_card, from_credit, currency),
    void: "It is void: nothing is owed.",
    uncollectible: "It was not paid in time.",
  };
  return html`<p>${said[status]}</p>
    ${refunds.map((refund) => html`<p>${describeRefund(refund, currency)}</p>`)}`;
}

function documentsOf({ number, refunds }: InvoicePage): Html | null {
  if (number === null) return null;
  const notes = refunds.flatMap(({ credit_note: note }) => (note === null ? [] : [note]));
  return html`<div class="actions">
    <a class="quiet" href="?pdf=${number}">Invoice as PDF</a>
    ${notes.map((note) => html`<a class="quiet" href="?pdf=${note}">Credit note ${note}</a>`)}
  </div>`;
}

function describeRefund(
  { amount, as_credit, at }: InvoicePage["refunds"][number],
  currency: string,
) {
  const refunded = `Refunded ${formatMoney(amount, currency)} on ${formatDate(at)}`;
  return as_credit === 0
    ? `${refunded}.`
    : `${refunded}, ${formatMoney(as_credit, currency)} of it as credit.`;
}

function describePaid(byCard: number, fromCredit: number, currency: string): string {
  const [card, credit] = [byCard, Math.abs(fromCredit)].map((it) => formatMoney(it, currency));
  if (fromCredit < 0) return `${credit} became credit.`;
  if (byCard === 0 && fromCredit === 0) return "Nothing had to be paid.";
  if (fromCredit === 0) return `${card} was paid by card.`;
  return byCard === 0
    ? `${credit} was paid with credit.`
    : `${card} was paid by card, ${credit} with credit.`;
}

function payForm(page: InvoicePage): Html | null {
  const { status, total, currency, awaits_approval, approval_url, is_pending, declined } = page;
  if (status !== "open") return null;
  if (awaits_approval) return APPROVAL;
  if (is_pending) return html`<p>The payment is not confirmed yet. Load this page again soon.</p>`;
  if (approval_url !== null) {
    return html`<h2>Approve this payment</h2>
      <p>Your bank asks whether it is you. Until then the payment waits.</p>
      <p><a class="button" href="${approval_url}">Approve the payment</a></p>`;
  }
  return html`${declined === null ? null : html`<p>The last try to pay it failed: ${declined}</p>`}
    <form method="post">
      <button class="button" type="submit" name="do" value="pay">
        Pay ${formatMoney(total, currency)}
      </button>
    </form>`;
}

const APPROVAL = html`<h2>Approve this payment</h2>
  <p>Here your bank would ask whether it is you.</p>
  <form method="post">
    <button class="button" type="submit" name="do" value="approve">Approve</button>
  </form>
  ${actionForm({ do: "refuse" }, "Fail")}`;
