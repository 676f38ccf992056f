import { actionGeneric, componentsGeneric, createFunctionHandle } from "convex/server";
import { internalMutationGeneric, makeFunctionReference } from "convex/server";
import { mutationGeneric, queryGeneric } from "convex/server";
import type { FunctionReference, FunctionType } from "convex/server";
import { v } from "convex/values";

/** The called function: `lib/rateLimit` of `rateLimiter`. */
const call = { component: v.string(), path: v.string(), args: v.record(v.string(), v.any()) };

function targetOf<Kind extends FunctionType>({
  component,
  path,
}: {
  component: string;
  path: string;
}) {
  let target: unknown = componentsGeneric()[component];
  for (const part of path.split("/")) target = (target as Record<string, unknown>)[part];
  // The proxies of the convex package accept any name.
  return target as FunctionReference<Kind, "internal">;
}

export const query = queryGeneric({
  args: call,
  handler: (ctx, each): Promise<unknown> => ctx.runQuery(targetOf<"query">(each), each.args),
});

export const mutation = mutationGeneric({
  args: call,
  handler: (ctx, each): Promise<unknown> => ctx.runMutation(targetOf<"mutation">(each), each.args),
});

export const action = actionGeneric({
  args: call,
  handler: (ctx, each): Promise<unknown> => ctx.runAction(targetOf<"action">(each), each.args),
});

/** Calls the component and throws afterwards. */
export const thrower = mutationGeneric({
  args: call,
  handler: async (ctx, each) => {
    await ctx.runMutation(targetOf<"mutation">(each), each.args);
    throw new Error("The host threw.");
  },
});

/** Calls the component twice; an error of the second call is caught. */
export const catcher = mutationGeneric({
  args: { first: v.object(call), second: v.object(call) },
  handler: async (ctx, { first, second }) => {
    await ctx.runMutation(targetOf<"mutation">(first), first.args);
    try {
      await ctx.runMutation(targetOf<"mutation">(second), second.args);
      return "nothing was thrown";
    } catch {
      return "caught";
    }
  },
});

export const handleOf = actionGeneric({
  args: { name: v.string() },
  handler: (_, { name }): Promise<string> =>
    createFunctionHandle(makeFunctionReference<"mutation">(name)),
});

/** The function that workpool and crons run. */
export const note = internalMutationGeneric({
  args: { text: v.string() },
  handler: async (ctx, { text }) => {
    await ctx.db.insert("notes", { text });
  },
});

/** A migration of one step, in the form in which the package calls it. */
export const migration = internalMutationGeneric({
  args: v.any(),
  handler: async (ctx) => {
    await ctx.db.insert("notes", { text: "migrated" });
    return { continueCursor: "end", isDone: true, processed: 3 };
  },
});

export const notes = queryGeneric({
  args: {},
  handler: async (ctx) => (await ctx.db.query("notes").collect()).map(({ text }) => String(text)),
});
