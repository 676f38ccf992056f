import type { FunctionArgs } from "convex/server";
import type { ComponentApi } from "../component/_generated/component";
import { asResult } from "../contract/errors";
import type { Result } from "../contract/errors";
import type { Timeline } from "../contract/sandbox";
import type { ReadingCtx, WritingCtx } from "./context";

type TestClock = ComponentApi["lifecycle"]["testClock"];
type Checkout = ComponentApi["pages"]["checkout"];

/** The sandbox tools for developers. Other deployments refuse them with `sandbox_disabled`. */
export interface Sandbox {
  /**
   * The time of a customer's test clock, the next events and the past ones. For
   * queries, mutations and actions.
   */
  timeline: (ctx: ReadingCtx, customerId: string) => Promise<Result<Timeline>>;
  /** Moves a customer's test clock forward and processes everything that becomes due. */
  advance: (ctx: WritingCtx, customerId: string, to: number) => Promise<Result<{ now: number }>>;
  /** Declines the customer's next charge, whatever the card. */
  failNextCharge: (
    ctx: WritingCtx,
    args: FunctionArgs<TestClock["failNextCharge"]>,
  ) => Promise<Result<null>>;
  /** Pays a hosted page with a test card, like a customer. */
  submitCard: (
    ctx: WritingCtx,
    args: FunctionArgs<Checkout["submitCard"]>,
  ) => Promise<Result<unknown>>;
}

export function sandboxOf({ lifecycle, payments, pages }: ComponentApi): Sandbox {
  const { testClock } = lifecycle;
  const { timeline } = payments.sandbox;
  const { checkout } = pages;
  return {
    timeline: async (ctx, customerId) =>
      asResult(await ctx.runQuery(timeline.read, { customerId, now: Date.now() })),
    advance: async (ctx, customerId, to) =>
      asResult(await ctx.runMutation(testClock.advance, { customerId, to })),
    failNextCharge: async (ctx, args) =>
      asResult(await ctx.runMutation(testClock.failNextCharge, args)),
    submitCard: async (ctx, args) => asResult(await ctx.runMutation(checkout.submitCard, args)),
  };
}
