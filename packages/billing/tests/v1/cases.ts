import type { Operation } from "../../src/contract/operations";
import { ANA } from "../engine/harness";

/** One request in wire names, and the status and code of its response; a success has no code. */
export type Case = readonly [
  operation: Operation,
  params: Readonly<Record<string, unknown>>,
  status: number,
  code?: string,
];

const BO = "user_bo";
const ana = { customer_id: ANA };
const bo = { customer_id: BO };
const nobody = { customer_id: "nobody" };
const TEAM_ITEMS = [
  { feature_id: "desks", included_usage: 3 },
  { feature_id: "messages", included_usage: 100, interval: "month" },
];

/** In order, because each builds on the ones before it. */
export const CASES: readonly Case[] = [
  // The catalogue.
  ["createFeature", { id: "desks", name: "Desks", type: "continuous_use" }, 200],
  ["createFeature", { id: "messages", name: "Messages", type: "single_use" }, 200],
  ["createFeature", { id: "spare", name: "Spare", type: "single_use" }, 200],
  ["createFeature", { id: "desks", name: "Again", type: "boolean" }, 409, "duplicate_feature_id"],
  ["updateFeature", { feature_id: "spare", name: "Unused" }, 200],
  ["updateFeature", { feature_id: "none", name: "x" }, 404, "feature_not_found"],
  ["getFeature", { feature_id: "spare" }, 200],
  ["getFeature", { feature_id: "none" }, 404, "feature_not_found"],
  ["deleteFeature", { feature_id: "spare" }, 200],
  ["deleteFeature", { feature_id: "spare" }, 404, "feature_not_found"],
  ["listFeatures", {}, 200],
  ["createProduct", { id: "team", name: "Team", is_add_on: true, items: TEAM_ITEMS }, 200],
  ["createProduct", { id: "team", name: "Team" }, 400, "product_already_exists"],
  ["createProduct", { id: "bad", items: [{}] }, 400, "invalid_product_item"],
  ["createProduct", { id: "gift", name: "Gift", is_add_on: true, items: [] }, 200],
  ["updateProduct", { product_id: "gift", name: "Present" }, 200],
  ["updateProduct", { product_id: "none", name: "x" }, 404, "product_not_found"],
  ["getProduct", { product_id: "team" }, 200],
  ["getProduct", { product_id: "none" }, 404, "product_not_found"],
  ["deleteProduct", { product_id: "gift" }, 200],
  ["deleteProduct", { product_id: "none" }, 404, "product_not_found"],
  ["listProducts", {}, 200],

  // Customers.
  ["createCustomer", { id: ANA, name: "Ana", metadata: { tier: "a" } }, 200],
  ["createCustomer", { id: ANA, email: "ana@example.com", expand: ["invoices"] }, 200],
  ["createCustomer", { id: BO, expand: ["entities", "rewards", "referrals"] }, 200],
  ["createCustomer", {}, 400, "invalid_customer"],
  ["getCustomer", { ...ana, expand: ["payment_method", "trials_used"] }, 200],
  ["getCustomer", nobody, 404, "customer_not_found"],
  ["listCustomers", { limit: 1, offset: 1 }, 200],
  ["listCustomers", { limit: 0 }, 400, "invalid_inputs"],
  ["updateCustomer", { ...ana, name: "Ana M", metadata: { tier: null, team: "b" } }, 200],
  ["updateCustomer", { ...ana, id: BO }, 409, "duplicate_customer_id"],
  ["updateCustomer", { ...nobody, name: "x" }, 404, "customer_not_found"],
  ["listProducts", ana, 200],

  // Purchases.
  ["checkout", { ...ana, product_id: "creator" }, 200],
  ["checkout", { ...ana, product_id: "none" }, 404, "product_not_found"],
  ["checkout", ana, 400, "invalid_inputs"],
  ["checkout", { ...ana, product_id: "creator", reward: "NOPE" }, 404, "reward_not_found"],
  ["attach", { ...ana, product_id: "free" }, 400, "product_already_attached"],
  ["attach", { ...ana, product_id: "team" }, 200],
  ["setupPayment", { ...ana, success_url: "http://localhost:5173/settings" }, 200],
  ["billingPortal", ana, 200],
  ["cancel", { ...ana, product_id: "creator" }, 404, "customer_product_not_found"],
  ["listInvoices", { ...ana, limit: 2 }, 200],
  ["listInvoices", { ...ana, cursor: "none" }, 400, "invalid_inputs"],
  ["listCreditNotes", ana, 200],
  ["listCreditNotes", nobody, 404, "customer_not_found"],
  ["createRefund", { ...ana, invoice: "none" }, 404, "not_found"],

  // Use.
  ["check", { ...ana, feature_id: "messages", required_balance: 100 }, 200],
  ["check", { ...ana, feature_id: "messages", required_balance: 101, with_preview: true }, 200],
  ["check", { ...ana, product_id: "team" }, 200],
  ["check", { ...ana, feature_id: "none" }, 404, "feature_not_found"],
  ["check", ana, 400, "invalid_inputs"],
  ["explainCheck", { ...ana, feature_id: "messages", required_balance: 101 }, 200],
  ["explainCheck", { ...ana, feature_id: "none" }, 404, "feature_not_found"],
  ["explainCheck", { ...nobody, feature_id: "messages" }, 404, "customer_not_found"],
  ["explainCheck", { ...ana, feature_id: "messages", entity_id: "no" }, 404, "entity_not_found"],
  [
    "explainCheck",
    { ...ana, feature_id: "messages", required_balance: 1e10 },
    400,
    "invalid_inputs",
  ],
  ["track", { ...ana, feature_id: "messages", value: 7 }, 200],
  ["track", { ...ana, feature_id: "messages", value: -2 }, 200],
  ["track", { ...ana, event_name: "none" }, 400, "invalid_event_name"],
  ["track", { ...ana, feature_id: "none" }, 404, "feature_not_found"],
  ["setUsage", { ...ana, feature_id: "messages", value: 30 }, 200],
  ["setUsage", { ...ana, feature_id: "none", value: 30 }, 404, "feature_not_found"],
  ["query", { ...ana, feature_id: ["messages", "desks"], range: "24h" }, 200],
  ["query", { ...nobody, feature_id: "messages" }, 404, "customer_not_found"],
  ["setBalances", { ...ana, balances: [{ feature_id: "messages", balance: 12 }] }, 200],
  ["setBalances", { ...ana, balances: [] }, 400, "invalid_inputs"],
  ["listLedger", { ...ana, feature_id: "messages", limit: 2 }, 200],
  ["listLedger", nobody, 404, "customer_not_found"],

  // Entities.
  ["createEntity", { ...ana, entities: [{ id: "s1", name: "One", feature_id: "desks" }] }, 200],
  [
    "createEntity",
    { ...ana, entities: ["s2", "s3"].map((id) => ({ id, feature_id: "desks" })) },
    200,
  ],
  [
    "createEntity",
    { ...ana, entities: [{ id: "s1", feature_id: "desks" }] },
    409,
    "entity_already_exists",
  ],
  [
    "createEntity",
    { ...ana, entities: [{ id: "s9", feature_id: "none" }] },
    404,
    "feature_not_found",
  ],
  ["getEntity", { ...ana, entity_id: "s1", expand: ["invoices"] }, 200],
  ["getEntity", { ...ana, entity_id: "none" }, 404, "entity_not_found"],
  [
    "transferProduct",
    { ...ana, from_entity_id: "s1", to_entity_id: "s2", product_id: "creator" },
    404,
    "customer_product_not_found",
  ],
  ["transferProduct", { ...ana, to_entity_id: "s2", product_id: "team" }, 200],
  ["deleteEntity", { ...ana, entity_id: "s3" }, 200],
  ["deleteEntity", { ...ana, entity_id: "none" }, 404, "entity_not_found"],

  // Friends.
  ["createReferralCode", { ...ana, program_id: "invite-artist" }, 200],
  ["createReferralCode", { ...ana, program_id: "none" }, 404, "reward_program_not_found"],
  ["redeemReferralCode", { ...bo, code: "NOBODY" }, 404, "referral_code_not_found"],

  // The end.
  ["deleteCustomer", bo, 200],
  ["deleteCustomer", bo, 404, "customer_not_found"],
];
