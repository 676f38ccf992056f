import { CHANGES } from "../changes";
import type { ChangeKind } from "../changes";
import type { ProductDefinition } from "../model";
import { addDuration } from "../periods/periods";
import { isOneOff } from "./product";

/** The defaults of a trial's definition. */
export const TRIAL_DEFAULTS = {
  duration: "day",
  unique_fingerprint: false,
  card_required: true,
} as const;

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
  kind,
  entityId,
  trialsUsed,
  fingerprintUsed,
  now,
}: {
  target: ProductDefinition;
  kind: ChangeKind;
  entityId: string | null;
  trialsUsed: readonly { product_id: string; entity_id: string | null }[];
  fingerprintUsed: boolean;
  now: number;
}): { available: true; endsAt: number } | { available: false } {
  const trial = target.free_trial;
  if (trial === null || isOneOff(target) || !CHANGES[kind].beginsTrial) return { available: false };
  const used = trialsUsed.some((row) => row.product_id === target.id && row.entity_id === entityId);
  if (used || (trial.unique_fingerprint && fingerprintUsed)) return { available: false };
  return { available: true, endsAt: addDuration(now, trial.length, trial.duration) };
}
