import { v } from "convex/values";
import { query } from "../_generated/server";
import { ownAccount } from "./records";

/** The caller's account; null when they are signed out, or signed in elsewhere. */
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
