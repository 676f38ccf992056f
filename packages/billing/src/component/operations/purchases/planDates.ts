import type { CustomerState } from "../../store/customers/customerState";
import type { ChangeDecision } from "../../rules/plans/decideChange";
import { isActive, isTrialing } from "../../rules/subscriptions/currentProducts";
import type { ChangeInput } from "../../rules/invoices/lines";
import { isFree, isPlan } from "../../rules/products/product";
import { periodEnd } from "../../rules/renewals/renewal";
import { successorAnchor } from "../../rules/renewals/schedule";
import type { SubscriptionRow } from "../../rules/renewals/schedule";
import { decideTrial } from "../../rules/products/trial";
import type { TrialHistory } from "../../store/customers/trials";

/** The entity, the trial and the other products of a purchase. */
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
  /** In the future only for scheduled products. */
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
  decision: ChangeDecision,
  current: SubscriptionRow | null,
  scope: PurchaseScope,
): PurchaseDates {
  const { now } = customerState;
  const { row: change, target } = decision;
  const trial = startTrial(customerState, decision, scope);
  const own = trial.available ? trial.endsAt : null;
  switch (change.cycle) {
    case "once":
      return { startsAt: now, anchor: now, trialEndsAt: null };
    case "joins": {
      const host = own === null ? hostOf(customerState, decision, scope) : null;
      const trialEndsAt = own ?? host?.trialEndsAt ?? null;
      return { startsAt: now, anchor: host?.anchor ?? trialEndsAt ?? now, trialEndsAt };
    }
    case "keeps": {
      const kept = scope.cycle === "now" ? now : present(current, target).anchor;
      return { startsAt: now, anchor: own ?? kept, trialEndsAt: own };
    }
    case "at_end": {
      const { anchor } = present(current, target);
      const startsAt = present(periodEnd(present(current, target), now), target);
      return { startsAt, anchor: successorAnchor(target, anchor, startsAt), trialEndsAt: null };
    }
    case "own": {
      const row = present(current, target);
      const trialEndsAt = isTrialing(row, now) ? row.trial_ends_at : null;
      return { startsAt: now, anchor: row.anchor, trialEndsAt };
    }
  }
}

/** Whether attaching begins a trial, and when that would end. */
export function startTrial(
  { now }: CustomerState,
  { target, kind }: ChangeDecision,
  { entityId, trial, trials }: Omit<PurchaseScope, "beside" | "cycle">,
): ReturnType<typeof decideTrial> {
  if (trial === "refused") return { available: false };
  return decideTrial({
    target,
    kind,
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
  { target }: ChangeDecision,
  { entityId, beside }: PurchaseScope,
): Host | null {
  if (isFree(target)) return null;
  const isAddOn = target.is_add_on;
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
  return isPlan(product) && !isFree(product);
}

function present<T>(value: T | null, { id }: ChangeDecision["target"]): T {
  if (value === null) throw new Error(`${id} changes a subscription that is not there`);
  return value;
}
