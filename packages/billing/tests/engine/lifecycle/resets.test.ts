import { describe, expect, it, vi } from "vitest";
import { internal } from "../../../src/component/_generated/api";
import { APRIL_1, DAY_MS, attached, getCustomer, ledgerGaps, setTime } from "../harness";
import type { Engine } from "../harness";
import { amounts, createEntities, seat, startWorkspace, track } from "../workspace";

/** Runs the sweep, and everything that it schedules. */
async function sweep(t: Engine): Promise<number> {
  const found = await t.mutation(internal.lifecycle.resets.resetDue, {});
  await t.finishAllScheduledFunctions(vi.runOnlyPendingTimers);
  return found;
}

async function startRolling() {
  const t = await startWorkspace();
  await attached(t, { product_id: "rolling" });
  await createEntities(t, seat("a"));
  await track(t, { feature_id: "messages", entity_id: "a", value: 80 });
  return t;
}

describe("due resets of customers without calls", () => {
  it("INV-19: are stored by the sweep with the result that a read would show", async () => {
    const [swept, read] = [await startRolling(), await startRolling()];
    for (const days of [31, 62, 93]) {
      setTime(APRIL_1 + days * DAY_MS);
      await sweep(swept);
    }
    expect(await amounts(swept, "messages", "a")).toEqual(await amounts(read, "messages", "a"));
    expect((await getCustomer(swept)).features).toEqual((await getCustomer(read)).features);
    expect(await ledgerGaps(swept)).toEqual([]);
  });

  it("are found once they are due, and not a moment sooner", async () => {
    const t = await startRolling();
    const customer = await t.run((ctx) => ctx.db.query("customers").first());
    const due = customer?.next_change_at ?? NaN;
    setTime(due - 1);
    expect(await sweep(t)).toBe(0);
    setTime(due);
    expect(await sweep(t)).toBe(1);
    expect(await sweep(t)).toBe(0);
  });

  it("ignore customers with a test clock", async () => {
    const t = await startRolling();
    await t.run(async (ctx) => {
      const customer = await ctx.db.query("customers").first();
      if (!customer) throw new Error("There is no customer");
      await ctx.db.patch("customers", customer._id, { clock_now: APRIL_1 });
    });
    setTime(APRIL_1 + 31 * DAY_MS);
    expect(await sweep(t)).toBe(0);
  });
});
