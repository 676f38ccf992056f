import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { casesOf } from "../../../../tests/cases";
import { nextBatch } from "../../src/component/platform/walk";

interface Row {
  at: number;
  _creationTime: number;
}

type Page = Awaited<ReturnType<typeof nextBatch<Row>>>;
type Place = Page["next"];

/** Rows of an index of times; rows of one time are in the order of their creation. */
function rangeOf(rows: readonly Row[]) {
  const sorted = rows.toSorted((a, b) => a.at - b.at || a._creationTime - b._creationTime);
  const some = async (is: (row: Row) => boolean, size: number) =>
    await Promise.resolve(sorted.filter(is).slice(0, size));
  return {
    sorted,
    same: async (place: { at: number; created: number }, size: number) =>
      await some((row) => row.at === place.at && row._creationTime > place.created, size),
    later: async (after: number | null, size: number) =>
      await some((row) => row.at > (after ?? -1), size),
  };
}

describe("nextBatch", () => {
  it("visits every row once, in order, however many share a time", async () => {
    const times = fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 40 });
    const size = fc.integer({ min: 1, max: 7 });
    await fc.assert(
      fc.asyncProperty(times, size, async (all, pageSize) => {
        const { sorted, ...range } = rangeOf(all.map((at, n) => ({ at, _creationTime: n })));
        const met: Row[] = [];
        let place: Place = null;
        do {
          const page: Page = await nextBatch<Row>(place, pageSize, range, ({ at }) => at);
          expect(page.rows.length).toBeLessThanOrEqual(pageSize);
          met.push(...page.rows);
          place = page.next;
        } while (place);
        expect(met).toEqual(sorted);
      }),
      { numRuns: casesOf(200) },
    );
  });
});
