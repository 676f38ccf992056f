import { v } from "convex/values";
import type { Infer } from "convex/values";
import {
  nullable,
  vBalanceFields,
  vCustomerProduct,
  vProduct,
  vProductItem,
  vScenario,
} from "./wire";
import { vLosses } from "./lossResponses";
import { vNextInvoice } from "./nextInvoice";
import { vPlanSchedule } from "./planSchedule";

/**
 * Responses of the operations, in wire names. Units as in `wire.ts`.
 *
 * @see Spec §3
 */
export const vExpand = v.union(
  v.literal("invoices"),
  v.literal("trials_used"),
  v.literal("payment_method"),
  v.literal("entities"),
  v.literal("rewards"),
  v.literal("referrals"),
  v.literal("next_invoice"),
);
export type Expand = Infer<typeof vExpand>;

export const vProductList = v.object({ list: v.array(vProduct) });
export type ProductList = Infer<typeof vProductList>;

const vOpenInvoice = v.object({
  number: v.string(),
  /** The names of the products that it bills. */
  product_names: v.array(v.string()),
  created_at: v.number(),
  hosted_invoice_url: nullable(v.string()),
});

/** How an amount is paid; the two sum to it. */
const vPayment = v.object({
  by_card: v.number(),
  /** Negative: the new credit. */
  from_credit: v.number(),
});

/** One way to start a change. */
const vStart = v.object({
  plan_schedule: vPlanSchedule,
  at: v.number(),
  /** Due today. */
  total: v.number(),
  /** Whether the response describes this choice. */
  selected: v.boolean(),
});

export const vCheckoutLine = v.object({
  description: v.string(),
  /** Negative: a credit. */
  amount: v.number(),
  item: nullable(vProductItem),
  /** The open invoice that attach pays first. Absent: the line is of this purchase. */
  invoice: v.optional(vOpenInvoice),
});
export type CheckoutLine = Infer<typeof vCheckoutLine>;

export const vCheckout = v.object({
  /** The hosted page, if no saved card can be charged. */
  url: nullable(v.string()),
  customer_id: v.string(),
  lines: v.array(vCheckoutLine),
  total: v.number(),
  currency: v.string(),
  has_prorations: v.boolean(),
  /** Feature units; every prepaid item appears. */
  options: v.array(v.object({ feature_id: v.string(), quantity: v.number() })),
  product: vProduct,
  current_product: nullable(vProduct),
  next_cycle: nullable(v.object({ starts_at: v.number(), total: v.number() })),
  /** How today's total is paid. Absent: unknown. */
  payment: v.optional(vPayment),
  /**
   * The next bill after this purchase, with everything that is due then. Null: there is none.
   * Absent: unknown.
   */
  next_invoice: v.optional(nullable(vNextInvoice)),
  /** How the next cycle is paid, with the credit that is left after today. Absent: unknown. */
  next_payment: v.optional(vPayment),
  /** The losses of the change, and their date. Absent: none, or unknown. */
  losses: v.optional(v.object({ ...vLosses.fields, at: v.number() })),
  /** The ways to start this change, the earlier one last. Absent: there is only one. */
  starts: v.optional(v.array(vStart)),
  /** Identifies these amounts: an attach with this id is refused once they have changed. */
  preview_id: v.optional(v.string()),
});
export type Checkout = Infer<typeof vCheckout>;

const vInvoiceSummary = v.object({
  status: v.string(),
  stripe_id: v.string(),
  hosted_invoice_url: nullable(v.string()),
  /** Minor units, unlike every other amount on the wire. */
  total: v.number(),
  currency: v.string(),
});

export const vCancel = v.object({
  success: v.literal(true),
  customer_id: v.string(),
  product_id: v.string(),
  /** The last invoice, if it is still open and due. Absent: none. */
  invoice: v.optional(vInvoiceSummary),
});

