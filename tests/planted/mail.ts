import type { Defect } from "./defect";

const EMAIL = "convex/accounts/email.ts";
const LINKS = "convex/accounts/emailLinks.ts";
const RESET = "convex/accounts/passwordReset.ts";
const RECORDS = "convex/accounts/model.ts";
const SECOND = "convex/accounts/secondStep.ts";
const TWO_STEP = "convex/accounts/twoStepRecords.ts";
const DELIVERY = "convex/mail/delivery.ts";

export const MAIL_DEFECTS: readonly Defect[] = [
  {
    id: "sealed-for-any-row",
    what: "the encrypted key of one account also works in the row of another",
    file: "convex/secrets.ts",
    find: "encode(JSON.stringify(place))",
    replace: "encode(JSON.stringify(place.length))",
  },
  {
    id: "key-stays-plain",
    what: "a key of two-step sign-in that was stored in plain text stays so",
    file: TWO_STEP,
    find: "{ usedStep: step, secret }",
    replace: "{ usedStep: step }",
  },
  {
    id: "mail-sent-twice",
    what: "two attempts claim one mail",
    file: DELIVERY,
    find: 'mail?.state !== "queued" || mail.dueAt > now',
    replace: '(mail?.state !== "queued" && mail?.state !== "sending") || mail.dueAt < 0',
  },
  {
    id: "late-attempt-settles",
    what: "the late answer of a lost attempt settles the next one",
    file: DELIVERY,
    find: 'mail?.state !== "sending" || mail.attempts !== attempt',
    replace: 'mail?.state !== "sending" || attempt < 0',
  },
  {
    id: "links-stay-in-the-outbox",
    what: "a mail that was sent still holds the link that resets a password",
    file: DELIVERY,
    find: 'else await ctx.db.patch("mails", mailId, { ...EMPTIED, state: "sent", error: undefined });',
    replace: 'else await ctx.db.patch("mails", mailId, { state: "sent", error: undefined });',
  },
  {
    id: "link-for-anything",
    what: "the link that confirms an address also resets the password",
    file: LINKS,
    find: "link?.purpose !== purpose || link.expiresAt",
    replace: "link === null || link.expiresAt",
  },
  {
    id: "link-never-expires",
    what: "a link in a mail works for ever",
    file: LINKS,
    find: "|| link.expiresAt <= Date.now()",
    replace: "|| link.expiresAt <= 0",
  },
  {
    id: "address-taken-over",
    what: "the address of another account can be confirmed",
    file: EMAIL,
    find: "if (holder && holder._id !== account._id) return refusals.emailTaken();",
    replace: "",
  },
  {
    id: "reset-link-works-twice",
    what: "a link resets the password again",
    file: RECORDS,
    find: "  await deleteLinks(ctx, account);\n  await resetGuesses",
    replace: "  await resetGuesses",
  },
  {
    id: "old-password-keeps-an-address",
    what: "a link that confirms an address survives another password",
    file: RECORDS,
    find: "  await deleteLinks(ctx, account);\n  await resetGuesses",
    replace: '  await deleteLinks(ctx, account, ["reset_password"]);\n  await resetGuesses',
  },
  {
    id: "reset-floods-a-mailbox",
    what: "anyone can fill a member's mailbox with links",
    file: RESET,
    find: 'if ((await consume(ctx, "resetAccount", account._id)) > 0) return null;',
    replace: "",
  },
  {
    id: "session-without-a-code",
    what: "a sign-in with two steps opens a session after the first",
    file: RECORDS,
    find: "if (await hasTwoStep(ctx, account)) {",
    replace: "if (!(await hasTwoStep(ctx, account)) && device === ticketHash) {",
  },
  {
    id: "code-works-twice",
    what: "a code of the app that was seen by others works again",
    file: TWO_STEP,
    find: "if (step === null || step <= row.usedStep) return false;",
    replace: "if (step === null) return false;",
  },
  {
    id: "recovery-code-works-twice",
    what: "a recovery code is not used up",
    file: TWO_STEP,
    find: 'await ctx.db.patch("twoStep", row._id, { recoveryHashes });',
    replace: "void recoveryHashes;",
  },
  {
    id: "codes-by-ticket",
    what: "each ticket has its own guesses, and tickets are free",
    file: SECOND,
    find: "const key = isKnown ? device : account._id;",
    replace: "const key = isKnown ? device : ticketHash;",
  },
  {
    id: "ticket-for-ever",
    what: "one ticket takes any number of wrong codes",
    file: SECOND,
    find: "if (guesses < GUESSES)",
    replace: "if (guesses > 0)",
  },
  {
    id: "session-of-others-ended",
    what: "anyone who knows the id of a session ends it",
    file: "convex/accounts/sessionList.ts",
    find: "if (session?.accountId === account._id)",
    replace: "if (session)",
  },
];
