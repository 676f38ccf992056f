import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { casesOf } from "../../../../../tests/cases";
import {
  billedUnits,
  boughtUnits,
  cashGap,
  LARGEST_LIFE,
  moved,
  openUnits,
  OTHER_SIZE,
  SMALLER_LIFE,
} from "../unit-lives";
import type { UnitMove } from "../unit-lives";
import { casesFrom } from "../cases-from";
import { ledgerGaps } from "../harness";
import type { Engine } from "../harness";
import { leaveAll } from "../purchaseMoves";

const product = fc.constantFrom("maker", "studio", "works", "tried", "extra", "free");
const owner = fc.constantFrom(undefined, undefined, "e1");

const anyMove: fc.Arbitrary<UnitMove> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("buy" as const),
      product,
      entity: owner,
      quantity: fc.constantFrom(undefined, undefined, 0, 100, 260, 800),
      code: fc.constantFrom(undefined, undefined, undefined, "HALF", "GIFT"),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("use" as const),
      feature: fc.constantFrom("credits", "renders", "calls"),
      share: fc.constantFrom(0.3, 0.9, 1, 1.5),
      entity: owner,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("wait" as const),
      days: fc.constantFrom(0.05, 5, 14, 31),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("cancel" as const),
      product,
      when: fc.constantFrom("end" as const, "now" as const),
      entity: owner,
    }),
  },
  fc.record({ do: fc.constant("card" as const), pays: fc.boolean() }),
  fc.record({ do: fc.constant("refund" as const), share: fc.constantFrom(0.5, 1) }),
);

/** Each prepaid unit that is or was there is paid, to the cent of each line. */
async function expectPaid(t: Engine) {
  const { credits, cents } = await billedUnits(t);
  expect(credits + cents).toBeGreaterThanOrEqual(await boughtUnits(t));
}

describe("random lives with packs, kept use, credits, entities, trials, rewards and debts", () => {
  it("pay for each prepaid unit that is spent, and for each use beyond a grant once", async () => {
    const succeeded = new Set<string>();
    const begin = casesFrom(openUnits);
    await fc.assert(
      fc.asyncProperty(fc.array(anyMove, { minLength: 2, maxLength: 7 }), (moves) =>
        begin(async (t) => {
          let over = 0;
          for (const move of moves) {
            const { done, beyond } = await moved(t, move);
            if (done) succeeded.add(move.do);
            over += beyond;
            await expectPaid(t);
          }
          await leaveAll(t);
          await expectPaid(t);
          expect((await billedUnits(t)).calls).toBe(over);
          expect(await cashGap(t)).toBe(0);
          expect(await ledgerGaps(t)).toEqual([]);
        }),
      ),
      { numRuns: casesOf(200, 10_000), examples: [[LARGEST_LIFE], [SMALLER_LIFE], [OTHER_SIZE]] },
    );
    expect([...succeeded].sort()).toEqual(["buy", "cancel", "card", "refund", "use", "wait"]);
  });
});
