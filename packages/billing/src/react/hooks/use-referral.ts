import { useState } from "react";
import type { BillingError } from "../../contract/errors";
import type { Referral } from "../../contract/expansions";
import { useBilling } from "../context";
import { useBillingQuery } from "./use-billing-query";
import { useCustomer } from "./use-customer";
import { useWork } from "./use-work";

/** The result of redeeming a code. */
export type Redemption =
  | { kind: "none" }
  | { kind: "done"; referrer: string | null }
  | { kind: "refused"; code: BillingError["code"]; error: BillingError };

const NOT_REDEEMED: Redemption = { kind: "none" };

/** The result of `useReferral`. */
export interface ReferralHandle {
  /** The customer's own code; null while loading, signed out or failed. */
  code: string | null;
  isLoading: boolean;
  error: BillingError | undefined;
  refetch: () => Promise<void>;
  /** The redemptions of the customer's codes of this program, newest first. */
  referrals: Referral[];
  redemption: Redemption;
  state: "idle" | "redeeming";
  /** Redeems another customer's code. While busy, a second call does nothing. */
  redeem: (code: string) => Promise<void>;
}

/**
 * The customer's referral code, created on first use, and a function to redeem
 * another one.
 *
 * @param programId - The program's id in the catalogue.
 * @see Spec §7, "POST /referrals/code" and "POST /referrals/redeem"
 */
export function useReferral(programId: string): ReferralHandle {
  const billing = useBilling("useReferral");
  const { customer, redeemReferralCode } = useCustomer({
    errorOnNotFound: false,
    expand: ["referrals"],
  });
  const own = useBillingQuery(
    billing,
    "createReferralCode",
    // A code needs an existing customer.
    customer ? { programId } : null,
    { retry: "never" },
  );
  const who = JSON.stringify([billing.identityKey, programId]);
  const [ended, setEnded] = useState({ who, redemption: NOT_REDEEMED });
  const { state, begin, end } = useWork<"redeeming">();

  async function redeem(code: string) {
    if (!begin("redeeming")) return;
    const { data, error } = await redeemReferralCode({ code });
    end();
    const redemption: Redemption = error
      ? { kind: "refused", code: error.code, error }
      : { kind: "done", referrer: data.referrer.name };
    setEnded({ who, redemption });
  }
  return {
    code: own.data?.code ?? null,
    isLoading: own.isLoading || (!own.data && !own.error && billing.identityKey !== null),
    error: own.error,
    refetch: own.refetch,
    referrals: (customer?.referrals ?? []).filter(({ program_id }) => program_id === programId),
    // The next user of this page has not redeemed anything here.
    redemption: ended.who === who ? ended.redemption : NOT_REDEEMED,
    state,
    redeem,
  };
}
