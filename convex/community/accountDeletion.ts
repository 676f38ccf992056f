import { v } from "convex/values";
import { action } from "../accounts/guarded";
import { refuseCaller } from "../accounts/standing";
import { usernameKeyOf } from "../contract/credentials";
import { ok, vResult } from "../../packages/billing/src/contract";
import type { Result } from "../../packages/billing/src/contract";
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import { internalMutation, internalQuery } from "../_generated/server";
import type { MutationCtx } from "../_generated/server";
import { billing } from "../billing";
import { NEW_PROFILE, findOwnProfile } from "./profiles/functions";
import { refusals } from "./errors";
import { deleteFile } from "./artworks/deletion";

/**
 * Deletes the caller's account, for good: plan and billing, works and files,
 * all that they said and did, and the sign-in itself. It is gone from every
 * screen at once; what is left of it follows in batches.
 *
 * @param args - `username`: typed again, so that nobody does it by mistake.
 */
export const removeAccount = action({
  args: { username: v.string() },
  returns: vResult(v.null()),
  openToSuspended: true,
  handler: async (ctx, { username }): Promise<Result<null>> => {
    const who = await billing.me(ctx);
    if (!who) return refusals.signedOut();
    const { mayGo, close } = internal.community.accountDeletion;
    const refusal = await ctx.runQuery(mayGo, { username });
    if (refusal.error) return refusal;
    const deleted = await billing.customers.delete(ctx, who, {});
    if (deleted.error && deleted.error.code !== "customer_not_found") {
      const { error, statusCode = 400 } = deleted;
      return { data: null, error, statusCode };
    }
    await ctx.runMutation(close, {});
    return ok(null);
  },
});

/** Whether the caller is who they say, and leaves nobody behind. */
export const mayGo = internalQuery({
  args: { username: v.string() },
  returns: vResult(v.null()),
  handler: async (ctx, { username }): Promise<Result<null>> => {
    const refusal = await refuseCaller(ctx, { openToSuspended: true });
    if (refusal) return refusal;
    const profile = await findOwnProfile(ctx);
    if (!profile || profile.usernameKey !== usernameKeyOf(username)) return refusals.noArtist();
    const studio = await ctx.db
      .query("studios")
      .withIndex("by_ownerId", (q) => q.eq("ownerId", profile._id))
      .first();
    return studio ? refusals.ownsStudio() : ok(null);
  },
});

/** Takes the caller's name and face off everything, starts the erasure, and ends the sign-in: all at once. */
export const close = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx): Promise<null> => {
    const profile = await findOwnProfile(ctx);
    const who = await billing.me(ctx);
    if (!profile || !who) return null;
    await unname(ctx, profile);
    const leaver = { profileId: profile._id, customerId: who.customerId };
    await ctx.scheduler.runAfter(0, internal.community.accountErasure.step, leaver);
    await ctx.runMutation(internal.accounts.records.erase, {});
    const identity = await ctx.auth.getUserIdentity();
    if (identity) await billing.forget(ctx, identity.tokenIdentifier);
    return null;
  },
});

async function unname(
  ctx: MutationCtx,
  { _id, avatarId, coverId }: Doc<"profiles">,
): Promise<void> {
  // The name is free from now on; no issuer is called `closed`, so nobody signs in to this.
  const nobody = `closed|${_id}`;
  await ctx.db.patch("profiles", _id, {
    ...NEW_PROFILE,
    ...{ bio: "", searchText: "" },
    ...{ tokenIdentifier: nobody, usernameKey: nobody, username: "deleted", name: "Deleted" },
  });
  for (const file of [avatarId, coverId]) if (file) await deleteFile(ctx, file);
}
