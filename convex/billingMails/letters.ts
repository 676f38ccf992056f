import type { BillingEvent, BillingEventType } from "../../packages/billing/src/contract";
import { SPOTLIGHT_CATALOGUE } from "../community/plans";
import type { Language } from "../contract/languages";
import { LOCALES } from "../mail/language";
import { composeLetter, quoted } from "../mail/letter";
import type { Letter } from "../mail/letter";
import { siteUrl } from "../mail/settings";
import { BILLING_TEXTS } from "./texts";
import type { BillingTexts, Words } from "./words";

type Event<Type extends BillingEventType> = Extract<BillingEvent, { type: Type }>;

/** The parts of a mail that differ from event to event. */
interface Content {
  words: Words;
  items?: readonly string[];
  /** Null: the billing settings. */
  url?: string | null;
}

/** The recipient of a mail. */
interface Reader {
  username: string;
  language: Language;
}

/** The mail for an event; null if the event has none. */
export function billingLetter(event: BillingEvent, { username, language }: Reader): Letter | null {
  const texts = BILLING_TEXTS[language];
  const content = contentOf(event, texts, formatsOf(language));
  if (!content) return null;
  const { words, items = [], url } = content;
  const { button: label, ...said } = words;
  return composeLetter({
    ...{ ...said, items, language, footer: texts.footer(username) },
    action: { label, url: url ?? siteUrl("/settings/billing") },
  });
}

function contentOf(event: BillingEvent, texts: BillingTexts, formats: Formats): Content | null {
  const { date } = formats;
  switch (event.type) {
    case "invoice.paid":
      return paid(event, texts, formats);
    case "invoice.failed":
      return failed(event, texts, formats);
    case "credit_note.issued":
      return refunded(event, texts, formats);
    case "refund.failed":
      return refundFailed(event, texts, formats);
    case "trial.ending":
      return { words: texts.trialEnding({ plan: planOf(event), date: date(event.ends_at) }) };
    case "renewal.upcoming":
      return renewal(event, texts, formats);
    case "card.expiring":
      return { words: texts.cardExpiring(cardOf(event, formats)) };
    case "customer.created":
    case "product.attached":
    case "product.scheduled":
    case "product.cancelled":
    case "product.expired":
    case "invoice.issued":
    case "payment.disputed":
    case "balance.low":
    case "balance.exhausted":
      return null;
  }
}

/** An invoice of zero needs no receipt. */
function paid(event: Event<"invoice.paid">, texts: BillingTexts, { money }: Formats) {
  const { invoice, total, currency, by_card, from_credit } = event;
  if (total === 0) return null;
  const write = (amount: number) => money(amount, currency);
  const about = { invoice, total: write(Math.abs(total)) };
  return {
    words: total > 0 ? texts.receipt(about) : texts.becameCredit(about),
    items: [
      ...linesOf(event, write),
      texts.total(write(total)),
      ...(by_card > 0 ? [texts.byCard(write(by_card))] : []),
      ...(from_credit > 0 ? [texts.withCredit(write(from_credit))] : []),
    ],
    url: event.hosted_invoice_url,
  };
}

function failed(event: Event<"invoice.failed">, texts: BillingTexts, formats: Formats) {
  const { invoice, total, currency, retries } = event;
  const about = { invoice, total: formats.money(total, currency), retries: retries.length > 0 };
  return {
    words: texts.failed(about),
    items: retries.map((at) => formats.date(at)),
    url: event.hosted_invoice_url,
  };
}

function refunded(event: Event<"credit_note.issued">, texts: BillingTexts, { money }: Formats) {
  const { invoice, credit_note: note, total, currency, by_card, as_credit, reason } = event;
  const write = (amount: number) => money(amount, currency);
  const words = texts.refund({ invoice, note, total: write(total) });
  const why = reason === null ? [] : [quoted(reason)];
  return {
    words: { ...words, paragraphs: [...words.paragraphs, ...why] },
    items: [
      ...linesOf(event, write),
      texts.total(write(total)),
      ...(by_card > 0 ? [texts.toCard(write(by_card))] : []),
      ...(as_credit > 0 ? [texts.asCredit(write(as_credit))] : []),
    ],
    url: event.hosted_invoice_url,
  };
}

function renewal(event: Event<"renewal.upcoming">, texts: BillingTexts, formats: Formats) {
  const { renews_at, total, currency } = event;
  const amount =
    total === undefined || currency === undefined ? null : formats.money(total, currency);
  const about = { plan: planOf(event), date: formats.date(renews_at), amount };
  return { words: texts.renewal(about) };
}

function refundFailed(event: Event<"refund.failed">, texts: BillingTexts, { money }: Formats) {
  const { invoice, credit_note: note, amount, currency } = event;
  const words = texts.refundFailed({ invoice, note, amount: money(amount, currency) });
  return { words, url: event.hosted_invoice_url };
}

function linesOf(
  { lines }: Event<"invoice.paid"> | Event<"credit_note.issued">,
  write: (amount: number) => string,
): string[] {
  return lines.map(({ description, amount }) => `${description}: ${write(amount)}`);
}

/** The name of a plan, or its id if it is no longer sold. */
function planOf({ product_id: id }: { product_id: string }): string {
  return SPOTLIGHT_CATALOGUE.products.find((product) => product.id === id)?.name ?? id;
}

function cardOf({ brand, last4, exp_month, exp_year }: Event<"card.expiring">, { month }: Formats) {
  const name = brand.charAt(0).toUpperCase() + brand.slice(1);
  return { card: `${name} •••• ${last4}`, month: month(Date.UTC(exp_year, exp_month - 1)) };
}

type Formats = ReturnType<typeof formatsOf>;

/** Dates are in UTC, like those of the invoices. */
function formatsOf(language: Language) {
  const locale = LOCALES[language];
  const day = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
  const month = new Intl.DateTimeFormat(locale, {
    ...{ month: "long", year: "numeric", timeZone: "UTC" },
  });
  return {
    date: (at: number) => day.format(at),
    month: (at: number) => month.format(at),
    money: (amount: number, currency: string) =>
      new Intl.NumberFormat(locale, { style: "currency", currency }).format(amount),
  };
}
