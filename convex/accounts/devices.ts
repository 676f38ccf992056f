import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { sha256 } from "./tokens";

/** How many browsers an account remembers; the one with the oldest sign-in is forgotten first. */
const DEVICES_PER_ACCOUNT = 20;
/** 32 random bytes in base64url. A shorter secret could be guessed, and is ignored. */
const DEVICE_SECRET = /^[\w-]{43}$/;

/**
 * The stored form of a browser's secret. The hash includes the account, so rows of two accounts do
 * not reveal that they share a browser.
 *
 * @param name - The account's name in hashes; see `nameInHashes`.
 * @returns Null if the browser sent no secret, or an invalid one.
 */
export async function deviceHashOf(
  name: string,
  secret: string | undefined,
): Promise<string | null> {
  if (secret === undefined || !DEVICE_SECRET.test(secret)) return null;
  return await sha256(`${name}:${secret}`);
}

/** Whether a browser has signed in to the account before. */
export async function isKnownDevice(
  ctx: QueryCtx,
  account: Doc<"accounts">,
  deviceHash: string | null,
): Promise<boolean> {
  return deviceHash !== null && (await findDevice(ctx, account, deviceHash)) !== null;
}

/** Remembers that a browser has signed in to the account. */
export async function rememberDevice(
  ctx: MutationCtx,
  account: Doc<"accounts">,
  deviceHash: string | null,
  now: number,
): Promise<void> {
  if (deviceHash === null) return;
  const known = await findDevice(ctx, account, deviceHash);
  if (known) {
    await ctx.db.patch("devices", known._id, { signedInAt: now });
    return;
  }
  const others = await devicesOf(ctx, account);
  for (const { _id } of others.slice(DEVICES_PER_ACCOUNT - 1)) await ctx.db.delete("devices", _id);
  await ctx.db.insert("devices", { accountId: account._id, deviceHash, signedInAt: now });
}

/** Forgets the browsers of an account, except one. */
export async function forgetDevices(
  ctx: MutationCtx,
  account: Doc<"accounts">,
  kept: string | null = null,
): Promise<void> {
  for (const { _id, deviceHash } of await devicesOf(ctx, account)) {
    if (deviceHash !== kept) await ctx.db.delete("devices", _id);
  }
}

async function findDevice(ctx: QueryCtx, account: Doc<"accounts">, deviceHash: string) {
  return await ctx.db
    .query("devices")
    .withIndex("by_accountId_and_deviceHash", (q) =>
      q.eq("accountId", account._id).eq("deviceHash", deviceHash),
    )
    .unique();
}

/** All of an account's browsers, the latest sign-in first. */
async function devicesOf(ctx: QueryCtx, account: Doc<"accounts">) {
  return await ctx.db
    .query("devices")
    .withIndex("by_accountId_and_signedInAt", (q) => q.eq("accountId", account._id))
    .order("desc")
    .take(DEVICES_PER_ACCOUNT);
}
