/* eslint-disable */
/**
 * Generated `api` utility.
 *
 * THIS CODE IS AUTOMATICALLY GENERATED.
 *
 * To regenerate, run `npx convex dev`.
 * @module
 */

import type * as accounts_credentials from "../accounts/credentials.js";
import type * as accounts_hashing from "../accounts/hashing.js";
import type * as accounts_limits from "../accounts/limits.js";
import type * as accounts_profile from "../accounts/profile.js";
import type * as accounts_records from "../accounts/records.js";
import type * as accounts_refuse from "../accounts/refuse.js";
import type * as accounts_sessions from "../accounts/sessions.js";
import type * as accounts_tables from "../accounts/tables.js";
import type * as accounts_tokens from "../accounts/tokens.js";
import type * as accounts_usernames from "../accounts/usernames.js";
import type * as billing from "../billing.js";
import type * as community_artworks from "../community/artworks.js";
import type * as community_cards from "../community/cards.js";
import type * as community_gallery from "../community/gallery.js";
import type * as community_labels from "../community/labels.js";
import type * as community_likes from "../community/likes.js";
import type * as community_plans from "../community/plans.js";
import type * as community_profiles from "../community/profiles.js";
import type * as community_publishing from "../community/publishing.js";
import type * as community_refuse from "../community/refuse.js";
import type * as community_tables from "../community/tables.js";
import type * as community_uploads from "../community/uploads.js";
import type * as contract_access from "../contract/access.js";
import type * as contract_answers from "../contract/answers.js";
import type * as contract_binary from "../contract/binary.js";
import type * as contract_credentials from "../contract/credentials.js";
import type * as contract_errors from "../contract/errors.js";
import type * as contract_media from "../contract/media.js";
import type * as contract_medium from "../contract/medium.js";
import type * as contract_operations from "../contract/operations.js";
import type * as contract_params from "../contract/params.js";
import type * as contract_pixels from "../contract/pixels.js";
import type * as contract_quantity from "../contract/quantity.js";
import type * as contract_sniff from "../contract/sniff.js";
import type * as contract_wire from "../contract/wire.js";
import type * as crons from "../crons.js";
import type * as engine_attach from "../engine/attach.js";
import type * as engine_buckets from "../engine/buckets.js";
import type * as engine_canonical from "../engine/canonical.js";
import type * as engine_catalog from "../engine/catalog.js";
import type * as engine_check from "../engine/check.js";
import type * as engine_checkout from "../engine/checkout.js";
import type * as engine_clock from "../engine/clock.js";
import type * as engine_commit from "../engine/commit.js";
import type * as engine_customers from "../engine/customers.js";
import type * as engine_cycle from "../engine/cycle.js";
import type * as engine_debt from "../engine/debt.js";
import type * as engine_deduct from "../engine/deduct.js";
import type * as engine_describe from "../engine/describe.js";
import type * as engine_digest from "../engine/digest.js";
import type * as engine_held from "../engine/held.js";
import type * as engine_holdings from "../engine/holdings.js";
import type * as engine_idempotency from "../engine/idempotency.js";
import type * as engine_intents from "../engine/intents.js";
import type * as engine_invoices from "../engine/invoices.js";
import type * as engine_ledger from "../engine/ledger.js";
import type * as engine_offers from "../engine/offers.js";
import type * as engine_operations from "../engine/operations.js";
import type * as engine_page from "../engine/page.js";
import type * as engine_plan from "../engine/plan.js";
import type * as engine_purchase from "../engine/purchase.js";
import type * as engine_refuse from "../engine/refuse.js";
import type * as engine_renewals from "../engine/renewals.js";
import type * as engine_retention from "../engine/retention.js";
import type * as engine_rules_aggregate from "../engine/rules/aggregate.js";
import type * as engine_rules_branch from "../engine/rules/branch.js";
import type * as engine_rules_buckets from "../engine/rules/buckets.js";
import type * as engine_rules_carry from "../engine/rules/carry.js";
import type * as engine_rules_deduction from "../engine/rules/deduction.js";
import type * as engine_rules_display from "../engine/rules/display.js";
import type * as engine_rules_fraction from "../engine/rules/fraction.js";
import type * as engine_rules_holdings from "../engine/rules/holdings.js";
import type * as engine_rules_lifecycle from "../engine/rules/lifecycle.js";
import type * as engine_rules_lines from "../engine/rules/lines.js";
import type * as engine_rules_model from "../engine/rules/model.js";
import type * as engine_rules_money from "../engine/rules/money.js";
import type * as engine_rules_moves from "../engine/rules/moves.js";
import type * as engine_rules_options from "../engine/rules/options.js";
import type * as engine_rules_order from "../engine/rules/order.js";
import type * as engine_rules_periods from "../engine/rules/periods.js";
import type * as engine_rules_preview from "../engine/rules/preview.js";
import type * as engine_rules_pricing from "../engine/rules/pricing.js";
import type * as engine_rules_product from "../engine/rules/product.js";
import type * as engine_rules_proration from "../engine/rules/proration.js";
import type * as engine_rules_renewal from "../engine/rules/renewal.js";
import type * as engine_rules_scenario from "../engine/rules/scenario.js";
import type * as engine_rules_schedule from "../engine/rules/schedule.js";
import type * as engine_rules_seats from "../engine/rules/seats.js";
import type * as engine_rules_text from "../engine/rules/text.js";
import type * as engine_rules_tiers from "../engine/rules/tiers.js";
import type * as engine_rules_trial from "../engine/rules/trial.js";
import type * as engine_rules_usage from "../engine/rules/usage.js";
import type * as engine_settle from "../engine/settle.js";
import type * as engine_setup from "../engine/setup.js";
import type * as engine_storedLines from "../engine/storedLines.js";
import type * as engine_tables from "../engine/tables.js";
import type * as engine_trials from "../engine/trials.js";
import type * as engine_usage from "../engine/usage.js";
import type * as http from "../http.js";
import type * as payments_current from "../payments/current.js";
import type * as payments_mode from "../payments/mode.js";
import type * as payments_processor from "../payments/processor.js";
import type * as payments_sandbox_capability from "../payments/sandbox/capability.js";
import type * as payments_sandbox_cards from "../payments/sandbox/cards.js";
import type * as payments_sandbox_checkout from "../payments/sandbox/checkout.js";
import type * as payments_sandbox_clock from "../payments/sandbox/clock.js";
import type * as payments_sandbox_form from "../payments/sandbox/form.js";
import type * as payments_sandbox_hosted from "../payments/sandbox/hosted.js";
import type * as payments_sandbox_html from "../payments/sandbox/html.js";
import type * as payments_sandbox_look from "../payments/sandbox/look.js";
import type * as payments_sandbox_processor from "../payments/sandbox/processor.js";
import type * as payments_sandbox_screens from "../payments/sandbox/screens.js";
import type * as payments_tables from "../payments/tables.js";
import type * as provider_browser from "../provider/browser.js";
import type * as provider_embedded from "../provider/embedded.js";
import type * as provider_host from "../provider/host.js";
import type * as provider_identify from "../provider/identify.js";
import type * as provider_index from "../provider/index.js";
import type * as provider_provider from "../provider/provider.js";
import type * as provider_tables from "../provider/tables.js";
import type * as provider_terms from "../provider/terms.js";
import type * as provider_urls from "../provider/urls.js";
import type * as seed from "../seed.js";

