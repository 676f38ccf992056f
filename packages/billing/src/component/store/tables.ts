import { defineTable } from "convex/server";
import { v } from "convex/values";
import { vRolloverConfig } from "../../contract/itemConfig";
import { vPlanSchedule } from "../../contract/planSchedule";
import { nullable, vInterval } from "../../contract/wire";
import { catalogTables } from "./catalogue/catalogTables";
import { customerTables } from "./customers/customerTables";
import { entityTables } from "./entities/entityTables";
import { eventTables } from "./events/eventTables";
import { hostSettingsTables } from "./hostSettings";
import { idempotencyTables } from "./idempotencyTables";
import { ledgerTables } from "./ledger/ledgerTables";
import { invoiceTables, vStoredLine } from "./invoices/invoiceTables";
import { vSeatRequest } from "./intents/seatRequest";
import { jobTables } from "./jobs/jobTables";
import { keyTables } from "./keyTables";
import { rewardTables } from "./rewards/rewardTables";
import {
  vFeatureDefinition,
  vSubscriptionOption,
  vSubscriptionStatus,
  vProductDefinition,
  vGoneSpent,
  vRollover,
  vVacated,
} from "../rules/model";
import { vChangeKind } from "../rules/changes";
import { vReceipt } from "../rules/invoices/receipts";
import { usageTables } from "./balances/usageTables";

export const vIntentState = v.union(
  v.literal("open"),
  v.literal("settled"),
  v.literal("superseded"),
  v.literal("expired"),
  v.literal("failed"),
);

