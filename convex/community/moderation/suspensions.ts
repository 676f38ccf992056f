import { v } from "convex/values";
import { accountOfIdentity } from "../../accounts/model";
import { releaseMailbox, reserveMailbox } from "../../accounts/retiredNames";
import { setSuspension } from "../../accounts/standing";
import type { Doc } from "../../_generated/dataModel";
import { internalMutation } from "../../_generated/server";
import type { MutationCtx } from "../../_generated/server";
import { findProfile } from "../profiles/model";

const MAX_REASON = 500;

/**
 * For operators: suspends a member, who can then only sign in, read, cancel their plans and delete
 * their account. A second call changes the reason.
 *
 * @param args - `reason`: 1 to 500 characters, shown to the member.
 */
export const suspend = internalMutation({
  args: { username: v.string(), reason: v.string() },
  returns: v.null(),
  handler: async (ctx, { username, reason }): Promise<null> => {
    const said = reason.trim();
    if (said === "" || said.length > MAX_REASON) {
      throw new Error(`A reason has 1 to ${MAX_REASON} characters: the member reads it`);
    }
    return await change(ctx, username, said);
  },
});

/** For operators: ends a suspension. Without one, nothing changes. */
export const reinstate = internalMutation({
  args: { username: v.string() },
  returns: v.null(),
  handler: async (ctx, { username }): Promise<null> => await change(ctx, username, null),
});

async function change(ctx: MutationCtx, username: string, reason: string | null): Promise<null> {
  const member = await findProfile(ctx, username);
  if (!member) throw new Error(`No member is called "${username}"`);
  await setSuspended(ctx, member, reason);
  return null;
}

/**
 * Suspends a member, or changes the reason; a null reason reinstates them. During a suspension no
 * account can confirm an address of their mailbox.
 */
export async function setSuspended(
  ctx: MutationCtx,
  { tokenIdentifier }: Doc<"profiles">,
  reason: string | null,
): Promise<void> {
  await setSuspension(ctx, tokenIdentifier, reason);
  const account = await accountOfIdentity(ctx, tokenIdentifier);
  if (account?.email === undefined) return;
  if (reason === null) await releaseMailbox(ctx, account.email);
  else await reserveMailbox(ctx, account.email);
}
