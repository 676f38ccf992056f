import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../../src/component/_generated/api";
import { emitDisputed } from "../../../src/component/operations/invoices/invoiceEvents";
import { APRIL_1, CARDS, DAY_MS, MAY_1, attached, getCustomer, saveCard } from "../harness";
import { ANA, setTime, startEngine } from "../harness";
import type { Engine } from "../harness";
import { CREDIT_PACKS, PRODUCTS, bought, cancel, invoicesOf, openShop, product } from "../shop";

beforeEach(() => {
  vi.spyOn(console, "error").mockReturnValue();
});
interface Told {
  type: string;
  fields: Record<string, unknown>;
  cause: string;
}

/** What happened since `after` events, oldest first. */
async function told(t: Engine, after = 0): Promise<Told[]> {
  const rows = await t.run((ctx) => ctx.db.query("events").take(200));
  // No cause makes two events.
  const causes = rows.map(({ customer, cause }) => `${customer} ${cause}`);
  expect(causes).toEqual([...new Set(causes)]);
  return rows.slice(after).map(({ type, cause, fields }) => ({
    type,
    cause,
    fields: fields as Record<string, unknown>,
  }));
}
const types = (rows: readonly Told[]) => rows.map(({ type }) => type);
const lastOf = (rows: readonly Told[], type: string) =>
  rows.findLast((row) => row.type === type)?.fields;

/** The crons of notices, and what they schedule. */
async function tell(t: Engine) {
  for (const lead of ["trial", "year"] as const)
    await t.mutation(internal.lifecycle.notices.emitUpcoming, { lead });
  await t.mutation(internal.lifecycle.notices.emitExpiringCards, {});
  vi.advanceTimersByTime(0);
  await t.finishInProgressScheduledFunctions();
  vi.advanceTimersByTime(0);
  await t.finishInProgressScheduledFunctions();
  vi.advanceTimersByTime(0);
  await t.finishInProgressScheduledFunctions();
}

describe("what happens to a customer is an event", () => {
  it("of its creation, and of the plan that everyone has", async () => {
    const t = await startEngine();
    await getCustomer(t);
    await getCustomer(t);
    expect(types(await told(t))).toEqual(["customer.created", "product.attached"]);
  });

  it("of a purchase", async () => {
    const t = await startEngine();
    await saveCard(t);
    const before = (await told(t)).length;
    await attached(t, { product_id: "creator" });
    const rows = await told(t, before);
    expect(types(rows).sort()).toEqual([
      "invoice.issued",
      "invoice.paid",
      "product.attached",
      "product.expired",
    ]);
    expect(lastOf(rows, "product.attached")).toMatchObject({ product_id: "creator" });
    expect(lastOf(rows, "invoice.paid")).toMatchObject({
      ...{ total: 6, currency: "usd", product_ids: ["creator"] },
      invoice: expect.stringMatching(/-0001$/) as string,
      lines: [{ description: "Creator", amount: 6 }],
      ...{ by_card: 6, from_credit: 0 },
    });
  });

  it("of a refund, with its credit note", async () => {
    const t = await startEngine();
    await saveCard(t);
    await attached(t, { product_id: "creator" });
    const paid = lastOf(await told(t), "invoice.paid");
    const refund = { lines: [{ line: 0, amount: 2.5 }], reason: "A day was lost" };
    const params = { customer_id: ANA, invoice: String(paid?.["invoice"]), ...refund };
    const { data: note } = await t.mutation(api.public.createRefund, { params });
    expect(lastOf(await told(t), "credit_note.issued")).toEqual({
      ...{ credit_note: note?.number, invoice: paid?.["invoice"], currency: "usd" },
      lines: [{ description: "Creator", amount: 2.5 }],
      ...{ total: 2.5, by_card: 2.5, as_credit: 0, reason: "A day was lost" },
      hosted_invoice_url: paid?.["hosted_invoice_url"],
    });
  });

  it("of a cancellation, and of its end", async () => {
    const t = await startEngine();
    await saveCard(t);
    await attached(t, { product_id: "creator" });
    const before = (await told(t)).length;
    await cancel(t, { product_id: "creator" });
    const rows = await told(t, before);
    expect(types(rows)).toEqual(["product.cancelled", "product.scheduled"]);
    expect(rows[0]?.fields).toMatchObject({ product_id: "creator", ends_at: MAY_1 });
    setTime(MAY_1);
    await getCustomer(t);
    expect(types(await told(t, before + 2)).sort()).toEqual([
      "product.attached",
      "product.expired",
    ]);
  });

  it("of a plan that is canceled at once", async () => {
    const t = await openShop();
    await saveCard(t);
    await bought(t, { product_id: "max" });
    const before = (await told(t)).length;
    await cancel(t, { product_id: "max", cancel_immediately: true });
    const rows = types(await told(t, before));
    expect(rows).toEqual(expect.arrayContaining(["product.cancelled", "product.expired"]));
  });

  it("of a renewal that fails, with the dates of its retries, and of each of them", async () => {
    const t = await startEngine();
    await saveCard(t);
    await attached(t, { product_id: "creator" });
    await saveCard(t, CARDS.failsLater);
    const before = (await told(t)).length;
    setTime(MAY_1);
    await getCustomer(t);
    const failed = (await told(t, before)).filter(({ type }) => type === "invoice.failed");
    expect(failed).toHaveLength(1);
    const retries = failed[0]?.fields["retries"] as number[];
    expect(retries.length).toBeGreaterThan(1);
    setTime(retries[0] ?? NaN);
    await getCustomer(t);
    const again = (await told(t, before)).filter(({ type }) => type === "invoice.failed");
    expect(again.map(({ fields }) => fields["retries"])).toEqual([retries, retries.slice(1)]);
    await saveCard(t);
    expect(types(await told(t, before)).filter((type) => type === "invoice.paid")).toHaveLength(1);
  });

  it("of a disputed payment, once for each report", async () => {
    const t = await startEngine();
    await getCustomer(t);
    const dispute = { id: "dp_1", invoice: null, minor: 600, currency: "usd", reason: "fraud" };
    for (const at of [APRIL_1, MAY_1]) {
      await t.run(async (ctx) => {
        const customer = await ctx.db.query("customers").first();
        if (!customer) throw new Error("There is no customer");
        await emitDisputed(ctx, customer._id, { ...dispute, at });
      });
    }
    const rows = (await told(t)).filter(({ type }) => type === "payment.disputed");
    expect(rows.map(({ fields }) => fields["amount"])).toEqual([6]);
  });
});

