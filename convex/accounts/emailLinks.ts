import { DAY_MS, HOUR_MS } from "../../packages/billing/src/contract";
import type { Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { vLinkPurpose } from "./tables";
import { makeSecret, sha256 } from "./tokens";

type Purpose = Infer<typeof vLinkPurpose>;

/** How long a link in a mail works. */
export const LINK_MS = {
  confirm_email: DAY_MS,
  reset_password: HOUR_MS,
} as const satisfies Record<Purpose, number>;

/** More links than the rate limits allow an account. */
const LINKS_PER_ACCOUNT = 20;
const DELETED_AT_ONCE = 10;

/**
 * Creates a link for one use.
 *
 * @param email - The address that the link is sent to.
 * @returns The token of the link. Only the mail has it; the database stores its hash.
 */
export async function makeLink(
  ctx: MutationCtx,
  account: Doc<"accounts">,
  purpose: Purpose,
  email: string,
): Promise<string> {
  const now = Date.now();
  await deleteExpired(ctx, now);
  const token = makeSecret();
  await ctx.db.insert("emailLinks", {
    ...{ accountId: account._id, purpose, email },
    tokenHash: await sha256(token),
    expiresAt: now + LINK_MS[purpose],
  });
  return token;
}

/** The link and its account; null if the link does not exist, was used, or has expired. */
export async function findLink(
  ctx: QueryCtx,
  token: string,
  purpose: Purpose,
): Promise<{ link: Doc<"emailLinks">; account: Doc<"accounts"> } | null> {
  const tokenHash = await sha256(token);
  const link = await ctx.db
    .query("emailLinks")
    .withIndex("by_tokenHash", (q) => q.eq("tokenHash", tokenHash))
    .unique();
  if (link?.purpose !== purpose || link.expiresAt <= Date.now()) return null;
  const account = await ctx.db.get("accounts", link.accountId);
  return account && { link, account };
}

/** The links of an account for one purpose, the newest first. */
export async function linksOf(ctx: QueryCtx, { _id }: Doc<"accounts">, purpose: Purpose) {
  return await ctx.db
    .query("emailLinks")
    .withIndex("by_accountId_and_purpose", (q) => q.eq("accountId", _id).eq("purpose", purpose))
    .order("desc")
    .take(LINKS_PER_ACCOUNT);
}

/** Deletes the links of an account, for one purpose or for all. */
export async function deleteLinks(
  ctx: MutationCtx,
  account: Doc<"accounts">,
  purposes: readonly Purpose[] = ["confirm_email", "reset_password"],
): Promise<void> {
  for (const purpose of purposes) {
    for (const { _id } of await linksOf(ctx, account, purpose)) {
      await ctx.db.delete("emailLinks", _id);
    }
  }
}

async function deleteExpired(ctx: MutationCtx, now: number): Promise<void> {
  const expired = await ctx.db
    .query("emailLinks")
    .withIndex("by_expiresAt", (q) => q.lt("expiresAt", now))
    .take(DELETED_AT_ONCE);
  for (const { _id } of expired) await ctx.db.delete("emailLinks", _id);
}
