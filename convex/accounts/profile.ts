import { v } from "convex/values";
import { query } from "../_generated/server";
import { ownAccount } from "./model";
import { standingOf } from "./standing";
import type { Standing } from "./standing";

/** The caller's account; null if signed out, or with another identity provider. */
export const me = query({
  args: {},
  returns: v.union(
    v.object({ subject: v.string(), username: v.string(), createdAt: v.number() }),
    v.null(),
  ),
  handler: async (ctx) => {
    const account = await ownAccount(ctx);
    return (
      account && {
        subject: account.subject,
        username: account.username,
        createdAt: account._creationTime,
      }
    );
  },
});

/** Whether the caller's token is still accepted. Open pages subscribe to it, to update at once. */
export const standing = query({
  args: {},
  returns: v.union(
    v.object({
      state: v.union(
        v.literal("anonymous"),
        v.literal("live"),
        v.literal("ended"),
        v.literal("deleted"),
      ),
    }),
    v.object({ state: v.literal("suspended"), reason: v.string() }),
  ),
  handler: async (ctx): Promise<Standing> => await standingOf(ctx, Date.now()),
});
