import { fail, ok } from "../../../contract/errors";
import type { Failure } from "../../../contract/errors";
import type { OperationResult, WireParams } from "../../../contract/operations";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { randomCode } from "./randomCode";
import { nowFor } from "../../platform/clock";
import { reloadAndSave } from "../../store/saveRevision";
import { ensureCurrentCustomer } from "../customers/customers";
import { findCustomer, loadCustomerState } from "../../store/customers/customerState";
import type { CustomerState } from "../../store/customers/customerState";
import { applyRedemption } from "./referralTriggers";
import { noteWrongGuess, refuseGuess } from "../../store/rewards/codeAttempts";
import { findProgram } from "../../store/rewards/rewardCatalog";
import { normaliseCode } from "../../rules/discounts/rewards";
import type { ProgramDefinition } from "../../rules/discounts/rewards";

const CODE_LENGTH = 10;

/** The customer's code in a program: created on first use, then always the same. */
export async function createReferralCode(
  ctx: MutationCtx,
  params: WireParams<"createReferralCode">,
): Promise<OperationResult<"createReferralCode">> {
  const opened = await openKnown(ctx, params);
  if ("error" in opened) return opened;
  const { customerState } = opened;
  const { customer, now } = customerState;
  const program = await findProgram(ctx, params.program_id);
  if (!program) return unknownProgram(params.program_id);
  const known = await codeOf(ctx, customer._id, program.id);
  if (known && known.code.length >= CODE_LENGTH) return ok(serializeCode(customerState, known));
  const code = await randomCode(CODE_LENGTH, async (drawn) => !(await findCode(ctx, drawn)));
  if (known) {
    // Short codes of an earlier version can be guessed.
    await ctx.db.patch("referralCodes", known._id, { code });
    await reloadAndSave(ctx, customerState);
    return ok(serializeCode(customerState, { ...known, code }));
  }
  const row = {
    code,
    customer: customer._id,
    program_id: program.id,
    redeemed: 0,
    created_at: now,
  };
  await ctx.db.insert("referralCodes", row);
  await reloadAndSave(ctx, customerState);
  return ok(serializeCode(customerState, row));
}

/**
 * Redeems a referral code. A program that begins with the customer rewards at
 * once; one that waits for a purchase reserves a place.
 */
export async function redeemReferralCode(
  ctx: MutationCtx,
  params: WireParams<"redeemReferralCode">,
): Promise<OperationResult<"redeemReferralCode">> {
  const opened = await openKnown(ctx, params);
  if ("error" in opened) return opened;
  const { customerState } = opened;
  const tooMany = await refuseGuess(ctx, customerState.customer._id);
  if (tooMany) return tooMany;
  const code = await findCode(ctx, normaliseCode(params.code));
  if (!code) {
    await noteWrongGuess(ctx, customerState.customer._id);
    return unknownCode();
  }
  const program = await findProgram(ctx, code.program_id);
  if (!program) return unknownProgram(code.program_id);
  const referrer = await ctx.db.get("customers", code.customer);
  if (!referrer) return unknownCode();
  const refusal = await refuseRedemption(ctx, customerState, { code, program, referrer });
  if (refusal) return refusal;
  const id = await reserve(ctx, customerState, code);
  // The referrer sees the open redemption at once.
  await reloadAndSave(
    ctx,
    await loadCustomerState(ctx, referrer, nowFor(referrer), { owner: null }),
  );
  if (program.when === "customer_creation") {
    await applyRedemption(ctx, customerState, { _id: id, referrer: referrer._id }, program);
  }
  const after = await reloadAndSave(ctx, customerState);
  return ok({
    id,
    customer_id: after.customer.customer_id,
    reward_id: program.reward,
    referrer: serializeParty(referrer),
    redeemer: serializeParty(after.customer),
  });
}

interface Redeeming {
  code: Doc<"referralCodes">;
  program: ProgramDefinition;
  referrer: Doc<"customers">;
}

