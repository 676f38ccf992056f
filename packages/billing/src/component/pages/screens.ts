import { describeInterval, formatMoney } from "../rules/text";
import type { CheckoutPage, PageTrial } from "./checkoutPage";
import { quantityField } from "./form";
import { html } from "./html";
import type { Html } from "./html";
import {
  SANDBOX_NOTICE,
  TEST_CARDS_TABLE,
  actionForm,
  cardFields,
  formatDate,
  linesOf,
  problemOf,
  wayBack,
  wayOut,
} from "./components";
import type { Problem } from "./components";
import type { Screen } from "./respond";

const EXPIRED_TEXT = "Nothing was charged. A page lasts a day, and a newer one replaces it.";
const SUPERSEDED_TEXT = "Nothing was charged: your plan has changed since this page was opened.";
const NOTHING_CHARGED = "Nothing was charged.";

/** The current content of the page: the form while it is open, otherwise its outcome. */
export function screenOf(page: CheckoutPage, problem: Problem | null): Screen {
  switch (page.state) {
    case "open":
      return page.awaits_approval ? approvalScreen(page, problem) : cardScreen(page, problem);
    case "settled":
      return page.debt ? debtScreen(page, page.debt, problem) : settledScreen(page);
    case "expired":
      return endScreen(410, "This page has expired", EXPIRED_TEXT, page);
    case "superseded":
      return endScreen(410, "This page no longer fits your plan", SUPERSEDED_TEXT, page);
    case "failed":
      return endScreen(410, "This purchase failed", NOTHING_CHARGED, page);
  }
}

function cardScreen(page: CheckoutPage, problem: Problem | null): Screen {
  const heading = page.product_name === null ? "Save a card" : `Buy ${page.product_name}`;
  const said = problemOf(problem, NOTHING_CHARGED);
  const isOrder = problem?.about === "order";
  return titled(heading, problem, [
    SANDBOX_NOTICE,
    html`<h1>${heading}</h1>`,
    page.kind === "purchase" ? billOf(page) : SAVES_ONLY,
    isOrder ? said : null,
    page.kind === "purchase" ? orderForm(page, isOrder) : null,
    isOrder ? null : said,
    html`<form method="post">${cardFields(problem)} ${payButton(page)}</form>`,
    wayOut(page.success_url, "Cancel"),
    TEST_CARDS_TABLE,
  ]);
}

const SAVES_ONLY = html`<p>
  The card is saved for later purchases, and pays what an earlier renewal left open.
</p>`;

/** The amount due today, and the payments after a free start. */
function billOf(page: CheckoutPage): Html {
  return html`${linesOf(page, "Total due today")} ${creditOf(page)} ${nextPayment(page)}
  ${page.trials.map((trial) => html`<p dir="auto">${describeTrial(trial, page)}</p>`)}`;
}

/** The credit's part of the total; nothing where it pays nothing. */
function creditOf({ total, from_credit: credit, currency }: CheckoutPage): Html | null {
  if (credit === 0) return null;
  if (credit < 0) return html`<p>${formatMoney(-credit, currency)} is added to your credit.</p>`;
  const byCard = total - credit;
  const rest = byCard === 0 ? "" : `, ${formatMoney(byCard, currency)} by card`;
  return html`<p>${formatMoney(credit, currency)} is paid with your credit${rest}.</p>`;
}

/** "Next payment: $6.00 on May 1, 2025. It renews until you cancel." */
function nextPayment({ next, currency }: CheckoutPage): Html | null {
  if (!next) return null;
  const metered = next.usage === "charged" ? " + usage prices" : "";
  const amount = `${formatMoney(next.amount, currency)}${metered}`;
  const credit = describeCredit(next, currency);
  return html`<p>
    Next payment: ${amount} on ${formatDate(next.at)}.${credit} It renews until you cancel.
  </p>`;
}

/** The part of a later bill that credit covers: " Your account credit covers $6.00 of it." */
function describeCredit(
  { amount, from_credit: credit, usage }: Pick<PageTrial, "amount" | "from_credit" | "usage">,
  currency: string,
): string {
  if (credit === 0) return "";
  const part = credit < amount || usage === "charged" ? `${formatMoney(credit, currency)} of ` : "";
  return ` Your account credit covers ${part}it.`;
}

/** "Pro: 14 days free, then $15.00 per month; nothing due today. First charge on Apr 15, 2025." */
function describeTrial(trial: PageTrial, { total, currency }: CheckoutPage): string {
  const { product_name, length, ends_at, amount, every, usage } = trial;
  const day = formatDate(ends_at);
  const free = length ? describeLength(length) : `free until ${day}`;
  const often = every ? describeInterval(every.interval, every.count) : "at first";
  const metered = usage === "charged" ? " + usage prices" : "";
  const today = total === 0 ? "; nothing due today" : "";
  const then = `${formatMoney(amount, currency)} ${often}${metered}${today}`;
  return `${product_name}: ${free}, then ${then}. First charge on ${day}.${describeCredit(trial, currency)}`;
}

