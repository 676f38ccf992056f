import { defineTable } from "convex/server";
import { v } from "convex/values";

export const accountTables = {
  /** People who sign in here, and not at an identity provider. */
  accounts: defineTable({
    /** The `sub` of their tokens. */
    subject: v.string(),
    /** As they wrote it. */
    username: v.string(),
    /** As it must be unique. */
    usernameKey: v.string(),
    /** `$scrypt$ln=…,r=…,p=…$salt$hash`. */
    passwordHash: v.string(),
  })
    .index("by_usernameKey", ["usernameKey"])
    .index("by_subject", ["subject"]),

  /** One browser that is signed in. A session that ends is deleted. */
  sessions: defineTable({
    accountId: v.id("accounts"),
    /** Of the half of a refresh token that never changes. */
    familyHash: v.string(),
    /** Of the half that changes at each use. */
    tokenHash: v.string(),
    /** What `tokenHash` was before: good until one of its successors is used. */
    previousHash: v.optional(v.string()),
    /** Other successors of `previousHash`, whose answers were lost or come late. */
    siblingHashes: v.optional(v.array(v.string())),
    rotatedAt: v.number(),
    expiresAt: v.number(),
  })
    .index("by_familyHash", ["familyHash"])
    .index("by_accountId", ["accountId"])
    .index("by_expiresAt", ["expiresAt"]),

  /** Accounts, of whatever identity provider, whose tokens are not accepted as they are. */
  restrictions: defineTable({
    /** SHA-256 of the token identifier: what a deleted account was called is not kept. */
    identityHash: v.string(),
    /** Why an operator suspended the account; null: it was deleted. */
    suspendedFor: v.union(v.string(), v.null()),
    at: v.number(),
  })
    .index("by_identityHash", ["identityHash"])
    .index("by_suspendedFor_and_at", ["suspendedFor", "at"]),

  /**
   * Browsers that have signed in to an account: strangers who guess passwords do not lock
   * them out. At most 20 an account; they outlive the session and go with the account.
   */
  devices: defineTable({
    accountId: v.id("accounts"),
    /** Of the secret that the browser keeps. */
    deviceHash: v.string(),
    signedInAt: v.number(),
  })
    .index("by_accountId_and_deviceHash", ["accountId", "deviceHash"])
    .index("by_accountId_and_signedInAt", ["accountId", "signedInAt"]),
};
