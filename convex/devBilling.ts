import { v } from "convex/values";
import { action } from "./accounts/guarded";
import { fail, vResult } from "../packages/billing/src/contract";
import type { Result } from "../packages/billing/src/contract";
import { internal } from "./_generated/api";
import type { ActionCtx } from "./_generated/server";
import { vDeclineCode } from "./payments/sandbox/cards";
import { vTimeline } from "./payments/sandbox/timeline";
import type { Timeline } from "./payments/sandbox/timeline";
import { billing } from "./provider/index";

const vWish = v.union(
  v.object({ do: v.literal("read") }),
  v.object({ do: v.literal("advance"), to: v.number() }),
  v.object({ do: v.literal("fail_next_charge"), code: vDeclineCode }),
);

/**
 * What developers may do to their own customer in the sandbox: move its clock,
 * make its next charge fail. Each answers with how things stand then. Nobody
 * else's customer can be named, and outside the sandbox nothing is answered.
 */
export const run = action({
  args: { wish: vWish },
  returns: vResult(vTimeline),
  handler: async (ctx, { wish }): Promise<Result<Timeline>> => {
    const who = await billing.me(ctx);
    if (!who) return fail("unauthenticated", "Sign in first", 401);
    const { customerId } = who;
    const { error, statusCode = 400 } = await grant(ctx, customerId, wish);
    if (error) return { data: null, error, statusCode };
    const { timeline } = internal.payments.sandbox;
    return await ctx.runQuery(timeline.read, { customerId, now: Date.now() });
  },
});

async function grant(
  ctx: ActionCtx,
  customerId: string,
  wish: typeof vWish.type,
): Promise<Pick<Result<unknown>, "error" | "statusCode">> {
  const { clock } = internal.payments.sandbox;
  switch (wish.do) {
    case "read":
      return { error: null };
    case "advance":
      return await ctx.runMutation(clock.advance, { customerId, to: wish.to });
    case "fail_next_charge":
      return await ctx.runMutation(clock.failNextCharge, { customerId, code: wish.code });
  }
}
