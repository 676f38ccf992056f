/* eslint-disable */
/**
 * Generated `ComponentApi` utility.
 *
 * THIS CODE IS AUTOMATICALLY GENERATED.
 *
 * To regenerate, run `npx convex dev`.
 * @module
 */

import type { FunctionReference } from "convex/server";

/**
 * A utility for referencing a Convex component's exposed API.
 *
 * Useful when expecting a parameter like `components.myComponent`.
 * Usage:
 * ```ts
 * async function myFunction(ctx: QueryCtx, component: ComponentApi) {
 *   return ctx.runQuery(component.someFile.someQuery, { ...args });
 * }
 * ```
 */
export type ComponentApi<Name extends string | undefined = string | undefined> =
  {
    hostedProvider: {
      call: {
        call: FunctionReference<
          "action",
          "internal",
          {
            asked: {
              operation:
                | "createCustomer"
                | "listCustomers"
                | "getCustomer"
                | "updateCustomer"
                | "deleteCustomer"
                | "billingPortal"
                | "setBalances"
                | "listProducts"
                | "getProduct"
                | "createProduct"
                | "updateProduct"
                | "deleteProduct"
                | "listFeatures"
                | "getFeature"
                | "createFeature"
                | "updateFeature"
                | "deleteFeature"
                | "checkout"
                | "attach"
                | "setupPayment"
                | "cancel"
                | "listInvoices"
                | "listCreditNotes"
                | "createRefund"
                | "check"
                | "explainCheck"
                | "track"
                | "setUsage"
                | "query"
                | "listLedger"
                | "createEntity"
                | "getEntity"
                | "deleteEntity"
                | "transferProduct"
                | "createReferralCode"
                | "redeemReferralCode";
              params: any;
              idempotencyKey?: string;
            };
          },
          {
            data: any | null;
            error: {
              code: string;
              message: string;
              retryAfterMs?: number;
              checkout_url?: string;
            } | null;
            statusCode?: number;
          },
          Name
        >;
      };
    };
    lifecycle: {
      stuckJobs: {
        dismiss: FunctionReference<
          "mutation",
          "internal",
          { operator: string; reason: string; key: string; job: string },
          {
            data: {
              job: string;
              kind:
                | "process_due"
                | "settle_charge"
                | "process_report"
                | "close_account"
                | "backfill"
                | "deliver_events"
                | "report_use"
                | "send_call";
              about: string | null;
              error: string | null;
            } | null;
            error: {
              code: string;
              message: string;
              retryAfterMs?: number;
              checkout_url?: string;
            } | null;
            statusCode?: number;
          },
          Name
        >;
        retry: FunctionReference<
          "mutation",
          "internal",
          { job: string },
          {
            data: {
              job: string;
              kind:
                | "process_due"
                | "settle_charge"
                | "process_report"
                | "close_account"
                | "backfill"
                | "deliver_events"
                | "report_use"
                | "send_call";
            } | null;
            error: {
              code: string;
              message: string;
              retryAfterMs?: number;
              checkout_url?: string;
            } | null;
            statusCode?: number;
          },
          Name
        >;
        stuck: FunctionReference<
          "query",
          "internal",
          { limit?: number; cursor?: string },
          {
            data: {
              list: Array<{
                job: string;
                kind:
                  | "process_due"
                  | "settle_charge"
                  | "process_report"
                  | "close_account"
                  | "backfill"
                  | "deliver_events"
                  | "report_use"
                  | "send_call";
                customer_id: string;
                name: string | null;
                email: string | null;
                about: string | null;
                error: string | null;
                attempts: number;
                next_attempt_at: number | null;
                dismissible: boolean;
              }>;
              next_cursor: string | null;
            } | null;
            error: {
              code: string;
              message: string;
              retryAfterMs?: number;
              checkout_url?: string;
            } | null;
            statusCode?: number;
          },
          Name
        >;
      };
      testClock: {
        advance: FunctionReference<
          "mutation",
          "internal",
          { customerId: string; to: number },
          {
            data: { now: number } | null;
            error: {
              code: string;
              message: string;
              retryAfterMs?: number;
              checkout_url?: string;
            } | null;
            statusCode?: number;
          },
          Name
        >;
        failNextCharge: FunctionReference<
          "mutation",
          "internal",
          {
            customerId: string;
            code:
              | "card_declined"
              | "insufficient_funds"
              | "expired_card"
              | "incorrect_cvc"
              | "processing_error";
          },
          {
            data: null | null;
            error: {
              code: string;
              message: string;
              retryAfterMs?: number;
              checkout_url?: string;
            } | null;
            statusCode?: number;
          },
          Name
        >;
      };
    };
    operations: {
      operators: {
        actions: {
          extendTrial: FunctionReference<
            "mutation",
            "internal",
            {
              customerId: string;
              operator: string;
              reason: string;
              key: string;
              productId: string;
              days: number;
            },
            {
              data: { product_id: string; from: number; to: number } | null;
              error: {
                code: string;
                message: string;
                retryAfterMs?: number;
                checkout_url?: string;
              } | null;
              statusCode?: number;
            },
            Name
          >;
          grantProduct: FunctionReference<
            "mutation",
            "internal",
            {
              customerId: string;
              operator: string;
              reason: string;
              key: string;
              productId: string;
              days?: number;
            },
            {
              data: { product_id: string; ends_at: number | null } | null;
              error: {
                code: string;
                message: string;
                retryAfterMs?: number;
                checkout_url?: string;
              } | null;
              statusCode?: number;
            },
            Name
          >;
          grantUnits: FunctionReference<
            "mutation",
            "internal",
            {
              customerId: string;
              operator: string;
              reason: string;
              key: string;
              featureId: string;
              units: number;
            },
            {
              data: {
                feature_id: string;
                units: number;
                balance: number;
              } | null;
              error: {
                code: string;
                message: string;
                retryAfterMs?: number;
                checkout_url?: string;
              } | null;
              statusCode?: number;
            },
            Name
          >;
          record: FunctionReference<
            "mutation",
            "internal",
            {
              customerId: string;
              operator: string;
              reason: string;
              key: string;
              action: string;
              details: Record<string, string | number | null>;
            },
            {
              data: { is_new: boolean } | null;
              error: {
                code: string;
                message: string;
                retryAfterMs?: number;
                checkout_url?: string;
              } | null;
              statusCode?: number;
            },
            Name
          >;
          refund: FunctionReference<
            "mutation",
            "internal",
            {
              customerId: string;
              operator: string;
              reason: string;
              key: string;
              invoice: string;
              refundTotal?: number;
              to?: "card" | "credit";
            },
            {
              data: {
                invoice: string;
                credit_note: string;
                refunded: number;
                by_card: number;
                as_credit: number;
                currency: string;
              } | null;
              error: {
                code: string;
                message: string;
                retryAfterMs?: number;
                checkout_url?: string;
              } | null;
              statusCode?: number;
            },
            Name
          >;
          retryPayment: FunctionReference<
            "mutation",
            "internal",
            {
              customerId: string;
              operator: string;
              reason: string;
              key: string;
              invoice: string;
            },
            {
              data: {
                invoice: string;
                outcome: "paid" | "declined" | "approval_needed" | "pending";
                message: string | null;
              } | null;
              error: {
                code: string;
                message: string;
                retryAfterMs?: number;
                checkout_url?: string;
              } | null;
              statusCode?: number;
            },
            Name
          >;
        };
        find: {
          findCustomers: FunctionReference<
            "query",
            "internal",
            { text: string },
            Array<{
              customer_id: string;
              name: string | null;
              email: string | null;
            }>,
            Name
          >;
        };
        lists: {
          failedPayments: FunctionReference<
            "query",
            "internal",
            { limit?: number; cursor?: string },
            {
              data: {
                list: Array<{
                  customer_id: string;
                  name: string | null;
                  email: string | null;
                  invoice: string;
                  product_ids: Array<string>;
                  total: number;
                  currency: string;
                  created_at: number;
                  reason: string | null;
                  failed_at: number | null;
                  retry_at: number | null;
                }>;
                next_cursor: string | null;
              } | null;
              error: {
                code: string;
                message: string;
                retryAfterMs?: number;
                checkout_url?: string;
              } | null;
              statusCode?: number;
            },
            Name
          >;
          openDisputes: FunctionReference<
            "query",
            "internal",
            { limit?: number; cursor?: string },
            {
              data: {
                list: Array<{
                  customer_id: string;
                  name: string | null;
                  email: string | null;
                  dispute: string;
                  invoice: string | null;
                  amount: number;
                  currency: string;
                  reason: string;
                  opened_at: number;
                }>;
                next_cursor: string | null;
              } | null;
              error: {
                code: string;
                message: string;
                retryAfterMs?: number;
                checkout_url?: string;
              } | null;
              statusCode?: number;
            },
            Name
          >;
        };
        products: {
          grantable: FunctionReference<
            "query",
            "internal",
            {},
            Array<{ product_id: string; name: string; stays: boolean }>,
            Name
          >;
        };
        timeline: {
          timeline: FunctionReference<
            "query",
            "internal",
            {
              customerId: string;
              now: number;
              limit?: number;
              cursor?: string;
            },
            {
              data: {
                list: Array<
                  | {
                      kind: "balance";
                      id: string;
                      at: number;
                      what: {
                        id: string;
                        feature_id: string;
                        balance_id: string;
                        account: "balance" | "rollover";
                        amount: number;
                        cause: string;
                        cause_id: string;
                        actor?: "caller" | "operator" | "clock";
                        actor_name?: string;
                        at: number;
                      };
                    }
                  | {
                      kind: "event";
                      id: string;
                      at: number;
                      what: {
                        type: string;
                        details: Record<string, string | number | null>;
                      };
                    }
                  | {
                      kind: "invoice";
                      id: string;
                      at: number;
                      what: {
                        product_ids: Array<string>;
                        stripe_id: string;
                        status:
                          "draft" | "open" | "paid" | "void" | "uncollectible";
                        total: number;
                        amount_refunded?: number;
                        from_credit?: number;
                        credited_product_ids?: Array<string>;
                        refunded_as_credit?: number;
                        currency: string;
                        created_at: number;
                        hosted_invoice_url: string | null;
                        number: string | null;
                        lines: Array<{
                          line: number;
                          description: string;
                          amount: number;
                          discount?: number;
                          refundable: number;
                        }>;
                        refundable: number;
                      };
                    }
                  | {
                      kind: "money";
                      id: string;
                      at: number;
                      what: {
                        cause:
                          | "refund"
                          | "refund_failed"
                          | "surplus"
                          | "surplus_kept"
                          | "surplus_disputed";
                        credit_note: string;
                        refunded: number;
                        by_card: number;
                        as_credit: number;
                        currency: string;
                        by: {
                          actor: "caller" | "operator" | "clock";
                          name?: string;
                        };
                      };
                    }
                  | {
                      kind: "operator";
                      id: string;
                      at: number;
                      what: {
                        action: string;
                        details: Record<string, string | number | null>;
                        name: string;
                        reason: string;
                      };
                    }
                >;
                next_cursor: string | null;
              } | null;
              error: {
                code: string;
                message: string;
                retryAfterMs?: number;
                checkout_url?: string;
              } | null;
              statusCode?: number;
            },
            Name
          >;
        };
      };
    };
    pages: {
      checkout: {
        submitCard: FunctionReference<
          "mutation",
          "internal",
          {
            token: string;
            card: {
              number: string;
              expMonth: number;
              expYear: number;
              cvc: string;
            };
          },
          {
            data: { success_url: string | null } | null;
            error: {
              code: string;
              message: string;
              retryAfterMs?: number;
              checkout_url?: string;
            } | null;
            statusCode?: number;
          },
          Name
        >;
      };
    };
    payments: {
      charges: {
        sendCharge: {
          poll: FunctionReference<
            "action",
            "internal",
            { customerId: string },
            null,
            Name
          >;
        };
      };
      sandbox: {
        timeline: {
          read: FunctionReference<
            "query",
            "internal",
            { customerId: string; now: number },
            {
              data: {
                now: number;
                is_test_clock: boolean;
                next_due_at: number | null;
                due: Array<{ at: number; what: string; product: string }>;
                next_charge_fails:
                  | "card_declined"
                  | "insufficient_funds"
                  | "expired_card"
                  | "incorrect_cvc"
                  | "processing_error"
                  | null;
                events: Array<{
                  id: string;
                  at: number;
                  status: string;
                  minor: number | null;
                }>;
              } | null;
              error: {
                code: string;
                message: string;
                retryAfterMs?: number;
                checkout_url?: string;
              } | null;
              statusCode?: number;
            },
            Name
          >;
        };
      };
    };
    public: {
      allowed: FunctionReference<
        "query",
        "internal",
        {
          who: {
            customerId: string;
            entityId?: string;
            customerData?: {
              name?: string | null;
              email?: string | null;
              fingerprint?: string | null;
            };
          };
          featureId: string;
          required: number;
        },
        {
          data: boolean | null;
          error: {
            code: string;
            message: string;
            retryAfterMs?: number;
            checkout_url?: string;
          } | null;
          statusCode?: number;
        },
        Name
      >;
      attach: FunctionReference<
        "mutation",
        "internal",
        {
          params: {
            customer_id: string;
            customer_data?: {
              name?: string | null;
              email?: string | null;
              fingerprint?: string | null;
            };
            product_id?: string;
            product_ids?: Array<string>;
            entity_id?: string;
            options?: Array<{ feature_id: string; quantity: number }>;
            success_url?: string;
            reward?: string;
            force_checkout?: boolean;
            free_trial?: boolean;
            billing_cycle_anchor?: "now";
            invoice?: boolean;
            entity_data?: { feature_id: string; name?: string };
            plan_schedule?: "end_of_cycle" | "immediate";
            preview_id?: string;
          };
          idempotencyKey?: string;
          pendingKey?: string;
          marksReplays?: boolean;
        },
        {
          data: {
            success: boolean;
            customer_id: string;
            product_ids: Array<string>;
            code:
              | "checkout_created"
              | "new_product_attached"
              | "one_off_product_attached"
              | "free_product_attached"
              | "upgraded_to_new_product"
              | "downgrade_scheduled"
              | "renewed_product"
              | "features_updated"
              | "invoice_action_required";
            message: string;
            checkout_url?: string;
            invoice?: {
              status: string;
              stripe_id: string;
              hosted_invoice_url: string | null;
              total: number;
              currency: string;
            };
          } | null;
          error: {
            code: string;
            message: string;
            retryAfterMs?: number;
            checkout_url?: string;
          } | null;
          statusCode?: number;
          replayed?: true;
        },
        Name
      >;
      billingPortal: FunctionReference<
        "mutation",
        "internal",
        {
          params: {
            customer_id: string;
            customer_data?: {
              name?: string | null;
              email?: string | null;
              fingerprint?: string | null;
            };
            return_url?: string;
          };
          idempotencyKey?: string;
          pendingKey?: string;
          marksReplays?: boolean;
        },
        {
          data: { customer_id: string; url: string } | null;
          error: {
            code: string;
            message: string;
            retryAfterMs?: number;
            checkout_url?: string;
          } | null;
          statusCode?: number;
          replayed?: true;
        },
        Name
      >;
      cancel: FunctionReference<
        "mutation",
        "internal",
        {
          params: {
            customer_id: string;
            customer_data?: {
              name?: string | null;
              email?: string | null;
              fingerprint?: string | null;
            };
            product_id: string;
            entity_id?: string;
            cancel_immediately?: boolean;
            prorate?: boolean;
          };
          idempotencyKey?: string;
          pendingKey?: string;
          marksReplays?: boolean;
        },
        {
          data: {
            success: true;
            customer_id: string;
            product_id: string;
            invoice?: {
              status: string;
              stripe_id: string;
              hosted_invoice_url: string | null;
              total: number;
              currency: string;
            };
          } | null;
          error: {
            code: string;
            message: string;
            retryAfterMs?: number;
            checkout_url?: string;
          } | null;
          statusCode?: number;
          replayed?: true;
        },
        Name
      >;
      check: FunctionReference<
        "mutation",
        "internal",
        {
          params: {
            customer_id: string;
            customer_data?: {
              name?: string | null;
              email?: string | null;
              fingerprint?: string | null;
            };
            feature_id?: string;
            product_id?: string;
            entity_id?: string;
            required_balance?: number;
            with_preview?: boolean;
            send_event?: boolean;
            entity_data?: { feature_id: string; name?: string };
          };
          idempotencyKey?: string;
          pendingKey?: string;
          marksReplays?: boolean;
        },
        {
          data:
            | {
                allowed: boolean;
                code: "feature_found";
                customer_id: string;
                feature_id: string;
                entity_id?: string;
                required_balance: number;
                preview?: {
                  scenario: "usage_limit" | "feature_flag";
                  title: string;
                  message: string;
                  feature_id: string;
                  feature_name: string;
                  products: Array<{
                    id: string;
                    name: string;
                    group: string | null;
                    env: "sandbox" | "live";
                    is_add_on: boolean;
                    is_default: boolean;
                    archived: boolean;
                    version: number;
                    created_at: number;
                    purchase_limit?: number;
                    items: Array<{
                      type: "feature" | "priced_feature" | "price";
                      feature_id: string | null;
                      feature_type?: "static" | "single_use" | "continuous_use";
                      feature: {
                        id: string;
                        name: string;
                        type:
                          | "boolean"
                          | "single_use"
                          | "continuous_use"
                          | "credit_system";
                        display?: { singular: string; plural: string };
                        credit_schema?: Array<{
                          metered_feature_id: string;
                          credit_cost: number;
                        }> | null;
                        archived: boolean;
                      } | null;
                      included_usage?: number | "inf";
                      interval:
                        | "minute"
                        | "hour"
                        | "day"
                        | "week"
                        | "month"
                        | "quarter"
                        | "semi_annual"
                        | "year"
                        | null;
                      interval_count: number;
                      price?: number | null;
                      tiers?: Array<{ to: number | "inf"; amount: number }>;
                      usage_model?: "prepaid" | "pay_per_use";
                      billing_units?: number;
                      usage_limit?: number;
                      quantity?: number;
                      next_cycle_quantity?: number;
                      reset_usage_when_enabled?: boolean;
                      entity_feature_id?: string | null;
                      config?: {
                        on_increase?:
                          | "prorate_immediately"
                          | "bill_immediately"
                          | "prorate_next_cycle"
                          | "bill_next_cycle";
                        on_decrease?:
                          | "prorate_immediately"
                          | "prorate_next_cycle"
                          | "none"
                          | "no_prorations";
                        rollover?: {
                          max: number | null;
                          length: number;
                          duration: "month" | "forever";
                        };
                      };
                      expires_after_months?: number;
                      display: {
                        primary_text: string;
                        secondary_text?: string;
                      };
                    }>;
                    free_trial: {
                      duration: "day" | "month" | "year";
                      length: number;
                      unique_fingerprint: boolean;
                      card_required: boolean;
                      trial_available: boolean;
                    } | null;
                    base_variant_id: string | null;
                    scenario?:
                      | "new"
                      | "active"
                      | "scheduled"
                      | "renew"
                      | "upgrade"
                      | "downgrade"
                      | "cancel";
                    properties: {
                      is_free: boolean;
                      is_one_off: boolean;
                      interval_group:
                        | "minute"
                        | "hour"
                        | "day"
                        | "week"
                        | "month"
                        | "quarter"
                        | "semi_annual"
                        | "year"
                        | null;
                      has_trial: boolean;
                      updateable: boolean;
                    };
                    display?: {
                      name?: string;
                      description?: string;
                      button_text?: string;
                      recommend_text?: string;
                      everything_from?: string;
                      button_url?: string;
                    };
                  }>;
                  upgrade_product_id: string | null;
                } | null;
                interval?:
                  | "minute"
                  | "hour"
                  | "day"
                  | "week"
                  | "month"
                  | "quarter"
                  | "semi_annual"
                  | "year"
                  | "multiple"
                  | "lifetime"
                  | null;
                interval_count?: number | null;
                unlimited?: boolean;
                balance?: number;
                usage?: number;
                included_usage?: number;
                next_reset_at?: number | null;
                overage_allowed?: boolean;
                usage_limit?: number;
                rollovers?: Array<{
                  balance: number;
                  expires_at: number | null;
                }>;
                breakdown?: Array<{
                  interval:
                    | "minute"
                    | "hour"
                    | "day"
                    | "week"
                    | "month"
                    | "quarter"
                    | "semi_annual"
                    | "year"
                    | "multiple"
                    | "lifetime";
                  interval_count: number;
                  balance: number;
                  usage: number;
                  included_usage: number;
                  next_reset_at: number | null;
                  overage_allowed: boolean;
                  expires_at: number | null;
                }>;
                credit_schema?: Array<{
                  feature_id: string;
                  credit_amount: number;
                }>;
              }
            | {
                allowed: boolean;
                code: "product_found";
                customer_id: string;
                product_id: string;
                status?: "active" | "scheduled" | "expired";
                entity_id?: string;
                preview?: {
                  scenario:
                    | "new"
                    | "active"
                    | "scheduled"
                    | "renew"
                    | "upgrade"
                    | "downgrade"
                    | "cancel";
                  product_id: string;
                  product_name: string;
                  recurring: boolean;
                  error_on_attach: boolean;
                  next_cycle_at?: number;
                  current_product_name: string | null;
                  items: Array<{ price: string; description: string }>;
                  options: Array<{
                    feature_id: string;
                    feature_name: string;
                    billing_units: number;
                    included_usage?: number | "inf";
                    price: number;
                  }>;
                  due_today: { price: number; currency: string };
                  payment?: { by_card: number; from_credit: number };
                  due_next_cycle?: { price: number; currency: string };
                } | null;
              }
            | null;
          error: {
            code: string;
            message: string;
            retryAfterMs?: number;
            checkout_url?: string;
          } | null;
          statusCode?: number;
          replayed?: true;
        },
        Name
      >;
      checkout: FunctionReference<
        "mutation",
        "internal",
        {
          params: {
            customer_id: string;
            customer_data?: {
              name?: string | null;
              email?: string | null;
              fingerprint?: string | null;
            };
            product_id?: string;
            product_ids?: Array<string>;
            entity_id?: string;
            options?: Array<{ feature_id: string; quantity: number }>;
            success_url?: string;
            reward?: string;
            force_checkout?: boolean;
            free_trial?: boolean;
            billing_cycle_anchor?: "now";
            invoice?: boolean;
            entity_data?: { feature_id: string; name?: string };
            plan_schedule?: "end_of_cycle" | "immediate";
          };
          idempotencyKey?: string;
          pendingKey?: string;
          marksReplays?: boolean;
        },
        {
          data: {
            url: string | null;
            customer_id: string;
            lines: Array<{
              description: string;
              amount: number;
              item: {
                type: "feature" | "priced_feature" | "price";
                feature_id: string | null;
                feature_type?: "static" | "single_use" | "continuous_use";
                feature: {
                  id: string;
                  name: string;
                  type:
                    | "boolean"
                    | "single_use"
                    | "continuous_use"
                    | "credit_system";
                  display?: { singular: string; plural: string };
                  credit_schema?: Array<{
                    metered_feature_id: string;
                    credit_cost: number;
                  }> | null;
                  archived: boolean;
                } | null;
                included_usage?: number | "inf";
                interval:
                  | "minute"
                  | "hour"
                  | "day"
                  | "week"
                  | "month"
                  | "quarter"
                  | "semi_annual"
                  | "year"
                  | null;
                interval_count: number;
                price?: number | null;
                tiers?: Array<{ to: number | "inf"; amount: number }>;
                usage_model?: "prepaid" | "pay_per_use";
                billing_units?: number;
                usage_limit?: number;
                quantity?: number;
                next_cycle_quantity?: number;
                reset_usage_when_enabled?: boolean;
                entity_feature_id?: string | null;
                config?: {
                  on_increase?:
                    | "prorate_immediately"
                    | "bill_immediately"
                    | "prorate_next_cycle"
                    | "bill_next_cycle";
                  on_decrease?:
                    | "prorate_immediately"
                    | "prorate_next_cycle"
                    | "none"
                    | "no_prorations";
                  rollover?: {
                    max: number | null;
                    length: number;
                    duration: "month" | "forever";
                  };
                };
                expires_after_months?: number;
                display: { primary_text: string; secondary_text?: string };
              } | null;
              invoice?: {
                number: string;
                product_names: Array<string>;
                created_at: number;
                hosted_invoice_url: string | null;
              };
            }>;
            total: number;
            currency: string;
            has_prorations: boolean;
            options: Array<{ feature_id: string; quantity: number }>;
            product: {
              id: string;
              name: string;
              group: string | null;
              env: "sandbox" | "live";
              is_add_on: boolean;
              is_default: boolean;
              archived: boolean;
              version: number;
              created_at: number;
              purchase_limit?: number;
              items: Array<{
                type: "feature" | "priced_feature" | "price";
                feature_id: string | null;
                feature_type?: "static" | "single_use" | "continuous_use";
                feature: {
                  id: string;
                  name: string;
                  type:
                    | "boolean"
                    | "single_use"
                    | "continuous_use"
                    | "credit_system";
                  display?: { singular: string; plural: string };
                  credit_schema?: Array<{
                    metered_feature_id: string;
                    credit_cost: number;
                  }> | null;
                  archived: boolean;
                } | null;
                included_usage?: number | "inf";
                interval:
                  | "minute"
                  | "hour"
                  | "day"
                  | "week"
                  | "month"
                  | "quarter"
                  | "semi_annual"
                  | "year"
                  | null;
                interval_count: number;
                price?: number | null;
                tiers?: Array<{ to: number | "inf"; amount: number }>;
                usage_model?: "prepaid" | "pay_per_use";
                billing_units?: number;
                usage_limit?: number;
                quantity?: number;
                next_cycle_quantity?: number;
                reset_usage_when_enabled?: boolean;
                entity_feature_id?: string | null;
                config?: {
                  on_increase?:
                    | "prorate_immediately"
                    | "bill_immediately"
                    | "prorate_next_cycle"
                    | "bill_next_cycle";
                  on_decrease?:
                    | "prorate_immediately"
                    | "prorate_next_cycle"
                    | "none"
                    | "no_prorations";
                  rollover?: {
                    max: number | null;
                    length: number;
                    duration: "month" | "forever";
                  };
                };
                expires_after_months?: number;
                display: { primary_text: string; secondary_text?: string };
              }>;
              free_trial: {
                duration: "day" | "month" | "year";
                length: number;
                unique_fingerprint: boolean;
                card_required: boolean;
                trial_available: boolean;
              } | null;
              base_variant_id: string | null;
              scenario?:
                | "new"
                | "active"
                | "scheduled"
                | "renew"
                | "upgrade"
                | "downgrade"
                | "cancel";
              properties: {
                is_free: boolean;
                is_one_off: boolean;
                interval_group:
                  | "minute"
                  | "hour"
                  | "day"
                  | "week"
                  | "month"
                  | "quarter"
                  | "semi_annual"
                  | "year"
                  | null;
                has_trial: boolean;
                updateable: boolean;
              };
              display?: {
                name?: string;
                description?: string;
                button_text?: string;
                recommend_text?: string;
                everything_from?: string;
                button_url?: string;
              };
            };
            current_product: {
              id: string;
              name: string;
              group: string | null;
              env: "sandbox" | "live";
              is_add_on: boolean;
              is_default: boolean;
              archived: boolean;
              version: number;
              created_at: number;
              purchase_limit?: number;
              items: Array<{
                type: "feature" | "priced_feature" | "price";
                feature_id: string | null;
                feature_type?: "static" | "single_use" | "continuous_use";
                feature: {
                  id: string;
                  name: string;
                  type:
                    | "boolean"
                    | "single_use"
                    | "continuous_use"
                    | "credit_system";
                  display?: { singular: string; plural: string };
                  credit_schema?: Array<{
                    metered_feature_id: string;
                    credit_cost: number;
                  }> | null;
                  archived: boolean;
                } | null;
                included_usage?: number | "inf";
                interval:
                  | "minute"
                  | "hour"
                  | "day"
                  | "week"
                  | "month"
                  | "quarter"
                  | "semi_annual"
                  | "year"
                  | null;
                interval_count: number;
                price?: number | null;
                tiers?: Array<{ to: number | "inf"; amount: number }>;
                usage_model?: "prepaid" | "pay_per_use";
                billing_units?: number;
                usage_limit?: number;
                quantity?: number;
                next_cycle_quantity?: number;
                reset_usage_when_enabled?: boolean;
                entity_feature_id?: string | null;
                config?: {
                  on_increase?:
                    | "prorate_immediately"
                    | "bill_immediately"
                    | "prorate_next_cycle"
                    | "bill_next_cycle";
                  on_decrease?:
                    | "prorate_immediately"
                    | "prorate_next_cycle"
                    | "none"
                    | "no_prorations";
                  rollover?: {
                    max: number | null;
                    length: number;
                    duration: "month" | "forever";
                  };
                };
                expires_after_months?: number;
                display: { primary_text: string; secondary_text?: string };
              }>;
              free_trial: {
                duration: "day" | "month" | "year";
                length: number;
                unique_fingerprint: boolean;
                card_required: boolean;
                trial_available: boolean;
              } | null;
              base_variant_id: string | null;
              scenario?:
                | "new"
                | "active"
                | "scheduled"
                | "renew"
                | "upgrade"
                | "downgrade"
                | "cancel";
              properties: {
                is_free: boolean;
                is_one_off: boolean;
                interval_group:
                  | "minute"
                  | "hour"
                  | "day"
                  | "week"
                  | "month"
                  | "quarter"
                  | "semi_annual"
                  | "year"
                  | null;
                has_trial: boolean;
                updateable: boolean;
              };
              display?: {
                name?: string;
                description?: string;
                button_text?: string;
                recommend_text?: string;
                everything_from?: string;
                button_url?: string;
              };
            } | null;
            next_cycle: { starts_at: number; total: number } | null;
            payment?: { by_card: number; from_credit: number };
            next_invoice?: {
              at: number;
              total: number;
              currency: string;
              lines: Array<{
                description: string;
                amount: number;
                product_id: string;
              }>;
              has_usage: boolean;
            } | null;
            next_payment?: { by_card: number; from_credit: number };
            losses?: {
              over: Array<{
                feature_id: string;
                name: string;
                used: number;
                limit: number;
                units: { singular: string; plural: string } | null;
              }>;
              less: Array<{
                feature_id: string;
                name: string;
                before: number | "inf";
                after: number;
                interval:
                  | "minute"
                  | "hour"
                  | "day"
                  | "week"
                  | "month"
                  | "quarter"
                  | "semi_annual"
                  | "year"
                  | null;
                units: { singular: string; plural: string } | null;
              }>;
              gone: Array<string>;
              at: number;
            };
            starts?: Array<{
              plan_schedule: "end_of_cycle" | "immediate";
              at: number;
              total: number;
              selected: boolean;
            }>;
            preview_id?: string;
          } | null;
          error: {
            code: string;
            message: string;
            retryAfterMs?: number;
            checkout_url?: string;
          } | null;
          statusCode?: number;
          replayed?: true;
        },
        Name
      >;
      closePortals: FunctionReference<
        "mutation",
        "internal",
        { of: { tokenIdentifier: string } | { customerId: string } },
        null,
        Name
      >;
      createCustomer: FunctionReference<
        "mutation",
        "internal",
        {
          params: {
            id?: string | null;
            name?: string | null;
            email?: string | null;
            fingerprint?: string | null;
            metadata?: Record<string, string>;
            customer_data?: {
              name?: string | null;
              email?: string | null;
              fingerprint?: string | null;
            };
            expand?: Array<
              | "invoices"
              | "trials_used"
              | "payment_method"
              | "entities"
              | "rewards"
              | "referrals"
              | "next_invoice"
            >;
          };
          idempotencyKey?: string;
          pendingKey?: string;
          marksReplays?: boolean;
        },
        {
          data: {
            id: string | null;
            created_at: number;
            name: string | null;
            email: string | null;
            fingerprint: string | null;
            stripe_id: string | null;
            env: "sandbox" | "live";
            metadata: Record<string, string>;
            products: Array<{
              id: string;
              name: string;
              group: string | null;
              status: "active" | "scheduled" | "expired";
              canceled_at: number | null;
              started_at: number;
              is_default: boolean;
              is_add_on: boolean;
              version: number;
              quantity: number;
              ends_at?: number;
              trial_ends_at?: number;
              past_due?: boolean;
              retry_at?: number;
              grace_ends_at?: number;
              current_period_start?: number;
              current_period_end?: number;
              entity_id?: string;
              items: Array<{
                type: "feature" | "priced_feature" | "price";
                feature_id: string | null;
                feature_type?: "static" | "single_use" | "continuous_use";
                feature: {
                  id: string;
                  name: string;
                  type:
                    | "boolean"
                    | "single_use"
                    | "continuous_use"
                    | "credit_system";
                  display?: { singular: string; plural: string };
                  credit_schema?: Array<{
                    metered_feature_id: string;
                    credit_cost: number;
                  }> | null;
                  archived: boolean;
                } | null;
                included_usage?: number | "inf";
                interval:
                  | "minute"
                  | "hour"
                  | "day"
                  | "week"
                  | "month"
                  | "quarter"
                  | "semi_annual"
                  | "year"
                  | null;
                interval_count: number;
                price?: number | null;
                tiers?: Array<{ to: number | "inf"; amount: number }>;
                usage_model?: "prepaid" | "pay_per_use";
                billing_units?: number;
                usage_limit?: number;
                quantity?: number;
                next_cycle_quantity?: number;
                reset_usage_when_enabled?: boolean;
                entity_feature_id?: string | null;
                config?: {
                  on_increase?:
                    | "prorate_immediately"
                    | "bill_immediately"
                    | "prorate_next_cycle"
                    | "bill_next_cycle";
                  on_decrease?:
                    | "prorate_immediately"
                    | "prorate_next_cycle"
                    | "none"
                    | "no_prorations";
                  rollover?: {
                    max: number | null;
                    length: number;
                    duration: "month" | "forever";
                  };
                };
                expires_after_months?: number;
                display: { primary_text: string; secondary_text?: string };
              }>;
            }>;
            features: Record<
              string,
              {
                id: string;
                name: string;
                type: "static" | "single_use" | "continuous_use";
                interval:
                  | "minute"
                  | "hour"
                  | "day"
                  | "week"
                  | "month"
                  | "quarter"
                  | "semi_annual"
                  | "year"
                  | "multiple"
                  | "lifetime"
                  | null;
                interval_count: number | null;
                unlimited: boolean;
                balance: number;
                usage: number;
                included_usage: number;
                next_reset_at: number | null;
                overage_allowed: boolean;
                usage_limit?: number;
                rollovers?: Array<{
                  balance: number;
                  expires_at: number | null;
                }>;
                breakdown?: Array<{
                  interval:
                    | "minute"
                    | "hour"
                    | "day"
                    | "week"
                    | "month"
                    | "quarter"
                    | "semi_annual"
                    | "year"
                    | "multiple"
                    | "lifetime";
                  interval_count: number;
                  balance: number;
                  usage: number;
                  included_usage: number;
                  next_reset_at: number | null;
                  overage_allowed: boolean;
                  expires_at: number | null;
                }>;
                credit_schema?: Array<{
                  feature_id: string;
                  credit_amount: number;
                }>;
              }
            >;
            invoices?: Array<{
              product_ids: Array<string>;
              stripe_id: string;
              status: "draft" | "open" | "paid" | "void" | "uncollectible";
              total: number;
              amount_refunded?: number;
              from_credit?: number;
              credited_product_ids?: Array<string>;
              refunded_as_credit?: number;
              currency: string;
              created_at: number;
              hosted_invoice_url: string | null;
            }>;
            credit?: { balance: number; currency: string };
            trials_used?: Array<{
              product_id: string;
              customer_id: string;
              fingerprint: string | null;
            }>;
            payment_method?: {
              id: string;
              type: "card";
              card: {
                brand: string;
                last4: string;
                exp_month: number;
                exp_year: number;
              };
            } | null;
            entities?: Array<{
              id: string;
              name: string | null;
              customer_id: string;
              feature_id: string;
              created_at: number;
              env: "sandbox" | "live";
            }>;
            rewards?: {
              discounts: Array<{
                id: string;
                name: string;
                type: "percentage_discount" | "fixed_discount";
                discount_value: number;
                duration_type: "one_off" | "months" | "forever";
                duration_value: number | null;
                currency: string | null;
                start: number;
                end: number | null;
                subscription_id: string | null;
                total_discount_amount: number | null;
              }>;
            };
            referrals?: Array<{
              program_id: string;
              customer: {
                id: string;
                name: string | null;
                email: string | null;
              };
              reward_applied: boolean;
              reward_due_at?: number;
              created_at: number;
            }>;
            next_invoice?: {
              at: number;
              total: number;
              currency: string;
              lines: Array<{
                description: string;
                amount: number;
                product_id: string;
              }>;
              has_usage: boolean;
            } | null;
          } | null | null;
          error: {
            code: string;
            message: string;
            retryAfterMs?: number;
            checkout_url?: string;
          } | null;
          statusCode?: number;
          replayed?: true;
        },
        Name
      >;
      createEntity: FunctionReference<
        "mutation",
        "internal",
        {
          params: {
            customer_id: string;
            customer_data?: {
              name?: string | null;
              email?: string | null;
              fingerprint?: string | null;
            };
            entities: Array<{ id: string; name?: string; feature_id: string }>;
          };
          idempotencyKey?: string;
          pendingKey?: string;
          marksReplays?: boolean;
        },
        {
          data:
            | {
                id: string;
                name: string | null;
                customer_id: string;
                feature_id: string;
                created_at: number;
                env: "sandbox" | "live";
                products: Array<{
                  id: string;
                  name: string;
                  group: string | null;
                  status: "active" | "scheduled" | "expired";
                  canceled_at: number | null;
                  started_at: number;
                  is_default: boolean;
                  is_add_on: boolean;
                  version: number;
                  quantity: number;
                  ends_at?: number;
                  trial_ends_at?: number;
                  past_due?: boolean;
                  retry_at?: number;
                  grace_ends_at?: number;
                  current_period_start?: number;
                  current_period_end?: number;
                  entity_id?: string;
                  items: Array<{
                    type: "feature" | "priced_feature" | "price";
                    feature_id: string | null;
                    feature_type?: "static" | "single_use" | "continuous_use";
                    feature: {
                      id: string;
                      name: string;
                      type:
                        | "boolean"
                        | "single_use"
                        | "continuous_use"
                        | "credit_system";
                      display?: { singular: string; plural: string };
                      credit_schema?: Array<{
                        metered_feature_id: string;
                        credit_cost: number;
                      }> | null;
                      archived: boolean;
                    } | null;
                    included_usage?: number | "inf";
                    interval:
                      | "minute"
                      | "hour"
                      | "day"
                      | "week"
                      | "month"
                      | "quarter"
                      | "semi_annual"
                      | "year"
                      | null;
                    interval_count: number;
                    price?: number | null;
                    tiers?: Array<{ to: number | "inf"; amount: number }>;
                    usage_model?: "prepaid" | "pay_per_use";
                    billing_units?: number;
                    usage_limit?: number;
                    quantity?: number;
                    next_cycle_quantity?: number;
                    reset_usage_when_enabled?: boolean;
                    entity_feature_id?: string | null;
                    config?: {
                      on_increase?:
                        | "prorate_immediately"
                        | "bill_immediately"
                        | "prorate_next_cycle"
                        | "bill_next_cycle";
                      on_decrease?:
                        | "prorate_immediately"
                        | "prorate_next_cycle"
                        | "none"
                        | "no_prorations";
                      rollover?: {
                        max: number | null;
                        length: number;
                        duration: "month" | "forever";
                      };
                    };
                    expires_after_months?: number;
                    display: { primary_text: string; secondary_text?: string };
                  }>;
                }>;
                features: Record<
                  string,
                  {
                    id: string;
                    name: string;
                    type: "static" | "single_use" | "continuous_use";
                    interval:
                      | "minute"
                      | "hour"
                      | "day"
                      | "week"
                      | "month"
                      | "quarter"
                      | "semi_annual"
                      | "year"
                      | "multiple"
                      | "lifetime"
                      | null;
                    interval_count: number | null;
                    unlimited: boolean;
                    balance: number;
                    usage: number;
                    included_usage: number;
                    next_reset_at: number | null;
                    overage_allowed: boolean;
                    usage_limit?: number;
                    rollovers?: Array<{
                      balance: number;
                      expires_at: number | null;
                    }>;
                    breakdown?: Array<{
                      interval:
                        | "minute"
                        | "hour"
                        | "day"
                        | "week"
                        | "month"
                        | "quarter"
                        | "semi_annual"
                        | "year"
                        | "multiple"
                        | "lifetime";
                      interval_count: number;
                      balance: number;
                      usage: number;
                      included_usage: number;
                      next_reset_at: number | null;
                      overage_allowed: boolean;
                      expires_at: number | null;
                    }>;
                    credit_schema?: Array<{
                      feature_id: string;
                      credit_amount: number;
                    }>;
                  }
                >;
                invoices?: Array<{
                  product_ids: Array<string>;
                  stripe_id: string;
                  status: "draft" | "open" | "paid" | "void" | "uncollectible";
                  total: number;
                  amount_refunded?: number;
                  from_credit?: number;
                  credited_product_ids?: Array<string>;
                  refunded_as_credit?: number;
                  currency: string;
                  created_at: number;
                  hosted_invoice_url: string | null;
                }>;
              }
            | {
                list: Array<{
                  id: string;
                  name: string | null;
                  customer_id: string;
                  feature_id: string;
                  created_at: number;
                  env: "sandbox" | "live";
                  products: Array<{
                    id: string;
                    name: string;
                    group: string | null;
                    status: "active" | "scheduled" | "expired";
                    canceled_at: number | null;
                    started_at: number;
                    is_default: boolean;
                    is_add_on: boolean;
                    version: number;
                    quantity: number;
                    ends_at?: number;
                    trial_ends_at?: number;
                    past_due?: boolean;
                    retry_at?: number;
                    grace_ends_at?: number;
                    current_period_start?: number;
                    current_period_end?: number;
                    entity_id?: string;
                    items: Array<{
                      type: "feature" | "priced_feature" | "price";
                      feature_id: string | null;
                      feature_type?: "static" | "single_use" | "continuous_use";
                      feature: {
                        id: string;
                        name: string;
                        type:
                          | "boolean"
                          | "single_use"
                          | "continuous_use"
                          | "credit_system";
                        display?: { singular: string; plural: string };
                        credit_schema?: Array<{
                          metered_feature_id: string;
                          credit_cost: number;
                        }> | null;
                        archived: boolean;
                      } | null;
                      included_usage?: number | "inf";
                      interval:
                        | "minute"
                        | "hour"
                        | "day"
                        | "week"
                        | "month"
                        | "quarter"
                        | "semi_annual"
                        | "year"
                        | null;
                      interval_count: number;
                      price?: number | null;
                      tiers?: Array<{ to: number | "inf"; amount: number }>;
                      usage_model?: "prepaid" | "pay_per_use";
                      billing_units?: number;
                      usage_limit?: number;
                      quantity?: number;
                      next_cycle_quantity?: number;
                      reset_usage_when_enabled?: boolean;
                      entity_feature_id?: string | null;
                      config?: {
                        on_increase?:
                          | "prorate_immediately"
                          | "bill_immediately"
                          | "prorate_next_cycle"
                          | "bill_next_cycle";
                        on_decrease?:
                          | "prorate_immediately"
                          | "prorate_next_cycle"
                          | "none"
                          | "no_prorations";
                        rollover?: {
                          max: number | null;
                          length: number;
                          duration: "month" | "forever";
                        };
                      };
                      expires_after_months?: number;
                      display: {
                        primary_text: string;
                        secondary_text?: string;
                      };
                    }>;
                  }>;
                  features: Record<
                    string,
                    {
                      id: string;
                      name: string;
                      type: "static" | "single_use" | "continuous_use";
                      interval:
                        | "minute"
                        | "hour"
                        | "day"
                        | "week"
                        | "month"
                        | "quarter"
                        | "semi_annual"
                        | "year"
                        | "multiple"
                        | "lifetime"
                        | null;
                      interval_count: number | null;
                      unlimited: boolean;
                      balance: number;
                      usage: number;
                      included_usage: number;
                      next_reset_at: number | null;
                      overage_allowed: boolean;
                      usage_limit?: number;
                      rollovers?: Array<{
                        balance: number;
                        expires_at: number | null;
                      }>;
                      breakdown?: Array<{
                        interval:
                          | "minute"
                          | "hour"
                          | "day"
                          | "week"
                          | "month"
                          | "quarter"
                          | "semi_annual"
                          | "year"
                          | "multiple"
                          | "lifetime";
                        interval_count: number;
                        balance: number;
                        usage: number;
                        included_usage: number;
                        next_reset_at: number | null;
                        overage_allowed: boolean;
                        expires_at: number | null;
                      }>;
                      credit_schema?: Array<{
                        feature_id: string;
                        credit_amount: number;
                      }>;
                    }
                  >;
                  invoices?: Array<{
                    product_ids: Array<string>;
                    stripe_id: string;
                    status:
                      "draft" | "open" | "paid" | "void" | "uncollectible";
                    total: number;
                    amount_refunded?: number;
                    from_credit?: number;
                    credited_product_ids?: Array<string>;
                    refunded_as_credit?: number;
                    currency: string;
                    created_at: number;
                    hosted_invoice_url: string | null;
                  }>;
                }>;
              }
            | null;
          error: {
            code: string;
            message: string;
            retryAfterMs?: number;
            checkout_url?: string;
          } | null;
          statusCode?: number;
          replayed?: true;
        },
        Name
      >;
      createFeature: FunctionReference<
        "mutation",
        "internal",
        {
          params: {
            id: string;
            name?: string;
            type: "boolean" | "single_use" | "continuous_use" | "credit_system";
            display?: { singular: string; plural: string };
            credit_schema?: Array<{
              metered_feature_id: string;
              credit_cost: number;
            }> | null;
            event_names?: Array<string>;
          };
          idempotencyKey?: string;
          pendingKey?: string;
          marksReplays?: boolean;
        },
        {
          data: {
            id: string;
            name: string;
            type: "boolean" | "single_use" | "continuous_use" | "credit_system";
            display?: { singular: string; plural: string };
            credit_schema?: Array<{
              metered_feature_id: string;
              credit_cost: number;
            }> | null;
            archived: boolean;
          } | null;
          error: {
            code: string;
            message: string;
            retryAfterMs?: number;
            checkout_url?: string;
          } | null;
          statusCode?: number;
          replayed?: true;
        },
        Name
      >;
      createProduct: FunctionReference<
        "mutation",
        "internal",
        {
          params: {
            id: string;
            name?: string;
            group?: string | null;
            is_add_on?: boolean;
            is_default?: boolean;
            archived?: boolean;
            items?: Array<{
              type?: "feature" | "priced_feature" | "price";
              feature_id?: string | null;
              feature_type?: string | null;
              included_usage?: number | "inf" | null;
              interval?:
                | "minute"
                | "hour"
                | "day"
                | "week"
                | "month"
                | "quarter"
                | "semi_annual"
                | "year"
                | null;
              interval_count?: number | null;
              price?: number | null;
              tiers?: Array<{ to: number | "inf"; amount: number }> | null;
              usage_model?: "prepaid" | "pay_per_use" | null;
              billing_units?: number | null;
              usage_limit?: number | null;
              entity_feature_id?: string | null;
              reset_usage_when_enabled?: boolean | null;
              config?: {
                on_increase?:
                  | "prorate_immediately"
                  | "bill_immediately"
                  | "prorate_next_cycle"
                  | "bill_next_cycle"
                  | null;
                on_decrease?:
                  | "prorate_immediately"
                  | "prorate_next_cycle"
                  | "none"
                  | "no_prorations"
                  | null;
                rollover?: {
                  max: number | null;
                  length: number;
                  duration: "month" | "forever";
                } | null;
              } | null;
              expires_after_months?: number | null;
            }>;
            purchase_limit?: number | null;
            free_trial?: {
              length: number;
              duration?: "day" | "month" | "year";
              unique_fingerprint?: boolean;
              card_required?: boolean;
            } | null;
            display?: {
              name?: string;
              description?: string;
              button_text?: string;
              recommend_text?: string;
              everything_from?: string;
              button_url?: string;
            };
          };
          idempotencyKey?: string;
          pendingKey?: string;
          marksReplays?: boolean;
        },
        {
          data: {
            id: string;
            name: string;
            group: string | null;
            env: "sandbox" | "live";
            is_add_on: boolean;
            is_default: boolean;
            archived: boolean;
            version: number;
            created_at: number;
            purchase_limit?: number;
            items: Array<{
              type: "feature" | "priced_feature" | "price";
              feature_id: string | null;
              feature_type?: "static" | "single_use" | "continuous_use";
              feature: {
                id: string;
                name: string;
                type:
                  "boolean" | "single_use" | "continuous_use" | "credit_system";
                display?: { singular: string; plural: string };
                credit_schema?: Array<{
                  metered_feature_id: string;
                  credit_cost: number;
                }> | null;
                archived: boolean;
              } | null;
              included_usage?: number | "inf";
              interval:
                | "minute"
                | "hour"
                | "day"
                | "week"
                | "month"
                | "quarter"
                | "semi_annual"
                | "year"
                | null;
              interval_count: number;
              price?: number | null;
              tiers?: Array<{ to: number | "inf"; amount: number }>;
              usage_model?: "prepaid" | "pay_per_use";
              billing_units?: number;
              usage_limit?: number;
              quantity?: number;
              next_cycle_quantity?: number;
              reset_usage_when_enabled?: boolean;
              entity_feature_id?: string | null;
              config?: {
                on_increase?:
                  | "prorate_immediately"
                  | "bill_immediately"
                  | "prorate_next_cycle"
                  | "bill_next_cycle";
                on_decrease?:
                  | "prorate_immediately"
                  | "prorate_next_cycle"
                  | "none"
                  | "no_prorations";
                rollover?: {
                  max: number | null;
                  length: number;
                  duration: "month" | "forever";
                };
              };
              expires_after_months?: number;
              display: { primary_text: string; secondary_text?: string };
            }>;
            free_trial: {
              duration: "day" | "month" | "year";
              length: number;
              unique_fingerprint: boolean;
              card_required: boolean;
              trial_available: boolean;
            } | null;
            base_variant_id: string | null;
            scenario?:
              | "new"
              | "active"
              | "scheduled"
              | "renew"
              | "upgrade"
              | "downgrade"
              | "cancel";
            properties: {
              is_free: boolean;
              is_one_off: boolean;
              interval_group:
                | "minute"
                | "hour"
                | "day"
                | "week"
                | "month"
                | "quarter"
                | "semi_annual"
                | "year"
                | null;
              has_trial: boolean;
              updateable: boolean;
            };
            display?: {
              name?: string;
              description?: string;
              button_text?: string;
              recommend_text?: string;
              everything_from?: string;
              button_url?: string;
            };
          } | null;
          error: {
            code: string;
            message: string;
            retryAfterMs?: number;
            checkout_url?: string;
          } | null;
          statusCode?: number;
          replayed?: true;
        },
        Name
      >;
      createReferralCode: FunctionReference<
        "mutation",
        "internal",
        {
          params: {
            customer_id: string;
            customer_data?: {
              name?: string | null;
              email?: string | null;
              fingerprint?: string | null;
            };
            program_id: string;
          };
          idempotencyKey?: string;
          pendingKey?: string;
          marksReplays?: boolean;
        },
        {
          data: {
            code: string;
            customer_id: string;
            created_at: number;
          } | null;
          error: {
            code: string;
            message: string;
            retryAfterMs?: number;
            checkout_url?: string;
          } | null;
          statusCode?: number;
          replayed?: true;
        },
        Name
      >;
      createRefund: FunctionReference<
        "mutation",
        "internal",
        {
          params: {
            customer_id: string;
            invoice: string;
            lines?: Array<{ line: number; amount: number }>;
            to?: "card" | "credit";
            reason?: string;
          };
          idempotencyKey?: string;
          pendingKey?: string;
          marksReplays?: boolean;
        },
        {
          data: {
            number: string;
            status: "pending" | "issued" | "void";
            invoice: string;
            lines: Array<{ line: number; description: string; amount: number }>;
            total: number;
            by_card: number;
            as_credit: number;
            currency: string;
            reason: string | null;
            created_at: number;
          } | null;
          error: {
            code: string;
            message: string;
            retryAfterMs?: number;
            checkout_url?: string;
          } | null;
          statusCode?: number;
          replayed?: true;
        },
        Name
      >;
      customerByToken: FunctionReference<
        "query",
        "internal",
        { tokenIdentifier: string },
        {
          customerId: string;
          entityId?: string;
          customerData?: {
            name?: string | null;
            email?: string | null;
            fingerprint?: string | null;
          };
        } | null,
        Name
      >;
      customerOf: FunctionReference<
        "query",
        "internal",
        {
          caller:
            | {
                identity: {
                  tokenIdentifier: string;
                  subject: string;
                  issuer: string;
                  name?: string;
                  email?: string;
                  emailVerified?: boolean;
                  preferredUsername?: string;
                };
              }
            | { customerId: string; tokenIdentifier: string | null };
        },
        {
          customerId: string;
          entityId?: string;
          customerData?: {
            name?: string | null;
            email?: string | null;
            fingerprint?: string | null;
          };
        },
        Name
      >;
      deleteCustomer: FunctionReference<
        "mutation",
        "internal",
        {
          params: { customer_id: string; delete_in_stripe?: boolean };
          idempotencyKey?: string;
          pendingKey?: string;
          marksReplays?: boolean;
        },
        {
          data: { success: true } | null;
          error: {
            code: string;
            message: string;
            retryAfterMs?: number;
            checkout_url?: string;
          } | null;
          statusCode?: number;
          replayed?: true;
        },
        Name
      >;
      deleteEntity: FunctionReference<
        "mutation",
        "internal",
        {
          params: {
            customer_id: string;
            customer_data?: {
              name?: string | null;
              email?: string | null;
              fingerprint?: string | null;
            };
            entity_id: string;
          };
          idempotencyKey?: string;
          pendingKey?: string;
          marksReplays?: boolean;
        },
        {
          data: { success: true } | null;
          error: {
            code: string;
            message: string;
            retryAfterMs?: number;
            checkout_url?: string;
          } | null;
          statusCode?: number;
          replayed?: true;
        },
        Name
      >;
      deleteFeature: FunctionReference<
        "mutation",
        "internal",
        {
          params: { feature_id: string };
          idempotencyKey?: string;
          pendingKey?: string;
          marksReplays?: boolean;
        },
        {
          data: { success: true } | null;
          error: {
            code: string;
            message: string;
            retryAfterMs?: number;
            checkout_url?: string;
          } | null;
          statusCode?: number;
          replayed?: true;
        },
        Name
      >;
      deleteProduct: FunctionReference<
        "mutation",
        "internal",
        {
          params: { product_id: string; all_versions?: boolean };
          idempotencyKey?: string;
          pendingKey?: string;
          marksReplays?: boolean;
        },
        {
          data: { success: true } | null;
          error: {
            code: string;
            message: string;
            retryAfterMs?: number;
            checkout_url?: string;
          } | null;
          statusCode?: number;
          replayed?: true;
        },
        Name
      >;
      explainCheck: FunctionReference<
        "query",
        "internal",
        {
          params: {
            customer_id: string;
            feature_id: string;
            entity_id?: string;
            required_balance?: number;
          };
          now: number;
        },
        {
          data: {
            allowed: boolean;
            reason: "allowed" | "not_granted" | "insufficient_balance";
            sources: Array<{
              feature_id: string;
              verdict: "pays" | "spare" | "short";
              needed: number;
              balance: number;
            }>;
            takes: Array<{
              balance_id: string;
              subscription_id: string;
              feature_id: string;
              entity_id: string | null;
              from: "rollover" | "balance" | "overage" | "nothing";
              amount: number;
            }>;
          } | null;
          error: {
            code: string;
            message: string;
            retryAfterMs?: number;
            checkout_url?: string;
          } | null;
          statusCode?: number;
        },
        Name
      >;
      feature: FunctionReference<
        "query",
        "internal",
        {
          who: {
            customerId: string;
            entityId?: string;
            customerData?: {
              name?: string | null;
              email?: string | null;
              fingerprint?: string | null;
            };
          };
          featureId: string;
        },
        {
          data: {
            id: string;
            name: string;
            type: "static" | "single_use" | "continuous_use";
            interval:
              | "minute"
              | "hour"
              | "day"
              | "week"
              | "month"
              | "quarter"
              | "semi_annual"
              | "year"
              | "multiple"
              | "lifetime"
              | null;
            interval_count: number | null;
            unlimited: boolean;
            balance: number;
            usage: number;
            included_usage: number;
            next_reset_at: number | null;
            overage_allowed: boolean;
            usage_limit?: number;
            rollovers?: Array<{ balance: number; expires_at: number | null }>;
            breakdown?: Array<{
              interval:
                | "minute"
                | "hour"
                | "day"
                | "week"
                | "month"
                | "quarter"
                | "semi_annual"
                | "year"
                | "multiple"
                | "lifetime";
              interval_count: number;
              balance: number;
              usage: number;
              included_usage: number;
              next_reset_at: number | null;
              overage_allowed: boolean;
              expires_at: number | null;
            }>;
            credit_schema?: Array<{
              feature_id: string;
              credit_amount: number;
            }>;
          } | null | null;
          error: {
            code: string;
            message: string;
            retryAfterMs?: number;
            checkout_url?: string;
          } | null;
          statusCode?: number;
        },
        Name
      >;
      forgetIdentity: FunctionReference<
        "mutation",
        "internal",
        { tokenIdentifier: string },
        null,
        Name
      >;
      gate: FunctionReference<
        "mutation",
        "internal",
        {
          who: {
            customerId: string;
            entityId?: string;
            customerData?: {
              name?: string | null;
              email?: string | null;
              fingerprint?: string | null;
            };
          };
          featureId: string;
          value: number;
          key: string;
          maxStaleMs?: number;
        },
        {
          data: {
            allowed: boolean;
            code: "feature_found";
            customer_id: string;
            feature_id: string;
            entity_id?: string;
            required_balance: number;
            preview?: {
              scenario: "usage_limit" | "feature_flag";
              title: string;
              message: string;
              feature_id: string;
              feature_name: string;
              products: Array<{
                id: string;
                name: string;
                group: string | null;
                env: "sandbox" | "live";
                is_add_on: boolean;
                is_default: boolean;
                archived: boolean;
                version: number;
                created_at: number;
                purchase_limit?: number;
                items: Array<{
                  type: "feature" | "priced_feature" | "price";
                  feature_id: string | null;
                  feature_type?: "static" | "single_use" | "continuous_use";
                  feature: {
                    id: string;
                    name: string;
                    type:
                      | "boolean"
                      | "single_use"
                      | "continuous_use"
                      | "credit_system";
                    display?: { singular: string; plural: string };
                    credit_schema?: Array<{
                      metered_feature_id: string;
                      credit_cost: number;
                    }> | null;
                    archived: boolean;
                  } | null;
                  included_usage?: number | "inf";
                  interval:
                    | "minute"
                    | "hour"
                    | "day"
                    | "week"
                    | "month"
                    | "quarter"
                    | "semi_annual"
                    | "year"
                    | null;
                  interval_count: number;
                  price?: number | null;
                  tiers?: Array<{ to: number | "inf"; amount: number }>;
                  usage_model?: "prepaid" | "pay_per_use";
                  billing_units?: number;
                  usage_limit?: number;
                  quantity?: number;
                  next_cycle_quantity?: number;
                  reset_usage_when_enabled?: boolean;
                  entity_feature_id?: string | null;
                  config?: {
                    on_increase?:
                      | "prorate_immediately"
                      | "bill_immediately"
                      | "prorate_next_cycle"
                      | "bill_next_cycle";
                    on_decrease?:
                      | "prorate_immediately"
                      | "prorate_next_cycle"
                      | "none"
                      | "no_prorations";
                    rollover?: {
                      max: number | null;
                      length: number;
                      duration: "month" | "forever";
                    };
                  };
                  expires_after_months?: number;
                  display: { primary_text: string; secondary_text?: string };
                }>;
                free_trial: {
                  duration: "day" | "month" | "year";
                  length: number;
                  unique_fingerprint: boolean;
                  card_required: boolean;
                  trial_available: boolean;
                } | null;
                base_variant_id: string | null;
                scenario?:
                  | "new"
                  | "active"
                  | "scheduled"
                  | "renew"
                  | "upgrade"
                  | "downgrade"
                  | "cancel";
                properties: {
                  is_free: boolean;
                  is_one_off: boolean;
                  interval_group:
                    | "minute"
                    | "hour"
                    | "day"
                    | "week"
                    | "month"
                    | "quarter"
                    | "semi_annual"
                    | "year"
                    | null;
                  has_trial: boolean;
                  updateable: boolean;
                };
                display?: {
                  name?: string;
                  description?: string;
                  button_text?: string;
                  recommend_text?: string;
                  everything_from?: string;
                  button_url?: string;
                };
              }>;
              upgrade_product_id: string | null;
            } | null;
            interval?:
              | "minute"
              | "hour"
              | "day"
              | "week"
              | "month"
              | "quarter"
              | "semi_annual"
              | "year"
              | "multiple"
              | "lifetime"
              | null;
            interval_count?: number | null;
            unlimited?: boolean;
            balance?: number;
            usage?: number;
            included_usage?: number;
            next_reset_at?: number | null;
            overage_allowed?: boolean;
            usage_limit?: number;
            rollovers?: Array<{ balance: number; expires_at: number | null }>;
            breakdown?: Array<{
              interval:
                | "minute"
                | "hour"
                | "day"
                | "week"
                | "month"
                | "quarter"
                | "semi_annual"
                | "year"
                | "multiple"
                | "lifetime";
              interval_count: number;
              balance: number;
              usage: number;
              included_usage: number;
              next_reset_at: number | null;
              overage_allowed: boolean;
              expires_at: number | null;
            }>;
            credit_schema?: Array<{
              feature_id: string;
              credit_amount: number;
            }>;
          } | null;
          error: {
            code: string;
            message: string;
            retryAfterMs?: number;
            checkout_url?: string;
          } | null;
          statusCode?: number;
        },
        Name
      >;
      getCustomer: FunctionReference<
        "query",
        "internal",
        {
          params: {
            customer_id: string;
            expand?: Array<
              | "invoices"
              | "trials_used"
              | "payment_method"
              | "entities"
              | "rewards"
              | "referrals"
              | "next_invoice"
            >;
          };
          now: number;
        },
        {
          data: {
            id: string | null;
            created_at: number;
            name: string | null;
            email: string | null;
            fingerprint: string | null;
            stripe_id: string | null;
            env: "sandbox" | "live";
            metadata: Record<string, string>;
            products: Array<{
              id: string;
              name: string;
              group: string | null;
              status: "active" | "scheduled" | "expired";
              canceled_at: number | null;
              started_at: number;
              is_default: boolean;
              is_add_on: boolean;
              version: number;
              quantity: number;
              ends_at?: number;
              trial_ends_at?: number;
              past_due?: boolean;
              retry_at?: number;
              grace_ends_at?: number;
              current_period_start?: number;
              current_period_end?: number;
              entity_id?: string;
              items: Array<{
                type: "feature" | "priced_feature" | "price";
                feature_id: string | null;
                feature_type?: "static" | "single_use" | "continuous_use";
                feature: {
                  id: string;
                  name: string;
                  type:
                    | "boolean"
                    | "single_use"
                    | "continuous_use"
                    | "credit_system";
                  display?: { singular: string; plural: string };
                  credit_schema?: Array<{
                    metered_feature_id: string;
                    credit_cost: number;
                  }> | null;
                  archived: boolean;
                } | null;
                included_usage?: number | "inf";
                interval:
                  | "minute"
                  | "hour"
                  | "day"
                  | "week"
                  | "month"
                  | "quarter"
                  | "semi_annual"
                  | "year"
                  | null;
                interval_count: number;
                price?: number | null;
                tiers?: Array<{ to: number | "inf"; amount: number }>;
                usage_model?: "prepaid" | "pay_per_use";
                billing_units?: number;
                usage_limit?: number;
                quantity?: number;
                next_cycle_quantity?: number;
                reset_usage_when_enabled?: boolean;
                entity_feature_id?: string | null;
                config?: {
                  on_increase?:
                    | "prorate_immediately"
                    | "bill_immediately"
                    | "prorate_next_cycle"
                    | "bill_next_cycle";
                  on_decrease?:
                    | "prorate_immediately"
                    | "prorate_next_cycle"
                    | "none"
                    | "no_prorations";
                  rollover?: {
                    max: number | null;
                    length: number;
                    duration: "month" | "forever";
                  };
                };
                expires_after_months?: number;
                display: { primary_text: string; secondary_text?: string };
              }>;
            }>;
            features: Record<
              string,
              {
                id: string;
                name: string;
                type: "static" | "single_use" | "continuous_use";
                interval:
                  | "minute"
                  | "hour"
                  | "day"
                  | "week"
                  | "month"
                  | "quarter"
                  | "semi_annual"
                  | "year"
                  | "multiple"
                  | "lifetime"
                  | null;
                interval_count: number | null;
                unlimited: boolean;
                balance: number;
                usage: number;
                included_usage: number;
                next_reset_at: number | null;
                overage_allowed: boolean;
                usage_limit?: number;
                rollovers?: Array<{
                  balance: number;
                  expires_at: number | null;
                }>;
                breakdown?: Array<{
                  interval:
                    | "minute"
                    | "hour"
                    | "day"
                    | "week"
                    | "month"
                    | "quarter"
                    | "semi_annual"
                    | "year"
                    | "multiple"
                    | "lifetime";
                  interval_count: number;
                  balance: number;
                  usage: number;
                  included_usage: number;
                  next_reset_at: number | null;
                  overage_allowed: boolean;
                  expires_at: number | null;
                }>;
                credit_schema?: Array<{
                  feature_id: string;
                  credit_amount: number;
                }>;
              }
            >;
            invoices?: Array<{
              product_ids: Array<string>;
              stripe_id: string;
              status: "draft" | "open" | "paid" | "void" | "uncollectible";
              total: number;
              amount_refunded?: number;
              from_credit?: number;
              credited_product_ids?: Array<string>;
              refunded_as_credit?: number;
              currency: string;
              created_at: number;
              hosted_invoice_url: string | null;
            }>;
            credit?: { balance: number; currency: string };
            trials_used?: Array<{
              product_id: string;
              customer_id: string;
              fingerprint: string | null;
            }>;
            payment_method?: {
              id: string;
              type: "card";
              card: {
                brand: string;
                last4: string;
                exp_month: number;
                exp_year: number;
              };
            } | null;
            entities?: Array<{
              id: string;
              name: string | null;
              customer_id: string;
              feature_id: string;
              created_at: number;
              env: "sandbox" | "live";
            }>;
            rewards?: {
              discounts: Array<{
                id: string;
                name: string;
                type: "percentage_discount" | "fixed_discount";
                discount_value: number;
                duration_type: "one_off" | "months" | "forever";
                duration_value: number | null;
                currency: string | null;
                start: number;
                end: number | null;
                subscription_id: string | null;
                total_discount_amount: number | null;
              }>;
            };
            referrals?: Array<{
              program_id: string;
              customer: {
                id: string;
                name: string | null;
                email: string | null;
              };
              reward_applied: boolean;
              reward_due_at?: number;
              created_at: number;
            }>;
            next_invoice?: {
              at: number;
              total: number;
              currency: string;
              lines: Array<{
                description: string;
                amount: number;
                product_id: string;
              }>;
              has_usage: boolean;
            } | null;
          } | null;
          error: {
            code: string;
            message: string;
            retryAfterMs?: number;
            checkout_url?: string;
          } | null;
          statusCode?: number;
        },
        Name
      >;
      getEntity: FunctionReference<
        "query",
        "internal",
        {
          params: {
            customer_id: string;
            customer_data?: {
              name?: string | null;
              email?: string | null;
              fingerprint?: string | null;
            };
            entity_id: string;
            expand?: Array<"invoices">;
          };
          now: number;
        },
        {
          data: {
            id: string;
            name: string | null;
            customer_id: string;
            feature_id: string;
            created_at: number;
            env: "sandbox" | "live";
            products: Array<{
              id: string;
              name: string;
              group: string | null;
              status: "active" | "scheduled" | "expired";
              canceled_at: number | null;
              started_at: number;
              is_default: boolean;
              is_add_on: boolean;
              version: number;
              quantity: number;
              ends_at?: number;
              trial_ends_at?: number;
              past_due?: boolean;
              retry_at?: number;
              grace_ends_at?: number;
              current_period_start?: number;
              current_period_end?: number;
              entity_id?: string;
              items: Array<{
                type: "feature" | "priced_feature" | "price";
                feature_id: string | null;
                feature_type?: "static" | "single_use" | "continuous_use";
                feature: {
                  id: string;
                  name: string;
                  type:
                    | "boolean"
                    | "single_use"
                    | "continuous_use"
                    | "credit_system";
                  display?: { singular: string; plural: string };
                  credit_schema?: Array<{
                    metered_feature_id: string;
                    credit_cost: number;
                  }> | null;
                  archived: boolean;
                } | null;
                included_usage?: number | "inf";
                interval:
                  | "minute"
                  | "hour"
                  | "day"
                  | "week"
                  | "month"
                  | "quarter"
                  | "semi_annual"
                  | "year"
                  | null;
                interval_count: number;
                price?: number | null;
                tiers?: Array<{ to: number | "inf"; amount: number }>;
                usage_model?: "prepaid" | "pay_per_use";
                billing_units?: number;
                usage_limit?: number;
                quantity?: number;
                next_cycle_quantity?: number;
                reset_usage_when_enabled?: boolean;
                entity_feature_id?: string | null;
                config?: {
                  on_increase?:
                    | "prorate_immediately"
                    | "bill_immediately"
                    | "prorate_next_cycle"
                    | "bill_next_cycle";
                  on_decrease?:
                    | "prorate_immediately"
                    | "prorate_next_cycle"
                    | "none"
                    | "no_prorations";
                  rollover?: {
                    max: number | null;
                    length: number;
                    duration: "month" | "forever";
                  };
                };
                expires_after_months?: number;
                display: { primary_text: string; secondary_text?: string };
              }>;
            }>;
            features: Record<
              string,
              {
                id: string;
                name: string;
                type: "static" | "single_use" | "continuous_use";
                interval:
                  | "minute"
                  | "hour"
                  | "day"
                  | "week"
                  | "month"
                  | "quarter"
                  | "semi_annual"
                  | "year"
                  | "multiple"
                  | "lifetime"
                  | null;
                interval_count: number | null;
                unlimited: boolean;
                balance: number;
                usage: number;
                included_usage: number;
                next_reset_at: number | null;
                overage_allowed: boolean;
                usage_limit?: number;
                rollovers?: Array<{
                  balance: number;
                  expires_at: number | null;
                }>;
                breakdown?: Array<{
                  interval:
                    | "minute"
                    | "hour"
                    | "day"
                    | "week"
                    | "month"
                    | "quarter"
                    | "semi_annual"
                    | "year"
                    | "multiple"
                    | "lifetime";
                  interval_count: number;
                  balance: number;
                  usage: number;
                  included_usage: number;
                  next_reset_at: number | null;
                  overage_allowed: boolean;
                  expires_at: number | null;
                }>;
                credit_schema?: Array<{
                  feature_id: string;
                  credit_amount: number;
                }>;
              }
            >;
            invoices?: Array<{
              product_ids: Array<string>;
              stripe_id: string;
              status: "draft" | "open" | "paid" | "void" | "uncollectible";
              total: number;
              amount_refunded?: number;
              from_credit?: number;
              credited_product_ids?: Array<string>;
              refunded_as_credit?: number;
              currency: string;
              created_at: number;
              hosted_invoice_url: string | null;
            }>;
          } | null;
          error: {
            code: string;
            message: string;
            retryAfterMs?: number;
            checkout_url?: string;
          } | null;
          statusCode?: number;
        },
        Name
      >;
      getFeature: FunctionReference<
        "query",
        "internal",
        { params: { feature_id: string }; now: number },
        {
          data: {
            id: string;
            name: string;
            type: "boolean" | "single_use" | "continuous_use" | "credit_system";
            display?: { singular: string; plural: string };
            credit_schema?: Array<{
              metered_feature_id: string;
              credit_cost: number;
            }> | null;
            archived: boolean;
          } | null;
          error: {
            code: string;
            message: string;
            retryAfterMs?: number;
            checkout_url?: string;
          } | null;
          statusCode?: number;
        },
        Name
      >;
      getProduct: FunctionReference<
        "query",
        "internal",
        { params: { product_id: string }; now: number },
        {
          data: {
            id: string;
            name: string;
            group: string | null;
            env: "sandbox" | "live";
            is_add_on: boolean;
            is_default: boolean;
            archived: boolean;
            version: number;
            created_at: number;
            purchase_limit?: number;
            items: Array<{
              type: "feature" | "priced_feature" | "price";
              feature_id: string | null;
              feature_type?: "static" | "single_use" | "continuous_use";
              feature: {
                id: string;
                name: string;
                type:
                  "boolean" | "single_use" | "continuous_use" | "credit_system";
                display?: { singular: string; plural: string };
                credit_schema?: Array<{
                  metered_feature_id: string;
                  credit_cost: number;
                }> | null;
                archived: boolean;
              } | null;
              included_usage?: number | "inf";
              interval:
                | "minute"
                | "hour"
                | "day"
                | "week"
                | "month"
                | "quarter"
                | "semi_annual"
                | "year"
                | null;
              interval_count: number;
              price?: number | null;
              tiers?: Array<{ to: number | "inf"; amount: number }>;
              usage_model?: "prepaid" | "pay_per_use";
              billing_units?: number;
              usage_limit?: number;
              quantity?: number;
              next_cycle_quantity?: number;
              reset_usage_when_enabled?: boolean;
              entity_feature_id?: string | null;
              config?: {
                on_increase?:
                  | "prorate_immediately"
                  | "bill_immediately"
                  | "prorate_next_cycle"
                  | "bill_next_cycle";
                on_decrease?:
                  | "prorate_immediately"
                  | "prorate_next_cycle"
                  | "none"
                  | "no_prorations";
                rollover?: {
                  max: number | null;
                  length: number;
                  duration: "month" | "forever";
                };
              };
              expires_after_months?: number;
              display: { primary_text: string; secondary_text?: string };
            }>;
            free_trial: {
              duration: "day" | "month" | "year";
              length: number;
              unique_fingerprint: boolean;
              card_required: boolean;
              trial_available: boolean;
            } | null;
            base_variant_id: string | null;
            scenario?:
              | "new"
              | "active"
              | "scheduled"
              | "renew"
              | "upgrade"
              | "downgrade"
              | "cancel";
            properties: {
              is_free: boolean;
              is_one_off: boolean;
              interval_group:
                | "minute"
                | "hour"
                | "day"
                | "week"
                | "month"
                | "quarter"
                | "semi_annual"
                | "year"
                | null;
              has_trial: boolean;
              updateable: boolean;
            };
            display?: {
              name?: string;
              description?: string;
              button_text?: string;
              recommend_text?: string;
              everything_from?: string;
              button_url?: string;
            };
          } | null;
          error: {
            code: string;
            message: string;
            retryAfterMs?: number;
            checkout_url?: string;
          } | null;
          statusCode?: number;
        },
        Name
      >;
      identifyCaller: FunctionReference<
        "mutation",
        "internal",
        {
          caller:
            | {
                identity: {
                  tokenIdentifier: string;
                  subject: string;
                  issuer: string;
                  name?: string;
                  email?: string;
                  emailVerified?: boolean;
                  preferredUsername?: string;
                };
              }
            | { customerId: string; tokenIdentifier: string | null };
          call?: {
            operation:
              | "createCustomer"
              | "billingPortal"
              | "listProducts"
              | "checkout"
              | "attach"
              | "setupPayment"
              | "cancel"
              | "check"
              | "track"
              | "query"
              | "createEntity"
              | "getEntity"
              | "deleteEntity"
              | "createReferralCode"
              | "redeemReferralCode";
            session: string | null;
          };
        },
        {
          data: {
            customerId: string;
            entityId?: string;
            customerData?: {
              name?: string | null;
              email?: string | null;
              fingerprint?: string | null;
            };
          } | null;
          error: {
            code: string;
            message: string;
            retryAfterMs?: number;
            checkout_url?: string;
          } | null;
          statusCode?: number;
        },
        Name
      >;
      installCatalogue: FunctionReference<
        "mutation",
        "internal",
        {
          catalogue: {
            currency: string;
            features: Array<{
              id: string;
              name: string;
              type:
                "boolean" | "single_use" | "continuous_use" | "credit_system";
              display?: { singular: string; plural: string };
              credit_schema?: Array<{
                metered_feature_id: string;
                credit_cost: number;
              }> | null;
              archived: boolean;
              event_names?: Array<string>;
              low_balance?: number;
            }>;
            products: Array<{
              id: string;
              name: string;
              group: string;
              is_add_on: boolean;
              is_default: boolean;
              archived: boolean;
              base_variant_id?: string;
              items: Array<{
                feature_id?: string;
                included_usage?: number | "inf";
                interval?:
                  | "minute"
                  | "hour"
                  | "day"
                  | "week"
                  | "month"
                  | "quarter"
                  | "semi_annual"
                  | "year";
                interval_count?: number;
                price?: number;
                tiers?: Array<{ to: number | "inf"; amount: number }>;
                usage_model?: "prepaid" | "pay_per_use";
                billing_units?: number;
                usage_limit?: number;
                entity_feature_id?: string;
                reset_usage_when_enabled?: boolean;
                rollover?: {
                  max: number | null;
                  length: number;
                  duration: "month" | "forever";
                };
                on_increase?:
                  | "prorate_immediately"
                  | "bill_immediately"
                  | "prorate_next_cycle"
                  | "bill_next_cycle";
                on_decrease?:
                  | "prorate_immediately"
                  | "prorate_next_cycle"
                  | "none"
                  | "no_prorations";
                expires_after_months?: number;
              }>;
              purchase_limit?: number;
              free_trial: {
                length: number;
                duration: "day" | "month" | "year";
                unique_fingerprint: boolean;
                card_required: boolean;
              } | null;
              display?: {
                name?: string;
                description?: string;
                button_text?: string;
                recommend_text?: string;
                everything_from?: string;
                button_url?: string;
              };
            }>;
            rewards: Array<
              | {
                  id: string;
                  name: string;
                  promo_codes: Array<string>;
                  type: "percentage_discount" | "fixed_discount";
                  discount_value: number;
                  duration_type: "one_off" | "months" | "forever";
                  duration_value: number;
                  applies_to?: Array<{
                    product_id: string;
                    feature_id?: string | null;
                  }>;
                }
              | {
                  id: string;
                  name: string;
                  promo_codes: Array<string>;
                  type: "invoice_credits";
                  discount_value: number;
                }
              | {
                  id: string;
                  name: string;
                  promo_codes: Array<string>;
                  type: "free_product";
                  free_product_id: string;
                }
            >;
            programs: Array<{
              id: string;
              when: "customer_creation" | "checkout";
              product_ids: Array<string>;
              reward: string;
              max_redemptions: number;
              received_by: "referrer" | "all";
              exclude_trial: boolean;
              hold_days?: number;
            }>;
          };
          settings?: {
            seller?: { name: string; address: Array<string>; tax_id?: string };
            on_event?: string;
          };
        },
        { changed: number },
        Name
      >;
      isInstalled: FunctionReference<
        "query",
        "internal",
        {
          catalogue: {
            currency: string;
            features: Array<{
              id: string;
              name: string;
              type:
                "boolean" | "single_use" | "continuous_use" | "credit_system";
              display?: { singular: string; plural: string };
              credit_schema?: Array<{
                metered_feature_id: string;
                credit_cost: number;
              }> | null;
              archived: boolean;
              event_names?: Array<string>;
              low_balance?: number;
            }>;
            products: Array<{
              id: string;
              name: string;
              group: string;
              is_add_on: boolean;
              is_default: boolean;
              archived: boolean;
              base_variant_id?: string;
              items: Array<{
                feature_id?: string;
                included_usage?: number | "inf";
                interval?:
                  | "minute"
                  | "hour"
                  | "day"
                  | "week"
                  | "month"
                  | "quarter"
                  | "semi_annual"
                  | "year";
                interval_count?: number;
                price?: number;
                tiers?: Array<{ to: number | "inf"; amount: number }>;
                usage_model?: "prepaid" | "pay_per_use";
                billing_units?: number;
                usage_limit?: number;
                entity_feature_id?: string;
                reset_usage_when_enabled?: boolean;
                rollover?: {
                  max: number | null;
                  length: number;
                  duration: "month" | "forever";
                };
                on_increase?:
                  | "prorate_immediately"
                  | "bill_immediately"
                  | "prorate_next_cycle"
                  | "bill_next_cycle";
                on_decrease?:
                  | "prorate_immediately"
                  | "prorate_next_cycle"
                  | "none"
                  | "no_prorations";
                expires_after_months?: number;
              }>;
              purchase_limit?: number;
              free_trial: {
                length: number;
                duration: "day" | "month" | "year";
                unique_fingerprint: boolean;
                card_required: boolean;
              } | null;
              display?: {
                name?: string;
                description?: string;
                button_text?: string;
                recommend_text?: string;
                everything_from?: string;
                button_url?: string;
              };
            }>;
            rewards: Array<
              | {
                  id: string;
                  name: string;
                  promo_codes: Array<string>;
                  type: "percentage_discount" | "fixed_discount";
                  discount_value: number;
                  duration_type: "one_off" | "months" | "forever";
                  duration_value: number;
                  applies_to?: Array<{
                    product_id: string;
                    feature_id?: string | null;
                  }>;
                }
              | {
                  id: string;
                  name: string;
                  promo_codes: Array<string>;
                  type: "invoice_credits";
                  discount_value: number;
                }
              | {
                  id: string;
                  name: string;
                  promo_codes: Array<string>;
                  type: "free_product";
                  free_product_id: string;
                }
            >;
            programs: Array<{
              id: string;
              when: "customer_creation" | "checkout";
              product_ids: Array<string>;
              reward: string;
              max_redemptions: number;
              received_by: "referrer" | "all";
              exclude_trial: boolean;
              hold_days?: number;
            }>;
          };
        },
        boolean,
        Name
      >;
      listCreditNotes: FunctionReference<
        "query",
        "internal",
        {
          params: { customer_id: string; limit?: number; cursor?: string };
          now: number;
        },
        {
          data: {
            list: Array<{
              number: string;
              status: "pending" | "issued" | "void";
              invoice: string;
              lines: Array<{
                line: number;
                description: string;
                amount: number;
              }>;
              total: number;
              by_card: number;
              as_credit: number;
              currency: string;
              reason: string | null;
              created_at: number;
            }>;
            next_cursor: string | null;
          } | null;
          error: {
            code: string;
            message: string;
            retryAfterMs?: number;
            checkout_url?: string;
          } | null;
          statusCode?: number;
        },
        Name
      >;
      listCustomers: FunctionReference<
        "query",
        "internal",
        { params: { limit?: number; offset?: number }; now: number },
        {
          data: {
            list: Array<{
              id: string | null;
              created_at: number;
              name: string | null;
              email: string | null;
              fingerprint: string | null;
              stripe_id: string | null;
              env: "sandbox" | "live";
              metadata: Record<string, string>;
              products: Array<{
                id: string;
                name: string;
                group: string | null;
                status: "active" | "scheduled" | "expired";
                canceled_at: number | null;
                started_at: number;
                is_default: boolean;
                is_add_on: boolean;
                version: number;
                quantity: number;
                ends_at?: number;
                trial_ends_at?: number;
                past_due?: boolean;
                retry_at?: number;
                grace_ends_at?: number;
                current_period_start?: number;
                current_period_end?: number;
                entity_id?: string;
                items: Array<{
                  type: "feature" | "priced_feature" | "price";
                  feature_id: string | null;
                  feature_type?: "static" | "single_use" | "continuous_use";
                  feature: {
                    id: string;
                    name: string;
                    type:
                      | "boolean"
                      | "single_use"
                      | "continuous_use"
                      | "credit_system";
                    display?: { singular: string; plural: string };
                    credit_schema?: Array<{
                      metered_feature_id: string;
                      credit_cost: number;
                    }> | null;
                    archived: boolean;
                  } | null;
                  included_usage?: number | "inf";
                  interval:
                    | "minute"
                    | "hour"
                    | "day"
                    | "week"
                    | "month"
                    | "quarter"
                    | "semi_annual"
                    | "year"
                    | null;
                  interval_count: number;
                  price?: number | null;
                  tiers?: Array<{ to: number | "inf"; amount: number }>;
                  usage_model?: "prepaid" | "pay_per_use";
                  billing_units?: number;
                  usage_limit?: number;
                  quantity?: number;
                  next_cycle_quantity?: number;
                  reset_usage_when_enabled?: boolean;
                  entity_feature_id?: string | null;
                  config?: {
                    on_increase?:
                      | "prorate_immediately"
                      | "bill_immediately"
                      | "prorate_next_cycle"
                      | "bill_next_cycle";
                    on_decrease?:
                      | "prorate_immediately"
                      | "prorate_next_cycle"
                      | "none"
                      | "no_prorations";
                    rollover?: {
                      max: number | null;
                      length: number;
                      duration: "month" | "forever";
                    };
                  };
                  expires_after_months?: number;
                  display: { primary_text: string; secondary_text?: string };
                }>;
              }>;
              features: Record<
                string,
                {
                  id: string;
                  name: string;
                  type: "static" | "single_use" | "continuous_use";
                  interval:
                    | "minute"
                    | "hour"
                    | "day"
                    | "week"
                    | "month"
                    | "quarter"
                    | "semi_annual"
                    | "year"
                    | "multiple"
                    | "lifetime"
                    | null;
                  interval_count: number | null;
                  unlimited: boolean;
                  balance: number;
                  usage: number;
                  included_usage: number;
                  next_reset_at: number | null;
                  overage_allowed: boolean;
                  usage_limit?: number;
                  rollovers?: Array<{
                    balance: number;
                    expires_at: number | null;
                  }>;
                  breakdown?: Array<{
                    interval:
                      | "minute"
                      | "hour"
                      | "day"
                      | "week"
                      | "month"
                      | "quarter"
                      | "semi_annual"
                      | "year"
                      | "multiple"
                      | "lifetime";
                    interval_count: number;
                    balance: number;
                    usage: number;
                    included_usage: number;
                    next_reset_at: number | null;
                    overage_allowed: boolean;
                    expires_at: number | null;
                  }>;
                  credit_schema?: Array<{
                    feature_id: string;
                    credit_amount: number;
                  }>;
                }
              >;
              invoices?: Array<{
                product_ids: Array<string>;
                stripe_id: string;
                status: "draft" | "open" | "paid" | "void" | "uncollectible";
                total: number;
                amount_refunded?: number;
                from_credit?: number;
                credited_product_ids?: Array<string>;
                refunded_as_credit?: number;
                currency: string;
                created_at: number;
                hosted_invoice_url: string | null;
              }>;
              credit?: { balance: number; currency: string };
              trials_used?: Array<{
                product_id: string;
                customer_id: string;
                fingerprint: string | null;
              }>;
              payment_method?: {
                id: string;
                type: "card";
                card: {
                  brand: string;
                  last4: string;
                  exp_month: number;
                  exp_year: number;
                };
              } | null;
              entities?: Array<{
                id: string;
                name: string | null;
                customer_id: string;
                feature_id: string;
                created_at: number;
                env: "sandbox" | "live";
              }>;
              rewards?: {
                discounts: Array<{
                  id: string;
                  name: string;
                  type: "percentage_discount" | "fixed_discount";
                  discount_value: number;
                  duration_type: "one_off" | "months" | "forever";
                  duration_value: number | null;
                  currency: string | null;
                  start: number;
                  end: number | null;
                  subscription_id: string | null;
                  total_discount_amount: number | null;
                }>;
              };
              referrals?: Array<{
                program_id: string;
                customer: {
                  id: string;
                  name: string | null;
                  email: string | null;
                };
                reward_applied: boolean;
                reward_due_at?: number;
                created_at: number;
              }>;
              next_invoice?: {
                at: number;
                total: number;
                currency: string;
                lines: Array<{
                  description: string;
                  amount: number;
                  product_id: string;
                }>;
                has_usage: boolean;
              } | null;
            }>;
            total: number;
            total_count: number;
            total_filtered_count: number;
            limit: number;
            offset: number;
          } | null;
          error: {
            code: string;
            message: string;
            retryAfterMs?: number;
            checkout_url?: string;
          } | null;
          statusCode?: number;
        },
        Name
      >;
      listFeatures: FunctionReference<
        "query",
        "internal",
        { params: {}; now: number },
        {
          data: {
            list: Array<{
              id: string;
              name: string;
              type:
                "boolean" | "single_use" | "continuous_use" | "credit_system";
              display?: { singular: string; plural: string };
              credit_schema?: Array<{
                metered_feature_id: string;
                credit_cost: number;
              }> | null;
              archived: boolean;
            }>;
          } | null;
          error: {
            code: string;
            message: string;
            retryAfterMs?: number;
            checkout_url?: string;
          } | null;
          statusCode?: number;
        },
        Name
      >;
      listInvoices: FunctionReference<
        "query",
        "internal",
        {
          params: { customer_id: string; limit?: number; cursor?: string };
          now: number;
        },
        {
          data: {
            list: Array<{
              product_ids: Array<string>;
              stripe_id: string;
              status: "draft" | "open" | "paid" | "void" | "uncollectible";
              total: number;
              amount_refunded?: number;
              from_credit?: number;
              credited_product_ids?: Array<string>;
              refunded_as_credit?: number;
              currency: string;
              created_at: number;
              hosted_invoice_url: string | null;
              number: string | null;
              lines: Array<{
                line: number;
                description: string;
                amount: number;
                discount?: number;
                refundable: number;
              }>;
              refundable: number;
            }>;
            next_cursor: string | null;
          } | null;
          error: {
            code: string;
            message: string;
            retryAfterMs?: number;
            checkout_url?: string;
          } | null;
          statusCode?: number;
        },
        Name
      >;
      listLedger: FunctionReference<
        "query",
        "internal",
        {
          params: {
            customer_id: string;
            feature_id?: string;
            limit?: number;
            cursor?: string;
          };
          now: number;
        },
        {
          data: {
            list: Array<{
              id: string;
              feature_id: string;
              balance_id: string;
              account: "balance" | "rollover";
              amount: number;
              cause: string;
              cause_id: string;
              actor?: "caller" | "operator" | "clock";
              actor_name?: string;
              at: number;
            }>;
            next_cursor: string | null;
          } | null;
          error: {
            code: string;
            message: string;
            retryAfterMs?: number;
            checkout_url?: string;
          } | null;
          statusCode?: number;
        },
        Name
      >;
      listProducts: FunctionReference<
        "query",
        "internal",
        { params: { customer_id?: string }; now: number },
        {
          data: {
            list: Array<{
              id: string;
              name: string;
              group: string | null;
              env: "sandbox" | "live";
              is_add_on: boolean;
              is_default: boolean;
              archived: boolean;
              version: number;
              created_at: number;
              purchase_limit?: number;
              items: Array<{
                type: "feature" | "priced_feature" | "price";
                feature_id: string | null;
                feature_type?: "static" | "single_use" | "continuous_use";
                feature: {
                  id: string;
                  name: string;
                  type:
                    | "boolean"
                    | "single_use"
                    | "continuous_use"
                    | "credit_system";
                  display?: { singular: string; plural: string };
                  credit_schema?: Array<{
                    metered_feature_id: string;
                    credit_cost: number;
                  }> | null;
                  archived: boolean;
                } | null;
                included_usage?: number | "inf";
                interval:
                  | "minute"
                  | "hour"
                  | "day"
                  | "week"
                  | "month"
                  | "quarter"
                  | "semi_annual"
                  | "year"
                  | null;
                interval_count: number;
                price?: number | null;
                tiers?: Array<{ to: number | "inf"; amount: number }>;
                usage_model?: "prepaid" | "pay_per_use";
                billing_units?: number;
                usage_limit?: number;
                quantity?: number;
                next_cycle_quantity?: number;
                reset_usage_when_enabled?: boolean;
                entity_feature_id?: string | null;
                config?: {
                  on_increase?:
                    | "prorate_immediately"
                    | "bill_immediately"
                    | "prorate_next_cycle"
                    | "bill_next_cycle";
                  on_decrease?:
                    | "prorate_immediately"
                    | "prorate_next_cycle"
                    | "none"
                    | "no_prorations";
                  rollover?: {
                    max: number | null;
                    length: number;
                    duration: "month" | "forever";
                  };
                };
                expires_after_months?: number;
                display: { primary_text: string; secondary_text?: string };
              }>;
              free_trial: {
                duration: "day" | "month" | "year";
                length: number;
                unique_fingerprint: boolean;
                card_required: boolean;
                trial_available: boolean;
              } | null;
              base_variant_id: string | null;
              scenario?:
                | "new"
                | "active"
                | "scheduled"
                | "renew"
                | "upgrade"
                | "downgrade"
                | "cancel";
              properties: {
                is_free: boolean;
                is_one_off: boolean;
                interval_group:
                  | "minute"
                  | "hour"
                  | "day"
                  | "week"
                  | "month"
                  | "quarter"
                  | "semi_annual"
                  | "year"
                  | null;
                has_trial: boolean;
                updateable: boolean;
              };
              display?: {
                name?: string;
                description?: string;
                button_text?: string;
                recommend_text?: string;
                everything_from?: string;
                button_url?: string;
              };
            }>;
          } | null;
          error: {
            code: string;
            message: string;
            retryAfterMs?: number;
            checkout_url?: string;
          } | null;
          statusCode?: number;
        },
        Name
      >;
      query: FunctionReference<
        "query",
        "internal",
        {
          params: {
            customer_id: string;
            customer_data?: {
              name?: string | null;
              email?: string | null;
              fingerprint?: string | null;
            };
            feature_id: string | Array<string>;
            range?: "24h" | "7d" | "30d" | "90d" | "last_cycle";
          };
          now: number;
        },
        {
          data: {
            list: Array<Record<string, number>>;
            total: Record<string, { count: number; sum: number }>;
          } | null;
          error: {
            code: string;
            message: string;
            retryAfterMs?: number;
            checkout_url?: string;
          } | null;
          statusCode?: number;
        },
        Name
      >;
      redeemReferralCode: FunctionReference<
        "mutation",
        "internal",
        {
          params: {
            customer_id: string;
            customer_data?: {
              name?: string | null;
              email?: string | null;
              fingerprint?: string | null;
            };
            code: string;
          };
          idempotencyKey?: string;
          pendingKey?: string;
          marksReplays?: boolean;
        },
        {
          data: {
            id: string;
            customer_id: string;
            reward_id: string;
            referrer: {
              id: string;
              name: string | null;
              email: string | null;
              created_at: number;
            };
            redeemer: {
              id: string;
              name: string | null;
              email: string | null;
              created_at: number;
            };
          } | null;
          error: {
            code: string;
            message: string;
            retryAfterMs?: number;
            checkout_url?: string;
          } | null;
          statusCode?: number;
          replayed?: true;
        },
        Name
      >;
      revision: FunctionReference<
        "query",
        "internal",
        {
          caller:
            | {
                identity: {
                  tokenIdentifier: string;
                  subject: string;
                  issuer: string;
                  name?: string;
                  email?: string;
                  emailVerified?: boolean;
                  preferredUsername?: string;
                };
              }
            | { customerId: string; tokenIdentifier: string | null }
            | null;
        },
        { customer: number; catalogue: number; next_change_at: number | null },
        Name
      >;
      setBalances: FunctionReference<
        "mutation",
        "internal",
        {
          params: {
            customer_id: string;
            balances: Array<{
              feature_id: string;
              balance: number;
              interval?:
                | "minute"
                | "hour"
                | "day"
                | "week"
                | "month"
                | "quarter"
                | "semi_annual"
                | "year"
                | null;
              interval_count?: number;
              entity_id?: string;
            }>;
          };
          idempotencyKey?: string;
          pendingKey?: string;
          marksReplays?: boolean;
        },
        {
          data: { success: true } | null;
          error: {
            code: string;
            message: string;
            retryAfterMs?: number;
            checkout_url?: string;
          } | null;
          statusCode?: number;
          replayed?: true;
        },
        Name
      >;
      setup: FunctionReference<
        "query",
        "internal",
        {},
        {
          mode: "sandbox" | "live";
          isRemote: boolean;
          takesTestCards: boolean;
        },
        Name
      >;
      setupPayment: FunctionReference<
        "mutation",
        "internal",
        {
          params: {
            customer_id: string;
            customer_data?: {
              name?: string | null;
              email?: string | null;
              fingerprint?: string | null;
            };
            success_url?: string;
          };
          idempotencyKey?: string;
          pendingKey?: string;
          marksReplays?: boolean;
        },
        {
          data: { customer_id: string; url: string } | null;
          error: {
            code: string;
            message: string;
            retryAfterMs?: number;
            checkout_url?: string;
          } | null;
          statusCode?: number;
          replayed?: true;
        },
        Name
      >;
      setUsage: FunctionReference<
        "mutation",
        "internal",
        {
          params: {
            customer_id: string;
            customer_data?: {
              name?: string | null;
              email?: string | null;
              fingerprint?: string | null;
            };
            feature_id: string;
            entity_id?: string;
            value: number;
          };
          idempotencyKey?: string;
          pendingKey?: string;
          marksReplays?: boolean;
        },
        {
          data: {
            success: true;
            code: "event_received";
            customer_id: string;
            feature_id: string;
            partial?: Array<{
              feature_id: string;
              applied: number;
              unapplied: number;
            }>;
          } | null;
          error: {
            code: string;
            message: string;
            retryAfterMs?: number;
            checkout_url?: string;
          } | null;
          statusCode?: number;
          replayed?: true;
        },
        Name
      >;
      tokenOfCustomer: FunctionReference<
        "query",
        "internal",
        { customerId: string },
        string | null,
        Name
      >;
      track: FunctionReference<
        "mutation",
        "internal",
        {
          params: {
            customer_id: string;
            customer_data?: {
              name?: string | null;
              email?: string | null;
              fingerprint?: string | null;
            };
            feature_id?: string;
            event_name?: string;
            entity_id?: string;
            value?: number;
            idempotency_key?: string;
            entity_data?: { feature_id: string; name?: string };
            properties?: Record<string, string | number | boolean | null>;
          };
          idempotencyKey?: string;
          pendingKey?: string;
          marksReplays?: boolean;
        },
        {
          data: {
            id: string;
            code: "event_received";
            customer_id: string;
            entity_id?: string;
            feature_id?: string;
            event_name?: string;
            partial?: Array<{
              feature_id: string;
              applied: number;
              unapplied: number;
            }>;
          } | null;
          error: {
            code: string;
            message: string;
            retryAfterMs?: number;
            checkout_url?: string;
          } | null;
          statusCode?: number;
          replayed?: true;
        },
        Name
      >;
      transferProduct: FunctionReference<
        "mutation",
        "internal",
        {
          params: {
            customer_id: string;
            from_entity_id?: string;
            to_entity_id: string;
            product_id: string;
          };
          idempotencyKey?: string;
          pendingKey?: string;
          marksReplays?: boolean;
        },
        {
          data: { success: true } | null;
          error: {
            code: string;
            message: string;
            retryAfterMs?: number;
            checkout_url?: string;
          } | null;
          statusCode?: number;
          replayed?: true;
        },
        Name
      >;
      updateCustomer: FunctionReference<
        "mutation",
        "internal",
        {
          params: {
            customer_id: string;
            id?: string | null;
            name?: string | null;
            email?: string | null;
            fingerprint?: string | null;
            metadata?: Record<string, string | null>;
          };
          idempotencyKey?: string;
          pendingKey?: string;
          marksReplays?: boolean;
        },
        {
          data: {
            id: string | null;
            created_at: number;
            name: string | null;
            email: string | null;
            fingerprint: string | null;
            stripe_id: string | null;
            env: "sandbox" | "live";
            metadata: Record<string, string>;
            products: Array<{
              id: string;
              name: string;
              group: string | null;
              status: "active" | "scheduled" | "expired";
              canceled_at: number | null;
              started_at: number;
              is_default: boolean;
              is_add_on: boolean;
              version: number;
              quantity: number;
              ends_at?: number;
              trial_ends_at?: number;
              past_due?: boolean;
              retry_at?: number;
              grace_ends_at?: number;
              current_period_start?: number;
              current_period_end?: number;
              entity_id?: string;
              items: Array<{
                type: "feature" | "priced_feature" | "price";
                feature_id: string | null;
                feature_type?: "static" | "single_use" | "continuous_use";
                feature: {
                  id: string;
                  name: string;
                  type:
                    | "boolean"
                    | "single_use"
                    | "continuous_use"
                    | "credit_system";
                  display?: { singular: string; plural: string };
                  credit_schema?: Array<{
                    metered_feature_id: string;
                    credit_cost: number;
                  }> | null;
                  archived: boolean;
                } | null;
                included_usage?: number | "inf";
                interval:
                  | "minute"
                  | "hour"
                  | "day"
                  | "week"
                  | "month"
                  | "quarter"
                  | "semi_annual"
                  | "year"
                  | null;
                interval_count: number;
                price?: number | null;
                tiers?: Array<{ to: number | "inf"; amount: number }>;
                usage_model?: "prepaid" | "pay_per_use";
                billing_units?: number;
                usage_limit?: number;
                quantity?: number;
                next_cycle_quantity?: number;
                reset_usage_when_enabled?: boolean;
                entity_feature_id?: string | null;
                config?: {
                  on_increase?:
                    | "prorate_immediately"
                    | "bill_immediately"
                    | "prorate_next_cycle"
                    | "bill_next_cycle";
                  on_decrease?:
                    | "prorate_immediately"
                    | "prorate_next_cycle"
                    | "none"
                    | "no_prorations";
                  rollover?: {
                    max: number | null;
                    length: number;
                    duration: "month" | "forever";
                  };
                };
                expires_after_months?: number;
                display: { primary_text: string; secondary_text?: string };
              }>;
            }>;
            features: Record<
              string,
              {
                id: string;
                name: string;
                type: "static" | "single_use" | "continuous_use";
                interval:
                  | "minute"
                  | "hour"
                  | "day"
                  | "week"
                  | "month"
                  | "quarter"
                  | "semi_annual"
                  | "year"
                  | "multiple"
                  | "lifetime"
                  | null;
                interval_count: number | null;
                unlimited: boolean;
                balance: number;
                usage: number;
                included_usage: number;
                next_reset_at: number | null;
                overage_allowed: boolean;
                usage_limit?: number;
                rollovers?: Array<{
                  balance: number;
                  expires_at: number | null;
                }>;
                breakdown?: Array<{
                  interval:
                    | "minute"
                    | "hour"
                    | "day"
                    | "week"
                    | "month"
                    | "quarter"
                    | "semi_annual"
                    | "year"
                    | "multiple"
                    | "lifetime";
                  interval_count: number;
                  balance: number;
                  usage: number;
                  included_usage: number;
                  next_reset_at: number | null;
                  overage_allowed: boolean;
                  expires_at: number | null;
                }>;
                credit_schema?: Array<{
                  feature_id: string;
                  credit_amount: number;
                }>;
              }
            >;
            invoices?: Array<{
              product_ids: Array<string>;
              stripe_id: string;
              status: "draft" | "open" | "paid" | "void" | "uncollectible";
              total: number;
              amount_refunded?: number;
              from_credit?: number;
              credited_product_ids?: Array<string>;
              refunded_as_credit?: number;
              currency: string;
              created_at: number;
              hosted_invoice_url: string | null;
            }>;
            credit?: { balance: number; currency: string };
            trials_used?: Array<{
              product_id: string;
              customer_id: string;
              fingerprint: string | null;
            }>;
            payment_method?: {
              id: string;
              type: "card";
              card: {
                brand: string;
                last4: string;
                exp_month: number;
                exp_year: number;
              };
            } | null;
            entities?: Array<{
              id: string;
              name: string | null;
              customer_id: string;
              feature_id: string;
              created_at: number;
              env: "sandbox" | "live";
            }>;
            rewards?: {
              discounts: Array<{
                id: string;
                name: string;
                type: "percentage_discount" | "fixed_discount";
                discount_value: number;
                duration_type: "one_off" | "months" | "forever";
                duration_value: number | null;
                currency: string | null;
                start: number;
                end: number | null;
                subscription_id: string | null;
                total_discount_amount: number | null;
              }>;
            };
            referrals?: Array<{
              program_id: string;
              customer: {
                id: string;
                name: string | null;
                email: string | null;
              };
              reward_applied: boolean;
              reward_due_at?: number;
              created_at: number;
            }>;
            next_invoice?: {
              at: number;
              total: number;
              currency: string;
              lines: Array<{
                description: string;
                amount: number;
                product_id: string;
              }>;
              has_usage: boolean;
            } | null;
          } | null;
          error: {
            code: string;
            message: string;
            retryAfterMs?: number;
            checkout_url?: string;
          } | null;
          statusCode?: number;
          replayed?: true;
        },
        Name
      >;
      updateFeature: FunctionReference<
        "mutation",
        "internal",
        {
          params: {
            feature_id: string;
            name?: string;
            type?:
              "boolean" | "single_use" | "continuous_use" | "credit_system";
            archived?: boolean;
            display?: { singular: string; plural: string };
            credit_schema?: Array<{
              metered_feature_id: string;
              credit_cost: number;
            }> | null;
            event_names?: Array<string>;
          };
          idempotencyKey?: string;
          pendingKey?: string;
          marksReplays?: boolean;
        },
        {
          data: {
            id: string;
            name: string;
            type: "boolean" | "single_use" | "continuous_use" | "credit_system";
            display?: { singular: string; plural: string };
            credit_schema?: Array<{
              metered_feature_id: string;
              credit_cost: number;
            }> | null;
            archived: boolean;
          } | null;
          error: {
            code: string;
            message: string;
            retryAfterMs?: number;
            checkout_url?: string;
          } | null;
          statusCode?: number;
          replayed?: true;
        },
        Name
      >;
      updateProduct: FunctionReference<
        "mutation",
        "internal",
        {
          params: {
            product_id: string;
            name?: string;
            group?: string | null;
            is_add_on?: boolean;
            is_default?: boolean;
            archived?: boolean;
            items?: Array<{
              type?: "feature" | "priced_feature" | "price";
              feature_id?: string | null;
              feature_type?: string | null;
              included_usage?: number | "inf" | null;
              interval?:
                | "minute"
                | "hour"
                | "day"
                | "week"
                | "month"
                | "quarter"
                | "semi_annual"
                | "year"
                | null;
              interval_count?: number | null;
              price?: number | null;
              tiers?: Array<{ to: number | "inf"; amount: number }> | null;
              usage_model?: "prepaid" | "pay_per_use" | null;
              billing_units?: number | null;
              usage_limit?: number | null;
              entity_feature_id?: string | null;
              reset_usage_when_enabled?: boolean | null;
              config?: {
                on_increase?:
                  | "prorate_immediately"
                  | "bill_immediately"
                  | "prorate_next_cycle"
                  | "bill_next_cycle"
                  | null;
                on_decrease?:
                  | "prorate_immediately"
                  | "prorate_next_cycle"
                  | "none"
                  | "no_prorations"
                  | null;
                rollover?: {
                  max: number | null;
                  length: number;
                  duration: "month" | "forever";
                } | null;
              } | null;
              expires_after_months?: number | null;
            }>;
            purchase_limit?: number | null;
            free_trial?: {
              length: number;
              duration?: "day" | "month" | "year";
              unique_fingerprint?: boolean;
              card_required?: boolean;
            } | null;
            display?: {
              name?: string;
              description?: string;
              button_text?: string;
              recommend_text?: string;
              everything_from?: string;
              button_url?: string;
            };
          };
          idempotencyKey?: string;
          pendingKey?: string;
          marksReplays?: boolean;
        },
        {
          data: {
            id: string;
            name: string;
            group: string | null;
            env: "sandbox" | "live";
            is_add_on: boolean;
            is_default: boolean;
            archived: boolean;
            version: number;
            created_at: number;
            purchase_limit?: number;
            items: Array<{
              type: "feature" | "priced_feature" | "price";
              feature_id: string | null;
              feature_type?: "static" | "single_use" | "continuous_use";
              feature: {
                id: string;
                name: string;
                type:
                  "boolean" | "single_use" | "continuous_use" | "credit_system";
                display?: { singular: string; plural: string };
                credit_schema?: Array<{
                  metered_feature_id: string;
                  credit_cost: number;
                }> | null;
                archived: boolean;
              } | null;
              included_usage?: number | "inf";
              interval:
                | "minute"
                | "hour"
                | "day"
                | "week"
                | "month"
                | "quarter"
                | "semi_annual"
                | "year"
                | null;
              interval_count: number;
              price?: number | null;
              tiers?: Array<{ to: number | "inf"; amount: number }>;
              usage_model?: "prepaid" | "pay_per_use";
              billing_units?: number;
              usage_limit?: number;
              quantity?: number;
              next_cycle_quantity?: number;
              reset_usage_when_enabled?: boolean;
              entity_feature_id?: string | null;
              config?: {
                on_increase?:
                  | "prorate_immediately"
                  | "bill_immediately"
                  | "prorate_next_cycle"
                  | "bill_next_cycle";
                on_decrease?:
                  | "prorate_immediately"
                  | "prorate_next_cycle"
                  | "none"
                  | "no_prorations";
                rollover?: {
                  max: number | null;
                  length: number;
                  duration: "month" | "forever";
                };
              };
              expires_after_months?: number;
              display: { primary_text: string; secondary_text?: string };
            }>;
            free_trial: {
              duration: "day" | "month" | "year";
              length: number;
              unique_fingerprint: boolean;
              card_required: boolean;
              trial_available: boolean;
            } | null;
            base_variant_id: string | null;
            scenario?:
              | "new"
              | "active"
              | "scheduled"
              | "renew"
              | "upgrade"
              | "downgrade"
              | "cancel";
            properties: {
              is_free: boolean;
              is_one_off: boolean;
              interval_group:
                | "minute"
                | "hour"
                | "day"
                | "week"
                | "month"
                | "quarter"
                | "semi_annual"
                | "year"
                | null;
              has_trial: boolean;
              updateable: boolean;
            };
            display?: {
              name?: string;
              description?: string;
              button_text?: string;
              recommend_text?: string;
              everything_from?: string;
              button_url?: string;
            };
          } | null;
          error: {
            code: string;
            message: string;
            retryAfterMs?: number;
            checkout_url?: string;
          } | null;
          statusCode?: number;
          replayed?: true;
        },
        Name
      >;
    };
  };
