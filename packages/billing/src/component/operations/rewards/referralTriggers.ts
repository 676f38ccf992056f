import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { readAll } from "../../platform/bounded";
import { nowFor } from "../../platform/clock";
import { reloadAndSave } from "../../store/saveRevision";
import { loadCustomerState, reload } from "../../store/customers/customerState";
import type { CustomerState } from "../../store/customers/customerState";
import { findProgram, findReward } from "../../store/rewards/rewardCatalog";
import { giveReward } from "./rewards";
import { isKeptWhole } from "../../rules/invoices/invoice";
import { rewardDueAt } from "../../rules/discounts/rewards";
import type { ProgramDefinition, RewardDefinition } from "../../rules/discounts/rewards";

/** One for each program: far more than there are. */
const MAX_WAITING = 1_000;

/** The action of a referred customer. */
export interface Purchase {
  product_ids: readonly string[];
  /** The paid invoice; null: a trial began without a payment. */
  invoice: Doc<"invoices"> | null;
}

/**
 * Records that a purchase earns the rewards of a customer's redemptions. A reward is
 * due once the program's holding time has passed; a trial that counts, or a program
 * without one, rewards at once. Each open redemption is checked; each is granted
 * once. The caller commits the customer.
 */
export async function triggerReferrals(
  ctx: MutationCtx,
  customerState: CustomerState,
  purchase: Purchase,
): Promise<void> {
  const { customer, now } = customerState;
  const { invoice } = purchase;
  for (const redemption of await openRedemptions(ctx, customer._id)) {
    const program = await findProgram(ctx, redemption.program_id);
    if (program?.when !== "checkout") continue;
    const reward = await rewardOf(ctx, program);
    if (!isAwaited(program, reward, purchase)) continue;
    const due_at = invoice ? rewardDueAt(program, now) : now;
    if (invoice === null || due_at <= now) {
      await applyRedemption(ctx, customerState, redemption, program);
    } else if (!(await isStillEarned(ctx, redemption))) {
      await noteEarned(ctx, redemption, { earned_by: invoice._id, due_at });
    }
  }
  await planRewards(ctx, customer._id);
}

/**
 * Grants the rewards that are due by now. If the payment was refunded or is disputed,
 * the reward waits for another payment.
 */
export async function giveEarnedRewards(
  ctx: MutationCtx,
  customerState: CustomerState,
): Promise<void> {
  const { customer, now } = customerState;
  for (const redemption of await openRedemptions(ctx, customer._id)) {
    if ((redemption.due_at ?? Infinity) > now) continue;
    const program = await findProgram(ctx, redemption.program_id);
    if (program && (await isStillEarned(ctx, redemption))) {
      await applyRedemption(ctx, customerState, redemption, program);
    } else {
      await noteEarned(ctx, redemption, { earned_by: undefined, due_at: undefined });
    }
  }
  await planRewards(ctx, customer._id);
}

/** Stores the payment that earns a reward and when it is due; updates the referrer's open pages. */
async function noteEarned(
  ctx: MutationCtx,
  { _id, referrer }: Doc<"redemptions">,
  earned: { earned_by: Id<"invoices"> | undefined; due_at: number | undefined },
): Promise<void> {
  await ctx.db.patch("redemptions", _id, earned);
  const referring = await loadReferrer(ctx, referrer);
  if (referring) await reloadAndSave(ctx, referring);
}

/** Stores when the next reward of a customer's payments is due. */
async function planRewards(ctx: MutationCtx, customer: Id<"customers">): Promise<void> {
  const open = await openRedemptions(ctx, customer);
  const first = Math.min(...open.map(({ due_at = Infinity }) => due_at));
  const reward_due_at = first === Infinity ? null : first;
  const before = (await ctx.db.get("customers", customer))?.reward_due_at ?? null;
  if (reward_due_at !== before) await ctx.db.patch("customers", customer, { reward_due_at });
}

async function openRedemptions(ctx: QueryCtx, redeemer: Id<"customers">) {
  const open = ctx.db
    .query("redemptions")
    .withIndex("by_redeemer_and_triggered", (q) =>
      q.eq("redeemer", redeemer).eq("triggered", false),
    );
  return await readAll(open, MAX_WAITING, "redemptions");
}

/** Whether the payment that earns a reward is neither refunded, credited nor disputed. */
async function isStillEarned(
  ctx: QueryCtx,
  { earned_by, redeemer }: Doc<"redemptions">,
): Promise<boolean> {
  const invoice = earned_by === undefined ? null : await ctx.db.get("invoices", earned_by);
  if (!invoice || !isKeptWhole(invoice)) return false;
  for (const state of ["open", "lost"] as const) {
    const disputes = ctx.db
      .query("disputes")
      .withIndex("by_customer_and_state", (q) => q.eq("customer", redeemer).eq("state", state));
    const rows = await readAll(disputes, MAX_WAITING, "disputes");
    if (rows.some(({ key }) => key === invoice.key)) return false;
  }
  return true;
}

/** Grants the reward to the referrer, and to the redeemer if the program includes both. */
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
  const given = { triggered: true, applied, redeemer_applied, due_at: undefined };
  await ctx.db.patch("redemptions", _id, given);
}

async function giveReferrer(
  ctx: MutationCtx,
  id: Id<"customers">,
  reward: RewardDefinition,
): Promise<boolean> {
  const referrer = await loadReferrer(ctx, id);
  if (!referrer) return false;
  const given = await giveReward(ctx, referrer, reward);
  if (given) await reloadAndSave(ctx, referrer);
  return given;
}

/** The referrer, at the time of their own test clock; null: deleted. */
async function loadReferrer(ctx: MutationCtx, id: Id<"customers">): Promise<CustomerState | null> {
  const customer = await ctx.db.get("customers", id);
  return customer && (await loadCustomerState(ctx, customer, nowFor(customer), { owner: null }));
}

function isAwaited(
  { product_ids, exclude_trial }: ProgramDefinition,
  reward: RewardDefinition,
  { product_ids: bought, invoice }: Purchase,
): boolean {
  if (invoice === null && exclude_trial) return false;
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
