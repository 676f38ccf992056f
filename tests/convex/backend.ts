import { register as registerRateLimiter } from "@convex-dev/rate-limiter/test";
import { convexTest } from "convex-test";
import type { FunctionReference, GenericMutationCtx } from "convex/server";
import type { DataModel } from "../../packages/billing/src/component/_generated/dataModel";
import billingSchema from "../../packages/billing/src/component/schema";
import schema from "../../convex/schema";

export type Modules = Record<string, () => Promise<unknown>>;

const billingModules = import.meta.glob([
  "../../packages/billing/src/component/**/*.ts",
  "!../../packages/billing/src/component/convex.config.ts",
]);

/**
 * A deployment with the tables and the components of `convex/`, and the modules that a test lists.
 */
export function openBackend(modules: Modules) {
  const t = convexTest(schema, modules);
  registerRateLimiter(t);
  t.registerComponent("billing", billingSchema, billingModules);
  registerRateLimiter(t, "billing/rateLimiter");
  return t;
}

/**
 * Only billing, as the root of a deployment, so that a test reaches its tables and internal
 * functions.
 */
export function openBilling() {
  const t = convexTest(billingSchema, billingModules);
  registerRateLimiter(t);
  return t;
}

/** Runs `handler` on the tables of billing, inside a deployment of the site. */
export async function inBilling<T>(
  t: object,
  handler: (ctx: GenericMutationCtx<DataModel>) => Promise<T>,
): Promise<T> {
  // The test backend has it, but its types do not declare it.
  const { runInComponent } = t as {
    runInComponent: (path: string, run: typeof handler) => Promise<T>;
  };
  return await runInComponent("billing", handler);
}

type Billing = ReturnType<typeof openBilling>;

/**
 * The billing of a deployment of the site, as a separate deployment: its functions and its tables,
 * but not its routes, which only a real deployment mounts.
 */
export function billingIn(t: object): Billing {
  const inside = {
    run: async (handler: (ctx: GenericMutationCtx<DataModel>) => Promise<unknown>) =>
      await inBilling(t, handler),
    query: async (reference: FunctionReference<"query">, args: Record<string, unknown>) =>
      await inBilling(t, async (ctx): Promise<unknown> => await ctx.runQuery(reference, args)),
    mutation: async (reference: FunctionReference<"mutation">, args: Record<string, unknown>) =>
      await inBilling(t, async (ctx): Promise<unknown> => await ctx.runMutation(reference, args)),
  };
  // Shared code does not call the omitted parts.
  return inside as unknown as Billing;
}
