import type Stripe from "stripe";
import { SECOND_MS } from "../../../contract/time";
import type { RemoteOutcome, RemoteRequest } from "../processor";
import { toStripe } from "./amounts";
import { CHARGE, findOwn, madeSince } from "./charges";
import type { StripeClient } from "./client";
import { cardOf, outcomeOf } from "./outcomes";

type SessionParams = Stripe.Checkout.SessionCreateParams;

/** Opens Stripe's page for a first card, with or without an amount. Asked again, it is the same page. */
export async function openSession(stripe: StripeClient, request: RemoteRequest) {
  const { key } = request;
  const params = request.minor > 0 ? paymentOf(request) : setupOf(request);
  const { id, url } = await stripe.checkout.sessions.create(params, {
    idempotencyKey: `${key}:page`,
  });
  if (url === null) throw new Error(`Stripe's page for ${key} has no address`);
  return { url, reference: id };
}

/** What became of a page; null: it is open, or was never made. */
export async function findSession(
  stripe: StripeClient,
  request: RemoteRequest,
): Promise<RemoteOutcome | null> {
  const { reference } = request;
  const session = reference
    ? await stripe.checkout.sessions.retrieve(reference)
    : await findOwn(stripe.checkout.sessions.list(madeSince(request)), request);
  if (session?.status === "expired") return EXPIRED;
  if (session?.status !== "complete") return null;
  const expand = { expand: ["payment_method"] };
  if (session.mode === "setup") {
    const setup = await stripe.setupIntents.retrieve(idOf(session.setup_intent), expand);
    const card = cardOf(setup.payment_method);
    return { answer: { status: "paid" }, reference: setup.id, card, moved: null };
  }
  return outcomeOf(await stripe.paymentIntents.retrieve(idOf(session.payment_intent), expand));
}

function paymentOf(request: RemoteRequest): SessionParams {
  const { currency, minor, description, key } = request;
  const price = {
    currency,
    unit_amount: toStripe(minor, currency),
    product_data: { name: description },
  };
  return {
    ...pageOf(request),
    mode: "payment",
    line_items: [{ quantity: 1, price_data: price }],
    // A payment in the customer's local currency would not match the requested amount.
    adaptive_pricing: { enabled: false },
    // The card is kept, so that renewals can charge it without its owner.
    payment_intent_data: {
      setup_future_usage: "off_session",
      description,
      metadata: { [CHARGE]: key },
    },
  };
}

function setupOf(request: RemoteRequest): SessionParams {
  const { currency, key } = request;
  const setup_intent_data = { metadata: { [CHARGE]: key } };
  return { ...pageOf(request), mode: "setup", currency, setup_intent_data };
}

function pageOf({ account, key, returnUrl, closesAt }: RemoteRequest) {
  return {
    customer: account,
    client_reference_id: key,
    allowed_payment_method_types: ["card" as const],
    metadata: { [CHARGE]: key },
    success_url: returnUrl,
    cancel_url: returnUrl,
    expires_at: Math.floor(closesAt / SECOND_MS),
  };
}

function idOf(linked: string | { id: string } | null): string {
  if (linked === null) throw new Error("A complete page without its payment");
  return typeof linked === "string" ? linked : linked.id;
}

const EXPIRED: RemoteOutcome = {
  answer: { status: "declined", code: "expired", message: "The payment page was closed." },
  reference: null,
  card: null,
  moved: null,
};
