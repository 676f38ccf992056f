import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeKey } from "../../../packages/convex-local/src/codec/keys";
import type { Cursors, Position } from "../../../packages/convex-local/src/runtime/cursors";
import { Usage } from "../../../packages/convex-local/src/runtime/limits";
import { readPage } from "../../../packages/convex-local/src/runtime/pages";
import { casesOf } from "../../cases";
import { openTempDatabase } from "../store/temp-folder";

const GROUPS = ["a", "b", "c"];
const PER_GROUP = 7;

/** Cursors made with the key: they open to any position. */
const open: Cursors = {
  seal: (position) => JSON.stringify(position),
  open: (cursor) => JSON.parse(String(cursor)) as Position,
};

/** Keys of documents of each group, of their limits, and of nothing. */
const key = fc.oneof(
  fc.constantFrom("", "\x00", "\x10", "\xfe", "\xff\xff"),
  fc
    .tuple(fc.constantFrom("", "0", ...GROUPS, "d"), fc.integer({ min: -1, max: PER_GROUP }))
    .map(([group, rank]) => encodeKey(group) + encodeKey(rank)),
);
const cursor = fc.option(
  fc.oneof(
    fc.constant<Position>("end"),
    key.map((each) => ({ key: each })),
  ),
);

describe("a page", () => {
  it("holds documents of its range alone, whatever position its cursors name", () => {
    const database = openTempDatabase();
    database.applySchema([
      { name: "notes", indexes: [{ name: "by_group_rank", fields: ["group", "rank"] }] },
    ]);
    const fill = database.begin();
    for (const group of GROUPS)
      for (let rank = 0; rank < PER_GROUP; rank += 1) fill.insert("notes", { group, rank });
    database.commit(fill);
    const request = fc.record({
      group: fc.constantFrom(...GROUPS),
      from: fc.integer({ min: 0, max: PER_GROUP }),
      to: fc.integer({ min: 0, max: PER_GROUP }),
      order: fc.constantFrom("asc" as const, "desc" as const),
      start: cursor,
      end: cursor,
      pageSize: fc.integer({ min: 1, max: 30 }),
    });
    fc.assert(
      fc.property(request, ({ group, from, to, order, start, end, pageSize }) => {
        const context = {
          tx: database.begin(),
          usage: new Usage(),
          indexFields: () => ["group", "rank", "_creationTime"],
          search: () => () => [],
        };
        const source = {
          type: "IndexRange" as const,
          indexName: "notes.by_group_rank",
          range: [
            { type: "Eq" as const, fieldPath: "group", value: group },
            { type: "Gte" as const, fieldPath: "rank", value: from },
            { type: "Lt" as const, fieldPath: "rank", value: to },
          ],
          order,
        };
        const text = (position: Position | null) => position && open.seal(position);
        const { page } = readPage(
          {
            ...{ query: { source, operators: [] }, pageSize },
            ...{ cursor: text(start), endCursor: text(end) },
          },
          context,
          open,
        );
        const ranks = page.map(({ rank }) => Number(rank));
        expect(page.filter((note) => note.group !== group)).toEqual([]);
        expect(ranks.filter((rank) => rank < from || rank >= to)).toEqual([]);
        if (end === null) expect(page.length).toBeLessThanOrEqual(pageSize);
        expect(new Set(ranks).size).toBe(page.length);
      }),
      { numRuns: casesOf(300) },
    );
  });
});
