import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { open, seal } from "../secrets";
import type { Place } from "../secrets";
import { isAppCode, plainCode, stepOf } from "./codes";
import { sha256 } from "./tokens";

/** The two-step sign-in of an account, started or on. */
export async function findTwoStep(
  ctx: QueryCtx,
  accountId: Id<"accounts">,
): Promise<Doc<"twoStep"> | null> {
  return await ctx.db
    .query("twoStep")
    .withIndex("by_accountId", (q) => q.eq("accountId", accountId))
    .unique();
}

/** Whether a sign-in needs a code. */
export async function hasTwoStep(ctx: QueryCtx, { _id }: Doc<"accounts">): Promise<boolean> {
  return (await findTwoStep(ctx, _id))?.isOn === true;
}

export async function deleteTwoStep(ctx: MutationCtx, { _id }: Doc<"accounts">): Promise<void> {
  const row = await findTwoStep(ctx, _id);
  if (row) await ctx.db.delete("twoStep", row._id);
}

const placeOf = (accountId: Id<"accounts">): Place => ["twoStep", "secret", accountId];

/** The stored form of an app's key: encrypted, and valid only for this account. */
export async function sealKey(accountId: Id<"accounts">, secret: string): Promise<string> {
  return await seal(placeOf(accountId), secret);
}

/** The key of the account's app, in base32. @throws If it can't be decrypted. */
export async function openKey({ accountId, secret }: Doc<"twoStep">): Promise<string> {
  return await open(placeOf(accountId), secret);
}

/** The stored form of a recovery code. It includes the account. */
export async function recoveryHashOf(accountId: Id<"accounts">, code: string): Promise<string> {
  return await sha256(`${accountId}:${plainCode(code)}`);
}

/**
 * Uses a code of the app, or a recovery code. Each works once: of the app's codes, the last one
 * used and all earlier ones are refused.
 *
 * @returns Whether it was right.
 */
export async function spendCode(
  ctx: MutationCtx,
  row: Doc<"twoStep">,
  typed: string,
): Promise<boolean> {
  const code = plainCode(typed);
  if (isAppCode(code)) {
    const key = await openKey(row);
    const step = stepOf(key, code, Date.now());
    if (step === null || step <= row.usedStep) return false;
    // Encrypted again, because the row may be older than the deployment's `SECRETS_KEY`.
    const secret = await sealKey(row.accountId, key);
    await ctx.db.patch("twoStep", row._id, { usedStep: step, secret });
    return true;
  }
  const hash = await recoveryHashOf(row.accountId, code);
  if (!row.recoveryHashes.includes(hash)) return false;
  const recoveryHashes = row.recoveryHashes.filter((left) => left !== hash);
  await ctx.db.patch("twoStep", row._id, { recoveryHashes });
  return true;
}
