import type { Say } from "./language";

const REFUSALS = [
  "referral_code_not_found",
  "customer_cannot_redeem_own_code",
  "customer_already_redeemed_referral_code",
  "referral_code_max_redemptions_reached",
] as const;

/** Why a code was refused, in words; failures that only developers can fix are not explained. */
export function describeRefusal(code: string, t: Say): string {
  const known = REFUSALS.find((refusal) => refusal === code);
  return t(`referral.error.${known ?? "other"}`);
}
