import { internalMutationGeneric, makeFunctionReference } from "convex/server";
import { v } from "convex/values";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../src/component/_generated/api";
import type { BillingConfig } from "../../src/client";
import type { BillingEvent } from "../../src/contract";
import { vBillingEvent } from "../../src/contract";
import { billingIn, inBilling, openBackend } from "../../../../tests/convex/backend";
import { hostBilling } from "./host-billing";

const SECOND = 1000;
/** The events that the host's handler receives, and how often it fails first. */
const host: { told: BillingEvent[]; calls: number; fails: number } = {
  told: [],
  calls: 0,
  fails: 0,
};

const onEvent = internalMutationGeneric({
  args: { event: vBillingEvent },
  returns: v.null(),
  handler: async (_ctx, { event }): Promise<null> => {
    host.calls += 1;
    if (host.calls <= host.fails) throw new Error("The host is not ready");
    host.told.push(event);
    return await Promise.resolve(null);
  },
});
// The handler in a host's generated `internal`.
const reference = makeFunctionReference<"mutation">("hostEvents:onEvent") as unknown;
const billing = hostBilling({ onEvent: reference as NonNullable<BillingConfig["onEvent"]> });
const modules = {
  ...import.meta.glob("../../../../convex/_generated/*.ts"),
  "../../../../convex/hostEvents.ts": async () => await Promise.resolve({ onEvent }),
  "../../../../convex/hostBilling.ts": async () =>
    await Promise.resolve({ install: billing.actions().install }),
};

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2025, 3, 1) });
  vi.stubEnv("BILLING_MODE", "sandbox");
  vi.spyOn(console, "error").mockReturnValue();
  Object.assign(host, { told: [], calls: 0, fails: 0 });
});
async function installed() {
  const t = openBackend(modules);
  await t.mutation(makeFunctionReference<"mutation">("hostBilling:install"), {});
  return t;
}
type Deployment = Awaited<ReturnType<typeof installed>>;

const create = async (t: Deployment, id: string) =>
  await billingIn(t).mutation(api.public.createCustomer, { params: { id } });

/** The events that the handler has received after this time. */
async function after(t: Deployment, ms: number): Promise<string[]> {
  await vi.advanceTimersByTimeAsync(ms);
  for (let round = 0; round < 9; round += 1) {
    await t.finishInProgressScheduledFunctions();
    await vi.advanceTimersByTimeAsync(0);
  }
  return host.told.map(({ type, customer_id: id }) => `${id} ${type}`);
}

const states = async (t: Deployment) =>
  await inBilling(t, async (ctx) =>
    (await ctx.db.query("events").take(50)).map((row) => row.state),
  );

describe("a host's onEvent", () => {
  it("is told each event once, in order, and not before the call has ended", async () => {
    const t = await installed();
    await create(t, "ana");
    expect(host.told).toEqual([]);
    expect(await after(t, SECOND)).toEqual(["ana customer.created", "ana product.attached"]);
    expect(await after(t, 3600 * SECOND)).toHaveLength(2);
    expect(new Set(host.told.map(({ id }) => id)).size).toBe(2);
    expect(await states(t)).toEqual(["delivered", "delivered"]);
  });

  it("that fails undoes nothing, and is called again later, before the events behind it", async () => {
    const t = await installed();
    host.fails = 2;
    await create(t, "ana");
    expect(await after(t, SECOND)).toEqual([]);
    expect(host.calls).toBe(1);
    expect(await states(t)).toEqual(["pending", "pending"]);
    expect(await after(t, 61 * SECOND)).toEqual([]);
    expect(host.calls).toBe(2);
    expect(await after(t, 121 * SECOND)).toEqual(["ana customer.created", "ana product.attached"]);
  });

  it("that fails for one customer does not delay another", async () => {
    const t = await installed();
    host.fails = 1;
    await create(t, "ana");
    await after(t, SECOND);
    await create(t, "ben");
    expect(await after(t, SECOND)).toEqual(["ben customer.created", "ben product.attached"]);
  });

  it("hears an event whose delivery was lost, of a customer whom nobody touches", async () => {
    const t = await installed();
    for (const id of ["ana", "ben"]) await create(t, id);
    await after(t, SECOND);
    host.told = [];
    // A restored backup has rows without their scheduled functions.
    await inBilling(t, async ({ db }) => {
      const events = await db.query("events").take(50);
      for (const { _id, type } of events)
        if (type === "product.attached") await db.patch("events", _id, { state: "pending" });
    });
    const sweep = () => billingIn(t).mutation(internal.events.missed.deliverMissed, {});
    expect([await sweep(), await after(t, 600 * SECOND)]).toEqual([0, []]);
    expect(await sweep()).toBe(2);
    expect(await after(t, SECOND)).toEqual(["ana product.attached", "ben product.attached"]);
    expect(await sweep()).toBe(0);
  });

  it("hears what happened before it was removed and installed again", async () => {
    const t = await installed();
    await create(t, "ana");
    await inBilling(t, async ({ db }) => {
      const settings = await db.query("hostSettings").first();
      if (settings) await db.patch("hostSettings", settings._id, { on_event: undefined });
    });
    expect(await after(t, 3600 * SECOND)).toEqual([]);
    expect(await states(t)).toEqual(["pending", "pending"]);
    await t.mutation(makeFunctionReference<"mutation">("hostBilling:install"), {});
    await billingIn(t).mutation(internal.events.missed.deliverMissed, {});
    expect(await after(t, SECOND)).toEqual(["ana customer.created", "ana product.attached"]);
  });

  it("that never takes an event is passed over by the sweep, until an operator skips it", async () => {
    const t = await installed();
    host.fails = Infinity;
    await create(t, "ana");
    await after(t, 600 * SECOND);
    const calls = host.calls;
    await billingIn(t).mutation(internal.events.missed.deliverMissed, {});
    await after(t, SECOND);
    expect(host.calls).toBe(calls);
    host.fails = 0;
    const { stuck, dismiss } = api.lifecycle.stuckJobs;
    const [job] = (await billingIn(t).query(stuck, {})).data?.list ?? [];
    expect(job).toMatchObject({ about: "customer.created", dismissible: true });
    const why = { operator: "bo", reason: "The mail is not needed", key: "k" };
    await billingIn(t).mutation(dismiss, { job: job?.job ?? "", ...why });
    expect(await after(t, SECOND)).toEqual(["ana product.attached"]);
    expect(await states(t)).toEqual(["skipped", "delivered"]);
    expect((await billingIn(t).query(stuck, {})).data?.list).toEqual([]);
  });

  it("is not told of what happened before it was installed", async () => {
    const t = openBackend(modules);
    await create(t, "ana");
    await t.mutation(makeFunctionReference<"mutation">("hostBilling:install"), {});
    expect(await after(t, SECOND)).toEqual([]);
    expect(await states(t)).toEqual(["unheard"]);
  });
});
