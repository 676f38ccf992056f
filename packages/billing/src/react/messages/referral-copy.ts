import type { Say } from "./language";

const REFUSALS = [
  "referral_code_not_found",
  "customer_cannot_redeem_own_code",
  "customer_already_redeemed_referral_code",
  "referral_code_max_redemptions_reached",
] as const;

/** Why a code was refused; null for other failures. */
export function describeRefusal(code: string, t: Say): string | null {
  const known = REFUSALS.find((refusal) => refusal === code);
  return known ? t(`referral.error.${known}`) : null;
}
