import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BTree } from "../../../local/store/btree";

const key = fc.integer({ min: 0, max: 400 }).map((n) => String(n).padStart(3, "0"));
const command = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("set" as const), key }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("delete" as const), key }) },
);

/** The model: entries in a sorted array. */
class SortedArray {
  constructor(readonly entries: [string, number][] = []) {}

  set(key: string, value: number): SortedArray {
    return new SortedArray([...this.delete(key).entries, [key, value] as [string, number]].sort());
  }

  delete(key: string): SortedArray {
    return new SortedArray(this.entries.filter(([other]) => other !== key));
  }

  range(lo: string, hi: string): [string, number][] {
    return this.entries.filter(([one]) => lo <= one && one < hi);
  }
}

describe("BTree", () => {
  it("does what a sorted array does, and old roots keep what they held", () => {
    const commands = fc.array(command, { maxLength: 600, size: "max" });
    fc.assert(
      fc.property(commands, key, key, (list, lo, hi) => {
        let tree = BTree.empty<number>();
        let model = new SortedArray();
        const history: [BTree<number>, SortedArray][] = [];
        for (const [at, { kind, key: one }] of list.entries()) {
          tree = kind === "set" ? tree.set(one, at) : tree.delete(one);
          model = kind === "set" ? model.set(one, at) : model.delete(one);
          if (at % 50 === 0) history.push([tree, model]);
          expect(tree.size).toBe(model.entries.length);
        }
        for (const [root, expected] of [...history, [tree, model] as const]) {
          expect([...root.entries()]).toEqual(expected.entries);
          expect([...root.range(lo, hi, "asc")]).toEqual(expected.range(lo, hi));
          expect([...root.range(lo, hi, "desc")]).toEqual(expected.range(lo, hi).reverse());
          for (const [one, value] of expected.entries) expect(root.get(one)).toBe(value);
        }
      }),
      { numRuns: 40 },
    );
  });

  it.each([0, 1, 16, 17, 31, 32, 33, 256, 257, 5000])(
    "built from %i entries equals the tree grown entry by entry",
    (count) => {
      const entries = Array.from({ length: count }, (_, i) => [String(i * 7919), i] as const);
      const grown = entries.reduce((tree, [k, v]) => tree.set(k, v), BTree.empty<number>());
      const built = BTree.from(entries);
      expect([...built.entries()]).toEqual([...grown.entries()]);
      expect(built.size).toBe(count);
      const [first] = entries;
      if (first) expect([...built.delete(first[0]).entries()]).toHaveLength(count - 1);
    },
  );

  it("is empty again after the last deletion", () => {
    const keys = Array.from({ length: 500 }, (_, i) => String(i));
    const full = keys.reduce((tree, k) => tree.set(k, 1), BTree.empty<number>());
    const empty = keys.reduce((tree, k) => tree.delete(k), full);
    expect([empty.size, [...empty.entries()], full.size]).toEqual([0, [], 500]);
  });
});
