import { queryGeneric } from "convex/server";
import { v } from "convex/values";

const FROM_STRINGS = {
  eval: () => globalThis.eval("1") as unknown,
  // This code is under test.
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval
  function: () => new Function("return 1") as unknown,
};

export const fromStrings = queryGeneric({
  args: { how: v.union(v.literal("eval"), v.literal("function")) },
  handler: (_, { how }) => {
    FROM_STRINGS[how]();
  },
});

/** Searches that the types forbid. */
interface Untyped {
  search: (field: string, text: string) => Untyped;
}

export const search = queryGeneric({
  args: { texts: v.array(v.string()) },
  handler: async ({ db }, { texts }) => {
    const filter = (q: unknown) =>
      texts.reduce((each, text) => each.search("text", text), q as Untyped);
    const found = await db
      .query("texts")
      .withSearchIndex("by_text", filter as never)
      .collect();
    return found.length;
  },
});
