import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../../src/component/_generated/api";
import { ANA, CARDS, MAY_1, attached, gate, getCustomer, saveCard } from "../harness";
import { setTime, startEngine } from "../harness";
import type { Engine } from "../harness";
import { failJob, queueJob, stopJob } from "../../../src/component/store/jobs/jobs";
import { MINUTE_MS } from "../../../src/contract/time";

const { lists, find, timeline } = api.operations.operators;
const { stuckJobs: jobs } = api.lifecycle;
const BEN = "user_ben";

beforeEach(() => {
  vi.spyOn(console, "error").mockReturnValue();
});
/** Ana, whose renewal of 1 May was declined. */
async function startUnpaid(): Promise<Engine> {
  const t = await startEngine();
  await saveCard(t);
  await attached(t, { product_id: "creator" });
  await saveCard(t, CARDS.failsLater);
  setTime(MAY_1);
  await t.mutation(internal.lifecycle.renewals.processMissed, {});
  await t.finishAllScheduledFunctions(() => vi.advanceTimersByTime(0));
  return t;
}

async function addCustomer(t: Engine, id: string, email: string) {
  await t.mutation(api.public.createCustomer, { params: { id, email, name: id } });
}

/** All rows of a list, in pages of one size. */
async function everyPage<Row>(
  read: (page: { limit: number; cursor?: string }) => Promise<{
    data: { list: Row[]; next_cursor: string | null } | null;
  }>,
  limit: number,
): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const { data } = await read({ limit, ...(cursor !== undefined && { cursor }) });
    if (!data) throw new Error("The page was refused");
    expect(data.list.length).toBeLessThanOrEqual(limit);
    rows.push(...data.list);
    cursor = data.next_cursor;
  }
  return rows;
}

describe("failed payments", () => {
  it("say whose invoice it is, why it failed, and when it is charged again", async () => {
    const t = await startUnpaid();
    const { data } = await t.query(lists.failedPayments, {});
    expect(data?.list).toEqual([
      {
        ...{ customer_id: ANA, name: null, email: null, product_ids: ["creator"] },
        invoice: expect.stringMatching(/-0002$/) as string,
        ...{ total: 6, currency: "usd", created_at: MAY_1, failed_at: MAY_1 },
        reason: expect.stringContaining("declined") as string,
        retry_at: expect.any(Number) as number,
      },
    ]);
    expect(data?.list[0]?.retry_at).toBeGreaterThan(MAY_1);
  });

  it("end with the payment", async () => {
    const t = await startUnpaid();
    await saveCard(t);
    expect((await t.query(lists.failedPayments, {})).data?.list).toEqual([]);
  });

  it("are read in pages, each row once", async () => {
    const t = await startUnpaid();
    await t.run(async (ctx) => {
      const [invoice] = await ctx.db.query("invoices").order("desc").take(1);
      if (!invoice) throw new Error("No invoice");
      const { _id, _creationTime, ...fields } = invoice;
      for (const n of [3, 4]) {
        await ctx.db.insert("invoices", { ...fields, key: `k${n}`, number: `N-000${n}` });
      }
    });
    const rows = await everyPage(async (page) => await t.query(lists.failedPayments, page), 1);
    expect(rows.map(({ invoice }) => invoice.slice(-4))).toEqual(["0004", "0003", "0002"]);
    expect(rows[0]?.reason).toBeNull();
  });

  it.each([{ limit: 0 }, { limit: 101 }, { limit: 1.5 }, { cursor: "x" }])(
    "refuse the page %o",
    async (page) => {
      const t = await startEngine();
      expect((await t.query(lists.failedPayments, page)).error?.code).toBe("invalid_inputs");
    },
  );
});

