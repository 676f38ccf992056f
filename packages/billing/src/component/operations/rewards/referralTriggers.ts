import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { readAll } from "../../platform/bounded";
import { nowFor } from "../../platform/clock";
import { commit } from "../../store/commit";
import { loadCustomerState, reload } from "../../store/customers/customerState";
import type { CustomerState } from "../../store/customers/customerState";
import { findProgram, findReward } from "../../store/rewards/rewardCatalog";
import { giveReward } from "./rewards";
import type { ProgramDefinition, RewardDefinition } from "../../rules/rewards";

/** One for each program: far more than there are. */
const MAX_WAITING = 1_000;

/** What a referred customer did. */
export interface Purchase {
  product_ids: readonly string[];
  /** `paid`: an invoice was paid. `trial`: a trial began, and nothing was paid. */
  kind: "paid" | "trial";
}

/**
 * Grants the rewards of a customer's redemptions after a purchase, to them and to
 * the referrer. Each open redemption is checked; each is granted once. The caller
 * commits the customer.
 */
export async function triggerReferrals(
  ctx: MutationCtx,
  customerState: CustomerState,
  purchase: Purchase,
): Promise<void> {
  const waiting = ctx.db
    .query("redemptions")
    .withIndex("by_redeemer_and_triggered", (q) =>
      q.eq("redeemer", customerState.customer._id).eq("triggered", false),
    );
  for (const redemption of await readAll(waiting, MAX_WAITING, "redemptions")) {
    const program = await findProgram(ctx, redemption.program_id);
    if (program?.when !== "checkout") continue;
    const reward = await rewardOf(ctx, program);
    if (isAwaited(program, reward, purchase)) {
      await applyRedemption(ctx, customerState, redemption, program);
    }
  }
}

/** Grants the reward to the referrer, and to the redeemer where the program says so. */
export async function applyRedemption(
  ctx: MutationCtx,
  redeemer: CustomerState,
  { _id, referrer }: Pick<Doc<"redemptions">, "_id" | "referrer">,
  program: ProgramDefinition,
): Promise<void> {
  const reward = await rewardOf(ctx, program);
  const redeemer_applied =
    program.received_by === "all" && (await giveReward(ctx, await reload(ctx, redeemer), reward));
  const applied = await giveReferrer(ctx, referrer, reward);
  await ctx.db.patch("redemptions", _id, { triggered: true, applied, redeemer_applied });
}

async function giveReferrer(
  ctx: MutationCtx,
  id: Id<"customers">,
  reward: RewardDefinition,
): Promise<boolean> {
  const customer = await ctx.db.get("customers", id);
  if (!customer) return false;
  const customerState = await loadCustomerState(ctx, customer, nowFor(customer), { owner: null });
  const given = await giveReward(ctx, customerState, reward);
  if (given) await commit(ctx, customerState);
  return given;
}

function isAwaited(
  { product_ids, exclude_trial }: ProgramDefinition,
  reward: RewardDefinition,
  { product_ids: bought, kind }: Purchase,
): boolean {
  if (kind === "trial" && exclude_trial) return false;
  if (product_ids.length === 0) return true;
  return bought.some(
    (id) =>
      product_ids.includes(id) || (reward.type === "free_product" && reward.free_product_id === id),
  );
}

async function rewardOf(ctx: MutationCtx, program: ProgramDefinition): Promise<RewardDefinition> {
  const reward = await findReward(ctx, program.reward);
  if (!reward) throw new Error(`Program ${program.id} gives reward ${program.reward}: unknown`);
  return reward;
}
