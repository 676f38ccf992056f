import { decimalsOf } from "../money/fraction";
import type { FeatureDefinition, Refusal } from "../model";
import { MAX_AMOUNT } from "./validateItem";

/** Customers' features are stored by their ids, and no field name may begin with an underscore. */
const ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
const MAX_NAME_LENGTH = 100;

/**
 * Validates a feature.
 *
 * A credit system consists of counted features: no flags, no other credit systems.
 * A cost of 0 is legal and means free.
 *
 * @param features - The features that exist, or are being defined with it.
 * @returns Null when it is valid. Codes: `invalid_inputs`, `feature_not_found`.
 * @see Spec §3, "Features"
 */
export function validateFeature(
  feature: FeatureDefinition,
  features: ReadonlyMap<string, FeatureDefinition>,
): Refusal | null {
  const { id, type, event_names: events = [], credit_schema: schema, low_balance: low } = feature;
  const refusal = refuseIdentity("Feature", feature);
  if (refusal) return refusal;
  if (events.some((name) => name === "") || new Set(events).size < events.length) {
    return invalid(`Event names of feature ${id} must be distinct and not empty`);
  }
  if (events.length > 0 && (type === "boolean" || type === "credit_system")) {
    return invalid(`Events use a counted feature; ${id} is not one`);
  }
  if (low !== undefined && !(Number.isFinite(low) && low > 0)) {
    return invalid(`low_balance of feature ${id} must be a number of units above 0`);
  }
  if (type !== "credit_system") {
    return schema ? invalid(`Feature ${id} is no credit system and has no credit_schema`) : null;
  }
  return refuseSchema(id, schema ?? [], features);
}

/** Validates the id and the name of a part of the catalogue. */
export function refuseIdentity(
  what: "Feature" | "Product" | "Reward",
  { id, name }: { id: string; name: string },
): Refusal | null {
  if (!ID.test(id)) {
    return invalid(`${what} id must be 1 to 64 letters, digits, _ or -, a letter or digit first`);
  }
  if (name.trim() === "" || name.length > MAX_NAME_LENGTH) {
    return invalid(`${what} ${id} needs a name of at most ${MAX_NAME_LENGTH} characters`);
  }
  return null;
}

function refuseSchema(
  id: string,
  schema: NonNullable<FeatureDefinition["credit_schema"]>,
  features: ReadonlyMap<string, FeatureDefinition>,
): Refusal | null {
  if (schema.length === 0) return invalid(`Credit system ${id} needs a credit_schema`);
  const ids = schema.map((row) => row.metered_feature_id);
  if (new Set(ids).size < ids.length) return invalid(`Credit system ${id} names a feature twice`);
  for (const { metered_feature_id: part, credit_cost: cost } of schema) {
    const type = features.get(part)?.type;
    if (type === undefined) {
      return { code: "feature_not_found", message: `Feature ${part} not found` };
    }
    if (type === "boolean" || type === "credit_system") {
      return invalid(`Credit system ${id} cannot contain ${part}, a ${type} feature`);
    }
    if (!(Number.isFinite(cost) && cost >= 0)) {
      return invalid(`The credit cost of ${part} must be at least 0`);
    }
    // Balances are stored in whole millionths: a finer cost would be charged as another one.
    if (cost > MAX_AMOUNT || decimalsOf(cost) > 6) {
      return invalid(
        `The credit cost of ${part} has at most 6 decimals, and is at most ${MAX_AMOUNT}`,
      );
    }
  }
  return null;
}

function invalid(message: string): Refusal {
  return { code: "invalid_inputs", message };
}
