import { defineTable } from "convex/server";
import { v } from "convex/values";

/** The purpose of a link in a mail. */
export const vLinkPurpose = v.union(v.literal("confirm_email"), v.literal("reset_password"));

/** The same as LANGUAGES of contract/languages. */
export const vLanguage = v.union(v.literal("en"), v.literal("de"));

export const accountTables = {
  /** Local accounts: users who sign in here, and not with an identity provider. */
  accounts: defineTable({
    /** The `sub` claim of their tokens. */
    subject: v.string(),
    /** The username as typed. */
    username: v.string(),
    /** The normalised name, for sign-in. Unique. */
    usernameKey: v.string(),
    /** The skeleton, which names that look alike share. Absent: not migrated yet. */
    usernameSkeleton: v.optional(v.string()),
    /** `$scrypt$ln=…,r=…,p=…$salt$hash`. */
    passwordHash: v.string(),
    /** The confirmed e-mail address as typed. Only the owner sees it. */
    email: v.optional(v.string()),
    /** The normalised address, which must be unique. */
    emailKey: v.optional(v.string()),
    /**
     * The `usernameKey` before the first change of the name, because hashes of browsers include it.
     * Absent: the name was never changed.
     */
    firstUsernameKey: v.optional(v.string()),
    /** The language of the account's mails. Absent: English. */
    language: v.optional(vLanguage),
  })
    .index("by_usernameKey", ["usernameKey"])
    .index("by_usernameSkeleton", ["usernameSkeleton"])
    .index("by_emailKey", ["emailKey"])
    .index("by_subject", ["subject"]),

  /** One session per signed-in browser. Deleted when it ends. */
  sessions: defineTable({
    accountId: v.id("accounts"),
    /** The hash of the refresh token's first half, which never changes. */
    familyHash: v.string(),
    /** The hash of its second half, which changes at each use. */
    tokenHash: v.string(),
    /** The previous `tokenHash`: valid until one of its successors is used. */
    previousHash: v.optional(v.string()),
    /** Other successors of `previousHash`, whose responses were lost or may arrive late. */
    siblingHashes: v.optional(v.array(v.string())),
    rotatedAt: v.number(),
    expiresAt: v.number(),
    /** Browser and OS, parsed from the user agent. Absent: unknown, or not parsed yet. */
    browser: v.optional(v.string()),
    system: v.optional(v.string()),
  })
    .index("by_familyHash", ["familyHash"])
    .index("by_accountId", ["accountId"])
    .index("by_expiresAt", ["expiresAt"]),

  /** Accounts, of any identity provider, whose tokens are refused. */
  restrictions: defineTable({
    /** SHA-256 of the token identifier, so that the name of a deleted account is not kept. */
    identityHash: v.string(),
    /** Why an operator suspended the account; null: it was deleted. */
    suspendedFor: v.union(v.string(), v.null()),
    at: v.number(),
  })
    .index("by_identityHash", ["identityHash"])
    .index("by_suspendedFor_and_at", ["suspendedFor", "at"]),

  /**
   * Usernames, and mailboxes of suspended accounts, that no new account can have.
   * Written by accounts/retiredNames when an account is deleted; later deletions remove
   * expired rows.
   */
  retiredNames: defineTable({
    /** A keyed hash, so that the name of a deleted account is not stored. */
    hash: v.string(),
    /** When the name becomes available; null: never, because the account was suspended. */
    until: v.union(v.number(), v.null()),
  })
    .index("by_hash", ["hash"])
    .index("by_until", ["until"]),

  /**
   * Accounts, of any identity provider, with the operator role. Written by
   * community/operators/role, which only `npx convex run` reaches. Deleted with the account.
   */
  operators: defineTable({ tokenIdentifier: v.string(), grantedAt: v.number() }).index(
    "by_tokenIdentifier",
    ["tokenIdentifier"],
  ),

  /**
   * Browsers that have signed in to an account, so that strangers who guess passwords do not lock
   * them out. At most 20 per account. They outlive the session and are deleted with the account.
   */
  devices: defineTable({
    accountId: v.id("accounts"),
    /** The hash of the secret that the browser stores. */
    deviceHash: v.string(),
    signedInAt: v.number(),
  })
    .index("by_accountId_and_deviceHash", ["accountId", "deviceHash"])
    .index("by_accountId_and_signedInAt", ["accountId", "signedInAt"]),

  /**
   * Links in mails that still work. Written by accounts/emailLinks. Deleted when used, when they
   * expire, and with the account.
   */
  emailLinks: defineTable({
    accountId: v.id("accounts"),
    purpose: vLinkPurpose,
    /** SHA-256 of the token in the link. */
    tokenHash: v.string(),
    /** The address that the link was sent to. */
    email: v.string(),
    expiresAt: v.number(),
  })
    .index("by_tokenHash", ["tokenHash"])
    .index("by_accountId_and_purpose", ["accountId", "purpose"])
    .index("by_expiresAt", ["expiresAt"]),

  /**
   * The names or addresses in password-reset requests, whether or not an account matches. Written
   * and deleted by accounts/passwordReset, within moments.
   */
  resetRequests: defineTable({ typed: v.string() }),

  /**
   * Two-step sign-in of an account. Written by accounts/twoStep and by sign-ins with a
   * code. Deleted when it is turned off, and with the account.
   */
  twoStep: defineTable({
    accountId: v.id("accounts"),
    /** The key, which the authenticator app has too. Encrypted by accounts/twoStepRecords. */
    secret: v.string(),
    /** Whether a first code has proved that the app has the key. */
    isOn: v.boolean(),
    /** The time step of the last code that was used. It and earlier ones are refused. */
    usedStep: v.number(),
    /** Hashes of the unused recovery codes. */
    recoveryHashes: v.array(v.string()),
  }).index("by_accountId", ["accountId"]),

  /**
   * Sign-ins with a correct password that wait for a code. Written and deleted by
   * accounts/secondStep.
   */
  signInTickets: defineTable({
    accountId: v.id("accounts"),
    ticketHash: v.string(),
    /** The hash of the browser's secret, as in `devices`. */
    device: v.union(v.string(), v.null()),
    guesses: v.number(),
    expiresAt: v.number(),
  })
    .index("by_ticketHash", ["ticketHash"])
    .index("by_accountId", ["accountId"])
    .index("by_expiresAt", ["expiresAt"]),
};
