import { minorDigits } from "../../../contract/currency";
import { decimalsOf } from "../money/fraction";
import type { Refusal } from "../model";
import { normaliseCode } from "../discounts/rewards";
import type { ProgramDefinition, RewardDefinition } from "../discounts/rewards";
import { refuseIdentity } from "./validateFeature";
import { isAmount, isLength, MAX_AMOUNT, MAX_LENGTH } from "./validateItem";

const MAX_CODE_LENGTH = 100;
const MAX_REDEMPTIONS = 1_000_000;
const MAX_HOLD_DAYS = 366;

/**
 * Validates a reward.
 *
 * @param sold - Ids of all products.
 * @param currency - ISO 4217 code; an amount has at most its decimals.
 * @returns Null when it is valid. Codes: `invalid_inputs`, `product_not_found`.
 */
export function validateReward(
  reward: RewardDefinition,
  sold: ReadonlySet<string>,
  currency: string,
): Refusal | null {
  const identity = refuseIdentity("Reward", reward);
  if (identity) return identity;
  const codes = reward.promo_codes.map(normaliseCode);
  if (codes.some((code) => code === "" || code.length > MAX_CODE_LENGTH)) {
    return invalid(`A promotion code has 1 to ${MAX_CODE_LENGTH} characters`);
  }
  if (new Set(codes).size < codes.length) return invalid("Its promotion codes must be distinct");
  if (reward.type === "free_product") return refuseUnknown([reward.free_product_id], sold);
  const worth = refuseWorth(reward, currency);
  if (worth || reward.type === "invoice_credits") return worth;
  if (reward.duration_type === "months" && !isLength(reward.duration_value)) {
    return invalid(`duration_value must be a whole number > 0, at most ${MAX_LENGTH}`);
  }
  const scopes = reward.applies_to ?? [];
  return refuseUnknown(
    scopes.map((scope) => scope.product_id),
    sold,
  );
}

/**
 * Validates a referral program. Whether its reward exists is known once rewards are stored.
 *
 * @param sold - Ids of all products.
 * @returns Null when it is valid. Codes: `invalid_inputs`, `product_not_found`.
 */
export function validateProgram(
  { id, product_ids, max_redemptions: most, hold_days: days = 0 }: ProgramDefinition,
  sold: ReadonlySet<string>,
): Refusal | null {
  if (refuseIdentity("Reward", { id, name: id })) {
    return invalid("Its id must be 1 to 64 letters, digits, _ or -, a letter or digit first");
  }
  if (!(Number.isSafeInteger(most) && most > 0 && most <= MAX_REDEMPTIONS)) {
    return invalid(`max_redemptions must be a whole number > 0, at most ${MAX_REDEMPTIONS}`);
  }
  if (!(Number.isSafeInteger(days) && days >= 0 && days <= MAX_HOLD_DAYS)) {
    return invalid(`hold_days must be a whole number, 0 to ${MAX_HOLD_DAYS}`);
  }
  return refuseUnknown(product_ids, sold);
}

/** A discount of more than everything would pay the customer; a negative one would charge more. */
function refuseWorth(
  { type, discount_value: value }: Exclude<RewardDefinition, { type: "free_product" }>,
  currency: string,
): Refusal | null {
  if (type === "percentage_discount") {
    return value > 0 && value <= 100
      ? null
      : invalid("discount_value must be greater than 0, at most 100");
  }
  const digits = minorDigits(currency);
  if (!isAmount(value)) {
    return invalid(`discount_value must be greater than 0, at most ${MAX_AMOUNT}`);
  }
  return decimalsOf(value) <= digits
    ? null
    : invalid(`An amount in ${currency} has at most ${digits} decimals`);
}

function refuseUnknown(ids: readonly string[], sold: ReadonlySet<string>): Refusal | null {
  const unknown = ids.find((id) => !sold.has(id));
  if (unknown === undefined) return null;
  return { code: "product_not_found", message: `Product ${unknown} not found` };
}

function invalid(message: string): Refusal {
  return { code: "invalid_inputs", message };
}
