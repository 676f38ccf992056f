import { formatMoney } from "../rules/text";
import { html } from "./html";
import type { Html } from "./html";
import {
  SANDBOX_NOTICE,
  TEST_CARDS_TABLE,
  actionForm,
  cardFields,
  formatDate,
  problemOf,
  wayBack,
} from "./components";
import type { Problem } from "./components";
import type { Portal } from "./portal";
import type { Screen } from "./respond";

/** Cards, plans and invoices of one customer, each with its actions. */
export function portalScreen(portal: Portal, problem: Problem | null): Screen {
  const title = "Your billing";
  const isSandbox = portal.adds === "here";
  const body = html`${isSandbox ? SANDBOX_NOTICE : null}
    <header>
      <h1>${title}</h1>
      ${portal.email === null ? null : html`<p class="hint">${portal.email}</p>`}
    </header>
    ${problemOf(problem, "Nothing was changed.")} ${plansOf(portal)} ${nextInvoiceOf(portal)}
    ${methodsOf(portal)}
    ${isSandbox ? addHere(portal, problem) : addElsewhere(portal)} ${invoicesOf(portal)}
    ${wayBack(portal.return_url)} ${isSandbox ? TEST_CARDS_TABLE : null}`;
  const shown = problem ? `Error: ${title}` : title;
  const screen = { status: problem ? problem.status : 200, title: shown, body };
  return isSandbox ? screen : { ...screen, of: "Billing" };
}

function addHere(portal: Portal, problem: Problem | null): Html {
  return portal.awaits_approval ? approvalOf(portal) : addCardForm(portal, problem);
}

function addElsewhere({ approvals, form_token }: Portal): Html {
  const waiting = html`<section>
    <h2>Approve your payment</h2>
    <p>Your bank asks whether it is you. Until then the payment waits.</p>
    <ul>
      ${approvals.map((url) => html`<li><a href="${url}">Approve the payment</a></li>`)}
    </ul>
  </section>`;
  return html`${approvals.length > 0 ? waiting : null}
  ${actionForm({ form_token, do: "add_elsewhere" }, html`Add a card`)}`;
}

function plansOf(portal: Portal): Html {
  if (portal.plans.length === 0) {
    return html`<section>
      <h2>Plan</h2>
      <p>You have no paid plan.</p>
    </section>`;
  }
  return html`<section>
    <h2>Plan</h2>
    <ul>
      ${portal.plans.map(
        (plan) =>
          html`<li>
            <p>
              <b>${plan.name}</b>
              <span class="hint">${describePlan(plan)}</span>
            </p>
            ${planForm(portal, plan)}
          </li>`,
      )}
    </ul>
  </section>`;
}

/** The next invoice, by product and price. */
function nextInvoiceOf({ next_invoice: next }: Portal): Html | null {
  if (!next) return null;
  const { at, total, currency, lines, has_usage } = next;
  return html`<section>
    <h2>Next invoice</h2>
    <p>
      <b>${formatMoney(total, currency)}</b>
      <span class="hint">${formatDate(at)}${has_usage ? ", so far" : ""}</span>
    </p>
    <ul>
      ${lines.map(
        ({ description, amount }) =>
          html`<li><p>${description}<span class="hint">${formatMoney(amount, currency)}</span></p></li>`,
      )}
    </ul>
  </section>`;
}

type Plan = Portal["plans"][number];

function describePlan({ state, at, past_due }: Plan): string {
  if (at === null) return past_due ? "Not paid" : "";
  if (past_due) return `Not paid. Ends ${formatDate(at)} unless you pay`;
  const verb = { active: "Renews", canceling: "Ends", scheduled: "Begins" }[state];
  return `${verb} ${formatDate(at)}`;
}

function planForm({ form_token }: Portal, { state, product_id, entity_id, name }: Plan): Html {
  const about = { form_token, product: product_id, entity: entity_id ?? "" };
  return state === "canceling"
    ? actionForm({ ...about, do: "renew" }, html`Keep<span class="unseen"> ${name}</span>`)
    : actionForm({ ...about, do: "cancel" }, html`Cancel<span class="unseen"> ${name}</span>`);
}

function methodsOf({ methods, form_token }: Portal): Html {
  if (methods.length === 0) {
    return html`<section>
      <h2>Cards</h2>
      <p>No card is saved.</p>
    </section>`;
  }
  return html`<section>
    <h2>Cards</h2>
    <ul>
      ${methods.map(({ id, card }, index) => {
        const name = html`<span class="unseen"> card ending in ${card.last4}</span>`;
        const choose = actionForm(
          { form_token, do: "choose", method: id },
          html`Make default${name}`,
        );
        return html`<li>
          <p>
            <b>${card.brand === "visa" ? "Visa" : card.brand} •••• ${card.last4}</b>
            <span class="hint">
              ${index === 0 ? "Default, expires" : "Expires"} ${card.exp_month} / ${card.exp_year}
            </span>
          </p>
          <div class="actions">
            ${index === 0 ? null : choose}
            ${actionForm({ form_token, do: "remove", method: id }, html`Remove${name}`)}
          </div>
        </li>`;
      })}
    </ul>
  </section>`;
}

function approvalOf({ form_token }: Portal): Html {
  return html`<section>
    <h2>Approve your card</h2>
    <p>Here your bank would ask whether it is you.</p>
    <div class="actions">
      ${actionForm({ form_token, do: "approve" }, html`Approve`)}
      ${actionForm({ form_token, do: "refuse" }, html`Fail`)}
    </div>
  </section>`;
}

function addCardForm({ form_token, methods }: Portal, problem: Problem | null): Html {
  const fields = html`<form method="post">
    <input type="hidden" name="form_token" value="${form_token}" />
    <input type="hidden" name="do" value="add" />
    ${cardFields(problem)}
    <button class="button" type="submit">Save card</button>
  </form>`;
  if (methods.length === 0) return fields;
  const open = problem?.about === "card" ? html` open` : null;
  return html`<details${open}>
    <summary>Add a card</summary>
    ${fields}
  </details>`;
}

function invoicesOf({ invoices, older_invoices: older }: Portal): Html {
  if (invoices.length === 0) {
    return html`<section>
      <h2>Invoices</h2>
      <p>No invoices yet.</p>
    </section>`;
  }
  return html`<section>
    <h2>Invoices</h2>
    <ul>
      ${invoices.map(
        ({ created_at, total, currency, status, hosted_invoice_url: url }) =>
          html`<li>
            <p>
              <b>${formatMoney(total, currency)}</b>
              <span class="hint">${formatDate(created_at)}, ${status}</span>
            </p>
            ${url === null ? null : html`<a class="quiet" href="${url}">View</a>`}
          </li>`,
      )}
    </ul>
    ${older === null ? null : html`<a class="quiet" href="?invoices=${older}">Older invoices</a>`}
  </section>`;
}
