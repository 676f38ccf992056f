import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { builtInTrees, reindex } from "../../../packages/convex-local/src/store/build";
import { applyWrite, indexesFor } from "../../../packages/convex-local/src/store/state";
import type { Doc, Indexes, Trees } from "../../../packages/convex-local/src/store/state";
import { casesOf } from "../../cases";

const NAMES = ["a", "b", "c.d"];
/** Few values, so that many documents share them; two of them are equal objects. */
const value = fc
  .constantFrom("undefined", "1", "2", '"x"', "null", '{"y":1}', '{"y":2}')
  .map((text) => (text === "undefined" ? {} : { value: JSON.parse(text) as number }));
const documents = fc
  .array(fc.tuple(value, value, value, fc.nat(99)), { maxLength: 12 })
  .map((rows) =>
    rows.map(([a, b, d, id], at): Doc => ({
      ...("value" in a && { a: a.value }),
      ...("value" in b && { b: b.value }),
      c: "value" in d ? { d: d.value } : 0,
      _id: `${id}_${at}`,
      _creationTime: at,
    })),
  );
const schema = fc
  .array(fc.shuffledSubarray(NAMES), { maxLength: 3 })
  .map((lists) =>
    indexesFor([{ name: "t", indexes: lists.map((fields, at) => ({ name: `by_${at}`, fields })) }]),
  );

const entriesOf = (trees: Trees) => [...trees].map(([name, tree]) => [name, tree.toArray()]);

/** The trees of documents that are written one after another. */
function written(docs: readonly Doc[], indexes: Indexes): Trees {
  const trees: Parameters<typeof applyWrite>[0] = new Map();
  for (const after of docs)
    applyWrite(trees, indexes, { table: "t", id: after._id, before: null, after });
  return trees;
}

describe("reindex", () => {
  it("makes the indexes that writing the documents would make, also over earlier ones", () => {
    fc.assert(
      fc.property(documents, schema, schema, (docs, first, second) => {
        fc.pre(docs.length > 0);
        const bare = new Map(builtInTrees("t", docs));
        const once = reindex(bare, new Map(), first);
        expect(entriesOf(once)).toEqual(entriesOf(written(docs, first)));
        const twice = reindex(once, first, second);
        expect(entriesOf(twice)).toEqual(entriesOf(written(docs, second)));
      }),
      { numRuns: casesOf(400) },
    );
  });

  it("makes empty indexes for a table without documents", () => {
    const trees = reindex(new Map(builtInTrees("t", [])), new Map(), indexesFor([]));
    expect(entriesOf(trees)).toEqual([
      ["t.by_id", []],
      ["t.by_creation_time", []],
    ]);
  });
});
