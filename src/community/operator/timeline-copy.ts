import { formatDate, formatMoney, formatNumber } from "../../language/format";
import { msg, t, translateSentence } from "../../language/text";
import type { InvoiceDetail, TimelineEntry } from "../../../packages/billing/src/contract";

export const INVOICE_STATUS: Readonly<Record<InvoiceDetail["status"], string>> = {
  draft: msg("draft"),
  open: msg("open"),
  paid: msg("paid"),
  void: msg("void"),
  uncollectible: msg("written off"),
};

/** An entry as text. */
export interface Described {
  what: string;
  /** The actor; null if there is no particular one. */
  by: string | null;
  /** The reason or details; null if unknown. */
  detail: string | null;
}

type Of<Kind extends TimelineEntry["kind"]> = Extract<TimelineEntry, { kind: Kind }>["what"];

/** The name of a feature or a product, by its id. */
type NameOf = (id: string) => string;

/** Describes an entry of the timeline. */
export function describeEntry(entry: TimelineEntry, nameOf: NameOf): Described {
  const plain = (what: string) => ({ what, by: null, detail: null });
  switch (entry.kind) {
    case "balance":
      return describeMove(entry.what, nameOf);
    case "money":
      return describeMoney(entry.what);
    case "operator":
      return describeAct(entry.what, nameOf);
    case "invoice":
      return plain(describeInvoice(entry.what));
    case "event": {
      const { type, details } = entry.what;
      const isFailure = type === "invoice.failed" && typeof details["reason"] === "string";
      return {
        ...plain(describeEvent(entry.what, nameOf)),
        detail: isFailure ? translateSentence(String(details["reason"])) : null,
      };
    }
  }
}

const CAUSES: Readonly<Record<string, string>> = {
  grant: msg("Granted"),
  use: msg("Used"),
  give_back: msg("Given back"),
  reset: msg("Reset"),
  rollover: msg("Rolled over"),
  expiry: msg("Expired"),
  adjustment: msg("Adjusted"),
  transfer: msg("Moved"),
};

function describeMove(
  { cause, amount, feature_id, actor, actor_name: name }: Of<"balance">,
  nameOf: NameOf,
) {
  const sign = amount > 0 ? "+" : "−";
  const label = CAUSES[cause];
  const what = t("{cause}: {amount} {feature}", {
    cause: label === undefined ? cause : translateSentence(label),
    amount: `${sign}${formatNumber(Math.abs(amount))}`,
    feature: nameOf(feature_id),
  });
  const isOperator = actor === "operator";
  return { what, by: isOperator ? byOf(name) : null, detail: null };
}

function describeMoney(money: Of<"money">) {
  const { by } = money;
  const what = describeCause(money);
  return { what, by: by.actor === "operator" ? byOf(by.name) : null, detail: null };
}

function describeCause({ cause, by_card: byCard, refunded, ...money }: Of<"money">): string {
  const { credit_note: note, currency } = money;
  const amount = formatMoney(Math.abs(refunded === 0 ? byCard : refunded), currency);
  switch (cause) {
    case "refund":
      return t("Refunded {amount}, credit note {note}", { amount, note });
    case "refund_failed":
      return t("The card refused a refund of {amount}, credit note {note}", { amount, note });
    case "surplus":
      return t("{amount} came late or twice, and went back to the card: {note}", { amount, note });
    case "surplus_kept":
      return t("The card did not take {amount} back, so it is credit: {note}", { amount, note });
    case "surplus_disputed":
      return t("The bank took {amount} back, so it is credit no more: {note}", { amount, note });
  }
}

function byOf(name: string | undefined): string {
  return name === undefined ? t("by an operator") : t("by @{name}", { name });
}

function describeInvoice(invoice: Of<"invoice">): string {
  const { number, total, status, currency, amount_refunded: refunded } = invoice;
  const said = t("Invoice {number}: {total}, {status}", {
    number: number ?? "–",
    total: formatMoney(total, currency),
    status: translateSentence(INVOICE_STATUS[status]),
  });
  if (refunded === undefined) return said;
  return `${said}, ${t("{amount} refunded", { amount: formatMoney(refunded, currency) })}`;
}

const dateOf = (at: number) => formatDate(at, { dateStyle: "medium" });

