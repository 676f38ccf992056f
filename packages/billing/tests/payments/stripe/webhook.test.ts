import { describe, expect, it, vi } from "vitest";
import { api } from "../../../src/component/_generated/api";
import { jobsOf, stuckJobs } from "../../engine/jobs";
import type { Shop } from "../shop";
import { FAKE_SECRET } from "./fake-stripe";
import type { FakeStripe } from "./fake-stripe";
import type { StripeEvent } from "./objects";
import { sign } from "./signature";
import { beginWithoutStripe, openStripeShop } from "./stripe-shop";

beginWithoutStripe();

const MINUTE = 60;
const WEEK = 7 * 24 * 60 * MINUTE;
const LIMIT = 1_000_000;
const ANOTHERS_CHARGE = "charge-of-bo";

/**
 * A shop with a paid purchase whose response was lost, another customer's charge, and the report.
 */
async function shopThatWaits() {
  const { stripe, shop } = await openStripeShop();
  await shop.saveCard();
  await shop.t.mutation(api.public.createCustomer, { params: { id: "user_bo" } });
  await shop.t.run(async ({ db }) => {
    const bo = (await db.query("customers").collect()).find((row) => row.customer_id === "user_bo");
    if (!bo) throw new Error("There is no Bo");
    await db.insert("charges", {
      ...{ customer: bo._id, request_key: ANOTHERS_CHARGE, minor: 600 },
      key: { kind: "bill", id: ANOTHERS_CHARGE },
      ...{
        currency: "usd",
        via: "page" as const,
        state: "open" as const,
        message: null,
        url: null,
      },
      ...{ used_minor: 0, created_at: Date.now(), account: "cus_of_bo" },
    });
  });
  stripe.reports = [];
  stripe.network = "answers_are_lost";
  await shop.attach({ productId: "creator" });
  stripe.network = "fine";
  const [report] = stripe.reports.splice(0);
  if (!report) throw new Error("Stripe has reported nothing");
  return { shop, stripe, report };
}

interface Sent {
  body: string | Uint8Array;
  /** Null: there is no such header. */
  signature: string | null;
}
/** `parked`: stored without a lookup. `known`: nothing new. `asks`: looks it up at Stripe. */
type Fate = "parked" | "known" | "asks" | "refused";
type Row = readonly [
  what: string,
  status: number,
  fate: Fate,
  send: (report: StripeEvent, now: number) => Sent | Promise<Sent>,
];

async function signed(body: string | Uint8Array, now: number, secret = FAKE_SECRET) {
  return { body, signature: await sign(secret, body, now) };
}
const json = (event: unknown) => JSON.stringify(event);
const about = (report: StripeEvent, id: string, object: object): StripeEvent => ({
  ...report,
  ...{ id, data: { object } },
});
const bytes = (...parts: (string | number)[]) =>
  new Uint8Array(
    parts.flatMap((part) =>
      typeof part === "number" ? [part] : [...new TextEncoder().encode(part)],
    ),
  );

