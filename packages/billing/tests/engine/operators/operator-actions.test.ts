import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../../src/component/_generated/api";
import { ANA, APRIL_1, CARDS, DAY_MS, MAY_1, attached, getCustomer, saveCard } from "../harness";
import { ledgerGaps, setTime, startEngine } from "../harness";
import type { Engine } from "../harness";
import { creditOf, heldBy, swapCards } from "../shop";

const { actions, timeline } = api.operations.operators;

beforeEach(() => {
  vi.spyOn(console, "error").mockReturnValue();
});
const OLGA = { customerId: ANA, operator: "olga", reason: "A day was lost", key: "k1" };

async function startWithPlan(product_id = "creator") {
  const t = await startEngine();
  await saveCard(t);
  await attached(t, { product_id });
  return t;
}

const invoiceOf = async (t: Engine) => {
  const [invoice] = await t.run((ctx) => ctx.db.query("invoices").order("desc").take(1));
  return invoice?.number ?? "none";
};

/** What operators' entries say, oldest first. */
async function entries(t: Engine) {
  const rows = await t.run((ctx) => ctx.db.query("operatorEntries").take(20));
  return rows.map(({ action, name, reason, details }) => [action, name, reason, details]);
}

/** Lets everything happen that is due until then. */
async function passUntil(t: Engine, at: number) {
  setTime(at);
  await t.mutation(internal.lifecycle.renewals.processMissed, {});
  await t.finishAllScheduledFunctions(() => vi.advanceTimersByTime(0));
}

describe("an operator's refund", () => {
  it("is to the cent, in the books by name, and made once for its key", async () => {
    const t = await startWithPlan();
    const invoice = await invoiceOf(t);
    const asked = { ...OLGA, invoice, refundTotal: 2.05 };
    const first = await t.mutation(actions.refund, asked);
    expect(first.data).toMatchObject({ invoice, refunded: 2.05, by_card: 2.05, as_credit: 0 });
    expect(await t.mutation(actions.refund, asked)).toEqual(first);
    const money = await t.run((ctx) => ctx.db.query("moneyEntries").take(9));
    expect(money.map(({ by, postings }) => [by, postings])).toEqual([
      [
        { actor: "operator", name: "olga" },
        [
          { account: "refunds", minor: 205 },
          { account: "cash", minor: -205 },
        ],
      ],
    ]);
    expect(await entries(t)).toEqual([["refund", "olga", "A day was lost", first.data]]);
  });

  it("names the whole: asked for again under another key, nothing more goes back", async () => {
    const t = await startWithPlan();
    const invoice = await invoiceOf(t);
    await t.mutation(actions.refund, { ...OLGA, invoice, refundTotal: 2 });
    const again = { ...OLGA, key: "k2", invoice, refundTotal: 2 };
    expect((await t.mutation(actions.refund, again)).error?.code).toBe("invalid_request");
    const rest = await t.mutation(actions.refund, { ...OLGA, key: "k3", invoice, to: "credit" });
    expect(rest.data).toMatchObject({ refunded: 4, by_card: 0, as_credit: 4 });
    expect(await creditOf(t)).toBe(400);
    expect(await entries(t)).toHaveLength(2);
  });

  it.each([
    ["more than was paid", { refundTotal: 6.01 }, "invalid_inputs"],
    ["another invoice", { invoice: "nothing" }, "not_found"],
    ["nobody's", { customerId: "nobody" }, "customer_not_found"],
    ["no reason", { reason: "  " }, "invalid_inputs"],
    ["too long a reason", { reason: "x".repeat(501) }, "invalid_inputs"],
    ["no name", { operator: "" }, "invalid_inputs"],
    ["no key", { key: "" }, "invalid_inputs"],
  ])("is refused for %s, and enters nothing", async (_, over, code) => {
    const t = await startWithPlan();
    const asked = { ...OLGA, invoice: await invoiceOf(t), ...over };
    expect((await t.mutation(actions.refund, asked)).error?.code).toBe(code);
    expect(await entries(t)).toEqual([]);
    expect(await t.run((ctx) => ctx.db.query("moneyEntries").take(9))).toEqual([]);
  });

  it("refuses another request with the same key", async () => {
    const t = await startWithPlan();
    const invoice = await invoiceOf(t);
    await t.mutation(actions.refund, { ...OLGA, invoice, refundTotal: 2 });
    const other = await t.mutation(actions.refund, { ...OLGA, invoice, refundTotal: 3 });
    expect(other.error?.code).toBe("duplicate_idempotency_key");
  });
});

