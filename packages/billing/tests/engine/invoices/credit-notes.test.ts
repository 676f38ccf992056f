import { beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../../../src/component/_generated/api";
import type { CreditNote } from "../../../src/contract/invoiceResponses";
import type { WireParams } from "../../../src/contract/operations";
import { ANA, MAY_1, attached, getCustomer, saveCard, setTime, startEngine } from "../harness";
import type { Engine } from "../harness";
import { charging, remoteOf } from "../processors";
import { creditOf } from "../shop";

beforeEach(() => {
  vi.spyOn(console, "error").mockReturnValue();
});
async function startWithPlan() {
  const t = await startEngine();
  await saveCard(t);
  await attached(t, { product_id: "creator" });
  return t;
}

const invoices = async (t: Engine, page: { limit?: number; cursor?: string } = {}, id = ANA) =>
  await t.query(api.public.listInvoices, { params: { customer_id: id, ...page }, now: Date.now() });
const notes = async (t: Engine, page: { limit?: number; cursor?: string } = {}) =>
  await t.query(api.public.listCreditNotes, {
    params: { customer_id: ANA, ...page },
    now: Date.now(),
  });

/** Refunds the newest invoice. */
async function refund(
  t: Engine,
  over: Partial<WireParams<"createRefund">> = {},
  idempotencyKey?: string,
) {
  const invoice = (await invoices(t)).data?.list[0]?.number ?? "none";
  return await t.mutation(api.public.createRefund, {
    params: { customer_id: ANA, invoice, ...over },
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  });
}
const part = (amount: number) => ({ lines: [{ line: 0, amount }] });
const money = (t: Engine) => t.run((ctx) => ctx.db.query("moneyEntries").take(50));
const totals = (list: readonly CreditNote[] = []) =>
  list.map(({ number, status, total }) => [number.slice(-4), status, total]);

describe("a refund by key", () => {
  it("issues a credit note that names lines, and what went where", async () => {
    const t = await startWithPlan();
    const { data } = await refund(t, { ...part(2), reason: "A day was lost" });
    const [invoice] = (await invoices(t)).data?.list ?? [];
    expect(data).toMatchObject({
      ...{ invoice: invoice?.number, total: 2, by_card: 2, as_credit: 0, currency: "usd" },
      lines: [{ line: 0, description: invoice?.lines[0]?.description, amount: 2 }],
      reason: "A day was lost",
    });
    expect(data?.number).toBe(`CN-${invoice?.number?.replace(/\d{4}$/, "0001")}`);
    expect(invoice).toMatchObject({ refundable: 4, lines: [{ line: 0, refundable: 4 }] });
  });

  it("is made once, however often it is asked for", async () => {
    const t = await startWithPlan();
    const first = await refund(t, part(2), "k");
    expect(await refund(t, part(2), "k")).toEqual(first);
    expect((await refund(t, part(3), "k")).error?.code).toBe("duplicate_idempotency_key");
    expect(totals((await notes(t)).data?.list)).toEqual([["0001", "issued", 2]]);
  });

  it.each([
    ["more than the line", part(6.01), "invalid_inputs"],
    ["a line that is not there", { lines: [{ line: 9, amount: 1 }] }, "invalid_inputs"],
    ["no number", part(NaN), "invalid_inputs"],
    ["more than there is", part(1e20), "invalid_inputs"],
    ["less than a cent", part(0.001), "invalid_inputs"],
    ["too long a reason", { reason: "x".repeat(501) }, "invalid_inputs"],
    ["another's invoice", { customer_id: "ben" }, "not_found"],
    ["an unknown customer", { customer_id: "nobody" }, "customer_not_found"],
  ])("is refused for %s, and uses no number up", async (_, over, code) => {
    const t = await startWithPlan();
    await t.mutation(api.public.createCustomer, { params: { id: "ben" } });
    expect((await refund(t, over)).error?.code).toBe(code);
    expect((await refund(t)).data?.number).toMatch(/-0001$/);
    expect((await refund(t)).error?.message).toMatch(/was refunded already$/);
  });

  it("keeps the money ledger at 0, with the customer's credit in it", async () => {
    const t = await startWithPlan();
    await refund(t, { ...part(2), to: "credit" });
    await refund(t);
    const entries = await money(t);
    expect(entries.map(({ cause, postings, by }) => [cause, by.actor, postings])).toEqual([
      [
        "refund",
        "caller",
        [
          { account: "refunds", minor: 200 },
          { account: "credit", minor: -200 },
        ],
      ],
      [
        "refund",
        "caller",
        [
          { account: "refunds", minor: 400 },
          { account: "cash", minor: -400 },
        ],
      ],
    ]);
    expect(await creditOf(t)).toBe(200);
  });
});

// The sandbox gives money back at once.
const describeRemote = charging.by === "remote" ? describe : () => undefined;
describeRemote("a refund that the card refuses later", () => {
  it("voids its credit note, and can be refunded again, as credit or to the card", async () => {
    const t = await startWithPlan();
    const remote = remoteOf(t);
    if (!remote) throw new Error("No remote processor");
    remote.failsNextRefund = true;
    expect((await refund(t)).data?.status).toBe("pending");
    expect((await invoices(t)).data?.list[0]?.refundable).toBe(6);
    expect((await refund(t, { ...part(2), to: "credit" })).error).toBeNull();
    expect((await refund(t)).error).toBeNull();
    expect(totals((await notes(t)).data?.list)).toEqual([
      ["0003", "issued", 4],
      ["0002", "issued", 2],
      ["0001", "void", 6],
    ]);
    const sums = new Map<string, number>();
    for (const { postings } of await money(t)) {
      for (const { account, minor } of postings)
        sums.set(account, (sums.get(account) ?? 0) + minor);
    }
    expect(Object.fromEntries(sums)).toEqual({ refunds: 600, cash: -400, credit: -200 });
    expect(await creditOf(t)).toBe(200);
  });
});

describe("lists of invoices and credit notes", () => {
  it("go on at a cursor, newest first, without losing a row of the same moment", async () => {
    const t = await startWithPlan();
    for (const amount of [1, 0.5, 0.25]) await refund(t, part(amount));
    const first = (await notes(t, { limit: 2 })).data;
    expect(totals(first?.list)).toEqual([
      ["0003", "issued", 0.25],
      ["0002", "issued", 0.5],
    ]);
    const last = (await notes(t, { limit: 2, cursor: String(first?.next_cursor) })).data;
    expect([totals(last?.list), last?.next_cursor]).toEqual([[["0001", "issued", 1]], null]);
    setTime(MAY_1);
    await getCustomer(t);
    const [newest] = (await invoices(t, { limit: 1 })).data?.list ?? [];
    const cursor = String((await invoices(t, { limit: 1 })).data?.next_cursor);
    const [oldest] = (await invoices(t, { limit: 1, cursor })).data?.list ?? [];
    expect([newest?.number?.slice(-4), oldest?.number?.slice(-4)]).toEqual(["0002", "0001"]);
  });

  it.each([
    ["of another customer", "ben", "invoice"],
    ["of another list", ANA, "note"],
    ["that was made up", ANA, "none"],
  ])("refuse a cursor %s", async (_, id, which) => {
    const t = await startWithPlan();
    await t.mutation(api.public.createCustomer, { params: { id: "ben" } });
    await refund(t, part(1));
    const ids = await t.run(async (ctx) => ({
      invoice: (await ctx.db.query("invoices").first())?._id,
      note: (await ctx.db.query("creditNotes").first())?._id,
      none: "none",
    }));
    const cursor = String(ids[which as keyof typeof ids]);
    expect((await invoices(t, { cursor }, id)).error?.code).toBe("invalid_inputs");
  });

  it.each([0, 101, 1.5])("refuse a limit of %d", async (limit) => {
    const t = await startWithPlan();
    expect((await invoices(t, { limit })).error?.code).toBe("invalid_inputs");
    expect((await notes(t, { limit })).error?.code).toBe("invalid_inputs");
  });
});
