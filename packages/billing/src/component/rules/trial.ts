import type { Branch } from "./branch";
import type { ProductDefinition } from "./model";
import { addDuration } from "./periods";
import { isOneOff } from "./product";

/** The ways of attaching that begin something new, and so may begin a trial. */
const TRIAL_BRANCHES: ReadonlySet<Branch> = new Set<Branch>([
  "new",
  "add_on",
  "main_is_free",
  "main_is_trial",
  "upgrade",
]);

/** Whether this way of attaching begins something new, and so may begin a trial. */
export function beginsTrial(branch: Branch): boolean {
  return TRIAL_BRANCHES.has(branch);
}

/**
 * Trial eligibility: decides whether attaching a product starts its trial.
 *
 * Once per product id, in any version, for the customer or for each entity;
 * and once per device where the product says so. A downgrade never gets one.
 *
 * @param trialsUsed - Trials the customer has had.
 * @param fingerprintUsed - Whether any customer of the same fingerprint has had this one.
 * @param now - When the trial would start.
 * @returns When the trial ends, exactly `length` later; or that there is none.
 * @see Spec §4, dialog wording 3
 */
export function decideTrial({
  target,
  branch,
  entityId,
  trialsUsed,
  fingerprintUsed,
  now,
}: {
  target: ProductDefinition;
  branch: Branch;
  entityId: string | null;
  trialsUsed: readonly { product_id: string; entity_id: string | null }[];
  fingerprintUsed: boolean;
  now: number;
}): { available: true; endsAt: number } | { available: false } {
  const trial = target.free_trial;
  if (trial === null || isOneOff(target) || !beginsTrial(branch)) return { available: false };
  const used = trialsUsed.some((row) => row.product_id === target.id && row.entity_id === entityId);
  if (used || (trial.unique_fingerprint && fingerprintUsed)) return { available: false };
  return { available: true, endsAt: addDuration(now, trial.length, trial.duration) };
}