describe("open disputes", () => {
  it("are listed newest first, until they are closed", async () => {
    const t = await startEngine();
    await addCustomer(t, ANA, "ana@example.com");
    await t.run(async (ctx) => {
      const [customer] = await ctx.db.query("customers").take(1);
      if (!customer) throw new Error("Nobody");
      for (const state of ["open", "won", "open"] as const) {
        const { length } = await ctx.db.query("disputes").take(9);
        await ctx.db.insert("disputes", {
          ...{ dispute_id: `dp_${length}`, customer: customer._id, customer_id: ANA, key: "k" },
          ...{ minor: 600, currency: "usd", reason: "fraudulent", state, opened_at: MAY_1 },
          closed_at: null,
        });
      }
    });
    const rows = await everyPage(async (page) => await t.query(lists.openDisputes, page), 1);
    expect(rows.map(({ dispute }) => dispute)).toEqual(["dp_2", "dp_0"]);
    expect(rows[0]).toMatchObject({ amount: 6, email: "ana@example.com", invoice: null });
  });
});

describe("stuck jobs", () => {
  it("are steps that failed, with the error", async () => {
    const t = await startEngine();
    await getCustomer(t);
    await t.run(async (ctx) => {
      const [customer] = await ctx.db.query("customers").take(1);
      if (!customer) throw new Error("There is no customer");
      await failJob(ctx, "process_due", customer._id, "No product nowhere");
    });
    const { data } = await t.query(jobs.stuck, {});
    expect(data?.list).toMatchObject([
      {
        ...{ kind: "process_due", customer_id: ANA, about: null, error: "No product nowhere" },
        ...{ attempts: 1, dismissible: false },
      },
    ]);
  });

  it("are events that the host did not take, until it takes them", async () => {
    const t = await startEngine();
    await getCustomer(t);
    const [event] = await t.run((ctx) => ctx.db.query("events").take(1));
    if (!event) throw new Error("Nothing happened");
    await t.run(async (ctx) => {
      const { saveHostSettings } = await import("../../../src/component/store/hostSettings");
      await saveHostSettings(ctx, { on_event: "function://nothing" });
      await ctx.db.patch("events", event._id, { state: "pending" });
    });
    await t.mutation(internal.events.deliver.deliver, { customer: event.customer });
    const { data } = await t.query(jobs.stuck, {});
    expect(data?.list).toMatchObject([
      {
        ...{ kind: "deliver_events", customer_id: ANA, about: "customer.created", attempts: 1 },
        ...{ error: expect.any(String) as string, dismissible: true },
      },
    ]);
  });
});

describe("the list of stuck jobs", () => {
  it("has all kinds, the newest first, in pages; jobs that did not fail are left out", async () => {
    const t = await startEngine();
    await getCustomer(t);
    await t.run(async (ctx) => {
      const customer = await ctx.db.query("customers").first();
      if (!customer) throw new Error("Nobody");
      await failJob(ctx, "backfill", "", "No rights.");
      await failJob(ctx, "process_due", customer._id, "No product nowhere");
      const closure = { customer: customer._id, customer_id: "user_gone" };
      await queueJob(ctx, "close_account", await ctx.db.insert("accountClosures", closure));
    });
    const rows = await everyPage(async (page) => await t.query(jobs.stuck, page), 1);
    expect(rows.map(({ kind }) => kind)).toEqual(["process_due", "backfill"]);
    expect(rows[1]).toMatchObject({ customer_id: "", name: null, about: null });
  });

  it("keeps why a job was stopped, whatever fails afterwards", async () => {
    const t = await startEngine();
    await t.run(async (ctx) => {
      await stopJob(ctx, "backfill", "", "1 usd instead of 6 usd");
      await failJob(ctx, "backfill", "", "No connection");
    });
    const [row] = (await t.query(jobs.stuck, {})).data?.list ?? [];
    expect(row).toMatchObject({ error: "1 usd instead of 6 usd", next_attempt_at: null });
  });

  it("is worked off by hand: a job is started at once, and one that is done is no more", async () => {
    const t = await startEngine();
    await getCustomer(t);
    await t.run(async (ctx) => {
      const customer = await ctx.db.query("customers").first();
      if (customer) await failJob(ctx, "process_due", customer._id, "No product nowhere");
    });
    const [row] = (await t.query(jobs.stuck, {})).data?.list ?? [];
    const job = row?.job ?? "";
    expect((await t.mutation(jobs.retry, { job })).data).toEqual({ job, kind: "process_due" });
    const started = (await t.query(jobs.stuck, {})).data?.list;
    const next_attempt_at = Date.now() + 2 * MINUTE_MS;
    expect(started).toMatchObject([{ job, attempts: 2, next_attempt_at }]);
    await t.finishAllScheduledFunctions(() => vi.advanceTimersByTime(0));
    expect((await t.query(jobs.stuck, {})).data?.list).toEqual([]);
    for (const name of [job, "nothing"])
      expect((await t.mutation(jobs.retry, { job: name })).error?.code).toBe("invalid_request");
  });
});

