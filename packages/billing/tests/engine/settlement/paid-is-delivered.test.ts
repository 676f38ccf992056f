import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { casesOf } from "../../../../../tests/cases";
import { misbilledOverage } from "../money-balance";
import { CROWD, deliveredMinor, halvePrices, joinCrowd } from "../paid-benefits";
import { netPaidMinor, openLife, overCredited, rowsIn } from "../paid-benefits";
import { casesFrom } from "../cases-from";
import type { Engine } from "../harness";
import {
  anyPurchaseMove,
  EVERY_MOVE,
  leaveAll,
  LINE_REFUNDED,
  live,
  SEATED,
  SEATS_AT_ONCE,
} from "../purchaseMoves";
import type { PurchaseMove } from "../purchaseMoves";

interface Life {
  /** How many entities have a plan at the start. */
  crowd: number;
  /** The customer's coupon: half off everything. */
  half: boolean;
  moves: PurchaseMove[];
}

const IS_LONG = process.env.CASES === "long";

const anyLife: fc.Arbitrary<Life> = fc.record({
  // Many entities renew separately, which is slow: only the example uses them.
  crowd: IS_LONG
    ? fc.oneof({ weight: 99, arbitrary: fc.constant(0) }, fc.constant(CROWD))
    : fc.constant(0),
  half: fc.boolean(),
  moves: fc.array(anyPurchaseMove, { minLength: 2, maxLength: 4 }),
});

const CROWDED: Life = {
  crowd: CROWD,
  half: false,
  moves: [
    { do: "buy", product: "max", entity: "c50" },
    { do: "wait", days: 14 },
    { do: "cancel", product: "basic", when: "now", entity: "c100" },
    { do: "wait", days: 31 },
  ],
};

const EXAMPLES: [Life][] = [EVERY_MOVE, SEATED, SEATS_AT_ONCE, LINE_REFUNDED].flatMap((moves) =>
  [false, true].map((half): [Life] => [{ crowd: 0, half, moves }]),
);

/** Performs the actions, then cancels everything. Returns what was paid and delivered. */
async function settleLife(t: Engine, { crowd, half, moves }: Life) {
  if (half) await halvePrices(t);
  const before = crowd > 0 ? await joinCrowd(t, crowd) : 0;
  const done = await live(t, moves);
  if (!half) expect(await misbilledOverage(t, "calls")).toEqual([]);
  // The purchases of many entities continue.
  if (crowd === 0) await leaveAll(t);
  const rows = await rowsIn(t);
  // No invoice shows the first month of the many.
  if (crowd === 0) expect(overCredited(rows)).toEqual([]);
  return {
    done,
    rows,
    paid: before + netPaidMinor(rows),
    delivered: deliveredMinor(rows, half ? 0.5 : 1),
  };
}

describe("random purchases, changes, uses, refunds and cancellations", () => {
  it("charge for what was delivered, to the cent of each line", async () => {
    const succeeded = new Set<string>();
    const begin = casesFrom(openLife);
    await fc.assert(
      fc.asyncProperty(anyLife, (life) =>
        begin(async (t) => {
          const { done, rows, paid, delivered } = await settleLife(t, life);
          for (const name of done) succeeded.add(name);
          const { refundedMinor, cents } = rows;
          // Refunded goods were delivered all the same.
          expect(paid).toBeGreaterThanOrEqual(delivered - refundedMinor - cents);
          expect(paid).toBeLessThanOrEqual(delivered + cents);
        }),
      ),
      {
        numRuns: casesOf(200, 10_000),
        examples: [[CROWDED], ...EXAMPLES],
      },
    );
    expect([...succeeded].sort()).toEqual([...new Set(EVERY_MOVE.map((move) => move.do))].sort());
  });
});