import type {
  ApiFromModules,
  FilterApi,
  FunctionReference,
} from "convex/server";

declare const fullApi: ApiFromModules<{
  "accounts/credentials": typeof accounts_credentials;
  "accounts/hashing": typeof accounts_hashing;
  "accounts/limits": typeof accounts_limits;
  "accounts/profile": typeof accounts_profile;
  "accounts/records": typeof accounts_records;
  "accounts/refuse": typeof accounts_refuse;
  "accounts/sessions": typeof accounts_sessions;
  "accounts/tables": typeof accounts_tables;
  "accounts/tokens": typeof accounts_tokens;
  "accounts/usernames": typeof accounts_usernames;
  billing: typeof billing;
  "community/artworks": typeof community_artworks;
  "community/cards": typeof community_cards;
  "community/gallery": typeof community_gallery;
  "community/labels": typeof community_labels;
  "community/likes": typeof community_likes;
  "community/plans": typeof community_plans;
  "community/profiles": typeof community_profiles;
  "community/publishing": typeof community_publishing;
  "community/refuse": typeof community_refuse;
  "community/tables": typeof community_tables;
  "community/uploads": typeof community_uploads;
  "contract/access": typeof contract_access;
  "contract/answers": typeof contract_answers;
  "contract/binary": typeof contract_binary;
  "contract/credentials": typeof contract_credentials;
  "contract/errors": typeof contract_errors;
  "contract/media": typeof contract_media;
  "contract/medium": typeof contract_medium;
  "contract/operations": typeof contract_operations;
  "contract/params": typeof contract_params;
  "contract/pixels": typeof contract_pixels;
  "contract/quantity": typeof contract_quantity;
  "contract/sniff": typeof contract_sniff;
  "contract/wire": typeof contract_wire;
  crons: typeof crons;
  "engine/attach": typeof engine_attach;
  "engine/buckets": typeof engine_buckets;
  "engine/canonical": typeof engine_canonical;
  "engine/catalog": typeof engine_catalog;
  "engine/check": typeof engine_check;
  "engine/checkout": typeof engine_checkout;
  "engine/clock": typeof engine_clock;
  "engine/commit": typeof engine_commit;
  "engine/customers": typeof engine_customers;
  "engine/cycle": typeof engine_cycle;
  "engine/debt": typeof engine_debt;
  "engine/deduct": typeof engine_deduct;
  "engine/describe": typeof engine_describe;
  "engine/digest": typeof engine_digest;
  "engine/held": typeof engine_held;
  "engine/holdings": typeof engine_holdings;
  "engine/idempotency": typeof engine_idempotency;
  "engine/intents": typeof engine_intents;
  "engine/invoices": typeof engine_invoices;
  "engine/ledger": typeof engine_ledger;
  "engine/offers": typeof engine_offers;
  "engine/operations": typeof engine_operations;
  "engine/page": typeof engine_page;
  "engine/plan": typeof engine_plan;
  "engine/purchase": typeof engine_purchase;
  "engine/refuse": typeof engine_refuse;
  "engine/renewals": typeof engine_renewals;
  "engine/retention": typeof engine_retention;
  "engine/rules/aggregate": typeof engine_rules_aggregate;
  "engine/rules/branch": typeof engine_rules_branch;
  "engine/rules/buckets": typeof engine_rules_buckets;
  "engine/rules/carry": typeof engine_rules_carry;
  "engine/rules/deduction": typeof engine_rules_deduction;
  "engine/rules/display": typeof engine_rules_display;
  "engine/rules/fraction": typeof engine_rules_fraction;
  "engine/rules/holdings": typeof engine_rules_holdings;
  "engine/rules/lifecycle": typeof engine_rules_lifecycle;
  "engine/rules/lines": typeof engine_rules_lines;
  "engine/rules/model": typeof engine_rules_model;
  "engine/rules/money": typeof engine_rules_money;
  "engine/rules/moves": typeof engine_rules_moves;
  "engine/rules/options": typeof engine_rules_options;
  "engine/rules/order": typeof engine_rules_order;
  "engine/rules/periods": typeof engine_rules_periods;
  "engine/rules/preview": typeof engine_rules_preview;
  "engine/rules/pricing": typeof engine_rules_pricing;
  "engine/rules/product": typeof engine_rules_product;
  "engine/rules/proration": typeof engine_rules_proration;
  "engine/rules/renewal": typeof engine_rules_renewal;
  "engine/rules/scenario": typeof engine_rules_scenario;
  "engine/rules/schedule": typeof engine_rules_schedule;
  "engine/rules/seats": typeof engine_rules_seats;
  "engine/rules/text": typeof engine_rules_text;
  "engine/rules/tiers": typeof engine_rules_tiers;
  "engine/rules/trial": typeof engine_rules_trial;
  "engine/rules/usage": typeof engine_rules_usage;
  "engine/settle": typeof engine_settle;
  "engine/setup": typeof engine_setup;
  "engine/storedLines": typeof engine_storedLines;
  "engine/tables": typeof engine_tables;
  "engine/trials": typeof engine_trials;
  "engine/usage": typeof engine_usage;
  http: typeof http;
  "payments/current": typeof payments_current;
  "payments/mode": typeof payments_mode;
  "payments/processor": typeof payments_processor;
  "payments/sandbox/capability": typeof payments_sandbox_capability;
  "payments/sandbox/cards": typeof payments_sandbox_cards;
  "payments/sandbox/checkout": typeof payments_sandbox_checkout;
  "payments/sandbox/clock": typeof payments_sandbox_clock;
  "payments/sandbox/form": typeof payments_sandbox_form;
  "payments/sandbox/hosted": typeof payments_sandbox_hosted;
  "payments/sandbox/html": typeof payments_sandbox_html;
  "payments/sandbox/look": typeof payments_sandbox_look;
  "payments/sandbox/processor": typeof payments_sandbox_processor;
  "payments/sandbox/screens": typeof payments_sandbox_screens;
  "payments/tables": typeof payments_tables;
  "provider/browser": typeof provider_browser;
  "provider/embedded": typeof provider_embedded;
  "provider/host": typeof provider_host;
  "provider/identify": typeof provider_identify;
  "provider/index": typeof provider_index;
  "provider/provider": typeof provider_provider;
  "provider/tables": typeof provider_tables;
  "provider/terms": typeof provider_terms;
  "provider/urls": typeof provider_urls;
  seed: typeof seed;
}>;

/**
 * A utility for referencing Convex functions in your app's public API.
 *
 * Usage:
 * ```js
 * const myFunctionReference = api.myModule.myFunction;
 * ```
 */
export declare const api: FilterApi<
  typeof fullApi,
  FunctionReference<any, "public">
>;

/**
 * A utility for referencing Convex functions in your app's internal API.
 *
 * Usage:
 * ```js
 * const myFunctionReference = internal.myModule.myFunction;
 * ```
 */
export declare const internal: FilterApi<
  typeof fullApi,
  FunctionReference<any, "internal">
>;

export declare const components: {};
