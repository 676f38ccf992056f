import type { FunctionArgs } from "convex/server";
import type { ComponentApi } from "../component/_generated/component";
import { asResult } from "../contract/errors";
import type { Result } from "../contract/errors";
import type { Timeline } from "../contract/sandbox";
import type { ReadingCtx, WritingCtx } from "./context";

type Pages = ComponentApi["payments"]["sandbox"];

/**
 * What developers do in the sandbox. On other deployments each is refused with
 * `sandbox_disabled`.
 */
export interface Sandbox {
  /** Where a customer's time stands, what comes, and what came. In queries, mutations and actions. */
  timeline: (ctx: ReadingCtx, customerId: string) => Promise<Result<Timeline>>;
  /** Moves a customer's test clock, forward only; what becomes due is done. */
  advance: (ctx: WritingCtx, customerId: string, to: number) => Promise<Result<{ now: number }>>;
  /** The customer's next charge is declined, whatever the card. */
  failNextCharge: (
    ctx: WritingCtx,
    args: FunctionArgs<Pages["clock"]["failNextCharge"]>,
  ) => Promise<Result<null>>;
  /** Pays a hosted page with a test card, as a person would. */
  submitCard: (
    ctx: WritingCtx,
    args: FunctionArgs<Pages["checkout"]["submitCard"]>,
  ) => Promise<Result<unknown>>;
}

export function sandboxOf({ payments }: ComponentApi): Sandbox {
  const { checkout, clock, timeline } = payments.sandbox;
  return {
    timeline: async (ctx, customerId) =>
      asResult(await ctx.runQuery(timeline.read, { customerId, now: Date.now() })),
    advance: async (ctx, customerId, to) =>
      asResult(await ctx.runMutation(clock.advance, { customerId, to })),
    failNextCharge: async (ctx, args) =>
      asResult(await ctx.runMutation(clock.failNextCharge, args)),
    submitCard: async (ctx, args) => asResult(await ctx.runMutation(checkout.submitCard, args)),
  };
}
