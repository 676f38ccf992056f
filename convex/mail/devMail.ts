import { v } from "convex/values";
import { ownAccount } from "../accounts/model";
import { query } from "../accounts/guarded";
import { openContent } from "./content";
import { mailsOf } from "./outbox";
import { showsMails } from "./settings";

const MOST_SHOWN = 50;

const vShownMail = v.object({
  id: v.id("mails"),
  ...{ to: v.string(), subject: v.string(), text: v.string(), html: v.string() },
  at: v.number(),
});

/**
 * For developers, in the sandbox without a mail server: the newest mails to the caller's own
 * addresses. Null if signed out, or on other deployments.
 */
export const list = query({
  args: {},
  returns: v.union(v.array(vShownMail), v.null()),
  handler: async (ctx) => {
    const account = showsMails() ? await ownAccount(ctx) : null;
    if (!account) return null;
    const mails = await mailsOf(ctx, account._id, MOST_SHOWN);
    return await Promise.all(
      mails.map(async (mail) => {
        const { text, html } = await openContent(mail);
        const { _id: id, to, subject, _creationTime: at } = mail;
        return { id, to, subject, text, html, at };
      }),
    );
  },
});