export const vAttach = v.object({
  success: v.boolean(),
  customer_id: v.string(),
  product_ids: v.array(v.string()),
  code: v.union(
    v.literal("checkout_created"),
    v.literal("new_product_attached"),
    v.literal("one_off_product_attached"),
    v.literal("free_product_attached"),
    v.literal("upgraded_to_new_product"),
    v.literal("downgrade_scheduled"),
    v.literal("renewed_product"),
    v.literal("features_updated"),
    v.literal("invoice_action_required"),
  ),
  message: v.string(),
  checkout_url: v.optional(v.string()),
  invoice: v.optional(vInvoiceSummary),
});
export type Attach = Infer<typeof vAttach>;

/** What to offer after a denied check. */
export const vCheckPreview = v.object({
  /** `usage_limit`: has the feature, not enough of it. `feature_flag`: does not have it. */
  scenario: v.union(v.literal("usage_limit"), v.literal("feature_flag")),
  title: v.string(),
  message: v.string(),
  feature_id: v.string(),
  feature_name: v.string(),
  /**
   * Products that unlock the feature: free ones first, then packs, plans and other
   * add-ons, each starting with the cheapest.
   */
  products: v.array(vProduct),
  upgrade_product_id: nullable(v.string()),
});
export type CheckPreview = Infer<typeof vCheckPreview>;

const optionalBalanceFields = {
  interval: v.optional(vBalanceFields.interval),
  interval_count: v.optional(vBalanceFields.interval_count),
  unlimited: v.optional(vBalanceFields.unlimited),
  balance: v.optional(vBalanceFields.balance),
  usage: v.optional(vBalanceFields.usage),
  included_usage: v.optional(vBalanceFields.included_usage),
  next_reset_at: v.optional(vBalanceFields.next_reset_at),
  overage_allowed: v.optional(vBalanceFields.overage_allowed),
  usage_limit: vBalanceFields.usage_limit,
  rollovers: vBalanceFields.rollovers,
  breakdown: vBalanceFields.breakdown,
  credit_schema: vBalanceFields.credit_schema,
};

export const vCheckFeature = v.object({
  allowed: v.boolean(),
  code: v.literal("feature_found"),
  customer_id: v.string(),
  /** The credit system's id when credits pay. */
  feature_id: v.string(),
  entity_id: v.optional(v.string()),
  /** In the unit of `feature_id`: credits when credits pay. */
  required_balance: v.number(),
  preview: v.optional(nullable(vCheckPreview)),
  ...optionalBalanceFields,
});
export type CheckFeature = Infer<typeof vCheckFeature>;

const vAmount = v.object({ price: v.number(), currency: v.string() });

/** What attaching a product would do and cost, in short; `checkout` has the details. */
export const vProductPreview = v.object({
  scenario: vScenario,
  product_id: v.string(),
  product_name: v.string(),
  /** False: paid once. */
  recurring: v.boolean(),
  /** Attaching would be refused, because the customer already has the product. */
  error_on_attach: v.boolean(),
  next_cycle_at: v.optional(v.number()),
  current_product_name: nullable(v.string()),
  /** The lines that are due today, as in `checkout`; the price is formatted. */
  items: v.array(v.object({ price: v.string(), description: v.string() })),
  /** Prepaid items, in packs of `billing_units`; for tiers, the first one's price. */
  options: v.array(
    v.object({
      feature_id: v.string(),
      feature_name: v.string(),
      billing_units: v.number(),
      included_usage: vProductItem.fields.included_usage,
      price: v.number(),
    }),
  ),
  due_today: vAmount,
  /** How it is paid, as in `checkout`. */
  payment: v.optional(vPayment),
  due_next_cycle: v.optional(vAmount),
});
export type ProductPreview = Infer<typeof vProductPreview>;

export const vCheckProduct = v.object({
  allowed: v.boolean(),
  code: v.literal("product_found"),
  customer_id: v.string(),
  product_id: v.string(),
  status: v.optional(vCustomerProduct.fields.status),
  entity_id: v.optional(v.string()),
  /** Null: there is nothing to confirm. */
  preview: v.optional(nullable(vProductPreview)),
});
export type CheckProduct = Infer<typeof vCheckProduct>;

export const vCheck = v.union(vCheckFeature, vCheckProduct);
export type Check = Infer<typeof vCheck>;

export const vSetupPayment = v.object({ customer_id: v.string(), url: v.string() });
export type SetupPayment = Infer<typeof vSetupPayment>;
