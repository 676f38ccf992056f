import type Stripe from "stripe";
import { DAY_MS, HOUR_MS, SECOND_MS } from "../../../contract/time";
import type { RemoteOutcome, RemoteRequest } from "../processor";
import { toStripe } from "./amounts";
import type { StripeClient } from "./client";
import {
  intentOf,
  outcomeOf,
  refundOutcome,
  refusalOf,
  unlessMissing,
  wantsApproval,
} from "./outcomes";

const PAGE = 100;
/** How Stripe's ids of payments begin. */
const PAYMENT = "pi_";

/** The name in `metadata` of the request that Stripe's object belongs to. */
export const CHARGE = "spotlight_charge";

/** Charges the saved card without its owner; a bank that asks for them gets a second, attended try. */
export async function send(stripe: StripeClient, request: RemoteRequest): Promise<RemoteOutcome> {
  const { account, method, currency, key } = request;
  if (method === null) return NO_CARD;
  const payment = await orRefusal(
    stripe.paymentIntents.create(
      {
        amount: toStripe(request.minor, currency),
        currency,
        customer: account,
        payment_method: method,
        allowed_payment_method_types: ["card"],
        off_session: true,
        confirm: true,
        description: request.description,
        metadata: { [CHARGE]: key },
      },
      { idempotencyKey: key },
    ),
  );
  return decided(await attended(stripe, request, payment));
}

/** What became of a charge of a saved card; null: Stripe has none for this request. */
export async function findCharge(
  stripe: StripeClient,
  request: RemoteRequest,
): Promise<RemoteOutcome | null> {
  const payment = request.reference
    ? await stripe.paymentIntents.retrieve(request.reference)
    : await findOwn(stripe.paymentIntents.list(madeSince(request)), request);
  if (!payment) return null;
  const shown = await attended(stripe, request, payment);
  if ("answer" in shown) return shown;
  const isAbandoned =
    shown.status === "requires_action" && request.createdAt + DAY_MS <= Date.now();
  return outcomeOf(isAbandoned ? await stripe.paymentIntents.cancel(shown.id) : shown);
}

/** The payment of a charge or of a page, if it took money. It only reads. */
export async function findSucceededPayment(
  stripe: StripeClient,
  request: RemoteRequest,
): Promise<RemoteOutcome | null> {
  // For an unpaid page, the reference is the page's own. The customer may be deleted by
  // now.
  const payment = await unlessMissing(
    request.reference?.startsWith(PAYMENT)
      ? stripe.paymentIntents.retrieve(request.reference)
      : findOwn(stripe.paymentIntents.list(madeSince(request)), request),
  );
  return payment?.status === "succeeded" ? outcomeOf(payment) : null;
}

/**
 * A payment that the bank wants approved is confirmed again, as one with the customer
 * present: Stripe then has a page for it. It stays the same payment, which is charged once.
 */
async function attended(
  stripe: StripeClient,
  { key, method, returnUrl }: RemoteRequest,
  payment: Stripe.PaymentIntent | RemoteOutcome,
): Promise<Stripe.PaymentIntent | RemoteOutcome> {
  if ("answer" in payment || !wantsApproval(payment) || method === null) return payment;
  return await orRefusal(
    stripe.paymentIntents.confirm(
      payment.id,
      { payment_method: method, return_url: returnUrl },
      { idempotencyKey: `${key}:approve` },
    ),
  );
}

export async function refund(
  stripe: StripeClient,
  { key, minor, currency, refundOf }: RemoteRequest,
): Promise<RemoteOutcome | null> {
  if (refundOf === null) throw new Error(`Stripe's name of the charge of ${key} is not known`);
  try {
    const made = await stripe.refunds.create(
      {
        payment_intent: refundOf,
        amount: toStripe(minor, currency),
        metadata: { [CHARGE]: key },
      },
      { idempotencyKey: key },
    );
    return refundOutcome(made);
  } catch (error) {
    const answer = refusalOf(error);
    if (!answer) throw error;
    return { answer, reference: null, card: null, moved: null };
  }
}

export async function findRefund(
  stripe: StripeClient,
  request: RemoteRequest,
): Promise<RemoteOutcome | null> {
  const { reference, refundOf } = request;
  if (refundOf === null) return null;
  const made = reference
    ? await stripe.refunds.retrieve(reference)
    : await findOwn(stripe.refunds.list({ payment_intent: refundOf, limit: PAGE }), request);
  return made && refundOutcome(made);
}

/** Lists are complete at once; Stripe's search is minutes behind. */
export async function findOwn<T extends { metadata: Stripe.Metadata | null }>(
  list: AsyncIterable<T>,
  { key }: RemoteRequest,
): Promise<T | null> {
  for await (const made of list) if (made.metadata?.[CHARGE] === key) return made;
  return null;
}

/** Neither clock is exact. */
export function madeSince({ account: customer, createdAt }: RemoteRequest) {
  const gte = Math.floor((createdAt - HOUR_MS) / SECOND_MS);
  return { customer, created: { gte }, limit: PAGE };
}

async function orRefusal(
  asked: Promise<Stripe.PaymentIntent>,
): Promise<Stripe.PaymentIntent | RemoteOutcome> {
  try {
    return await asked;
  } catch (error) {
    const payment = intentOf(error);
    if (payment) return payment;
    const answer = refusalOf(error);
    if (!answer) throw error;
    return { answer, reference: null, card: null, moved: null };
  }
}

function decided(payment: Stripe.PaymentIntent | RemoteOutcome): RemoteOutcome {
  const outcome = "answer" in payment ? payment : outcomeOf(payment);
  if (!outcome) throw new Error("Stripe has not decided yet");
  return outcome;
}

const NO_CARD: RemoteOutcome = {
  answer: {
    status: "declined",
    code: "no_payment_method",
    message: "There is no saved card to charge.",
  },
  reference: null,
  card: null,
  moved: null,
};