async function refuseRedemption(
  ctx: QueryCtx,
  { customer }: CustomerState,
  { code, program, referrer }: Redeeming,
): Promise<Failure | null> {
  if (code.redeemed >= program.max_redemptions) {
    return fail("referral_code_max_redemptions_reached", "This code can't be used any more");
  }
  const earlier = await ctx.db
    .query("redemptions")
    .withIndex("by_redeemer_and_program_id", (q) =>
      q.eq("redeemer", customer._id).eq("program_id", program.id),
    )
    .first();
  if (earlier) {
    const message = "You have redeemed a code of this program already";
    return fail("customer_already_redeemed_referral_code", message);
  }
  if (isSamePerson(customer, referrer)) {
    return fail("customer_cannot_redeem_own_code", "Nobody can redeem their own code");
  }
  if (await wasInvitedBy(ctx, referrer._id, customer._id)) {
    const message = "You invited this person: their code is not for you";
    return fail("customer_cannot_redeem_own_code", message);
  }
  return null;
}

/** Whether one customer redeemed a code of the other's, in any program. */
async function wasInvitedBy(
  ctx: QueryCtx,
  redeemer: Id<"customers">,
  referrer: Id<"customers">,
): Promise<boolean> {
  // One a program at most.
  const rows = ctx.db
    .query("redemptions")
    .withIndex("by_redeemer_and_program_id", (q) => q.eq("redeemer", redeemer));
  for await (const row of rows) if (row.referrer === referrer) return true;
  return false;
}

function isSamePerson(a: Doc<"customers">, b: Doc<"customers">): boolean {
  const hasFingerprint = a.fingerprint !== null && a.fingerprint !== "";
  return a._id === b._id || (hasFingerprint && a.fingerprint === b.fingerprint);
}

/** Counted in the same transaction, so that open redemptions can't exceed the maximum. */
async function reserve(
  ctx: MutationCtx,
  { customer, now }: CustomerState,
  code: Doc<"referralCodes">,
): Promise<Id<"redemptions">> {
  await ctx.db.patch("referralCodes", code._id, { redeemed: code.redeemed + 1 });
  return await ctx.db.insert("redemptions", {
    code: code._id,
    program_id: code.program_id,
    referrer: code.customer,
    redeemer: customer._id,
    triggered: false,
    applied: false,
    redeemer_applied: false,
    created_at: now,
  });
}

async function openKnown(
  ctx: MutationCtx,
  {
    customer_id,
    customer_data,
  }: Pick<WireParams<"redeemReferralCode">, "customer_id" | "customer_data">,
): Promise<{ customerState: CustomerState } | Failure> {
  if (!(await findCustomer(ctx, customer_id))) {
    return fail("customer_not_found", `Customer ${customer_id} not found`, 404);
  }
  const caller = { customerId: customer_id, customerData: customer_data };
  return { customerState: await ensureCurrentCustomer(ctx, caller) };
}

function findCode(ctx: QueryCtx, code: string): Promise<Doc<"referralCodes"> | null> {
  return ctx.db
    .query("referralCodes")
    .withIndex("by_code", (q) => q.eq("code", code))
    .unique();
}

function codeOf(ctx: QueryCtx, customer: Id<"customers">, programId: string) {
  return ctx.db
    .query("referralCodes")
    .withIndex("by_customer_and_program_id", (q) =>
      q.eq("customer", customer).eq("program_id", programId),
    )
    .unique();
}

function serializeCode(
  { customer }: CustomerState,
  { code, created_at }: Pick<Doc<"referralCodes">, "code" | "created_at">,
) {
  return { code, customer_id: customer.customer_id, created_at };
}

function serializeParty({ customer_id: id, name, email, created_at }: Doc<"customers">) {
  return { id, name, email, created_at };
}

function unknownProgram(programId: string): Failure {
  return fail("reward_program_not_found", `Reward program ${programId} not found`, 404);
}

function unknownCode(): Failure {
  return fail("referral_code_not_found", "There is no such referral code", 404);
}
