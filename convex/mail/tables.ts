import { defineTable } from "convex/server";
import { v } from "convex/values";

export const vMailState = v.union(
  v.literal("queued"),
  v.literal("sending"),
  v.literal("sent"),
  v.literal("failed"),
  v.literal("unsent"),
);

export const mailTables = {
  // The outbox of mails. Written by mail/outbox in the transaction of the mail's cause, and by
  // mail/delivery. Read by mail/delivery and by the page /dev/mail. Deleted after a week, and with
  // the account.
  mails: defineTable({
    accountId: v.id("accounts"),
    to: v.string(),
    subject: v.string(),
    /**
     * Both bodies are encrypted by mail/content, and empty once the mail is sent, because their
     * links give access to accounts.
     */
    text: v.string(),
    html: v.string(),
    /** The URL that unsubscribes from mails of this kind with one request. Also encrypted. */
    unsubscribeUrl: v.optional(v.string()),
    /** The id of the cause, such as an event of billing. Absent if the cause can't repeat. */
    key: v.optional(v.string()),
    /** `unsent`: the deployment had no mail server when it was queued. */
    state: vMailState,
    attempts: v.number(),
    /** While queued: the next attempt. While sending: when the attempt counts as lost. */
    dueAt: v.number(),
    /** The mail server's response to the last failed attempt. */
    error: v.optional(v.string()),
  })
    .index("by_accountId", ["accountId"])
    .index("by_key", ["key"])
    .index("by_state_and_dueAt", ["state", "dueAt"]),
};
