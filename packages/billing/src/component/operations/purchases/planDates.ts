import type { CustomerState } from "../../store/customers/customerState";
import type { Branch, BranchDecision } from "../../rules/branch";
import { isActive, isTrialing } from "../../rules/currentProducts";
import type { ChangeInput } from "../../rules/lines";
import { isFree, isMain } from "../../rules/product";
import { periodEnd } from "../../rules/renewal";
import { successorAnchor } from "../../rules/schedule";
import type { SubscriptionRow } from "../../rules/schedule";
import { decideTrial } from "../../rules/trial";
import type { TrialHistory } from "../../store/customers/trials";

/** For whom, and with what else. */
export interface PurchaseScope {
  /** Null: the customer. */
  entityId: string | null;
  /** `refused`: the buyer chose to start without a trial. */
  trial: "allowed" | "refused";
  trials: TrialHistory;
  /** `now`: an upgrade begins a new cycle. */
  cycle: "kept" | "now";
  /** Bought together with it, planned before it. */
  beside: readonly ChangeInput[];
}

interface PurchaseDates {
  /** Later than now only for what is scheduled. */
  startsAt: number;
  anchor: number;
  trialEndsAt: number | null;
}

/** A subscription whose billing cycle, and trial, something else joins. */
interface Host {
  anchor: number;
  trialEndsAt: number | null;
}

/** Decides when a purchase begins, from where its periods count, and whether a trial runs. */
export function planDates(
  customerState: CustomerState,
  decision: BranchDecision,
  current: SubscriptionRow | null,
  scope: PurchaseScope,
): PurchaseDates {
  const { now } = customerState;
  const { branch, target } = decision;
  const trial = startTrial(customerState, decision, scope);
  const own = trial.available ? trial.endsAt : null;
  switch (branch) {
    case "one_off":
      return { startsAt: now, anchor: now, trialEndsAt: null };
    case "add_on":
    case "new":
    case "main_is_free":
    case "main_is_trial": {
      const host = own === null ? hostOf(customerState, decision, scope) : null;
      const trialEndsAt = own ?? host?.trialEndsAt ?? null;
      return { startsAt: now, anchor: host?.anchor ?? trialEndsAt ?? now, trialEndsAt };
    }
    case "upgrade": {
      const kept = scope.cycle === "now" ? now : present(current, branch).anchor;
      return { startsAt: now, anchor: own ?? kept, trialEndsAt: own };
    }
    case "downgrade": {
      const { anchor } = present(current, branch);
      const startsAt = present(periodEnd(present(current, branch), now), branch);
      return { startsAt, anchor: successorAnchor(target, anchor, startsAt), trialEndsAt: null };
    }
    case "renew":
    case "new_version":
    case "update_prepaid_quantity":
    case "unchanged": {
      const row = present(current, branch);
      const trialEndsAt = isTrialing(row, now) ? row.trial_ends_at : null;
      return { startsAt: now, anchor: row.anchor, trialEndsAt };
    }
  }
}

/** Whether attaching begins a trial, and when that would end. */
export function startTrial(
  { now }: CustomerState,
  { target, branch }: BranchDecision,
  { entityId, trial, trials }: Omit<PurchaseScope, "beside" | "cycle">,
): ReturnType<typeof decideTrial> {
  if (trial === "refused") return { available: false };
  return decideTrial({
    target,
    branch,
    entityId,
    trialsUsed: trials.used,
    fingerprintUsed: trials.byFingerprint.has(target.id),
    now,
  });
}

/**
 * The paid plan whose cycle a purchase shares: its own entity's, else the
 * customer's. An add-on shares a trial, too; a plan of its own never does.
 */
function hostOf(
  { subscriptions, now }: CustomerState,
  { branch, target }: BranchDecision,
  { entityId, beside }: PurchaseScope,
): Host | null {
  if (isFree(target)) return null;
  const isAddOn = branch === "add_on";
  const isReplaced = ({ product, entity_id }: SubscriptionRow) =>
    product.group === target.group && entity_id === entityId;
  const planned = beside.find((change) => isPaidPlan(change.target));
  if (planned && isAddOn) return planned;
  const plans = subscriptions.filter(
    (row) =>
      isActive(row) &&
      isPaidPlan(row.product) &&
      (isAddOn || !(isTrialing(row, now) || isReplaced(row))),
  );
  const own = plans.find((row) => row.entity_id === entityId);
  const shared = entityId === null ? undefined : plans.find((row) => row.entity_id === null);
  const row = own ?? shared;
  if (!row) return null;
  return { anchor: row.anchor, trialEndsAt: isTrialing(row, now) ? row.trial_ends_at : null };
}

function isPaidPlan(product: ChangeInput["target"]): boolean {
  return isMain(product) && !isFree(product);
}

function present<T>(value: T | null, branch: Branch): T {
  if (value === null) throw new Error(`Branch ${branch} without a current product`);
  return value;
}
