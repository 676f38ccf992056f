import { ok, vResult } from "../../packages/billing/src/contract/errors";
import type { Result } from "../../packages/billing/src/contract/errors";
import { vBrowserOperation, vCaller } from "../../packages/billing/src/contract/caller";
import type { BrowserOperation } from "../../packages/billing/src/contract/operations";
import { browserLimitOf, countCall } from "../engine/platform/rateLimits";
import { internal } from "../_generated/api";
import { internalMutation } from "../_generated/server";
import type { ActionCtx, MutationCtx } from "../_generated/server";
import { identify } from "./identify";
import type { Who } from "./identify";

/** Who calls; null when signed out. What writes counts towards the limits of the caller's session. */
export async function identifyCaller(
  ctx: MutationCtx,
  operation: BrowserOperation,
): Promise<Result<Who | null>> {
  const who = await identify(ctx);
  const limit = browserLimitOf(operation);
  if (!who || !limit) return ok(who);
  return (await countCall(ctx, limit, await sessionKey(ctx, who))) ?? ok(who);
}

/** The same for actions of a host that asks nothing else of its callers. */
export async function identifyInAction(
  ctx: ActionCtx,
  operation: BrowserOperation,
): Promise<Result<Who | null>> {
  if (!(await ctx.auth.getUserIdentity())) return ok(null);
  return await ctx.runMutation(internal.provider.caller.fromAction, { operation });
}

export const fromAction = internalMutation({
  args: { operation: vBrowserOperation },
  returns: vResult(vCaller),
  handler: async (ctx, { operation }): Promise<Result<Who | null>> =>
    await identifyCaller(ctx, operation),
});

/** A stolen session then uses up its own limit, and not its owner's. `sid`: OpenID Connect's claim. */
async function sessionKey(ctx: MutationCtx, { customerId }: Who): Promise<string> {
  const sid = (await ctx.auth.getUserIdentity())?.["sid"];
  return typeof sid === "string" ? `${customerId}:${sid}` : customerId;
}
