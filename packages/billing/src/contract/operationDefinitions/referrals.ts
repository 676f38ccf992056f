import { v } from "convex/values";
import { vReferralCode, vReferralRedeem } from "../accountResponses";
import { who } from "../params";
import { arg, row } from "./row";

/** Referrals. */
export const referralRows = {
  createReferralCode: row({
    direct: { verb: "POST", path: "/referrals/code" },
    effect: "writes",
    args: { programId: arg("program_id", v.string()) },
    params: v.object({ ...who, program_id: v.string() }),
    result: vReferralCode,
    callers: "customers",
  }),
  redeemReferralCode: row({
    direct: { verb: "POST", path: "/referrals/redeem" },
    effect: "writes",
    args: { code: arg("code", v.string()) },
    params: v.object({ ...who, code: v.string() }),
    result: vReferralRedeem,
    callers: "customers",
  }),
} as const;