export const engineTables = {
  ...catalogTables,
  ...customerTables,
  ...entityTables,
  ...eventTables,
  ...hostSettingsTables,
  ...idempotencyTables,
  ...invoiceTables,
  ...jobTables,
  ...keyTables,
  ...ledgerTables,
  ...rewardTables,
  ...usageTables,
  // What products grant and gate, one row per feature. Written by catalogStore. Read by every
  // operation. Deleted by featureEditor, while unused.
  features: defineTable({
    feature_id: v.string(),
    definition: vFeatureDefinition,
  }).index("by_feature_id", ["feature_id"]),

  // Plans and add-ons, one row per version. Written by catalogStore. Read by every operation.
  // Deleted by catalogEditor if it was never sold, because subscriptions keep their version.
  products: defineTable({
    product_id: v.string(),
    version: v.number(),
    is_newest: v.boolean(),
    definition: vProductDefinition,
    created_at: v.number(),
  })
    .index("by_is_newest", ["is_newest"])
    .index("by_product_id_and_version", ["product_id", "version"]),

  // A single row: the revision and currency of the catalogue. Written by catalogStore. Read by every
  // operation and by the revision query. Never deleted.
  catalogueState: defineTable({
    revision: v.number(),
    currency: v.string(),
    /** A hash of the definitions that the host installed last. */
    installed: v.optional(v.string()),
  }),

  // The users or organizations that pay. Written by customers and insertCustomer. Read by every
  // operation. Deleted by customerList; lifecycle/erasure deletes all other rows of the customer.
  customers: defineTable({
    /** The caller's id; for a customer without one, our own. */
    customer_id: v.string(),
    /** Absent: a caller has given the customer an id. */
    unnamed: v.optional(v.literal(true)),
    /** Created while nothing was on sale: the default products are still to be started. */
    awaits_defaults: v.optional(v.literal(true)),
    name: nullable(v.string()),
    email: nullable(v.string()),
    fingerprint: nullable(v.string()),
    metadata: v.record(v.string(), v.string()),
    /** The customer's id with a remote processor. Absent: there was nothing to charge. */
    processor_account: v.optional(v.string()),
    created_at: v.number(),
    /** The customer's credit; invoices use it first. Minor units, ≥ 0. */
    credit_minor: v.number(),
    /** Invoice numbers are the prefix and a count. Absent: no invoice yet. Written by invoices. */
    invoice_numbers: v.optional(v.object({ prefix: v.string(), count: v.number() })),
    /** How many credit notes were issued. Absent: none. Written by refunds. */
    credit_notes: v.optional(v.number()),
    /** Live entities, counted by their feature. Absent: none ever. Written by entities. */
    seats: v.optional(v.record(v.string(), v.number())),
    /** Rises with every change that a client could see. */
    revision: v.number(),
    /** The customer's test clock; absent: real time. */
    clock_now: v.optional(v.number()),
    /** When time alone next changes the customer's view: resets, and all of `next_due_at`. */
    next_change_at: nullable(v.number()),
    /**
     * When open invoices of ended subscriptions are charged again. Absent or null:
     * there are none.
     */
    final_retry_at: v.optional(nullable(v.number())),
    /** When the reward that the customer's payment earned is due. Absent or null: none. */
    reward_due_at: v.optional(nullable(v.number())),
    /** When the next step is due: a charge, an expiry, an activation, a reward. */
    next_due_at: nullable(v.number()),
  })
    .index("by_customer_id", ["customer_id"])
    .index("by_unnamed_and_email", ["unnamed", "email"])
    .index("by_fingerprint", ["fingerprint"])
    .index("by_credit_minor", ["credit_minor"])
    .index("by_next_due_at", ["next_due_at"])
    .index("by_clock_now_and_next_change_at", ["clock_now", "next_change_at"]),

  // Products of customers, each with its status. Written by store/customers/subscriptions. Read by
  // every operation. Scheduled rows that never began are deleted; others stay as history.
  subscriptions: defineTable({
    customer: v.id("customers"),
    product_id: v.string(),
    version: v.number(),
    entity_id: nullable(v.string()),
    status: vSubscriptionStatus,
    canceled_at: nullable(v.number()),
    starts_at: v.number(),
    ended_at: nullable(v.number()),
    trial_ends_at: nullable(v.number()),
    anchor: v.number(),
    quantity: v.number(),
    options: v.array(vSubscriptionOption),
    created_at: v.number(),
    /** When it is charged next; null: nothing recurs. */
    renews_at: nullable(v.number()),
    /** Past due: access ends here. */
    grace_ends_at: nullable(v.number()),
    /**
     * The receipt of each item's latest period. Absent: nothing was charged yet.
     * Written by receipts.
     */
    paid: v.optional(v.array(vReceipt)),
    /** Prepaid units that removed entities had spent. Absent: none. Written by entityBalances. */
    gone_spent: v.optional(v.array(vGoneSpent)),
    /**
     * The subscription that moves between versions began with: invoice lines name it.
     * Absent: it never moved.
     */
    origin: v.optional(v.id("subscriptions")),
    /** Past due: charged again then; absent or null: only the last try is left. */
    retry_at: v.optional(nullable(v.number())),
    /** For the next invoice, besides its regular charges. Absent: nothing. */
    pending_lines: v.optional(v.array(vStoredLine)),
    /**
     * Written with the status, so that one index range finds what is not expired.
     * Absent: it is not.
     */
    is_expired: v.optional(v.literal(true)),
  })
    .index("by_customer_and_is_expired", ["customer", "is_expired"])
    .index("by_customer_and_entity_id_and_is_expired", ["customer", "entity_id", "is_expired"])
    // The next step of a customer, with one index for each kind.
    .index("by_customer_and_status_and_renews_at", ["customer", "status", "renews_at"])
    .index("by_customer_and_status_and_retry_at", ["customer", "status", "retry_at"])
    .index("by_customer_and_status_and_grace_ends_at", ["customer", "status", "grace_ends_at"])
    .index("by_customer_and_status_and_ended_at", ["customer", "status", "ended_at"])
    .index("by_customer_and_status_and_starts_at", ["customer", "status", "starts_at"])
    .index("by_status_and_renews_at", ["status", "renews_at"])
    .index("by_customer_and_trial_ends_at", ["customer", "trial_ends_at"])
    .index("by_customer_and_product_id", ["customer", "product_id"])
    .index("by_product_id_and_version", ["product_id", "version"]),

  // Units that a subscription grants, one row per balance, so that uses of different features do not
  // conflict. Written by store/balances. Read by every operation. Deleted when the subscription
  // ends, after the ledger has closed it.
  balances: defineTable({
    customer: v.id("customers"),
    subscription_id: v.id("subscriptions"),
    feature_id: v.string(),
    entity_id: nullable(v.string()),
    is_add_on: v.boolean(),
    unlimited: v.boolean(),
    prepaid: v.boolean(),
    granted: v.number(),
    balance: v.number(),
    adjustment: v.number(),
    interval: nullable(vInterval),
    interval_count: v.number(),
    anchor: v.number(),
    next_reset_at: nullable(v.number()),
    usage_allowed: v.boolean(),
    usage_limit: nullable(v.number()),
    rollover: nullable(vRolloverConfig),
    rollovers: v.array(vRollover),
    prepaid_spent: v.optional(v.number()),
    vacated: v.optional(vVacated),
    expires_at: nullable(v.number()),
    created_at: v.number(),
  })
    .index("by_customer_and_entity_id", ["customer", "entity_id"])
    .index("by_customer_and_feature_id", ["customer", "feature_id"])
    .index("by_subscription_id", ["subscription_id"]),

  // Purchase intents: planned purchases and seats, before any effect. Written by intents and
  // seatIntents. Read by attach, the hosted pages and the answers to charges. Deleted by
  // lifecycle/retention, 30 days after they ended.
  intents: defineTable({
    customer: v.id("customers"),
    kind: v.union(v.literal("purchase"), v.literal("setup"), v.literal("seats")),
    entity_id: nullable(v.string()),
    /** Null: it sells no product. */
    product_id: nullable(v.string()),
    /**
     * The exclusivity key: intents with the same one replace each other. It is the
     * plan group, or the add-on. Calls for seats do not replace each other: while one is
     * open, a call that sets the same usage or creates the same entity is refused. Null: a call
     * that adds seats.
     */
    exclusivity_key: nullable(v.string()),
    /** The other keys of a purchase of several products. */
    more_exclusivity_keys: v.optional(v.array(v.string())),
    more_product_ids: v.optional(v.array(v.string())),
    /** False: the purchase begins without trials. */
    free_trial: v.optional(v.boolean()),
    /** An upgrade that begins a new billing cycle. Absent: it keeps the old one. */
    cycle: v.optional(v.literal("now")),
    /** The call that adds seats. Absent: the intent is of another kind. */
    seat_request: v.optional(vSeatRequest),
    /** Absent: the change starts as its scenario says. */
    plan_schedule: v.optional(vPlanSchedule),
    options: v.array(vSubscriptionOption),
    /** As the page shows them, one for each product. */
    change_kinds: v.array(vChangeKind),
    /** The requested promotion code. Absent: none. */
    reward: v.optional(v.string()),
    lines: v.array(vStoredLine),
    total_minor: v.number(),
    currency: v.string(),
    state: vIntentState,
    /** SHA-256 of the hosted page's token; null: there is no page. */
    token_hash: nullable(v.string()),
    success_url: nullable(v.string()),
    idempotency_key: nullable(v.string()),
    created_at: v.number(),
    expires_at: v.number(),
  })
    .index("by_token_hash", ["token_hash"])
    .index("by_customer_and_state", ["customer", "state"])
    .index("by_customer_and_entity_id_and_state", ["customer", "entity_id", "state"])
    .index("by_expires_at", ["expires_at"]),

  // Uses of features, never changed. Written by usage. Read by usage queries. Deleted with the
  // customer.
  usageEvents: defineTable({
    customer: v.id("customers"),
    entity_id: nullable(v.string()),
    feature_id: nullable(v.string()),
    event_name: nullable(v.string()),
    /** Micros, as the next two. */
    value: v.number(),
    applied: v.number(),
    unapplied: v.number(),
    properties: v.record(v.string(), v.union(v.string(), v.number(), v.boolean(), v.null())),
    timestamp: v.number(),
  }).index("by_customer_and_feature_id_and_timestamp", ["customer", "feature_id", "timestamp"]),
};
