import { formatMoney } from "../rules/text";
import { html } from "./html";
import type { Html } from "./html";
import type { Typed } from "./form";

/** An error of a form. */
export interface Problem {
  status: number;
  message: string;
  typed: Typed;
  /** The form that it belongs to. */
  about: "card" | "order";
}

const TEST_CARDS_SHOWN: readonly (readonly [number: string, outcome: string])[] = [
  ["4242 4242 4242 4242", "Succeeds"],
  ["4000 0000 0000 3220", "Asks for approval once"],
  ["4000 0000 0000 3063", "Asks for approval every time"],
  ["4000 0000 0000 0002", "Is declined"],
  ["4000 0000 0000 9995", "Is declined: insufficient funds"],
  ["4000 0000 0000 0341", "Is saved, but its charges are declined"],
];

export const SANDBOX_NOTICE = html`<p class="notice">
  <b>This is a sandbox. No money moves.</b> Use a test card below; real cards are refused.
</p>`;

export const TEST_CARDS_TABLE = html`<table>
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

interface Bill {
  lines: readonly { description: string; amount: number }[];
  total: number;
  currency: string;
}

/** The charges, line by line. */
export function linesOf({ lines, total, currency }: Bill, totalLabel: string): Html {
  return html`<dl>
    ${lines.map(
      ({ description, amount }) =>
        html`<div>
          <dt dir="auto">${description}</dt>
          <dd>${formatMoney(amount, currency)}</dd>
        </div>`,
    )}
    <div class="total">
      <dt>${totalLabel}</dt>
      <dd>${formatMoney(total, currency)}</dd>
    </div>
  </dl>`;
}

export function problemOf(problem: Problem | null, consequence: string): Html | null {
  if (!problem) return null;
  const said = problem.message.endsWith(".") ? problem.message : `${problem.message}.`;
  return html`<p class="problem" id="problem" role="alert"><b>${said}</b> ${consequence}</p>`;
}

/** Number, expiry and code of a card. */
export function cardFields(problem: Problem | null): Html {
  const isAbout = problem?.about === "card";
  const invalid = isAbout ? html`aria-invalid="true" aria-describedby="problem"` : null;
  const number = html`name="number" autocomplete="cc-number" maxlength="24" ${invalid}`;
  const expiry = html`name="expiry" autocomplete="cc-exp" maxlength="9"
  value="${problem ? problem.typed.expiry : ""}" ${invalid}`;
  const code = html`name="cvc" autocomplete="cc-csc" maxlength="4" ${invalid}`;
  return html`${field("number", "Card number", number)}
    <div class="pair">
      ${field("expiry", "Expiry (MM / YY)", expiry)} ${field("cvc", "Security code", code)}
    </div>`;
}

/** One button that does one thing, as a form of its own. */
export function actionForm(fields: Readonly<Record<string, string>>, label: Html | string): Html {
  return html`<form method="post">
    ${Object.entries(fields).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
    )}
    <button class="quiet" type="submit">${label}</button>
  </form>`;
}

export function wayBack(url: string | null): Html {
  if (!isWebPage(url)) return html`<p>You can close this tab.</p>`;
  return html`<a class="button" href="${url}" rel="noreferrer">Back to the site</a>`;
}

/** A link that changes nothing; nothing where there is no address to go to. */
export function wayOut(url: string | null, label: string): Html | null {
  return isWebPage(url) ? html`<a class="quiet" href="${url}" rel="noreferrer">${label}</a>` : null;
}

function isWebPage(url: string | null): url is string {
  return url !== null && /^https?:\/\//.test(url);
}

/** A day with its year: "Apr 15, 2025". */
export function formatDate(at: number): string {
  return new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" }).format(at);
}

function field(id: string, label: string, attributes: Html): Html {
  return html`<div class="field">
    <label for="${id}">${label}</label>
    <input id="${id}" type="text" inputmode="numeric" required ${attributes} />
  </div>`;
}