const ROWS: readonly Row[] = [
  // Signatures.
  ["no signature", 400, "refused", (report) => ({ body: json(report), signature: null })],
  ["an empty one", 400, "refused", (report) => ({ body: json(report), signature: "" })],
  ["no time", 400, "refused", (report) => ({ body: json(report), signature: "v1=00" })],
  ["a wrong one", 400, "refused", (report) => ({ body: json(report), signature: "t=1,v1=00" })],
  ["another's", 400, "refused", async (report, now) => await signed(json(report), now, "whsec_x")],
  [
    "one of another body",
    400,
    "refused",
    async (report, now) => ({ ...(await signed(`${json(report)} `, now)), body: json(report) }),
  ],
  [
    "the same, written anew",
    400,
    "refused",
    async (report, now) => ({
      ...(await signed(JSON.stringify(report, null, 2), now)),
      body: json(report),
    }),
  ],
  // Times.
  ["six minutes old", 400, "refused", async (e, now) => await signed(json(e), now - 6 * MINUTE)],
  ["weeks old", 400, "refused", async (e, now) => await signed(json(e), now - 3 * WEEK)],
  ["six minutes early", 400, "refused", async (e, now) => await signed(json(e), now + 6 * MINUTE)],
  ["years early", 400, "refused", async (e, now) => await signed(json(e), now + 500 * WEEK)],
  // Bodies.
  ["nothing", 400, "refused", async (_, now) => await signed("", now)],
  ["no JSON", 400, "refused", async (_, now) => await signed("{", now)],
  ["null", 400, "refused", async (_, now) => await signed("null", now)],
  ["no event", 400, "refused", async (_, now) => await signed("{}", now)],
  ["no UTF-8", 400, "refused", async (_, now) => await signed(bytes('{"id":"', 0xff, '"}'), now)],
  [
    "bytes before it that Stripe did not sign",
    400,
    "refused",
    async (report, now) => ({
      ...(await signed(json(report), now)),
      body: bytes(0xef, 0xbb, 0xbf, json(report)),
    }),
  ],
  // Contents.
  [
    "the other mode",
    204,
    "parked",
    async (e, now) => await signed(json({ ...e, id: "evt_live", livemode: true }), now),
  ],
  [
    "another account",
    204,
    "parked",
    async (e, now) => await signed(json({ ...e, id: "evt_account", account: "acct_x" }), now),
  ],
  [
    "a dispute of another account",
    204,
    "parked",
    async (e, now) => {
      const type = "charge.dispute.created";
      const dispute = about({ ...e, type, account: "acct_x" }, "evt_du", { id: "du_x" });
      return await signed(json(dispute), now);
    },
  ],
  [
    "a payment of somebody else's",
    204,
    "parked",
    async (e, now) => await signed(json(about(e, "evt_none", { id: "pi_x", metadata: {} })), now),
  ],
  [
    "a charge that we do not know",
    204,
    "parked",
    async (e, now) => {
      const metadata = { spotlight_charge: "unknown" };
      return await signed(json(about(e, "evt_unknown", { id: "pi_x", metadata })), now);
    },
  ],
  [
    "a payment of nobody's that names another customer's charge",
    204,
    "asks",
    async (e, now) => {
      const metadata = { spotlight_charge: ANOTHERS_CHARGE };
      return await signed(json(about(e, "evt_bo", { ...e.data.object, metadata })), now);
    },
  ],
  [
    "a dispute that Stripe does not know",
    204,
    "asks",
    async (e, now) => {
      const type = "charge.dispute.created";
      return await signed(json(about({ ...e, type }, "evt_du2", { id: "du_x" })), now);
    },
  ],
  [
    "a dispute, with no account",
    204,
    "asks",
    async (e, now) => {
      const event = { ...e, type: "charge.dispute.created", account: null };
      return await signed(json({ ...event, id: "evt_du3", data: { object: { id: "du_y" } } }), now);
    },
  ],
  ["what was paid", 204, "asks", async (report, now) => await signed(json(report), now)],
  ["the same again", 204, "known", async (report, now) => await signed(json(report), now)],
  [
    "its id again, about something else",
    204,
    "known",
    async (e, now) => {
      const metadata = { spotlight_charge: ANOTHERS_CHARGE };
      return await signed(json(about(e, e.id, { id: "pi_x", metadata })), now);
    },
  ],
];

const stored = ({ t }: Shop) => t.run((ctx) => ctx.db.query("paymentEvents").take(99));

/** Sends a report; returns its effect. */
async function send(shop: Shop, stripe: FakeStripe, { body, signature }: Sent) {
  const before = (await stored(shop)).length;
  const headers = signature === null ? {} : { "Stripe-Signature": signature };
  // As its type says; a body of bytes is allowed.
  const init = { method: "POST", headers, body: body as BodyInit };
  const { status } = await shop.t.fetch("/payments/events", init);
  const asked = stripe.requests.length;
  await shop.process();
  const fails = (await stuckJobs(shop.t, "process_report")).length > 0;
  const isStored = (await stored(shop)).length > before;
  const isAsked = stripe.requests.length > asked;
  const kept = fails ? "fails" : isAsked ? "asks" : "parked";
  return [status, isStored ? kept : status === 204 && !isAsked ? "known" : "refused"];
}

const logged = (name: string) =>
  vi.mocked(console.error).mock.calls.filter(([line]) => String(line).includes(name));

describe("a report", () => {
  it("is refused, parked, or leads to a question; only its own charge is paid", async () => {
    const { shop, stripe, report } = await shopThatWaits();
    const found: unknown[] = [];
    for (const [what, , , make] of ROWS)
      found.push([what, ...(await send(shop, stripe, await make(report, stripe.now)))]);
    expect(found).toEqual(ROWS.map(([what, status, fate]) => [what, status, fate]));
    const charges = await shop.t.run((ctx) => ctx.db.query("charges").take(9));
    const states = new Map(charges.map(({ request_key: key, state }) => [key, state]));
    expect(states.get(ANOTHERS_CHARGE)).toBe("open");
    expect((await shop.summary()).products).toEqual([["creator", "active", false]]);
    // No lookup is left, and anything unusual is logged once.
    expect(await jobsOf(shop.t, "process_report")).toEqual([]);
    expect([logged("report_differs").length, logged("report_elsewhere").length]).toEqual([1, 3]);
  });

  it.each([
    ["that says how long it is, unread", { "Content-Length": String(LIMIT + 1) }, 0],
    ["that does not, no further than that", {}, LIMIT],
  ])("that is too long is refused: one %s", async (_, headers, most) => {
    const { shop } = await openStripeShop();
    const CHUNK = 50_000;
    let read = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          read += CHUNK;
          if (read > 4 * LIMIT) controller.close();
          else controller.enqueue(new Uint8Array(CHUNK));
        },
      },
      { highWaterMark: 0 },
    );
    const init = { method: "POST", headers, body, duplex: "half" } as RequestInit;
    const { status } = await shop.t.fetch("/payments/events", init);
    expect([status, read <= most + 2 * CHUNK && (most > 0 || read === 0)]).toEqual([413, true]);
  });
});
