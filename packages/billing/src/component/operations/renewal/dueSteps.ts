import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { currentProcessor } from "../../payments/current";
import { latestTry } from "../../payments/charges/requests";
import { materialiseResets } from "../../store/balances/balances";
import { loadCatalogue } from "../../store/catalogue/catalog";
import { saveRevision } from "../../store/saveRevision";
import { renew, retryRenewal } from "./cycle";
import { awaitsAnswer } from "./debt";
import { endSubscription } from "./ending";
import { nextDue } from "../../store/customers/due";
import { retryFinalInvoices } from "./finalInvoices";
import { storeEffects, withEntities } from "../../store/effects";
import { loadSubscriptionsOf } from "../../store/customers/subscriptionRows";
import { subscriptionId, loadCustomerState, reload } from "../../store/customers/customerState";
import type { CustomerState, Owner } from "../../store/customers/customerState";
import { finishJob } from "../../store/jobs/jobs";
import { CLOCK } from "../../store/ledger/ledgerTables";
import { openInvoicesOf } from "../invoices/invoices";
import { giveEarnedRewards } from "../rewards/referralTriggers";
import { startScheduled } from "../../rules/effects/additions";
import { resetBalance } from "../../rules/balances/balances";
import type { Balance } from "../../rules/model";
import { nextStep } from "../../rules/renewals/schedule";
import type { DueStep, SubscriptionRow } from "../../rules/renewals/schedule";

/** How many products' steps a call takes; of more, only those that the call is about. */
export const PRODUCTS_ALONG = 20;
/** A step makes some 75 database calls; the rest waits for the next transaction. */
const STEPS_AT_ONCE = 40;
/** What those steps may load: one product may grant balances to hundreds of entities. */
const ROWS_AT_ONCE = 1_000;
/** Balances that one transaction brings up to date. */
const RESETS_AT_ONCE = 2_000;

/**
 * Brings a customer up to date before a call: takes the due steps in the order of
 * time, then stores the resets up to now. Late steps have the same result as
 * punctual ones.
 *
 * When much is due, only the steps of the call's owner are taken; the others
 * follow by themselves, each in a transaction of its own.
 *
 * @returns The customer state afterwards, and whether anything changed.
 */
export async function processDue(
  ctx: MutationCtx,
  before: CustomerState,
): Promise<{ customerState: CustomerState; changed: boolean }> {
  const { now, customer } = before;
  if (!isChangeDue(customer, now)) return { customerState: before, changed: false };
  const due = before.subscriptions.filter((row) => isDue(row, now));
  const isFew = before.owner === undefined && due.length <= PRODUCTS_ALONG;
  const owner = before.owner ?? null;
  const { taken } =
    due.length === 0 && !isOtherDue(customer, now)
      ? { taken: 0 }
      : await processSteps(ctx, before, isFew ? "everyone" : { owner }, STEPS_AT_ONCE);
  const current = taken === 0 ? before : await reload(ctx, before);
  const customerState = await saveRevision(ctx, await bringUpToDate(ctx, current));
  // The rest may be what failed: it was not tried here.
  if (!isChangeDue(customerState.customer, now)) {
    await finishJob(ctx, "process_due", customer._id);
  }
  return { customerState, changed: true };
}

/**
 * Takes the due steps of a customer and its entities, without loading everything.
 * Once no step is left, it stores the resets up to now.
 *
 * @param atOnce - Steps that this transaction takes.
 * @returns Whether anything changed, and whether more of it is due that waits for
 *   no answer.
 */
export async function processDueSteps(
  ctx: MutationCtx,
  customer: Doc<"customers">,
  now: number,
  atOnce = STEPS_AT_ONCE,
): Promise<{ changed: boolean; isMore: boolean }> {
  if (!isChangeDue(customer, now)) return { changed: false, isMore: false };
  const catalogue = await loadCatalogue(ctx);
  const { taken, waits } = await processSteps(
    ctx,
    { customer, now, catalogue },
    "everyone",
    atOnce,
  );
  const row = await readCustomer(ctx, customer._id);
  const next = await nextDue(ctx, customer._id, catalogue);
  const isLast = next === null || next.at > now;
  // Until then, only the time of the next due step matters.
  const onTheWay = {
    customer: row,
    now,
    catalogue,
    owner: null,
    subscriptions: [],
    balanceRows: [],
  };
  const before = isLast ? await loadCustomerState(ctx, row, now, { catalogue }) : onTheWay;
  const after = await saveRevision(ctx, isLast ? await bringUpToDate(ctx, before) : before);
  const { next_change_at: at } = after.customer;
  const changed = taken > 0 || after.balanceRows !== before.balanceRows;
  await finishJob(ctx, "process_due", customer._id);
  return { changed, isMore: !waits && at !== null && at <= now };
}

/** Whether the clock alone should have changed something by now. */
export function isChangeDue({ next_change_at: at }: Doc<"customers">, now: number): boolean {
  return at !== null && at <= now;
}

