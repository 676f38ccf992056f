import { defineTable } from "convex/server";
import { v } from "convex/values";

export const accountTables = {
  /** People who sign in here, and not at an identity provider. */
  accounts: defineTable({
    /** The `sub` of their tokens. */
    subject: v.string(),
    /** As they typed it. */
    username: v.string(),
    /** The form that must be unique. */
    usernameKey: v.string(),
    /** `$scrypt$ln=…,r=…,p=…$salt$hash`. */
    passwordHash: v.string(),
  })
    .index("by_usernameKey", ["usernameKey"])
    .index("by_subject", ["subject"]),

  /** One browser that is signed in. A session that ends is deleted. */
  sessions: defineTable({
    accountId: v.id("accounts"),
    /** The hash of the half of a refresh token that never changes. */
    familyHash: v.string(),
    /** The hash of the half that changes at each use. */
    tokenHash: v.string(),
    /** The `tokenHash` before: good until one of its successors is used. */
    previousHash: v.optional(v.string()),
    /** Other successors of `previousHash`, whose answers were lost or arrive late. */
    siblingHashes: v.optional(v.array(v.string())),
    rotatedAt: v.number(),
    expiresAt: v.number(),
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
   * Browsers that have signed in to an account: strangers who guess passwords do not
   * lock them out. At most 20 an account. They outlive the session and are deleted
   * with the account.
   */
  devices: defineTable({
    accountId: v.id("accounts"),
    /** The hash of the secret that the browser keeps. */
    deviceHash: v.string(),
    signedInAt: v.number(),
  })
    .index("by_accountId_and_deviceHash", ["accountId", "deviceHash"])
    .index("by_accountId_and_signedInAt", ["accountId", "signedInAt"]),
};
