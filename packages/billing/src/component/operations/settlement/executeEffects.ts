import type { MutationCtx } from "../../_generated/server";
import type { Effect } from "../../rules/effects/effects";
import type { CustomerState } from "../../store/customers/customerState";
import { storeEffects } from "../../store/effects";
import { planFinalRetries } from "./finalRetries";

/**
 * Stores the effects of a plan. Billing charges the open invoices of subscriptions that
 * the plan ends again later.
 *
 * @param before - The stored customer state.
 * @returns The result of {@link storeEffects}.
 */
export async function executeEffects(
  ctx: MutationCtx,
  before: CustomerState,
  effects: readonly Effect[],
): ReturnType<typeof storeEffects> {
  const stored = await storeEffects(ctx, before, effects);
  if (effects.some(({ kind }) => kind === "end")) {
    await planFinalRetries(ctx, stored.customerState);
  }
  return stored;
}
