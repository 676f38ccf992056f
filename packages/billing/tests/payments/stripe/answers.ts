import { minorDigits } from "../../../src/contract/currency";
import type { PaymentIntent } from "./objects";

export interface Answer {
  status: number;
  body: object;
}

/** An error in the form of Stripe's API. */
export function failure(
  status: number,
  type: string,
  code: string | undefined,
  message: string,
  more: object = {},
): Answer {
  return { status, body: { error: { type, ...(code && { code }), message, ...more } } };
}

export const invalid = (message: string, code?: string, status = 400): Answer =>
  failure(status, "invalid_request_error", code, message);

export const missing = (what: string, id: string): Answer =>
  invalid(`No such ${what}: '${id}'`, "resource_missing", 404);

export const ok = (body: object): Answer => ({ status: 200, body: structuredClone(body) });

/** @see https://docs.stripe.com/currencies#special-cases */
export function checkAmount(amount: number, currency: string): Answer | null {
  if (!Number.isInteger(amount) || amount < 1)
    return invalid("Invalid integer", "parameter_invalid_integer");
  if (currency !== currency.toLowerCase()) return invalid(`Invalid currency: ${currency}`);
  const hundreds = currency === "isk" || currency === "ugx";
  if (hundreds && amount % 100 !== 0)
    return invalid("Invalid amount.", "invalid_charge_amount_no_decimal_compatible");
  if (minorDigits(currency) === 3 && amount % 10 !== 0)
    return invalid("Invalid amount: the last digit must be 0.", "invalid_charge_amount");
  return null;
}

export function respond({ status, body }: Answer, isReplay = false): Response {
  const headers = {
    "Content-Type": "application/json",
    "Request-Id": "req_fake",
    ...(isReplay && { "Idempotent-Replayed": "true" }),
  };
  return new Response(JSON.stringify(body), { status, headers });
}

export function unexpected(payment: PaymentIntent): Answer {
  return failure(
    400,
    "invalid_request_error",
    "payment_intent_unexpected_state",
    `This PaymentIntent has a status of ${payment.status}.`,
    { payment_intent: structuredClone(payment) },
  );
}

export const DECLINED = {
  type: "card_error",
  code: "card_declined",
  decline_code: "generic_decline",
  message: "Your card was declined.",
};
export const AUTHENTICATION = {
  type: "card_error",
  code: "authentication_required",
  decline_code: "authentication_required",
  message: "Your card was declined. This transaction requires authentication.",
};
export const APPROVAL_FAILED = {
  type: "invalid_request_error",
  code: "payment_intent_authentication_failure",
  message: "The provided PaymentMethod has failed authentication.",
};
