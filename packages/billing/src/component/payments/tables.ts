import { defineTable } from "convex/server";
import { v } from "convex/values";
import { nullable } from "../../contract/wire";
import { vChargeKey } from "./chargeKey";
import { vCardDetails } from "./methods";
import { vDeclineCode } from "../../contract/sandbox";

export const vChargeState = v.union(
  v.literal("open"),
  v.literal("requires_action"),
  v.literal("declined"),
  v.literal("paid"),
);

export const vVia = v.union(
  v.literal("saved_method"),
  /** The customer pays on the processor's page, so no other request may charge it. */
  v.literal("page"),
  /** It refunds the paid charge of the same key. */
  v.literal("refund"),
);

export const paymentTables = {
  // Saved cards: brand and last four digits, never the number. Written and
  // deleted by methods. Read by attach, renewals and the customer view.
  paymentMethods: defineTable({
    ...vCardDetails.fields,
    customer: v.id("customers"),
    created_at: v.number(),
    /** When it was last made the default: the latest choice wins. */
    chosen_at: v.optional(v.number()),
    /** A test card that asks once has been approved. Absent: it has not. */
    authenticated: v.optional(v.boolean()),
    /** The card's id with a remote processor. Absent: a test card. */
    processor_id: v.optional(v.string()),
  })
    .index("by_customer_and_chosen_at", ["customer", "chosen_at"])
    .index("by_expiry", ["exp_year", "exp_month"]),

  // Charges of a remote processor, and refunds, one row per attempt. Written by charges/requests and
  // lifecycle/charges/settlement. Read by everything that waits for one. Never deleted: they are the
  // record of all requests.
  charges: defineTable({
    customer: v.id("customers"),
    /** What it pays, or refunds. */
    key: vChargeKey,
    /** The processor's id of this try. */
    request_key: v.string(),
    minor: v.number(),
    currency: v.string(),
    state: vChargeState,
    via: vVia,
    message: nullable(v.string()),
    /** The processor's page for approving it. */
    url: nullable(v.string()),
    /** The processor's id of the customer, who may be deleted by now. */
    account: v.optional(v.string()),
    /** The processor's id of the card that it charges. */
    method: v.optional(v.string()),
    /** The processor's id of it. Absent: not known. */
    reference: v.optional(v.string()),
    /** For a refund: the charge that it refunds. */
    refund_of: v.optional(v.id("charges")),
    /** It refunds a charge that nothing needed, so no invoice has it. */
    is_surplus: v.optional(v.literal(true)),
    /** What of such a refund became credit, and no lost dispute has claimed. Absent: nothing. */
    kept_minor: v.optional(v.number()),
    /** For a paid charge: the purchases that it has paid for so far. */
    used_minor: v.number(),
    /** The description beside the amount. */
    description: v.optional(v.string()),
    created_at: v.number(),
    /**
     * The amount that the processor moved instead of the requested one. Absent: no
     * difference is known.
     */
    mismatch: v.optional(v.string()),
  })
    .index("by_key", ["key.id"])
    .index("by_request_key", ["request_key"])
    .index("by_state_and_created_at", ["state", "created_at"])
    .index("by_customer_and_state", ["customer", "state"]),

  // Deleted customers whose account at the remote processor has to be deleted too. Written and deleted by
  // charges/closeAccounts, whose job retries it.
  accountClosures: defineTable({
    customer: v.id("customers"),
    customer_id: v.string(),
    /** The processor's id of the customer. Absent: its opening was not answered yet. */
    account: v.optional(v.string()),
  }),

  // Events of processors, the sandbox included. Written by events. Read by the developers' page, and
  // by charges/reports, whose jobs follow them up. Never deleted, so that no event is handled
  // twice.
  paymentEvents: defineTable({
    event_id: v.string(),
    customer: nullable(v.id("customers")),
    key: v.string(),
    status: v.string(),
    minor: nullable(v.number()),
    at: v.number(),
    /** The dispute that it is about. */
    dispute: v.optional(v.string()),
  })
    .index("by_event_id", ["event_id"])
    .index("by_customer", ["customer"]),

  // A single row: up to when reports that never arrived were fetched. Written and read by
  // charges/missedReports. Never deleted.
  reportBackfill: defineTable({
    /** Reports that were made before are stored. */
    read_until: v.number(),
    /** The fetch that is under way. Absent: none is. */
    running: v.optional(
      v.object({
        since: v.number(),
        began_at: v.number(),
        /** The processor's; null: the first page. */
        cursor: nullable(v.string()),
      }),
    ),
  }),

  // Payments that a customer's bank takes back, or tries to. Written by lifecycle/charges/disputes.
  // Listed for operators. Never deleted: they are the record of what was answered.
  disputes: defineTable({
    dispute_id: v.string(),
    customer: v.id("customers"),
    customer_id: v.string(),
    /** The intent or invoice that the disputed charge paid. */
    key: v.string(),
    /** The disputed charge. Absent: the dispute was stored by an earlier version. */
    charge: v.optional(v.id("charges")),
    minor: v.number(),
    currency: v.string(),
    reason: v.string(),
    state: v.union(v.literal("open"), v.literal("won"), v.literal("lost")),
    opened_at: v.number(),
    closed_at: nullable(v.number()),
  })
    .index("by_dispute_id", ["dispute_id"])
    .index("by_state", ["state"])
    .index("by_customer_and_state", ["customer", "state"]),

  // Test cards that wait for their customer's approval. Written and deleted by sandbox/challenges;
  // abandoned ones by lifecycle/retention. Read by the sandbox's charges.
  challenges: defineTable({
    customer: v.id("customers"),
    /** Of the charge, or of the page that saves the card. */
    key: v.string(),
    approved: v.boolean(),
    /** A card that is saved with the approval; null: a saved one is charged. */
    card: nullable(vCardDetails),
    created_at: v.number(),
  }).index("by_key", ["key"]),

  // Answers that a customer's next charge gets instead of the card's answer. Written by the
  // developers' page. Read and deleted by the sandbox's charge.
  injectedFailures: defineTable({
    customer: v.id("customers"),
    code: vDeclineCode,
  }).index("by_customer", ["customer"]),

  // Open portals, at most ten per customer. Written by portal. Read by its page. Deleted when newer
  // ones exceed the limit, when the host signs the user out, and by lifecycle/retention.
  portalSessions: defineTable({
    customer: v.id("customers"),
    /** SHA-256 of the page's token. */
    token_hash: v.string(),
    return_url: nullable(v.string()),
    expires_at: v.number(),
  })
    .index("by_token_hash", ["token_hash"])
    .index("by_customer", ["customer"])
    .index("by_expires_at", ["expires_at"]),
};
