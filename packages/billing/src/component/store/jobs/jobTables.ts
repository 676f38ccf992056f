import { defineTable } from "convex/server";
import { v } from "convex/values";
import { vJobKind } from "../../../contract/jobResponses";
import { nullable } from "../../../contract/wire";

export const jobTables = {
  // Work that is retried until it is done, one row for each kind and subject. Written by jobs. Started
  // again by lifecycle/jobs. Listed for operators while it fails. Deleted when the work is done, when
  // an operator dismisses it, and with its customer.
  jobs: defineTable({
    kind: vJobKind,
    /** The id of the row that needs the work. Empty: the kind has only one job. */
    subject: v.string(),
    /** The number of attempts so far. */
    attempts: v.number(),
    /** The time of the next attempt; null: an operator decides. */
    next_attempt_at: nullable(v.number()),
    /** Null: it has not failed yet. */
    last_error: nullable(v.string()),
    /** `failing`: operators see it. */
    state: v.union(v.literal("waiting"), v.literal("failing")),
  })
    .index("by_kind_and_subject", ["kind", "subject"])
    .index("by_next_attempt_at", ["next_attempt_at"])
    .index("by_state", ["state"]),
};
