import fc from "fast-check";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../../../src/component/_generated/api";
import { runOperation } from "../../../src/component/callOperation";
import { customerKey } from "../../../src/contract/customerKeys";
import { totalOf } from "../../../src/component/rules/invoices/invoice";
import { casesOf } from "../../../../../tests/cases";
import { casesFrom } from "../cases-from";
import { ANA, CARDS, MAY_1, getCustomer, saveCard, setTime } from "../harness";
import type { Engine } from "../harness";
import { deliveredMinor, openLife, rowsIn } from "../paid-benefits";
import { contextOf } from "../processors";
import { live } from "../purchaseMoves";
import { bought, creditOf, invoicesOf, openShop, swapCards } from "../shop";

// A payment that is declined or not needed is logged for the operator.
beforeEach(() => void vi.spyOn(console, "error").mockReturnValue());
const { public: operations } = api;
const KEY = customerKey(ANA, "key");
const seats = { customer_id: ANA, feature_id: "seats" };
const entities = ["a", "b", "c", "d", "e"].map((id) => ({ id, feature_id: "seats" }));

async function startTeam() {
  const t = await openShop();
  await saveCard(t);
  await bought(t, { product_id: "team" });
  return t;
}

const named = (idempotencyKey?: string) => (idempotencyKey === undefined ? {} : { idempotencyKey });

/** Calls that use five seats, two of them paid. Their charge is sent with the next call. */
const CALLS = {
  track: (t: Engine, key?: string) =>
    t.run((ctx) =>
      ctx.runMutation(operations.track, { params: { ...seats, value: 5 }, ...named(key) }),
    ),
  setUsage: (t: Engine, key?: string) =>
    t.run((ctx) =>
      ctx.runMutation(operations.setUsage, { params: { ...seats, value: 5 }, ...named(key) }),
    ),
  check: (t: Engine, key?: string) => {
    const params = { ...seats, required_balance: 5, send_event: true };
    return t.run((ctx) => ctx.runMutation(operations.check, { params, ...named(key) }));
  },
  createEntity: (t: Engine, key?: string) => {
    const params = { customer_id: ANA, entities };
    return t.run((ctx) => ctx.runMutation(operations.createEntity, { params, ...named(key) }));
  },
  gate: (t: Engine) => {
    const use = { who: { customerId: ANA }, featureId: "seats", value: 5, key: "key" };
    return t.run((ctx) => ctx.runMutation(operations.gate, use));
  },
};

const used = async (t: Engine) => (await getCustomer(t)).features.seats?.usage;

