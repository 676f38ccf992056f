import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { readAll } from "../../platform/bounded";
import { canonicalJson } from "../../platform/canonical";
import { normaliseCode } from "../../rules/discounts/rewards";
import type { ProgramDefinition, RewardDefinition } from "../../rules/discounts/rewards";

const MAX_CODES = 5_000;

/** A reward by its id; null if there is none. */
export async function findReward(
  ctx: QueryCtx,
  rewardId: string,
): Promise<RewardDefinition | null> {
  const row = await rewardRow(ctx, rewardId);
  return row && row.definition;
}

/**
 * A reward by one of its promotion codes, never by its id, because ids are no secret.
 * Null if there is none.
 */
export async function findPromotion(ctx: QueryCtx, code: string): Promise<RewardDefinition | null> {
  const promo = await promoOf(ctx, normaliseCode(code));
  return promo && (await findReward(ctx, promo.reward_id));
}

export async function findProgram(
  ctx: QueryCtx,
  programId: string,
): Promise<ProgramDefinition | null> {
  const row = await programRow(ctx, programId);
  return row && row.definition;
}

/**
 * Makes the rewards and programs equal to the definitions; others are left alone.
 *
 * @returns How many changed.
 */
export async function installRewards(
  ctx: MutationCtx,
  rewards: readonly RewardDefinition[],
  programs: readonly ProgramDefinition[],
): Promise<number> {
  let changed = 0;
  for (const reward of rewards) changed += await createReward(ctx, reward);
  for (const program of programs) changed += await createRewardProgram(ctx, program);
  return changed;
}

async function createReward(ctx: MutationCtx, definition: RewardDefinition): Promise<0 | 1> {
  const row = await rewardRow(ctx, definition.id);
  if (row && canonicalJson(row.definition) === canonicalJson(definition)) return 0;
  if (row) await ctx.db.patch("rewards", row._id, { definition });
  else await ctx.db.insert("rewards", { reward_id: definition.id, definition });
  await replaceCodes(ctx, definition);
  return 1;
}

async function createRewardProgram(ctx: MutationCtx, definition: ProgramDefinition) {
  if (!(await rewardRow(ctx, definition.reward))) {
    throw new Error(`Program ${definition.id} gives reward ${definition.reward}, which is unknown`);
  }
  const row = await programRow(ctx, definition.id);
  if (row && canonicalJson(row.definition) === canonicalJson(definition)) return 0;
  if (row) await ctx.db.patch("rewardPrograms", row._id, { definition });
  else await ctx.db.insert("rewardPrograms", { program_id: definition.id, definition });
  return 1;
}

async function replaceCodes(ctx: MutationCtx, reward: RewardDefinition): Promise<void> {
  const old = ctx.db
    .query("promoCodes")
    .withIndex("by_reward_id", (q) => q.eq("reward_id", reward.id));
  for (const { _id } of await readAll(old, MAX_CODES, "promotion codes"))
    await ctx.db.delete("promoCodes", _id);
  for (const code of reward.promo_codes.map(normaliseCode)) {
    const taken = await promoOf(ctx, code);
    if (taken) throw new Error(`Code ${code} belongs to reward ${taken.reward_id} already`);
    await ctx.db.insert("promoCodes", { code, reward_id: reward.id });
  }
}

function rewardRow(ctx: QueryCtx, rewardId: string): Promise<Doc<"rewards"> | null> {
  return ctx.db
    .query("rewards")
    .withIndex("by_reward_id", (q) => q.eq("reward_id", rewardId))
    .unique();
}

function programRow(ctx: QueryCtx, programId: string): Promise<Doc<"rewardPrograms"> | null> {
  return ctx.db
    .query("rewardPrograms")
    .withIndex("by_program_id", (q) => q.eq("program_id", programId))
    .unique();
}

function promoOf(ctx: QueryCtx, code: string): Promise<Doc<"promoCodes"> | null> {
  return ctx.db
    .query("promoCodes")
    .withIndex("by_code", (q) => q.eq("code", code))
    .unique();
}
