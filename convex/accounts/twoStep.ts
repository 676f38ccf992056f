import { v } from "convex/values";
import { ok, vResult } from "../../packages/billing/src/contract";
import type { Result } from "../../packages/billing/src/contract";
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import { internalMutation } from "../_generated/server";
import type { MutationCtx } from "../_generated/server";
import { queueMail } from "../mail/outbox";
import { makeRecoveryCodes, makeTotpSecret, plainCode, stepOf, totpUri } from "./codes";
import { action, query } from "./guarded";
import { twoStepLetter } from "./letters";
import { checkOwnPassword, vOwnProof } from "./ownPassword";
import { consume, reset } from "./rateLimits";
import { accountOf, ownAccount, ownAccountWith } from "./model";
import { refusals } from "./refuse";
import { deleteTickets } from "./signInTickets";
import {
  deleteTwoStep,
  findTwoStep,
  hasTwoStep,
  openKey,
  recoveryHashOf,
  sealKey,
} from "./twoStepRecords";

/** Whether two-step sign-in of the caller is on; null if they have no local account. */
export const mine = query({
  args: {},
  returns: v.union(v.object({ isOn: v.boolean(), recoveryCodesLeft: v.number() }), v.null()),
  handler: async (ctx) => {
    const account = await ownAccount(ctx);
    if (!account) return null;
    const row = await findTwoStep(ctx, account._id);
    return { isOn: row?.isOn === true, recoveryCodesLeft: row?.recoveryHashes.length ?? 0 };
  },
});

const vKey = v.object({
  /** The key as text, in base32. */
  secret: v.string(),
  /** The same as an `otpauth:` URL, for a QR code. */
  uri: v.string(),
});

/**
 * Creates a key for the authenticator app. Sign-in does not change before {@link confirm}. An
 * action creates the key, because responses of mutations are stored.
 */
export const begin = action({
  args: vOwnProof,
  returns: vResult(vKey),
  handler: async (ctx, proof): Promise<Result<typeof vKey.type>> => {
    const checked = await checkOwnPassword(ctx, proof);
    if (!checked.data) return checked;
    const { username, passwordHash } = checked.data;
    const secret = makeTotpSecret();
    const begun = await ctx.runMutation(internal.accounts.twoStep.keep, { passwordHash, secret });
    return begun.error ? begun : ok({ secret, uri: totpUri(secret, username) });
  },
});

export const keep = internalMutation({
  args: { passwordHash: v.string(), secret: v.string() },
  returns: vResult(v.null()),
  handler: async (ctx, { passwordHash, secret: key }): Promise<Result<null>> => {
    const account = await ownAccountWith(ctx, passwordHash);
    if (!account) return refusals.ended();
    if (await hasTwoStep(ctx, account)) return refusals.twoStepOn();
    await deleteTwoStep(ctx, account);
    const secret = await sealKey(account._id, key);
    const row = { accountId: account._id, secret, isOn: false, usedStep: 0, recoveryHashes: [] };
    await ctx.db.insert("twoStep", row);
    return ok(null);
  },
});

/**
 * Turns two-step sign-in on, with a first code of the app.
 *
 * @returns Recovery codes. They are shown only once, because the database stores their hashes.
 */
export const confirm = action({
  args: { code: v.string() },
  returns: vResult(v.array(v.string())),
  handler: async (ctx, { code }): Promise<Result<string[]>> => {
    const recoveryCodes = makeRecoveryCodes();
    const args = { code, recoveryCodes };
    const turned = await ctx.runMutation(internal.accounts.twoStep.turnOn, args);
    return turned.error ? turned : ok(recoveryCodes);
  },
});

export const turnOn = internalMutation({
  args: { code: v.string(), recoveryCodes: v.array(v.string()) },
  returns: vResult(v.null()),
  handler: async (ctx, { code, recoveryCodes }): Promise<Result<null>> => {
    const account = await ownAccount(ctx);
    if (!account) return refusals.ended();
    const row = await findTwoStep(ctx, account._id);
    if (!row) return refusals.twoStepOff();
    if (row.isOn) return refusals.twoStepOn();
    const retryAfterMs = await consume(ctx, "signInCode", account._id);
    if (retryAfterMs > 0) return refusals.tooMany(retryAfterMs);
    const step = stepOf(await openKey(row), plainCode(code), Date.now());
    if (step === null) return refusals.wrongCode();
    const recoveryHashes = await Promise.all(
      recoveryCodes.map((one) => recoveryHashOf(account._id, one)),
    );
    await ctx.db.patch("twoStep", row._id, { isOn: true, usedStep: step, recoveryHashes });
    await reset(ctx, "signInCode", account._id);
    await tell(ctx, account, true);
    return ok(null);
  },
});

/** Turns two-step sign-in off. Requires the password and a code. */
export const turnOff = action({
  args: vOwnProof,
  returns: vResult(v.null()),
  handler: async (ctx, proof): Promise<Result<null>> => {
    const checked = await checkOwnPassword(ctx, proof);
    if (!checked.data) return checked;
    const { passwordHash } = checked.data;
    return await ctx.runMutation(internal.accounts.twoStep.remove, { passwordHash });
  },
});

export const remove = internalMutation({
  args: { passwordHash: v.string() },
  returns: vResult(v.null()),
  handler: async (ctx, { passwordHash }): Promise<Result<null>> => {
    const account = await ownAccountWith(ctx, passwordHash);
    if (!account) return refusals.ended();
    if (!(await hasTwoStep(ctx, account))) return refusals.twoStepOff();
    await turnOffOf(ctx, account);
    return ok(null);
  },
});

/**
 * For operators, who have verified the owner of an account whose app and recovery codes are lost.
 */
export const turnOffFor = internalMutation({
  args: { username: v.string() },
  returns: v.null(),
  handler: async (ctx, { username }): Promise<null> => {
    const account = await accountOf(ctx, username);
    if (!account) throw new Error(`No account is called "${username}"`);
    await turnOffOf(ctx, account);
    return null;
  },
});

async function turnOffOf(ctx: MutationCtx, account: Doc<"accounts">): Promise<void> {
  await deleteTwoStep(ctx, account);
  await deleteTickets(ctx, account);
  await tell(ctx, account, false);
}

async function tell(ctx: MutationCtx, account: Doc<"accounts">, isOn: boolean): Promise<void> {
  if (account.email === undefined) return;
  const letter = twoStepLetter(account, isOn, Date.now());
  await queueMail(ctx, account._id, account.email, letter);
}
