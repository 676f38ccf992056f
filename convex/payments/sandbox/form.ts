import type { CardForm } from "./cards";

/** What was typed, and may be shown again: the number and the security code never are. */
export interface Typed {
  expiry: string;
}

interface Submitted {
  typed: Typed;
  /** Null: the expiry can't be read as a month and a year. */
  card: CardForm | null;
}

const EXPIRY = /^(\d{1,2})\s*[/-]?\s*(\d{2}|20\d{2})$/;

/**
 * Reads the card form as a browser sends it.
 *
 * @param body - `application/x-www-form-urlencoded`.
 */
export function readForm(body: string): Submitted {
  const fields = new URLSearchParams(body);
  const field = (name: string) => (fields.get(name) ?? "").trim();
  const expiry = field("expiry");
  const month = readExpiry(expiry);
  const card = month && { number: field("number"), ...month, cvc: field("cvc") };
  return { typed: { expiry: expiry.slice(0, 9) }, card };
}

function readExpiry(text: string): { expMonth: number; expYear: number } | null {
  const [, month, year] = EXPIRY.exec(text) ?? [];
  if (month === undefined || year === undefined) return null;
  return { expMonth: Number(month), expYear: 2000 + (Number(year) % 100) };
}
