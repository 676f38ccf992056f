import type { Invoice } from "../contract/wire";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { ChargeOutcome, PaymentProcessor } from "../payments/processor";
import { toMajor } from "./rules/money";
import type { StoredLine } from "./tables";

const MAX_LISTED = 100;
const MAX_OPEN = 20;

type NewInvoice = Pick<
  Doc<"invoices">,
  "key" | "product_ids" | "held_product" | "billing_reason" | "currency" | "created_at"
> & { lines: readonly StoredLine[] };

/**
 * Collects what is due: the customer's credit first, then the saved method.
 * Nothing is stored when the charge is declined. A negative amount becomes credit.
 *
 * @param processor - Null: nothing can be charged here.
 */
export async function collect(
  ctx: MutationCtx,
  processor: PaymentProcessor | null,
  customer: Id<"customers">,
  { minor, currency, key }: { minor: number; currency: string; key: string },
): Promise<ChargeOutcome> {
  const row = await ctx.db.get("customers", customer);
  if (!row) throw new Error(`Customer ${customer} vanished`);
  // A negative amount makes this negative too: credit grows by it.
  const credit = Math.min(row.credit_minor, minor);
  const due = minor - credit;
  if (due > 0) {
    const charge = { customer, minor: due, currency, key };
    const outcome = processor ? await processor.charge(ctx, charge) : NOT_CONFIGURED;
    if (outcome.status === "declined") return outcome;
  }
  if (credit !== 0) {
    await ctx.db.patch("customers", customer, { credit_minor: row.credit_minor - credit });
  }
  return { status: "paid" };
}

/** Writes an invoice; the same key twice is a mistake of ours. */
export async function addInvoice(
  ctx: MutationCtx,
  customer: Id<"customers">,
  status: "open" | "paid",
  invoice: NewInvoice,
): Promise<Doc<"invoices">> {
  const twin = await ctx.db
    .query("invoices")
    .withIndex("by_key", (q) => q.eq("key", invoice.key))
    .unique();
  if (twin) throw new Error(`Invoice ${invoice.key} exists already`);
  const lines = [...invoice.lines];
  const total_minor = totalOf(lines);
  const id = await ctx.db.insert("invoices", { ...invoice, customer, status, lines, total_minor });
  const row = await ctx.db.get("invoices", id);
  if (!row) throw new Error("An invoice vanished in its own transaction");
  return row;
}

export async function openInvoices(ctx: QueryCtx, customer: Id<"customers">) {
  return await ctx.db
    .query("invoices")
    .withIndex("by_customer_and_status", (q) => q.eq("customer", customer).eq("status", "open"))
    .take(MAX_OPEN);
}

/** Gives up on what a product still owes. */
export async function writeOff(
  ctx: MutationCtx,
  customer: Id<"customers">,
  heldProduct: Id<"heldProducts">,
): Promise<void> {
  for (const invoice of await openInvoices(ctx, customer)) {
    if (invoice.held_product !== heldProduct) continue;
    await ctx.db.patch("invoices", invoice._id, { status: "uncollectible" });
  }
}

/** Newest first. */
export async function listInvoices(ctx: QueryCtx, customer: Id<"customers">): Promise<Invoice[]> {
  const rows = await ctx.db
    .query("invoices")
    .withIndex("by_customer_and_created_at", (q) => q.eq("customer", customer))
    .order("desc")
    .take(MAX_LISTED);
  return rows.map(describeInvoice);
}

export function totalOf(lines: readonly { minor: number }[]): number {
  return lines.reduce((sum, { minor }) => sum + minor, 0);
}

function describeInvoice(row: Doc<"invoices">): Invoice {
  return {
    product_ids: row.product_ids,
    stripe_id: row._id,
    status: row.status,
    total: toMajor(row.total_minor, row.currency),
    currency: row.currency,
    created_at: row.created_at,
    hosted_invoice_url: null,
  };
}

const NOT_CONFIGURED: ChargeOutcome = {
  status: "declined",
  code: "payments_not_configured",
  message: "Payments are not set up on this deployment.",
};
