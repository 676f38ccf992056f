import type { CardForm } from "../payments/sandbox/cards";

/** Typed values that may be shown again: the number and the security code never are. */
export interface Typed {
  expiry: string;
}

interface Submitted {
  typed: Typed;
  /** Null: the expiry can't be read as a month and a year. */
  card: CardForm | null;
}

export const EXPIRY_UNREAD = "Write the expiry date as month and year, such as 12 / 30.";

const EXPIRY = /^(\d{1,2})\s*[/-]?\s*(\d{2}|20\d{2})$/;
const QUANTITY_FIELD = "packs:";
const MAX_CODE_CHARS = 64;

/** Reads the card form as a browser sends it. */
export function readCardForm(fields: URLSearchParams): Submitted {
  const field = (name: string) => (fields.get(name) ?? "").trim();
  const expiry = field("expiry");
  const month = readExpiry(expiry);
  const card = month && { number: field("number"), ...month, cvc: field("cvc") };
  return { typed: { expiry: expiry.slice(0, 9) }, card };
}

/** The name of the field that holds a feature's quantity. */
export function quantityField(featureId: string): string {
  return `${QUANTITY_FIELD}${featureId}`;
}

/**
 * Reads the form that changes an order. A quantity that is no number becomes NaN,
 * and is refused later.
 */
export function readRevision(fields: URLSearchParams) {
  const packs = [...fields].flatMap(([name, value]) =>
    name.startsWith(QUANTITY_FIELD)
      ? [{ feature_id: name.slice(QUANTITY_FIELD.length), packs: Number(value.trim() || NaN) }]
      : [],
  );
  return { packs, code: (fields.get("code") ?? "").trim().slice(0, MAX_CODE_CHARS) };
}

function readExpiry(text: string): { expMonth: number; expYear: number } | null {
  const [, month, year] = EXPIRY.exec(text) ?? [];
  if (month === undefined || year === undefined) return null;
  return { expMonth: Number(month), expYear: 2000 + (Number(year) % 100) };
}
