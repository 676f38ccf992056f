import { componentsGeneric, createFunctionHandle, makeFunctionReference } from "convex/server";
import { mutationGeneric, queryGeneric, type FunctionReference } from "convex/server";
import { v } from "convex/values";

interface Counter {
  counts: {
    add: FunctionReference<"mutation", "internal", { run: string; fails: boolean }, string>;
    count: FunctionReference<"query", "internal", { run: string }, number>;
    callBack: FunctionReference<"mutation", "internal", { run: string; handle: string }, null>;
  };
}

// The command line would generate its type.
const { counts } = (componentsGeneric() as unknown as { counter: Counter }).counter;
const args = { run: v.string() };

export const add = mutationGeneric({
  args,
  handler: ({ runMutation }, { run }) => runMutation(counts.add, { run, fails: false }),
});

export const addThenThrow = mutationGeneric({
  args,
  handler: async ({ runMutation }, { run }) => {
    await runMutation(counts.add, { run, fails: false });
    throw new Error("on purpose");
  },
});

export const surviveFailure = mutationGeneric({
  args,
  handler: async ({ runMutation }, { run }) => {
    await runMutation(counts.add, { run, fails: true }).catch(() => null);
    await runMutation(counts.add, { run, fails: false });
  },
});

export const count = queryGeneric({
  args,
  handler: ({ runQuery }, { run }) => runQuery(counts.count, { run }),
});

const addRows = makeFunctionReference<"mutation", { run: string; ranks: number[] }>("rows:add");

export const callBack = mutationGeneric({
  args,
  handler: async ({ runMutation }, { run }) =>
    runMutation(counts.callBack, { run, handle: await createFunctionHandle(addRows) }),
});