describe("granted units", () => {
  it("come on top of what is left, once, with the operator in the ledger", async () => {
    const t = await startWithPlan();
    const asked = { ...OLGA, featureId: "credits", units: 25 };
    const first = await t.mutation(actions.grantUnits, asked);
    expect(first.data).toEqual({ feature_id: "credits", units: 25, balance: 125 });
    expect(await t.mutation(actions.grantUnits, asked)).toEqual(first);
    const { features } = await getCustomer(t);
    expect(features.credits?.balance).toBe(125);
    const rows = await t.run((ctx) => ctx.db.query("ledgerEntries").order("desc").take(1));
    expect(rows).toMatchObject([{ cause: "adjustment", actor: "operator", actor_name: "olga" }]);
    expect(await entries(t)).toEqual([["grant_units", "olga", "A day was lost", first.data]]);
    expect(await ledgerGaps(t)).toEqual([]);
  });

  it.each([
    ["a feature that is not there", { featureId: "nothing", units: 1 }, "feature_not_found"],
    ["a feature that they do not have", { featureId: "seats", units: 1 }, "invalid_inputs"],
    ["an unlimited one", { featureId: "ai_tag", units: 1 }, "invalid_inputs"],
    ["none", { featureId: "credits", units: 0 }, "invalid_inputs"],
    ["less than none", { featureId: "credits", units: -5 }, "invalid_inputs"],
    ["no number", { featureId: "credits", units: NaN }, "invalid_inputs"],
  ])("are refused for %s", async (_, over, code) => {
    const t = await startWithPlan();
    expect((await t.mutation(actions.grantUnits, { ...OLGA, ...over })).error?.code).toBe(code);
    expect(await entries(t)).toEqual([]);
  });
});

describe("a granted product", () => {
  it("that is a plan replaces the free one for some days, and costs nothing at its end", async () => {
    const t = await startEngine();
    await saveCard(t);
    const asked = { ...OLGA, productId: "pro", days: 40 };
    const first = await t.mutation(actions.grantProduct, asked);
    const ends_at = APRIL_1 + 40 * DAY_MS;
    expect(first.data).toEqual({ product_id: "pro", ends_at });
    expect(await t.mutation(actions.grantProduct, asked)).toEqual(first);
    expect(await heldBy(t)).toEqual(["free scheduled", "pro active canceled"]);
    await passUntil(t, ends_at - 1);
    expect(await heldBy(t)).toEqual(["free scheduled", "pro active canceled"]);
    await passUntil(t, ends_at);
    expect(await heldBy(t)).toEqual(["free active"]);
    expect(await t.run((ctx) => ctx.db.query("invoices").take(9))).toEqual([]);
    expect(await ledgerGaps(t)).toEqual([]);
  });

  it("has grants in the ledger by the operator's name", async () => {
    const t = await startEngine();
    await getCustomer(t);
    await t.mutation(actions.grantProduct, { ...OLGA, productId: "pro", days: 7 });
    const rows = await t.run((ctx) => ctx.db.query("ledgerEntries").take(99));
    const granted = rows.filter(({ actor_name: name }) => name === "olga");
    expect(granted.map(({ cause }) => cause)).toContain("grant");
    expect(granted.map(({ cause }) => cause)).toContain("expiry");
  });

  it("that is free or bought once stays, and can be given again", async () => {
    const t = await startEngine();
    await getCustomer(t);
    for (const key of ["k1", "k2"]) {
      const asked = { ...OLGA, key, productId: "welcome_credits" };
      const { data } = await t.mutation(actions.grantProduct, asked);
      expect(data).toEqual({ product_id: "welcome_credits", ends_at: null });
    }
    const rows = await t.run((ctx) => ctx.db.query("subscriptions").take(9));
    expect(rows.find(({ product_id: id }) => id === "welcome_credits")?.quantity).toBe(2);
  });

  it.each([
    ["an unknown product", { productId: "nothing", days: 7 }, "product_not_found"],
    ["a plan beside a paid one", { productId: "pro", days: 7 }, "product_already_attached"],
    ["the plan that they have", { productId: "creator", days: 7 }, "product_already_attached"],
    ["a plan for ever", { productId: "pro" }, "invalid_inputs"],
    ["a plan for no days", { productId: "pro", days: 0 }, "invalid_inputs"],
    ["a plan for more than a year", { productId: "pro", days: 367 }, "invalid_inputs"],
    ["days of what stays", { productId: "welcome_credits", days: 7 }, "invalid_inputs"],
  ])("is refused for %s", async (_, over, code) => {
    const t = await startWithPlan();
    expect((await t.mutation(actions.grantProduct, { ...OLGA, ...over })).error?.code).toBe(code);
    expect(await entries(t)).toEqual([]);
    expect(await heldBy(t)).toEqual(["creator active"]);
  });
});

