import type { FunctionReference } from "convex/server";
import type { MutationCtx } from "../_generated/server";
import { MINUTE_MS } from "../../contract/time";

/** How often a cron looks for everything that is overdue. */
const SWEEP_MS = 10 * MINUTE_MS;

/**
 * Whether a time comes before the cron certainly looks again. The cron does later work,
 * and work that was never scheduled.
 *
 * @param at - In ms since 1970.
 * @see docs/adr/0102
 */
export function isBeforeSweep(at: number): boolean {
  return at - Date.now() < SWEEP_MS;
}

/** Runs a mutation that looks for overdue rows when a row that was just written becomes overdue. */
export async function lookAt(
  ctx: MutationCtx,
  at: number,
  look: FunctionReference<"mutation", "internal", Record<string, never>, number>,
): Promise<void> {
  if (isBeforeSweep(at)) await ctx.scheduler.runAt(at, look, {});
}
