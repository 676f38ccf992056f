import type { CheckoutPage } from "./checkout";
import type { Typed } from "./form";
import { html } from "./html";
import type { Html } from "./html";

/** One answer of the hosted page. */
export interface Screen {
  status: number;
  title: string;
  body: Html;
}

interface Problem {
  status: number;
  message: string;
  typed: Typed;
}

const TEST_CARDS_SHOWN: readonly (readonly [number: string, outcome: string])[] = [
  ["4242 4242 4242 4242", "Succeeds"],
  ["4000 0000 0000 0002", "Is declined"],
  ["4000 0000 0000 9995", "Is declined: insufficient funds"],
  ["4000 0000 0000 0341", "Is saved, but its charges are declined"],
];

const EXPIRED_TEXT = "Nothing was charged. A page lasts a day, and a newer one replaces it.";
const SUPERSEDED_TEXT = "Nothing was charged: your plan has changed since this page was opened.";

const SANDBOX_NOTICE = html`<p class="notice">
  <b>This is a sandbox. No money moves.</b> Use a test card below; real cards are refused.
</p>`;

const TEST_CARDS_TABLE = html`<table>
  <caption>
    Test cards, with any future expiry and any security code
  </caption>
  <tbody>
    ${TEST_CARDS_SHOWN.map(
      ([number, outcome]) =>
        html`<tr>
          <th scope="row">${number}</th>
          <td>${outcome}</td>
        </tr>`,
    )}
  </tbody>
</table>`;

/** What the page shows now: the form while it is open, otherwise how it ended. */
export function screenOf(page: CheckoutPage, problem: Problem | null): Screen {
  switch (page.state) {
    case "open":
      return cardScreen(page, problem);
    case "settled":
      return settledScreen(page);
    case "expired":
      return endScreen(410, "This page has expired", EXPIRED_TEXT, page);
    case "superseded":
      return endScreen(410, "This page no longer fits your plan", SUPERSEDED_TEXT, page);
    case "failed":
      return endScreen(410, "This purchase failed", "Nothing was charged.", page);
  }
}

export function refusalScreen(status: number, title: string): Screen {
  return { status, title, body: html`<h1>${title}</h1>` };
}

function cardScreen(page: CheckoutPage, problem: Problem | null): Screen {
  const heading = page.product_name === null ? "Save a card" : `Buy ${page.product_name}`;
  const body = html`${SANDBOX_NOTICE}
    <h1>${heading}</h1>
    ${page.kind === "purchase" ? linesOf(page) : SAVES_ONLY} ${problemOf(problem)}
    <form method="post">${fieldsOf(problem)} ${payButton(page)}</form>
    ${TEST_CARDS_TABLE}`;
  return {
    status: problem ? problem.status : 200,
    title: problem ? `Error: ${heading}` : heading,
    body,
  };
}

const SAVES_ONLY = html`<p>
  The card is saved for later purchases, and pays what an earlier renewal left open.
</p>`;

function linesOf({ lines, total, currency }: CheckoutPage): Html {
  return html`<dl>
    ${lines.map(
      ({ description, amount }) =>
        html`<div>
          <dt dir="auto">${description}</dt>
          <dd>${formatMoney(amount, currency)}</dd>
        </div>`,
    )}
    <div class="total">
      <dt>Total due today</dt>
      <dd>${formatMoney(total, currency)}</dd>
    </div>
  </dl>`;
}

function problemOf(problem: Problem | null): Html | null {
  if (!problem) return null;
  const said = problem.message.endsWith(".") ? problem.message : `${problem.message}.`;
  return html`<p class="problem" id="problem" role="alert"><b>${said}</b> Nothing was charged.</p>`;
}

function fieldsOf(problem: Problem | null): Html {
  const invalid = problem ? html`aria-invalid="true" aria-describedby="problem"` : null;
  const number = html`name="number" autocomplete="cc-number" maxlength="24" ${invalid}`;
  const expiry = html`name="expiry" autocomplete="cc-exp" maxlength="9"
  value="${problem ? problem.typed.expiry : ""}" ${invalid}`;
  const code = html`name="cvc" autocomplete="cc-csc" maxlength="4" ${invalid}`;
  return html`${field("number", "Card number", number)}
    <div class="pair">
      ${field("expiry", "Expiry (MM / YY)", expiry)} ${field("cvc", "Security code", code)}
    </div>`;
}

function field(id: string, label: string, attributes: Html): Html {
  return html`<div class="field">
    <label for="${id}">${label}</label>
    <input id="${id}" type="text" inputmode="numeric" required ${attributes} />
  </div>`;
}

function payButton({ kind, total, currency }: CheckoutPage): Html {
  const label =
    kind === "setup" ? "Save card" : total > 0 ? `Pay ${formatMoney(total, currency)}` : "Confirm";
  return html`<button class="button" type="submit">${label}</button>`;
}

function settledScreen(page: CheckoutPage): Screen {
  if (page.kind === "setup") return endScreen(200, "Your card is saved", "No money moved.", page);
  const paid = formatMoney(Math.max(0, page.total), page.currency);
  const name = page.product_name ?? "your purchase";
  return endScreen(200, "Paid", `${paid} in test money for ${name}. No money moved.`, page);
}

function endScreen(status: number, title: string, said: string, page: CheckoutPage): Screen {
  const body = html`<h1>${title}</h1>
    <p>${said}</p>
    ${wayBack(page.success_url)}`;
  return { status, title, body };
}

function wayBack(url: string | null): Html {
  if (url === null || !/^https?:\/\//.test(url)) return html`<p>You can close this tab.</p>`;
  return html`<a class="button" href="${url}" rel="noreferrer">Back to the site</a>`;
}

/** Always to the cent, as the invoice will say it. */
function formatMoney(amount: number, currency: string): string {
  return new Intl.NumberFormat("en-US", { style: "currency", currency }).format(amount);
}
