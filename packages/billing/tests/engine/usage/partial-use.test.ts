import { describe, expect, it } from "vitest";
import { decideFeatureAccess } from "../../../src/contract/access";
import { attached, getCustomer, ledgerGaps } from "../harness";
import type { Engine } from "../harness";
import { amounts, check, setUsage, startWorkspace, track } from "../workspace";

/** 5 calls of its own, and 100 coins, of which a call costs 10. */
async function startWithBoth(): Promise<Engine> {
  const t = await startWorkspace();
  await attached(t, { product_id: "purse" });
  await attached(t, { product_id: "own_calls" });
  return t;
}

describe("a use that balance and credits could only pay together", () => {
  it.each<[calls: number, allowed: boolean, applied: number, own: number, coins: number]>([
    [5, true, 5, 0, 100],
    [6, true, 6, 5, 40],
    [10, true, 10, 5, 0],
    [11, false, 10, 5, 0],
    [15, false, 10, 5, 0],
    [16, false, 15, 0, 0],
    [1000, false, 15, 0, 0],
  ])(
    "of %d calls: check, its use and the browser say %s; track applies %d",
    async (calls, allowed, applied, own, coins) => {
      const t = await startWithBoth();
      const question = { feature_id: "calls", required_balance: calls };
      const { features } = await getCustomer(t);
      expect(decideFeatureAccess(features, "calls", calls).allowed).toBe(allowed);
      expect((await check(t, question)).data?.allowed).toBe(allowed);
      if (!allowed) {
        expect((await check(t, { ...question, send_event: true })).data?.allowed).toBe(false);
        expect(await amounts(t, "calls")).toMatchObject({ balance: 5 });
      }
      const { data } = await track(t, { feature_id: "calls", value: calls });
      expect(data?.partial).toEqual(
        allowed ? undefined : [{ feature_id: "calls", applied, unapplied: calls - applied }],
      );
      expect(await amounts(t, "calls")).toMatchObject({ balance: own });
      expect(await amounts(t, "coins")).toMatchObject({ balance: coins });
      expect(await ledgerGaps(t)).toEqual([]);
    },
  );
});

describe("a partial use", () => {
  it("of an event for several features lists those that did not fit", async () => {
    const t = await startWorkspace();
    await attached(t, { product_id: "purse" });
    await attached(t, { product_id: "own_messages" });
    const { data } = await track(t, { event_name: "message.sent", value: 40 });
    expect(data?.partial).toEqual([{ feature_id: "messages", applied: 30, unapplied: 10 }]);
  });

  it("is also returned for a correction beyond the use, and for a feature that is not owned", async () => {
    const t = await startWithBoth();
    await track(t, { feature_id: "calls", value: 2 });
    expect((await track(t, { feature_id: "calls", value: -3 })).data?.partial).toEqual([
      { feature_id: "calls", applied: -2, unapplied: -1 },
    ]);
    expect((await track(t, { feature_id: "rooms" })).data?.partial).toEqual([
      { feature_id: "rooms", applied: 0, unapplied: 1 },
    ]);
  });

  it("is also returned for a total that the balance cannot reach", async () => {
    const t = await startWorkspace();
    await attached(t, { product_id: "own_calls" });
    expect((await setUsage(t, "calls", 7)).data?.partial).toEqual([
      { feature_id: "calls", applied: 5, unapplied: 2 },
    ]);
    expect((await setUsage(t, "calls", 7)).data?.partial).toEqual([
      { feature_id: "calls", applied: 0, unapplied: 2 },
    ]);
    expect((await setUsage(t, "calls", 4)).data).not.toHaveProperty("partial");
  });
});