function describeLength({ count, unit }: NonNullable<PageTrial["length"]>): string {
  return `${count} ${count === 1 ? unit : `${unit}s`} free`;
}

/** Quantities and a promotion code; the lines above follow. */
function orderForm({ quantities, has_reward }: CheckoutPage, isInvalid: boolean): Html {
  const invalid = isInvalid ? html`aria-invalid="true" aria-describedby="problem"` : null;
  const fields = quantities.map(
    ({ feature_id, name, packs, billing_units: units }) =>
      html`<div class="field">
        <label for="${quantityField(feature_id)}">${name}${packLabel(units)}</label>
        <input
          id="${quantityField(feature_id)}"
          name="${quantityField(feature_id)}"
          type="number"
          min="0"
          step="1"
          required
          value="${packs}"
          ${invalid}
        />
      </div>`,
  );
  return html`<form method="post">
    <input type="hidden" name="do" value="revise" />
    ${fields}
    <div class="field">
      <label for="code">Promotion code${has_reward ? " (one is in force)" : ""}</label>
      <input id="code" name="code" type="text" maxlength="64" autocomplete="off" ${invalid} />
    </div>
    <button class="quiet" type="submit">Update the total</button>
  </form>`;
}

function packLabel(units: number): string {
  return units === 1 ? "" : `, packs of ${units}`;
}

function payButton({ kind, total, from_credit, currency }: CheckoutPage): Html {
  const byCard = total - from_credit;
  const label =
    kind === "setup"
      ? "Save card"
      : byCard > 0
        ? `Pay ${formatMoney(byCard, currency)}`
        : "Confirm";
  return html`<button class="button" type="submit">${label}</button>`;
}

/** The question of a customer's bank. */
function approvalScreen(page: CheckoutPage, problem: Problem | null): Screen {
  const heading = page.kind === "setup" ? "Approve your card" : "Approve this payment";
  return titled(heading, problem, [
    APPROVAL_NOTICE,
    html`<h1>${heading}</h1>`,
    page.kind === "purchase" ? billOf(page) : null,
    problemOf(problem, NOTHING_CHARGED),
    ...approvalForms(),
  ]);
}

const APPROVAL_NOTICE = html`<p class="notice">
  <b>This is a sandbox. No money moves.</b> Here your bank would ask whether it is you.
</p>`;

function approvalForms(): Html[] {
  return [
    html`<form method="post">
      <button class="button" type="submit" name="do" value="approve">Approve</button>
    </form>`,
    actionForm({ do: "refuse" }, "Fail"),
  ];
}

/** The card is saved, and the invoice it was saved for is not paid yet. */
function debtScreen(
  page: CheckoutPage,
  debt: NonNullable<CheckoutPage["debt"]>,
  problem: Problem | null,
): Screen {
  const asks = debt.awaits_approval;
  const heading = asks ? "Approve this payment" : "Your card is saved";
  return titled(heading, problem, [
    APPROVAL_NOTICE,
    html`<h1>${heading}</h1>`,
    html`<p>${asks ? APPROVE_DEBT : DEBT_STAYS}</p>`,
    linesOf(debt, "Still to be paid"),
    problemOf(problem, NOTHING_CHARGED),
    ...(asks ? approvalForms() : []),
    asks ? null : wayBack(page.success_url),
  ]);
}

const APPROVE_DEBT =
  "Your card is saved. Your bank asks you to approve the payment of the open invoice.";
const DEBT_STAYS = "The open invoice was not paid. We will try this card again.";

function settledScreen(page: CheckoutPage): Screen {
  if (page.kind === "setup") return endScreen(200, "Your card is saved", "No money moved.", page);
  const name = page.product_name ?? "Your purchase";
  const body = html`<p class="notice"><b>This is a sandbox. No money moves.</b></p>
    <h1>Paid. Thank you</h1>
    <p>${name} is yours now.</p>
    ${linesOf(page, "Total")} ${creditOf(page)} ${receiptLink(page.receipt_url)}
    ${wayBack(page.success_url)}`;
  return { status: 200, title: "Paid", body };
}

function receiptLink(url: string | null): Html | null {
  return url === null ? null : html`<a class="quiet" href="${url}">Open the receipt</a>`;
}

function endScreen(status: number, title: string, said: string, page: CheckoutPage): Screen {
  const body = html`<h1>${title}</h1>
    <p>${said}</p>
    ${wayBack(page.success_url)}`;
  return { status, title, body };
}

function titled(heading: string, problem: Problem | null, parts: readonly (Html | null)[]): Screen {
  const status = problem ? problem.status : 200;
  const title = problem ? `Error: ${heading}` : heading;
  return { status, title, body: html`${parts.filter((part) => part !== null)}` };
}