describe("an extended trial", () => {
  const END = APRIL_1 + 14 * DAY_MS;

  async function startTrial() {
    const t = await startEngine();
    await attached(t, { product_id: "pro" });
    return t;
  }

  it("ends and is charged so many days later, once", async () => {
    const t = await startTrial();
    await saveCard(t);
    const asked = { ...OLGA, productId: "pro", days: 10 };
    const to = END + 10 * DAY_MS;
    const first = await t.mutation(actions.extendTrial, asked);
    expect(first.data).toEqual({ product_id: "pro", from: END, to });
    expect(await t.mutation(actions.extendTrial, asked)).toEqual(first);
    await passUntil(t, to - 1);
    expect(await t.run((ctx) => ctx.db.query("invoices").take(9))).toEqual([]);
    await passUntil(t, to);
    const [invoice] = await t.run((ctx) => ctx.db.query("invoices").take(9));
    expect(invoice).toMatchObject({ status: "paid", total_minor: 1500, created_at: to });
    expect(await entries(t)).toEqual([["extend_trial", "olga", "A day was lost", first.data]]);
  });

  it("keeps its units until the new end, and then grants new ones", async () => {
    const t = await startTrial();
    await saveCard(t);
    await t.mutation(actions.extendTrial, { ...OLGA, productId: "pro", days: 5 });
    const reset = async () => (await getCustomer(t)).features.credits?.next_reset_at;
    expect(await reset()).toBe(END + 5 * DAY_MS);
    await passUntil(t, END + 5 * DAY_MS);
    expect(await reset()).toBe(Date.UTC(2025, 4, 20));
    expect(await ledgerGaps(t)).toEqual([]);
  });

  it("that was canceled ends later, and what follows it begins later", async () => {
    const t = await startTrial();
    await t.mutation(api.public.cancel, { params: { customer_id: ANA, product_id: "pro" } });
    await t.mutation(actions.extendTrial, { ...OLGA, productId: "pro", days: 3 });
    await passUntil(t, END + 3 * DAY_MS - 1);
    expect(await heldBy(t)).toEqual(["free scheduled", "pro active canceled"]);
    await passUntil(t, END + 3 * DAY_MS);
    expect(await heldBy(t)).toEqual(["free active"]);
  });

  it.each([
    ["another product", { productId: "creator", days: 3 }, "invalid_request"],
    ["no days", { productId: "pro", days: 0 }, "invalid_inputs"],
    ["half a day", { productId: "pro", days: 0.5 }, "invalid_inputs"],
  ])("is refused for %s", async (_, over, code) => {
    const t = await startTrial();
    expect((await t.mutation(actions.extendTrial, { ...OLGA, ...over })).error?.code).toBe(code);
  });

  it("is refused once the trial is over", async () => {
    const t = await startTrial();
    await saveCard(t);
    setTime(END);
    const asked = { ...OLGA, productId: "pro", days: 3 };
    expect((await t.mutation(actions.extendTrial, asked)).error?.code).toBe("invalid_request");
  });
});

describe("a payment that is retried now", () => {
  async function startUnpaid() {
    const t = await startWithPlan();
    await saveCard(t, CARDS.failsLater);
    await passUntil(t, MAY_1);
    return t;
  }

  it("is paid with the card of now, once", async () => {
    const t = await startUnpaid();
    await swapCards(t);
    const asked = { ...OLGA, invoice: await invoiceOf(t) };
    const { data } = await t.mutation(actions.retryPayment, asked);
    expect(["paid", "pending"]).toContain(data?.outcome);
    await t.finishAllScheduledFunctions(() => vi.advanceTimersByTime(3_000));
    await t.mutation(actions.retryPayment, asked);
    const charges = await t.run((ctx) => ctx.db.query("invoices").take(9));
    expect(charges.map(({ status }) => status)).toEqual(["paid", "paid"]);
    expect(await heldBy(t)).toEqual(["creator active"]);
    expect(await entries(t)).toMatchObject([["retry_payment", "olga", "A day was lost", data]]);
    const late = await t.mutation(actions.retryPayment, { ...asked, key: "k2" });
    expect(late.error?.code).toBe("invalid_request");
  });

  it("that is declined again is in the books, too", async () => {
    const t = await startUnpaid();
    const asked = { ...OLGA, invoice: await invoiceOf(t) };
    const { data } = await t.mutation(actions.retryPayment, asked);
    expect(["declined", "pending"]).toContain(data?.outcome);
    expect(await entries(t)).toHaveLength(1);
    expect(await heldBy(t)).toEqual(["creator past_due"]);
  });
});

describe("what the host did", () => {
  it("is in the books and in the timeline, once", async () => {
    const t = await startEngine();
    await getCustomer(t);
    const asked = { ...OLGA, action: "suspend", details: { username: "ana" } };
    for (let time = 0; time < 2; time += 1) {
      expect(await t.mutation(actions.record, asked)).toMatchObject({ error: null });
    }
    const { data } = await t.query(timeline.timeline, { customerId: ANA, now: APRIL_1 });
    expect(data?.list.filter(({ kind }) => kind === "operator")).toMatchObject([
      {
        what: {
          action: "suspend",
          name: "olga",
          reason: "A day was lost",
          details: { username: "ana" },
        },
      },
    ]);
  });
});
