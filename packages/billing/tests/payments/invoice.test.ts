import { describe, expect, it } from "vitest";
import { api, internal } from "../../src/component/_generated/api";
import {
  ANA,
  APRIL_1,
  CARDS,
  DAY_MS,
  MAY_1,
  attached,
  getCustomer,
  saveCard,
  setTime,
  startEngine,
} from "../engine/harness";
import type { Engine } from "../engine/harness";
import { pathOf, send, textOf } from "./form";

const HOUR_MS = 60 * 60 * 1000;

async function newestInvoice(t: Engine) {
  const { invoices = [] } = await getCustomer(t);
  return pathOf(invoices[0]?.hosted_invoice_url);
}

/** A declined renewal: its invoice is open. */
async function openInvoice(t: Engine) {
  await saveCard(t);
  await attached(t, { product_id: "creator" });
  await saveCard(t, CARDS.failsLater);
  setTime(MAY_1);
  return await newestInvoice(t);
}

describe("the page of an invoice", () => {
  it("shows lines, total and receipt of what is paid", async () => {
    const t = await startEngine();
    await saveCard(t);
    await attached(t, { product_id: "creator" });
    const text = await textOf(await t.fetch(await newestInvoice(t), {}));
    expect(text).toContain("Receipt");
    expect(text).toContain("$6.00 was paid by card.");
    expect(text).not.toContain("Pay $");
  });

  it("lists refunds with their date and way", async () => {
    const t = await startEngine();
    await getCustomer(t);
    await t.run(async (ctx) => {
      const customer = await ctx.db.query("customers").first();
      if (!customer) throw new Error("There is no customer");
      await ctx.db.patch("customers", customer._id, { credit_minor: 250 });
    });
    await saveCard(t);
    await attached(t, { product_id: "creator" });
    const path = await newestInvoice(t);
    const { refund } = internal.operations.invoices.refunds;
    const invoice = await t.run(async (ctx) => (await ctx.db.query("invoices").first())?.number);
    const asked = { customerId: ANA, invoice: String(invoice) };
    await t.mutation(refund, { ...asked, amount: 1 });
    setTime(APRIL_1 + DAY_MS / 2);
    await t.mutation(refund, asked);
    const text = await textOf(await t.fetch(path, {}));
    expect(text).toContain("Receipt");
    expect(text).toContain("Refunded $1.00 on Apr 1, 2025.");
    expect(text).toContain("Refunded $5.00 on Apr 1, 2025, $2.50 of it as credit.");
  });

  it("is open for a day at one URL, and the URL stays the same for an hour", async () => {
    const t = await startEngine();
    await saveCard(t);
    await attached(t, { product_id: "creator" });
    const path = await newestInvoice(t);
    const issued = Date.now();
    setTime(issued + HOUR_MS - 1);
    expect(await newestInvoice(t)).toBe(path);
    setTime(issued + HOUR_MS);
    expect(await newestInvoice(t)).not.toBe(path);
    setTime(issued + 24 * HOUR_MS - 1);
    expect((await t.fetch(path, {})).status).toBe(200);
    setTime(issued + 24 * HOUR_MS);
    expect((await t.fetch(path, {})).status).toBe(404);
  });

  it("is open for a day of the customer's test clock", async () => {
    const t = await startEngine();
    await saveCard(t);
    await attached(t, { product_id: "creator" });
    const path = await newestInvoice(t);
    const advance = (to: number) =>
      t.mutation(api.lifecycle.testClock.advance, { customerId: ANA, to });
    await advance(APRIL_1 + DAY_MS - HOUR_MS);
    expect((await t.fetch(path, {})).status).toBe(200);
    await advance(APRIL_1 + DAY_MS);
    expect((await t.fetch(path, {})).status).toBe(404);
  });

  it("names the customer: by name, else by email address", async () => {
    const t = await startEngine();
    await t.mutation(api.public.createCustomer, {
      params: { id: ANA, email: "ana@example.com" },
    });
    await saveCard(t);
    await attached(t, { product_id: "creator" });
    const read = async () => await textOf(await t.fetch(await newestInvoice(t), {}));
    expect(await read()).toContain("Issued April 1, 2025 to ana@example.com");
    await t.mutation(api.public.updateCustomer, {
      params: { customer_id: ANA, name: "Ana" },
    });
    expect(await read()).toContain("Issued April 1, 2025 to Ana");
  });

  it("opens by its own URL alone", async () => {
    const t = await startEngine();
    await saveCard(t);
    await attached(t, { product_id: "creator" });
    await attached(t, { product_id: "print_pack" });
    const { invoices = [] } = await getCustomer(t);
    const [first, second] = invoices.map(({ hosted_invoice_url }) => pathOf(hosted_invoice_url));
    const [id, until] = String(first).split(".");
    const mac = String(second).split(".")[2];
    expect((await t.fetch(`${id}.${until}.${mac}`, {})).status).toBe(404);
    expect((await t.fetch(`${first}0`, {})).status).toBe(404);
    const later = String(first).replace(`.${until}.`, ".zzzzzzzz.");
    expect((await t.fetch(later, {})).status).toBe(404);
  });

  it("charges the default card, and ends the past-due state", async () => {
    const t = await startEngine();
    const path = await openInvoice(t);
    expect(await textOf(await t.fetch(path, {}))).toContain("Pay $6.00");
    const declined = await send(t, path, { do: "pay" });
    expect(declined.status).toBe(402);
    expect(await textOf(declined)).toContain("Your card was declined. Nothing was charged.");
    const { _id } = await t.run(async (ctx) => {
      const card = await ctx.db.query("paymentMethods").order("desc").first();
      if (!card) throw new Error("No card is saved");
      return card;
    });
    await t.run((ctx) => ctx.db.delete("paymentMethods", _id));
    const revision = () =>
      t.run(async (ctx) => (await ctx.db.query("customers").first())?.revision ?? NaN);
    const before = await revision();
    expect((await send(t, path, { do: "pay" })).status).toBe(303);
    // Open pages are updated.
    expect(await revision()).toBeGreaterThan(before);
    expect((await send(t, path, { do: "pay" })).status).toBe(303);
    const { products, invoices } = await getCustomer(t);
    expect(products[0]).not.toHaveProperty("past_due");
    expect(invoices?.map(({ status }) => status)).toEqual(["paid", "paid"]);
  });

  it("asks for approval where the card needs it, and stays open without it", async () => {
    const t = await startEngine();
    await saveCard(t);
    await attached(t, { product_id: "creator" });
    await saveCard(t, "4000000000003063");
    setTime(MAY_1);
    const path = await newestInvoice(t);
    expect(await textOf(await t.fetch(path, {}))).toContain("Approve this payment");
    expect((await send(t, path, { do: "refuse" })).status).toBe(402);
    expect(await textOf(await t.fetch(path, {}))).toContain("Pay $6.00");
    await send(t, path, { do: "pay" });
    // Pressing Pay again does not answer the bank's question.
    await send(t, path, { do: "pay" });
    expect(await textOf(await t.fetch(path, {}))).toContain("Approve this payment");
    expect((await send(t, path, { do: "approve" })).status).toBe(303);
    expect(await textOf(await t.fetch(path, {}))).toContain("Receipt");
  });

  it("takes twenty forms, and ten a minute after that", async () => {
    const t = await startEngine();
    const path = await openInvoice(t);
    for (let n = 0; n < 20; n += 1) {
      expect((await send(t, path, { do: "refuse" })).status).not.toBe(429);
    }
    expect((await send(t, path, { do: "pay" })).status).toBe(429);
  });

  it.each([
    ["void", "It is void: nothing is owed."],
    ["uncollectible", "It was not paid in time."],
  ] as const)("offers no payment when the invoice is %s", async (status, said) => {
    const t = await startEngine();
    const path = await openInvoice(t);
    await t.run(async (ctx) => {
      const open = await ctx.db.query("invoices").order("desc").first();
      if (open) await ctx.db.patch("invoices", open._id, { status });
    });
    const text = await textOf(await t.fetch(path, {}));
    expect(text).toContain(said);
    expect(text).not.toContain("Pay $");
    expect((await send(t, path, { do: "pay" })).status).toBe(303);
    expect((await getCustomer(t)).invoices?.[0]?.status).toBe(status);
  });
});
