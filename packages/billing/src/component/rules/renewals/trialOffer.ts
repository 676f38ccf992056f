import type { Interval } from "../../../contract/wire";
import { CHANGES } from "../changes";
import type { ChangeInput } from "../invoices/lines";
import type { ProductDefinition } from "../model";
import { addDuration } from "../periods/periods";
import { isFree, itemShape } from "../products/product";
import { nextCycle } from "./renewal";

/** The charges after a trial. */
interface TrialOffer {
  /** Null: it ends with the trial of the plan that the product joins. */
  length: { count: number; unit: "day" | "month" | "year" } | null;
  endsAt: number;
  /** The first charge, in minor units, when the trial ends. */
  minor: number;
  /** How often exactly that is charged; null: later charges differ from the first. */
  every: { interval: Interval; count: number } | null;
  /** Whether usage is charged besides. */
  usage: "charged" | "none";
}

/**
 * The payments after a trial: exactly the charges at its end, discounts included.
 *
 * @returns Null when no trial begins, or nothing is charged after it.
 * @see Spec §4, dialog wording 3
 */
export function trialOffer(change: ChangeInput): TrialOffer | null {
  const { kind, target, now, trialEndsAt: endsAt } = change;
  if (!CHANGES[kind].beginsTrial || endsAt === null || endsAt <= now) return null;
  const first = isFree(target) ? null : nextCycle(change);
  if (first === null) return null;
  const { minor } = first;
  const isDiscounted = nextCycle({ ...change, discounts: [] })?.minor !== minor;
  const every = isDiscounted ? null : onlyInterval(target);
  const isMetered = target.items.some(({ usage_model }) => usage_model === "pay_per_use");
  const usage = isMetered ? "charged" : "none";
  return { length: ownLength(target, now, endsAt), endsAt, minor, every, usage };
}

function ownLength({ free_trial: own }: ProductDefinition, now: number, endsAt: number) {
  const isOwn = own !== null && addDuration(now, own.length, own.duration) === endsAt;
  return isOwn ? { count: own.length, unit: own.duration } : null;
}

function onlyInterval({ items }: ProductDefinition): TrialOffer["every"] {
  const intervals = items.flatMap((item) => {
    const { interval, interval_count: count = 1 } = item;
    return itemShape(item) === "feature" || interval === undefined ? [] : [{ interval, count }];
  });
  const [first = null] = intervals;
  const differs = intervals.some(
    ({ interval, count }) => interval !== first?.interval || count !== first.count,
  );
  return differs ? null : first;
}