/** Takes steps until none is due, one waits, or the transaction has done enough. */
async function processSteps(
  ctx: MutationCtx,
  { customer, now, catalogue }: Pick<CustomerState, "customer" | "now" | "catalogue">,
  whose: "everyone" | { owner: Owner },
  atOnce: number,
): Promise<{ taken: number; waits: boolean }> {
  let rows = 0;
  for (let taken = 0; taken < atOnce && rows < ROWS_AT_ONCE; taken += 1) {
    const step =
      whose === "everyone"
        ? await nextDue(ctx, customer._id, catalogue)
        : nextStep(await loadSubscriptionsOf(ctx, customer._id, catalogue, whose.owner));
    const current = await readCustomer(ctx, customer._id);
    const other = otherStep(current);
    if (other && other.at <= now && other.at < (step?.at ?? Infinity)) {
      const own = await loadCustomerState(ctx, current, other.at, { catalogue, owner: null });
      await other.take(ctx, { ...own, actor: CLOCK });
      continue;
    }
    if (step === null || step.at > now) return { taken, waits: false };
    const part = { catalogue, owner: step.row.entity_id };
    const customerState = await loadCustomerState(ctx, current, step.at, part);
    const taking = await processStep(ctx, { ...customerState, actor: CLOCK }, step);
    if (taking === "waits") return { taken: taken + 1, waits: true };
    rows += customerState.subscriptions.length + customerState.balanceRows.length;
  }
  return { taken: atOnce, waits: false };
}

/**
 * Stores the resets up to now. Balances of a product with a due step are brought
 * to just before it. Balances beyond the transaction's limit are left out of the
 * result, so that they are neither used nor shown before their reset.
 */
async function bringUpToDate(
  ctx: MutationCtx,
  customerState: CustomerState,
): Promise<CustomerState> {
  const { subscriptions, now } = customerState;
  const waiting = new Map(subscriptions.map((row) => [row.id, nextStep([row])?.at ?? Infinity]));
  const until = ({ subscription_id: id }: Balance) =>
    Math.min(now, (waiting.get(id) ?? Infinity) - 1);
  const late = customerState.balanceRows.filter((balance) => isStale(balance, until(balance)));
  if (late.length === 0) return customerState;
  const left = new Set(late.slice(RESETS_AT_ONCE));
  let balanceRows = customerState.balanceRows.filter((balance) => !left.has(balance));
  for (const at of new Set(late.map(until))) {
    const isOf = (balance: Balance) => until(balance) === at;
    balanceRows = await materialiseResets(ctx, { ...customerState, balanceRows }, at, isOf);
  }
  return { ...customerState, balanceRows };
}

/** Whether a balance has a reset or an expiry that is not stored yet. */
function isStale(balance: Balance, at: number): boolean {
  return (
    (balance.expires_at !== null && balance.expires_at <= at) ||
    resetBalance(balance, at) !== balance
  );
}

/** When the next step other than those of subscriptions is due; null: never. */
function otherStep({ final_retry_at: retryAt, reward_due_at: rewardAt }: Doc<"customers">) {
  const [retry, reward] = [retryAt ?? Infinity, rewardAt ?? Infinity];
  if (Math.min(retry, reward) === Infinity) return null;
  return retry <= reward
    ? {
        at: retry,
        take: (ctx: MutationCtx, state: CustomerState) =>
          retryFinalInvoices(ctx, currentProcessor(), state),
      }
    : { at: reward, take: giveEarnedRewards };
}

function isOtherDue(customer: Doc<"customers">, now: number): boolean {
  return (otherStep(customer)?.at ?? Infinity) <= now;
}

function isDue(row: SubscriptionRow, now: number): boolean {
  const step = nextStep([row]);
  return step !== null && step.at <= now;
}

async function readCustomer(ctx: MutationCtx, id: Id<"customers">): Promise<Doc<"customers">> {
  const row = await ctx.db.get("customers", id);
  if (!row) throw new Error("A customer vanished in its own transaction");
  return row;
}

/** @returns `waits`: the answer to a charge is pending. The step is still to be taken then. */
async function processStep(
  ctx: MutationCtx,
  customerState: CustomerState,
  step: DueStep,
): Promise<"taken" | "waits"> {
  const { row } = step;
  const processor = currentProcessor();
  switch (step.kind) {
    case "end":
      await endSubscription(ctx, customerState, row, { event: "end_reached", prorate: false });
      break;
    case "start":
      await startDue(ctx, customerState, row);
      break;
    case "renewal":
      if (await renew(ctx, processor, customerState, row)) break;
      await endSubscription(ctx, customerState, row, {
        event: "first_payment_failed",
        prorate: false,
      });
      break;
    case "retry":
      await retryRenewal(ctx, processor, customerState, row);
      break;
    case "grace": {
      const isPaid =
        !(await hadLastTry(ctx, customerState, row)) &&
        (await retryRenewal(ctx, processor, customerState, row));
      if (isPaid) break;
      if (await awaitsAnswer(ctx, await openInvoicesOf(ctx, subscriptionId(row)))) return "waits";
      await endSubscription(ctx, customerState, row, { event: "grace_exhausted", prorate: false });
      break;
    }
  }
  return "taken";
}

async function startDue(
  ctx: MutationCtx,
  customerState: CustomerState,
  row: SubscriptionRow,
): Promise<void> {
  const state = await withEntities(ctx, customerState, [row.product]);
  await storeEffects(ctx, state, [startScheduled(state, row)]);
}

/** Whether the last charge of the grace period was declined. */
async function hadLastTry(
  ctx: MutationCtx,
  { now }: CustomerState,
  row: SubscriptionRow,
): Promise<boolean> {
  const own = await openInvoicesOf(ctx, subscriptionId(row));
  const tries = await Promise.all(own.map(({ key }) => latestTry(ctx, key)));
  return tries.some((last) => last?.state === "declined" && last.created_at >= now);
}