function describeEvent({ type, details }: Of<"event">, nameOf: NameOf): string {
  const { text, count, money } = readDetails(details);
  const product = nameOf(text("product_id"));
  const feature = nameOf(text("feature_id"));
  switch (type) {
    case "customer.created":
      return t("Became a customer");
    case "product.attached":
      return details["trial_ends_at"] === null
        ? t("{product} began", { product })
        : t("{product} began, on trial until {date}", {
            product,
            date: dateOf(count("trial_ends_at")),
          });
    case "product.scheduled":
      return t("{product} will begin on {date}", { product, date: dateOf(count("starts_at")) });
    case "product.cancelled":
      return t("{product} was canceled", { product });
    case "product.expired":
      return t("{product} ended", { product });
    case "trial.ending":
      return t("The trial of {product} ends on {date}", {
        product,
        date: dateOf(count("ends_at")),
      });
    case "renewal.upcoming":
      return t("{product} renews on {date}", { product, date: dateOf(count("renews_at")) });
    case "card.expiring":
      return t("The card ending in {last4} expires", { last4: text("last4") });
    case "balance.low":
      return t("{feature} is low: {balance} left", { feature, balance: count("balance") });
    case "balance.exhausted":
      return t("{feature} is used up", { feature });
    default:
      return describePayment(type, {
        amount: money(NAMES_AMOUNT.has(type) ? "amount" : "total"),
        invoice: text("invoice"),
        note: text("credit_note"),
      });
  }
}

/** These events have an amount; the others a total. */
const NAMES_AMOUNT: ReadonlySet<string> = new Set(["payment.disputed", "refund.failed"]);

function describePayment(
  type: string,
  said: Record<"amount" | "invoice" | "note", string>,
): string {
  switch (type) {
    case "invoice.issued":
      return t("Invoice {invoice} of {amount} was issued", said);
    case "invoice.paid":
      return t("Invoice {invoice} of {amount} was paid", said);
    case "invoice.failed":
      return t("The payment of {amount} for invoice {invoice} failed", said);
    case "payment.disputed":
      return t("The bank disputes {amount} of invoice {invoice}", said);
    case "refund.failed":
      return t("The card refused a refund of {amount}, credit note {note}", said);
    case "credit_note.issued":
      return t("Credit note {note} of {amount} was issued", said);
    default:
      return type;
  }
}

/** Reads the fields of an entry; missing ones are empty. */
function readDetails(details: Of<"event">["details"]) {
  const text = (field: string) => String(details[field] ?? "");
  const count = (field: string) => Number(details[field] ?? 0);
  const money = (field: string) => {
    const currency = text("currency");
    return currency === "" ? "" : formatMoney(count(field), currency);
  };
  return { text, count, money };
}

const OUTCOMES: Readonly<Record<string, string>> = {
  paid: msg("paid"),
  declined: msg("declined"),
  approval_needed: msg("the bank asks the customer"),
  pending: msg("not answered yet"),
};

function describeAct({ action, details, name, reason }: Of<"operator">, nameOf: NameOf): Described {
  return {
    what: whatOf(action, details, nameOf),
    by: byOf(name),
    detail: t("Reason: {reason}", { reason }),
  };
}

function whatOf(action: string, details: Of<"operator">["details"], nameOf: NameOf): string {
  const { text, count, money } = readDetails(details);
  switch (action) {
    case "refund":
      return t("Refunded {amount} of invoice {invoice}", {
        amount: money("refunded"),
        invoice: text("invoice"),
      });
    case "grant_units":
      return t("Granted {units} {feature}", {
        units: count("units"),
        feature: nameOf(text("feature_id")),
      });
    case "grant_product":
      return details["ends_at"] === null
        ? t("Granted {product}", { product: nameOf(text("product_id")) })
        : t("Granted {product} until {date}", {
            product: nameOf(text("product_id")),
            date: dateOf(count("ends_at")),
          });
    case "extend_trial":
      return t("Extended the trial of {product} to {date}", {
        product: nameOf(text("product_id")),
        date: dateOf(count("to")),
      });
    case "retry_payment":
      return t("Retried invoice {invoice}: {outcome}", {
        invoice: text("invoice"),
        outcome: translateSentence(OUTCOMES[text("outcome")] ?? text("outcome")),
      });
    case "dismiss_job":
      return describeDismissal(text("kind"), { about: text("about"), error: text("error") });
    case "suspend":
      return t("Suspended @{username}", { username: text("username") });
    case "reinstate":
      return t("Reinstated @{username}", { username: text("username") });
    default:
      return action;
  }
}

function describeDismissal(kind: string, job: { about: string; error: string }): string {
  switch (kind) {
    case "settle_charge":
      return t("Settled a payment of another amount: {error}", job);
    case "deliver_events":
      return t("Skipped the event {about}: {error}", job);
    default:
      return t("Dismissed the job {about}: {error}", job);
  }
}
