import { describe, expect, it, vi } from "vitest";
import { api, internal } from "../../../src/component/_generated/api";
import schema from "../../../src/component/schema";
import { invoiceNumber, keptUntil } from "../../../src/component/rules/invoices/invoice";
import {
  ANA,
  APRIL_1,
  DAY_MS,
  attached,
  getCustomer,
  saveCard,
  setTime,
  startEngine,
} from "../harness";
import type { Engine } from "../harness";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const list = async (t: Engine, window: { from?: number; before?: number } = {}) =>
  (await t.query(internal.lifecycle.keptInvoices.list, window)).list;
const sweep = (t: Engine) => t.mutation(internal.lifecycle.keptInvoices.deleteOld, {});
const finish = (t: Engine) => t.finishAllScheduledFunctions(() => vi.runAllTimers());

/** A customer who has paid for Creator, half of which was refunded. */
async function startWithInvoice() {
  const t = await startEngine();
  await t.mutation(api.public.createCustomer, {
    params: { id: ANA, name: "Ana Quillfeather", email: "ana@quill.test", fingerprint: "device-9" },
  });
  await saveCard(t);
  await attached(t, { product_id: "creator" });
  const [invoice] = await t.run((ctx) => ctx.db.query("invoices").take(10));
  if (!invoice?.number) throw new Error("Creator was not charged");
  const refund = { customerId: ANA, invoice: invoice.number, amount: 3 };
  await t.mutation(internal.operations.invoices.refunds.refund, refund);
  return { t, invoice, number: invoice.number };
}

async function erase(t: Engine) {
  // Stored answers of the same moment count as those of the next customer with the id.
  setTime(Date.now() + 1);
  await t.mutation(api.public.deleteCustomer, { params: { customer_id: ANA } });
  await finish(t);
}

/** Tables with a text anywhere in their rows. */
async function tablesWith(t: Engine, text: string) {
  return await t.run(async (ctx) => {
    const names = Object.keys(schema.tables) as (keyof typeof schema.tables)[];
    const found = await Promise.all(
      names.map(async (name) => {
        const rows = await ctx.db.query(name).take(1_000);
        return JSON.stringify(rows).includes(text) ? [name] : [];
      }),
    );
    return found.flat();
  });
}

describe("invoices of a deleted customer", () => {
  it("are archived as they were issued, with their refunds", async () => {
    const { t, number, invoice } = await startWithInvoice();
    await erase(t);
    expect(await list(t)).toMatchObject([
      {
        number,
        billed_to: "Ana Quillfeather",
        status: "paid",
        created_at: APRIL_1,
        currency: "usd",
        lines: invoice.lines.map(({ description, minor }) => ({ description, minor })),
        total_minor: invoice.total_minor,
        amount_paid_minor: invoice.total_minor,
        refunds: [{ minor: 300, by_card_minor: 300, at: APRIL_1 }],
        expires_at: Date.UTC(2036, 0, 1),
      },
    ]);
  });

  it("are all that is left of the customer", async () => {
    const { t, invoice } = await startWithInvoice();
    await erase(t);
    expect(await tablesWith(t, "Ana Quillfeather")).toEqual(["keptInvoices"]);
    for (const secret of ["ana@quill.test", "device-9", ANA, invoice.link_secret ?? "?"]) {
      expect(await tablesWith(t, secret)).toEqual([]);
    }
    // Requests to and reports of a processor name the deleted row.
    const named = await tablesWith(t, invoice.customer);
    const processors = new Set(["charges", "paymentEvents"]);
    expect(named.filter((table) => !processors.has(table))).toEqual([]);
  });

  it("are deleted after ten calendar years, and not a moment before", async () => {
    const { t } = await startWithInvoice();
    await erase(t);
    setTime(Date.UTC(2036, 0, 1) - 1);
    expect(await sweep(t)).toBe(0);
    expect(await list(t)).toHaveLength(1);
    setTime(Date.UTC(2036, 0, 1));
    expect(await sweep(t)).toBe(1);
    expect(await list(t)).toEqual([]);
    expect(await tablesWith(t, "Quillfeather")).toEqual([]);
  });

  it("are not archived when their period is over at the deletion", async () => {
    const { t } = await startWithInvoice();
    await t.mutation(api.public.cancel, {
      params: { customer_id: ANA, product_id: "creator", cancel_immediately: true },
    });
    setTime(Date.UTC(2036, 0, 1));
    await erase(t);
    expect(await list(t)).toEqual([]);
    expect(await tablesWith(t, "Quillfeather")).toEqual([]);
  });

  it("are archived without drafts", async () => {
    const { t, invoice } = await startWithInvoice();
    const { _id, _creationTime, number, ...rest } = invoice;
    expect([_id, _creationTime, number]).not.toContain(undefined);
    await t.run((ctx) => ctx.db.insert("invoices", { ...rest, key: "draft", status: "draft" }));
    await erase(t);
    expect(await list(t)).toHaveLength(1);
  });

  it("are deleted in several sweeps once their period is over, and are listed by the day of issue", async () => {
    const t = await startEngine();
    await t.run(async (ctx) => {
      for (let k = 0; k < 1_200; k += 1) {
        const created_at = APRIL_1 + k;
        await ctx.db.insert("keptInvoices", {
          ...{ number: invoiceNumber("OLD", k), billed_to: null, status: "paid", created_at },
          ...{ currency: "usd", lines: [], total_minor: 0, credit_minor: 0, amount_paid_minor: 0 },
          ...{ credited_minor: 0, refunds: [], expires_at: created_at + DAY_MS },
        });
      }
    });
    const window = { from: APRIL_1 + 5, before: APRIL_1 + 8 };
    expect((await list(t, window)).map(({ created_at: at }) => at - APRIL_1)).toEqual([5, 6, 7]);
    setTime(APRIL_1 + DAY_MS + 1_100);
    expect(await sweep(t)).toBe(500);
    await finish(t);
    expect(await list(t)).toHaveLength(99);
  });

  it("reserve their numbers: no other customer gets one of them", async () => {
    const { t, number } = await startWithInvoice();
    const drawn = vi.spyOn(crypto, "getRandomValues");
    await erase(t);
    // The letters of the archived prefix are drawn first, then others.
    const letters = Array.from(number.slice(0, 8), (letter) => LETTERS.indexOf(letter));
    await saveCard(t);
    drawn.mockImplementation((bytes) => {
      if (bytes instanceof Uint8Array && bytes.length === 1) bytes.fill(letters.shift() ?? 1);
      return bytes;
    });
    await attached(t, { product_id: "creator" });
    const numbers = await t.run(async (ctx) =>
      (await ctx.db.query("invoices").take(10)).map((row) => row.number),
    );
    expect(numbers).toEqual(["BBBBBBBB-0001"]);
  });

  it("are not archived for a customer without invoices", async () => {
    const t = await startEngine();
    await getCustomer(t);
    await erase(t);
    expect(await list(t)).toEqual([]);
  });
});

describe("keptUntil", () => {
  it.each([
    [Date.UTC(2025, 0, 1), 2036],
    [Date.UTC(2025, 11, 31, 23, 59, 59, 999), 2036],
    [Date.UTC(2026, 0, 1), 2037],
  ])("counts from the end of the year of issue: %d", (issuedAt, year) => {
    expect(keptUntil(issuedAt, 10)).toBe(Date.UTC(year, 0, 1));
  });
});
