import type Stripe from "stripe";
import { SECOND_MS } from "../../../contract/time";
import type { RemoteDispute, RemoteEvent, RemoteEventPage } from "../processor";
import { fromStripe } from "./amounts";
import { CHARGE } from "./charges";
import type { StripeClient, StripeSettings } from "./client";
import { unlessMissing } from "./outcomes";
import { isLive } from "./settings";

/** The events that Stripe has to report; docs/deploy.md lists them. */
export const EVENT_TYPES = [
  "checkout.session.completed",
  "checkout.session.expired",
  "payment_intent.succeeded",
  "payment_intent.payment_failed",
  "payment_intent.canceled",
  "refund.updated",
  "refund.failed",
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.dispute.closed",
] as const;

/** A report that is older, or was signed by a clock that is further off, is refused. Seconds. */
const TOLERANCE = 300;
const PAGE = 100;

/** Checks the webhook signature. Null: Stripe has not signed this very text, and now. */
export async function verifyAndReadEvent(
  stripe: StripeClient,
  settings: StripeSettings,
  body: string,
  signature: string | null,
): Promise<RemoteEvent | null> {
  if (signature === null || isSignedInFuture(signature)) return null;
  const { webhookSecret } = settings;
  try {
    return parseEvent(
      await stripe.webhooks.constructEventAsync(body, signature, webhookSecret, TOLERANCE),
      settings,
    );
  } catch {
    return null;
  }
}

/** Stripe's SDK refuses only signatures that are too old. */
function isSignedInFuture(signature: string): boolean {
  const times = [...signature.matchAll(/(?:^|,)t=(\d+)/g)].map(([, time]) => Number(time));
  return times.some((time) => time * SECOND_MS > Date.now() + TOLERANCE * SECOND_MS);
}

/**
 * One page of Stripe's list, which has the newest first. So older pages are passed over down to the
 * oldest, and then read upwards. The cursor says which way, and from which event.
 */
export async function listEvents(
  stripe: StripeClient,
  settings: StripeSettings,
  since: number,
  cursor: string | null,
): Promise<RemoteEventPage> {
  const [way = "older", from] = cursor?.split(":") ?? [];
  const created = { gte: Math.floor(since / SECOND_MS) };
  const { data, has_more: hasMore } = await stripe.events.list({
    ...{ created, types: [...EVENT_TYPES], limit: PAGE },
    ...(from !== undefined && { [way === "older" ? "starting_after" : "ending_before"]: from }),
  });
  const [newest, oldest] = [data[0], data.at(-1)];
  if (!newest || !oldest) {
    if (way === "older" && from !== undefined) throw new Error("Stripe's events ended too early");
    return { events: [], next: null };
  }
  if (way === "older" && hasMore) return { events: [], next: `older:${oldest.id}` };
  const isMore = way === "older" ? from !== undefined : hasMore;
  const events = data.map((event) => parseEvent(event, settings)).reverse();
  return { events, next: isMore ? `newer:${newest.id}` : null };
}

/** A report of the other mode, or of another account, is about nothing that our key can ask about. */
function parseEvent(event: Stripe.Event, { secretKey }: StripeSettings): RemoteEvent {
  const { id, type, data, livemode, account } = event;
  const subject = subjectOf(type, data.object);
  const isElsewhere = livemode !== isLive(secretKey) || typeof account === "string";
  return isElsewhere ? { id, type, about: null, isElsewhere } : { id, type, about: subject };
}

function subjectOf(type: string, object: Stripe.Event.Data.Object): RemoteEvent["about"] {
  const { id, metadata } = object as { id?: string; metadata?: Stripe.Metadata | null };
  if (type.startsWith("charge.dispute.") && id !== undefined) return { kind: "dispute", id };
  const key = metadata?.[CHARGE];
  return key === undefined ? null : { kind: "charge", key };
}

/** Null: Stripe has no such dispute. */
export async function findDispute(stripe: StripeClient, id: string): Promise<RemoteDispute | null> {
  const asked = stripe.disputes.retrieve(id, { expand: ["payment_intent"] });
  const dispute = await unlessMissing(asked);
  if (!dispute) return null;
  const { payment_intent: payment, amount, currency, reason, status } = dispute;
  const metadata = payment === null || typeof payment === "string" ? {} : payment.metadata;
  return {
    id,
    key: metadata[CHARGE] ?? null,
    minor: fromStripe(amount, currency),
    currency,
    reason,
    state: stateOf(status),
  };
}

function stateOf(status: Stripe.Dispute.Status): RemoteDispute["state"] {
  if (status === "lost") return "lost";
  return status === "won" || status === "warning_closed" || status === "prevented" ? "won" : "open";
}
