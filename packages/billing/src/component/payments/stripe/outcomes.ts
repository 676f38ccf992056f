import type Stripe from "stripe";
import type { RemoteCard } from "../methods";
import { fromStripe } from "./amounts";
import type { ChargeAnswer, RemoteOutcome } from "../processor";

/** A refusal of Stripe's own: nothing was charged, and asking again changes nothing. */
export function refusalOf(error: unknown): ChargeAnswer | null {
  const type = errorType(error);
  if (type !== "StripeCardError" && type !== "StripeInvalidRequestError") return null;
  const { code, message } = error as Stripe.errors.StripeError; // as its type says
  // Something else has moved the payment on meanwhile: it has to be looked at again.
  if (code === "payment_intent_unexpected_state") return null;
  return { status: "declined", code: code ?? "refused", message };
}

/** The requested object does not exist, or no longer exists. */
export function isMissing(error: unknown): boolean {
  if (errorType(error) !== "StripeInvalidRequestError") return false;
  return (error as Stripe.errors.StripeError).code === "resource_missing"; // as its type says
}

/** The requested object; null if it does not exist. */
export async function unlessMissing<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** The payment that a refused confirmation has left; null: none was made. */
export function intentOf(error: unknown): Stripe.PaymentIntent | null {
  if (errorType(error) !== "StripeCardError") return null;
  return (error as Stripe.errors.StripeError).payment_intent ?? null; // as its type says
}

function errorType(error: unknown): string | null {
  if (!(error instanceof Error) || !("type" in error)) return null;
  return String(error.type);
}

/** What Stripe's payment means for the charge; null: it is not decided. */
export function outcomeOf(intent: Stripe.PaymentIntent): RemoteOutcome | null {
  const answer = answerOf(intent);
  const { id: reference, currency, payment_method: method } = intent;
  const moved = { minor: fromStripe(intent.amount_received, currency), currency };
  return answer && { answer, reference, card: cardOf(method), moved };
}

function answerOf(intent: Stripe.PaymentIntent): ChargeAnswer | null {
  switch (intent.status) {
    case "succeeded":
      return { status: "paid" };
    case "requires_action":
      return { status: "requires_action", url: intent.next_action?.redirect_to_url?.url ?? null };
    case "requires_payment_method":
    case "canceled":
      return declined(intent.last_payment_error);
    case "processing":
    case "requires_capture":
    case "requires_confirmation":
    default:
      return null;
  }
}

/** Whether the bank wants its customer to approve the payment. */
export function wantsApproval({ status, last_payment_error: error }: Stripe.PaymentIntent) {
  return status === "requires_payment_method" && error?.code === "authentication_required";
}

function declined(error: Stripe.PaymentIntent.LastPaymentError | null): ChargeAnswer {
  const code = error?.decline_code ?? error?.code ?? "canceled";
  return { status: "declined", code, message: error?.message ?? "The payment was not completed." };
}

export function refundOutcome(refund: Stripe.Refund): RemoteOutcome | null {
  const { id, status, failure_reason: why, amount, currency } = refund;
  const moved = { minor: fromStripe(amount, currency), currency };
  const about = { reference: id, card: null, moved };
  if (status === "succeeded") return { ...about, answer: { status: "paid" as const } };
  if (status !== "failed" && status !== "canceled") return null;
  const message = "The card accepts no refund.";
  return { ...about, answer: { status: "declined" as const, code: why ?? status, message } };
}

export function cardOf(method: string | Stripe.PaymentMethod | null): RemoteCard | null {
  if (method === null || typeof method === "string" || !method.card) return null;
  const { brand, last4, exp_month, exp_year } = method.card;
  return { brand, last4, exp_month, exp_year, processor_id: method.id };
}
