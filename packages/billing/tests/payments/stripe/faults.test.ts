import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { api, internal } from "../../../src/component/_generated/api";
import { casesOf } from "../../../../../tests/cases";
import { ANA, CARDS, ledgerGaps, setTime } from "../../engine/harness";
import { startDueJobs } from "../../engine/jobs";
import { product } from "../../engine/shop";
import type { Shop } from "../shop";
import type { Fault } from "./fake-stripe";
import type { FakeStripe } from "./fake-stripe";
import { beginWithoutStripe, casesFromShop, openStripeShop } from "./stripe-shop";
import type { StripeShop } from "./stripe-shop";

beginWithoutStripe();

const APPROVES = "4000000000003063";
const BO = "user_bo";
const MINUTE = 60_000;
/** Charges are looked up within ten minutes, and reports are retried. */
const HEALING_MINUTES = 15;
const MAX_ROWS = 200;
const SCHEDULES = casesOf(200, 5_000);

const FAULTS: readonly Fault[] = [
  ...Array.from({ length: 12 }, (): Fault => "none"),
  ...(["unreachable", "lost", "lost", "busy", "broken", "broken_after"] as const),
];

/** One event. `pick` selects among the existing objects. */
const step = fc.record({
  what: fc.constantFrom(
    "buy",
    "buy",
    "buy",
    "buy again",
    "pay on page",
    "come back",
    "approve",
    "refuse",
    "reports arrive",
    "a report is lost",
    "a report comes twice",
    "minute",
    "hours",
    "sweep",
    "refund",
    "late success",
  ),
  pick: fc.nat({ max: 1_000 }),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const cards = [CARDS.ok, APPROVES, CARDS.failsLater, null];

const schedule = fc.record({
  card: fc.constantFrom(CARDS.ok, ...cards),
  skewMinutes: fc.integer({ min: -4, max: 4 }),
  faults: fc.array(fc.constantFrom(...FAULTS), { minLength: 8, maxLength: 24 }),
  steps: fc.array(step, { minLength: 4, maxLength: 10 }),
});
type Schedule = typeof schedule extends fc.Arbitrary<infer T> ? T : never;

const monthly = (price: number) => [{ price, interval: "month" as const }];
/** Two plans and a pack: a small catalogue, because it is installed often. */
const SMALL = {
  currency: "usd",
  features: [],
  products: [
    product("free", [], { is_default: true }),
    product("creator", monthly(6)),
    product("pack", [{ price: 9 }], { is_add_on: true }),
    product("studio", monthly(20)),
  ],
};
const PRODUCTS = ["creator", "pack", "studio"] as const;

/** Two customers: one with this card, who acts, and one who does nothing. */
async function openWith(card: string | null) {
  const begun = await openStripeShop(SMALL);
  await begun.shop.t.mutation(api.public.createCustomer, { params: { id: BO } });
  if (card !== null) await begun.shop.saveCard(card);
  return begun;
}

/** Random actions of one customer, with network faults from the schedule. */
class Life {
  #bought = 0;
  #acknowledged = 0;

  private constructor(
    readonly shop: Shop,
    readonly stripe: FakeStripe,
  ) {}

  static begin({ skewMinutes, faults }: Schedule, { shop, stripe }: StripeShop): Life {
    stripe.skew = skewMinutes * MINUTE;
    let asked = 0;
    stripe.fault = () => faults[asked++ % faults.length] ?? "none";
    return new Life(shop, stripe);
  }

  async take({ what, pick }: Step): Promise<void> {
    const { shop, stripe } = this;
    const { reports } = stripe;
    switch (what) {
      case "buy":
        this.#bought += 1;
        await this.#buy(pick);
        break;
      case "buy again":
        await this.#buy(pick);
        break;
      case "pay on page": {
        const open = [...stripe.sessions.values()].filter(({ status }) => status === "open");
        const session = open[pick % Math.max(open.length, 1)];
        if (session) stripe.pay(session, pick % 3 === 0 ? CARDS.declined : CARDS.ok);
        break;
      }
      case "come back": {
        const [session] = [...stripe.sessions.values()].slice(-1);
        const path = session && new URL(session.success_url).pathname;
        if (path) await shop.t.fetch(path, { redirect: "manual" });
        break;
      }
      case "approve":
      case "refuse":
        for (const payment of stripe.payments.values()) stripe.approve(payment, what === "approve");
        break;
      case "reports arrive": {
        const arrived = reports.splice(0).sort((a, b) => order(a.id, pick) - order(b.id, pick));
        for (const report of arrived) await shop.post(report);
        await this.shop.process();
        break;
      }
      case "a report is lost":
        reports.splice(pick % Math.max(reports.length, 1), 1);
        break;
      case "a report comes twice": {
        const report = stripe.events[pick % Math.max(stripe.events.length, 1)];
        if (report) reports.push(report, report);
        break;
      }
      case "minute":
        setTime(Date.now() + MINUTE);
        break;
      case "hours":
        setTime(Date.now() + (pick % 30) * 60 * MINUTE);
        break;
      case "sweep":
        await this.#sweep();
        break;
      case "refund":
        await this.#refund(pick);
        break;
      case "late success": {
        const declined = [...stripe.payments.values()].filter(
          ({ status }) => status === "requires_payment_method",
        );
        const payment = declined[pick % Math.max(declined.length, 1)];
        if (payment) stripe.succeedLate(payment);
        break;
      }
    }
  }

  /** The same click may be sent again. Each response has to be true when it is given. */
  async #buy(pick: number): Promise<void> {
    const productId = PRODUCTS[pick % PRODUCTS.length] ?? "creator";
    const clientRequestId = `click-${this.#bought}-${productId}`;
    const { data } = await this.shop.attach({ productId, clientRequestId });
    if (data?.invoice?.status === "paid") this.#acknowledged += 1;
    if (data?.checkout_url?.includes("/pay/")) {
      const path = new URL(data.checkout_url).pathname;
      await this.shop.t.fetch(path, { redirect: "manual" }).catch(() => null);
    }
    // I8: no page shows a paid invoice for which Stripe was not paid.
    const paid = (await this.#rows()).invoices.filter(({ status }) => status === "paid");
    const charged = this.stripe.charged.reduce((sum, { minor }) => sum + minor, 0);
    expect(sumOf(paid, "amount_paid_minor")).toBeLessThanOrEqual(charged);
  }

  async #refund(pick: number): Promise<void> {
    const paid = (await this.#rows()).invoices.filter(({ status }) => status === "paid");
    const invoice = paid[pick % Math.max(paid.length, 1)];
    if (!invoice) return;
    const asked = { customerId: ANA, invoice: String(invoice.number), amount: 1 + (pick % 3) };
    await this.shop.t.mutation(internal.operations.invoices.refunds.refund, asked);
  }

  async #sweep(): Promise<void> {
    const { t } = this.shop;
    await startDueJobs(t);
    for (const { _id: charge, state } of (await this.#rows()).charges) {
      if (state === "open" || state === "requires_action")
        await t.action(internal.payments.charges.sendCharge.sendCharge, { charge });
    }
    await this.shop.process();
  }

  /** The faults stop, a quarter of an hour passes, and lost reports are fetched. */
  async heal(): Promise<void> {
    this.stripe.network = "fine";
    for (let minute = 0; minute < HEALING_MINUTES; minute += 5) {
      setTime(Date.now() + 5 * MINUTE);
      await this.#sweep();
    }
    await this.shop.t.action(internal.payments.charges.missedReports.fetchMissed, {});
    await this.shop.deliver();
    await this.#sweep();
  }

  async #rows() {
    return await this.shop.t.run(async ({ db }) => ({
      charges: await db.query("charges").take(MAX_ROWS),
      customers: await db.query("customers").take(5),
      intents: await db.query("intents").take(MAX_ROWS),
      invoices: await db.query("invoices").take(MAX_ROWS),
      subscriptions: await db.query("subscriptions").take(MAX_ROWS),
    }));
  }

  /** The invariants once the faults are over, by name. */
  async broken(): Promise<string[]> {
    const { stripe, shop } = this;
    const { charges, customers, intents, invoices, subscriptions } = await this.#rows();
    const found: string[] = [];
    const check = (name: string, holds: boolean) => holds || found.push(name);
    const ana = customers.find(({ customer_id: id }) => id === ANA);
    const surplus = charges.filter((row) => row.is_surplus);
    const sentBack = new Set(surplus.map((row) => row.refund_of));
    const own = charges.filter(({ via, _id }) => via !== "refund" && !sentBack.has(_id));

    const keys = stripe.charged.map(({ key }) => key);
    check("I1: a request is charged once", new Set(keys).size === keys.length);
    const settled = intents.filter(
      ({ state, total_minor }) => state === "settled" && total_minor > 0,
    );
    const paid = invoices.filter(({ status }) => status === "paid");
    const intentsOfCharges = own.filter(({ state, minor }) => state === "paid" && minor > 0);
    const paidOnce = new Set(intentsOfCharges.map(({ key }) => key));
    check("I1: an intent is charged once", paidOnce.size === intentsOfCharges.length);

    check(
      "I2: what was settled has one invoice",
      settled.every(({ _id }) => paid.filter(({ key }) => key === _id).length === 1),
    );
    const received = stripe.charged.reduce((sum, { minor }) => sum + minor, 0);
    const onInvoices = sumOf(paid, "amount_paid_minor") + sumOf(paid, "credit_minor");
    // An amount that could not be refunded for a day is credit.
    const surplusReturned = sumOf(surplus, "minor") - sumOf(surplus, "kept_minor");
    const returned = stripe.refunded.reduce((sum, [, minor]) => sum + minor, -surplusReturned);
    const refunds = paid
      .flatMap((row) => row.refunds ?? [])
      .filter((row) => row.failed_at === undefined);
    check(
      "I2: what Stripe has is on paid invoices, or is credit",
      received === onInvoices + (ana?.credit_minor ?? 0) + surplusReturned,
    );
    check(
      "I2: what is not needed goes back once",
      sentBack.size === surplus.length &&
        surplus.every(({ state, minor, kept_minor }) => state === "paid" || kept_minor === minor),
    );
    check("I2: what was refunded is on the invoices", returned === sumOf(refunds, "by_card_minor"));

    check("I3: balances are their ledgers", (await ledgerGaps(shop.t)).length === 0);
    const waits = charges.filter(({ state, via }) => state === "open" && via !== "page");
    check("I4: every charge is answered", waits.length === 0);
    const live = subscriptions.filter(
      ({ status, product_id }) => status === "active" && product_id !== "free",
    );
    check("I5: what is active was paid", live.length <= settled.length);
    check("I6: what was acknowledged is there", this.#acknowledged === 0 || settled.length > 0);
    const bo = customers.find(({ customer_id: id }) => id === BO);
    check(
      "I7: nobody else is touched",
      bo?.credit_minor === 0 && charges.every(({ customer }) => customer !== bo._id),
    );
    return found;
  }
}

const order = (id: string, pick: number) => (Number(id.slice("evt_".length)) * (pick + 7)) % 11;

function sumOf<K extends string>(
  rows: readonly Partial<Record<K, number | null>>[],
  name: K,
): number {
  return rows.reduce((sum, row) => sum + (row[name] ?? 0), 0);
}

const NO_REFUND_FOR_A_DAY: Schedule = {
  card: CARDS.failsLater,
  skewMinutes: 0,
  faults: ["none"],
  steps: (["buy", "late success", "reports arrive", "hours", "buy"] as const).map((what) => ({
    what,
    pick: what === "hours" ? 24 : 0,
  })),
};

describe("a customer of Stripe's, whatever the network does", () => {
  it("is charged once for what they get, and gets what they were charged for", async () => {
    const begin = new Map(cards.map((card) => [card, casesFromShop(() => openWith(card))]));
    await fc.assert(
      fc.asyncProperty(
        schedule,
        async (drawn) =>
          await begin.get(drawn.card)?.(async (opened) => {
            const life = Life.begin(drawn, opened);
            for (const taken of drawn.steps) await life.take(taken);
            await life.heal();
            expect(await life.broken()).toEqual([]);
          }),
      ),
      { numRuns: SCHEDULES, examples: [[NO_REFUND_FOR_A_DAY]] },
    );
  });
});
