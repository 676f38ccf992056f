import { v } from "convex/values";
import { action } from "./accounts/guarded";
import { fail, vDeclineCode, vResult, vTimeline } from "../packages/billing/src/contract";
import type { Result, Timeline } from "../packages/billing/src/contract";
import type { ActionCtx } from "./_generated/server";
import { billing } from "./billing";

const vWish = v.union(
  v.object({ do: v.literal("read") }),
  v.object({ do: v.literal("advance"), to: v.number() }),
  v.object({ do: v.literal("fail_next_charge"), code: vDeclineCode }),
);

/**
 * Developers' tools for their own customer in the sandbox: move its clock, make its next charge
 * fail. Each returns the new state. They can't name another customer, and outside the sandbox every
 * call is refused.
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
    return await billing.sandbox.timeline(ctx, customerId);
  },
});

async function grant(
  ctx: ActionCtx,
  customerId: string,
  wish: typeof vWish.type,
): Promise<Pick<Result<unknown>, "error" | "statusCode">> {
  switch (wish.do) {
    case "read":
      return { error: null };
    case "advance":
      return await billing.sandbox.advance(ctx, customerId, wish.to);
    case "fail_next_charge":
      return await billing.sandbox.failNextCharge(ctx, { customerId, code: wish.code });
  }
}