describe("finding a customer", () => {
  it.each([
    ["user_ben", [BEN]],
    ["ben@example.com", [BEN, "user_twin"]],
    ["user", []],
    ["", []],
  ])("by %o", async (text, ids) => {
    const t = await startEngine();
    await addCustomer(t, ANA, "ana@example.com");
    await addCustomer(t, BEN, "ben@example.com");
    await addCustomer(t, "user_twin", "ben@example.com");
    const found = await t.query(find.findCustomers, { text });
    expect(found.map(({ customer_id }) => customer_id)).toEqual(ids);
  });
});

describe("the timeline", () => {
  const read = async (t: Engine, page: { limit?: number; cursor?: string } = {}, id = ANA) =>
    await t.query(timeline.timeline, { customerId: id, now: Date.now(), ...page });

  it("holds all that happened, newest first, whatever the size of its pages", async () => {
    const t = await startUnpaid();
    await gate(t, "uploads");
    const [invoice] = await t.run((ctx) => ctx.db.query("invoices").take(1));
    await t.mutation(api.public.createRefund, {
      params: { customer_id: ANA, invoice: invoice?.number ?? "" },
    });
    const stored = await t.run(async ({ db }) => [
      ...(await db.query("ledgerEntries").take(100)),
      ...(await db.query("moneyEntries").take(100)),
      ...(await db.query("events").take(100)),
      ...(await db.query("invoices").take(100)),
    ]);
    const ids = stored.sort((a, b) => b._creationTime - a._creationTime).map(({ _id }) => _id);
    expect(ids.length).toBeGreaterThan(15);
    for (const limit of [1, 4, 100]) {
      const rows = await everyPage(async (page) => await read(t, page), limit);
      expect(rows.map(({ id }) => id)).toEqual(ids);
    }
  });

  it("says what each row is", async () => {
    const t = await startUnpaid();
    const { data } = await read(t);
    const kinds = new Set(data?.list.map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual(["balance", "event", "invoice"]);
    const failed = data?.list.find(
      ({ kind, what }) => kind === "event" && what.type === "invoice.failed",
    );
    expect(failed).toMatchObject({ at: MAY_1, what: { details: { total: 6, currency: "usd" } } });
    expect(JSON.stringify(data?.list.filter(({ kind }) => kind === "event"))).not.toContain("http");
  });

  it("holds events of earlier versions, whatever fields they have", async () => {
    const t = await startEngine();
    await getCustomer(t);
    await t.run(async ({ db }) => {
      const event = await db.query("events").first();
      const fields = { old: "yes", list: [1], gone: null };
      if (!event) throw new Error("There is no event");
      await db.patch("events", event._id, { type: "long.ago", fields });
    });
    const { data } = await read(t);
    expect(data?.list.map(({ what }) => what)).toContainEqual({
      type: "long.ago",
      details: { old: "yes", gone: null },
    });
  });

  it("is of one customer alone", async () => {
    const t = await startUnpaid();
    await addCustomer(t, BEN, "ben@example.com");
    const { data } = await read(t, {}, BEN);
    expect(data?.list.map(({ kind }) => kind)).not.toContain("invoice");
    expect((await read(t, {}, "nobody")).error?.code).toBe("customer_not_found");
  });
});
