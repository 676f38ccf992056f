import { actionGeneric, mutationGeneric, queryGeneric } from "convex/server";
import { v } from "convex/values";

declare const Convex: { syscall?: unknown };

const calls = { count: 0 };
const shared = globalThis as { calls?: number };

/** Counts its calls in the module and in the global object. */
function count(): number[] {
  calls.count += 1;
  shared.calls = (shared.calls ?? 0) + 1;
  return [calls.count, shared.calls];
}

export const inQuery = queryGeneric({ args: { unique: v.string() }, handler: count });
export const inMutation = mutationGeneric({ args: {}, handler: count });
export const inAction = actionGeneric({ args: {}, handler: count });

const BREAK = {
  syscalls: () => {
    delete Convex.syscall;
  },
  arrays: () => {
    // This code is under test.
    // oxlint-disable-next-line no-extend-native
    Array.prototype.map = () => {
      throw new Error("broken");
    };
  },
  objects: () => {
    Object.defineProperty(Object.prototype, "added", { value: 1, configurable: true });
  },
  math: () => {
    Math.max = () => 0;
  },
};

export const breaks = queryGeneric({
  args: {
    what: v.union(
      ...(["syscalls", "arrays", "objects", "math"] as const).map((each) => v.literal(each)),
    ),
  },
  handler: (_, { what }) => BREAK[what](),
});

export const works = queryGeneric({
  args: { unique: v.string() },
  handler: async ({ db }) => {
    const rows = await db.query("rows").take(1);
    return (
      rows.length <= 1 && !("added" in {}) && Math.max(1, 2) === 2 && [1].map((n) => n)[0] === 1
    );
  },
});