describe("seats whose charge is pending", () => {
  it.each(Object.entries(CALLS))("are added once it is paid: %s", async (_, call) => {
    const t = await startTeam();
    expect((await call(t)).error?.code).toBe("payment_pending");
    await getCustomer(t);
    expect([await used(t), await creditOf(t)]).toEqual([5, 0]);
    expect(await invoicesOf(t)).toEqual([
      [2000, "paid"],
      [2000, "paid"],
    ]);
  });

  it.each(Object.entries(CALLS))("are the answer to the same key then: %s", async (_, call) => {
    const t = await startTeam();
    await call(t, KEY);
    await getCustomer(t);
    expect((await call(t, KEY)).error).toBeNull();
    expect(await used(t)).toBe(5);
  });

  it("are the answer to a call without a key, which waits for its own charge alone", async () => {
    const t = await startTeam();
    await CALLS.track(t);
    const params = { ...seats, value: 1 };
    const { data } = await runOperation(contextOf(t), api, "track", params);
    expect(data?.code).toBe("event_received");
    expect([await used(t), await creditOf(t)]).toEqual([6, 0]);
    expect(await t.run((ctx) => ctx.db.query("idempotencyKeys").take(9))).toHaveLength(1);
  });

  it.each(["setUsage", "createEntity"] as const)(
    "are charged once if the same state is asked for twice: %s",
    async (name) => {
      const t = await startTeam();
      await CALLS[name](t);
      expect((await CALLS[name](t)).error?.code).toBe("lock_already_exists");
      await getCustomer(t);
      const again = (await CALLS[name](t)).error?.code;
      expect(again).toBe(name === "setUsage" ? undefined : "entity_already_exists");
      expect([await used(t), await creditOf(t)]).toEqual([5, 0]);
    },
  );

  it("are not added if it is declined, and the same key says so", async () => {
    const t = await startTeam();
    await swapCards(t, CARDS.failsLater);
    await CALLS.track(t, KEY);
    await getCustomer(t);
    expect((await CALLS.track(t, KEY)).error?.code).toBe("invoice_payment_failed");
    expect(await used(t)).toBe(0);
    await swapCards(t);
    await t.mutation(operations.track, { params: { ...seats, value: 5 } });
    expect([await used(t), await creditOf(t)]).toEqual([5, 0]);
  });

  it("become credit if the plan has ended meanwhile", async () => {
    const t = await startTeam();
    await CALLS.track(t, KEY);
    const ended = { customer_id: ANA, product_id: "team", cancel_immediately: true };
    await t.run((ctx) => ctx.runMutation(operations.cancel, { params: ended }));
    await getCustomer(t);
    // The plan's own $20, and the payment for the seats.
    expect(await creditOf(t)).toBe(4000);
    expect(await CALLS.track(t, KEY)).toMatchObject({ data: { partial: [{ applied: 0 }] } });
  });

  it("belong to a customer that has another id by then", async () => {
    const t = await startTeam();
    await CALLS.track(t);
    const params = { customer_id: ANA, id: "bo" };
    const { error } = await t.run((ctx) => ctx.runMutation(operations.updateCustomer, { params }));
    expect(error).toBeNull();
    await getCustomer(t, "bo");
    expect((await getCustomer(t, "bo")).features.seats?.usage).toBe(5);
  });

  it("are paid for once if some are given back before the answer", async () => {
    const t = await startTeam();
    await CALLS.track(t);
    for (const value of [-2, 1]) {
      await t.run((ctx) => ctx.runMutation(operations.track, { params: { ...seats, value } }));
    }
    await getCustomer(t);
    setTime(MAY_1);
    expect([await used(t), await creditOf(t)]).toEqual([6, 0]);
    expect(await invoicesOf(t)).toEqual([
      [2000, "paid"],
      [3000, "paid"],
      [5000, "paid"],
    ]);
  });
});

/** What left the card, without the customer's credit. */
async function paidMinor(t: Engine): Promise<number> {
  const charges = await t.run((ctx) => ctx.db.query("charges").take(1_000));
  const paid = charges.filter(({ state, via }) => state === "paid" && via !== "refund");
  return totalOf(paid) - ((await creditOf(t)) ?? 0);
}

const anyMove = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(5, 1, -2).map((by) => ({ do: "addSeats" as const, by })),
  },
  fc.constant({ do: "seats" as const, to: 4 }),
  fc.constantFrom(0.3, 14, 31).map((days) => ({ do: "wait" as const, days })),
);

const AT_ONCE = ([5, -2, 1] as const).map((by) => ({ do: "addSeats" as const, by }));

describe("seats that are added and given back before the charge for them has an answer", () => {
  it("cost the time that they are in use", async () => {
    const begin = casesFrom(openLife);
    await fc.assert(
      fc.asyncProperty(fc.array(anyMove, { minLength: 1, maxLength: 5 }), (moves) =>
        begin(async (t) => {
          await live(t, [{ do: "buy", product: "team", entity: undefined }, ...moves]);
          await live(t, [
            { do: "wait", days: 0.3 },
            { do: "wait", days: 31 },
          ]);
          const rows = await rowsIn(t);
          const differs = Math.abs((await paidMinor(t)) - deliveredMinor(rows, 1));
          expect(differs).toBeLessThanOrEqual(rows.cents);
        }),
      ),
      {
        numRuns: casesOf(20, 2_000),
        examples: [[AT_ONCE]],
      },
    );
  });
});
