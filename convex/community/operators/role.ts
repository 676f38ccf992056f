import { v } from "convex/values";
import { setOperator } from "../../accounts/operators";
import { internalMutation } from "../../_generated/server";
import type { MutationCtx } from "../../_generated/server";
import { findProfile } from "../profiles/model";

/**
 * Grants a member the operator role: access to `/operator` and all its actions. Only `npx convex
 * run` reaches this.
 */
export const grant = internalMutation({
  args: { username: v.string() },
  returns: v.null(),
  handler: async (ctx, { username }): Promise<null> => await change(ctx, username, true),
});

/** Revokes the role, effective immediately. */
export const revoke = internalMutation({
  args: { username: v.string() },
  returns: v.null(),
  handler: async (ctx, { username }): Promise<null> => await change(ctx, username, false),
});

async function change(ctx: MutationCtx, username: string, isGranted: boolean): Promise<null> {
  const member = await findProfile(ctx, username);
  if (!member) throw new Error(`No member is called "${username}"`);
  await setOperator(ctx, member.tokenIdentifier, isGranted);
  return null;
}
