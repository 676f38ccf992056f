import type { DeclineCode } from "../../../contract/sandbox";
import type { CardDetails } from "../methods";

/** `authenticate_once`: the card asks until it was approved once. */
type CardOutcome = "ok" | "authenticate" | "authenticate_once" | DeclineCode;

interface TestCard {
  number: string;
  /** When the card is saved. */
  onSave: "ok" | "authenticate" | DeclineCode;
  /** When the saved card is charged. */
  onCharge: CardOutcome;
}

const declined = (number: string, code: DeclineCode): TestCard => ({
  number,
  onSave: code,
  onCharge: code,
});

/**
 * The published test cards, and nothing else. Other numbers are refused, so a real
 * card can never be stored by mistake.
 */
const TEST_CARDS: readonly TestCard[] = [
  { number: "4242424242424242", onSave: "ok", onCharge: "ok" },
  declined("4000000000000002", "card_declined"),
  declined("4000000000009995", "insufficient_funds"),
  declined("4000000000000069", "expired_card"),
  declined("4000000000000127", "incorrect_cvc"),
  declined("4000000000000119", "processing_error"),
  { number: "4000000000000341", onSave: "ok", onCharge: "card_declined" },
  { number: "4000002500003155", onSave: "authenticate", onCharge: "ok" },
  { number: "4000000000003220", onSave: "ok", onCharge: "authenticate_once" },
  { number: "4000000000003063", onSave: "ok", onCharge: "authenticate" },
];

const DECLINE_TEXTS: Readonly<Record<DeclineCode, string>> = {
  card_declined: "Your card was declined.",
  insufficient_funds: "Your card has insufficient funds.",
  expired_card: "Your card has expired.",
  incorrect_cvc: "Your card's security code is incorrect.",
  processing_error: "An error occurred while processing your card. Try again in a little bit.",
};

/** The fields of the form, as typed. */
export interface CardForm {
  number: string;
  expMonth: number;
  expYear: number;
  cvc: string;
}

type CardResult =
  | { ok: true; card: CardDetails; needsApproval: boolean }
  | { ok: false; reason: "invalid" | DeclineCode; message: string };

/**
 * Reads the sandbox's card form.
 *
 * @param form - As typed; spaces and hyphens in the number are ignored.
 * @param now - Epoch milliseconds: the expiry must not lie before its month.
 */
export function readCard(form: CardForm, now: number): CardResult {
  const number = form.number.replace(/[ -]/g, "");
  const card = TEST_CARDS.find((known) => known.number === number);
  if (!card) return invalid("Use one of the published test card numbers.");
  if (!isFutureMonth(form, now)) return invalid("The expiry date is in the past.");
  if (!/^\d{3,4}$/.test(form.cvc)) return invalid("The security code has 3 or 4 digits.");
  if (card.onSave !== "ok" && card.onSave !== "authenticate") {
    return { ok: false, reason: card.onSave, message: describeDecline(card.onSave) };
  }
  const kept = { exp_month: form.expMonth, exp_year: form.expYear };
  return {
    ok: true,
    card: { brand: "visa", last4: number.slice(-4), ...kept },
    needsApproval: card.onSave === "authenticate",
  };
}

/** The outcome of charging a saved card. The last four digits identify the published cards. */
export function outcomeOfCharge(last4: string): CardOutcome {
  const card = TEST_CARDS.find(({ number }) => number.endsWith(last4));
  if (!card) throw new Error(`No test card ends in ${last4}`);
  return card.onCharge;
}

export function describeDecline(code: DeclineCode): string {
  return DECLINE_TEXTS[code];
}

function invalid(message: string): CardResult {
  return { ok: false, reason: "invalid", message };
}

function isFutureMonth({ expMonth, expYear }: CardForm, now: number): boolean {
  const isMonth = Number.isInteger(expMonth) && expMonth >= 1 && expMonth <= 12;
  const isYear = Number.isInteger(expYear) && expYear >= 2000 && expYear < 2100;
  // A card is valid until its month ends.
  return isMonth && isYear && Date.UTC(expYear, expMonth, 1) > now;
}