describe("dates that are near are events", () => {
  it.each([
    ["a trial, three days before", "tasted", 7 - 3, "trial.ending"],
    ["a yearly renewal, seven days before", "yearly", 365 - 7, "renewal.upcoming"],
  ])("%s, once", async (_, product_id, day, type) => {
    const trial = { length: 7, duration: "day" as const, unique_fingerprint: false };
    const t = await openShop([
      ...PRODUCTS,
      {
        ...product("tasted", [{ price: 5, interval: "month" }]),
        free_trial: { ...trial, card_required: true },
      },
      product("yearly", [{ price: 90, interval: "year" }]),
    ] as typeof PRODUCTS);
    await saveCard(t);
    await bought(t, { product_id });
    const count = async () => types(await told(t)).filter((one) => one === type).length;
    setTime(APRIL_1 + day * DAY_MS - 1);
    await tell(t);
    expect(await count()).toBe(0);
    setTime(APRIL_1 + day * DAY_MS);
    for (let run = 0; run < 2; run += 1) await tell(t);
    await getCustomer(t);
    expect(await count()).toBe(1);
  });

  it("but not of a plan that is canceled", async () => {
    const t = await openShop([...PRODUCTS, product("yearly", [{ price: 90, interval: "year" }])]);
    await saveCard(t);
    await bought(t, { product_id: "yearly" });
    await cancel(t, { product_id: "yearly" });
    setTime(APRIL_1 + 360 * DAY_MS);
    await tell(t);
    const customer = await t.run(async (ctx) => (await ctx.db.query("customers").first())?._id);
    if (!customer) throw new Error("There is no customer");
    await t.mutation(internal.lifecycle.notices.emitOf, { customer });
    expect(types(await told(t))).not.toContain("renewal.upcoming");
  });

  it("with the total of the invoice that follows, to the cent", async () => {
    const packs = { ...CREDIT_PACKS, interval: "year" as const, price: 3.33 };
    const yearly = product("yearly", [{ price: 89.99, interval: "year" }, packs]);
    const t = await openShop([...PRODUCTS, yearly] as typeof PRODUCTS);
    await saveCard(t);
    const options = [{ feature_id: "credits", quantity: 300 }];
    await bought(t, { product_id: "yearly", options });
    setTime(APRIL_1 + 358 * DAY_MS);
    await tell(t);
    const notice = lastOf(await told(t), "renewal.upcoming");
    expect(notice).toMatchObject({ total: 99.98, currency: "usd" });
    setTime(APRIL_1 + 365 * DAY_MS);
    await getCustomer(t);
    expect((await invoicesOf(t)).at(-1)).toEqual([9998, "paid"]);
  });

  it("of a card that expires this month, once", async () => {
    const t = await startEngine();
    await saveCard(t);
    for (const at of [Date.UTC(2030, 10, 30), Date.UTC(2030, 11, 1), Date.UTC(2030, 11, 2)]) {
      setTime(at);
      await tell(t);
    }
    const rows = (await told(t)).filter(({ type }) => type === "card.expiring");
    expect(rows.map(({ fields }) => fields["last4"])).toEqual(["4242"]);
  });
});

describe("balances that run out are events", () => {
  it("low at a fifth, and exhausted, once in a period", async () => {
    const t = await startEngine();
    const { features } = await getCustomer(t);
    const uploads = features["uploads"];
    const granted = uploads?.included_usage ?? NaN;
    const before = (await told(t)).length;
    const use = async (value: number) => {
      await t.mutation(api.public.track, {
        params: { customer_id: ANA, feature_id: "uploads", value },
      });
    };
    await use(granted - 2);
    expect(types(await told(t, before))).toEqual(["balance.low"]);
    await use(2);
    await use(-2);
    await use(2);
    await use(-granted);
    await use(granted - 1);
    expect(types(await told(t, before))).toEqual(["balance.low", "balance.exhausted"]);
    expect(lastOf(await told(t), "balance.exhausted")).toMatchObject({ balance: 0, granted });
    setTime(uploads?.next_reset_at ?? MAY_1);
    await getCustomer(t);
    await use(granted);
    expect(
      types(await told(t, before)).filter((type) => type === "balance.exhausted"),
    ).toHaveLength(2);
  });
});
