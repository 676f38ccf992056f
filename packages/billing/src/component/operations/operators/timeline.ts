import { v } from "convex/values";
import { fail, vResult } from "../../../contract/errors";
import type { Result } from "../../../contract/errors";
import { vTimelinePage } from "../../../contract/operatorResponses";
import type { OperatorDetails, TimelineEntry } from "../../../contract/operatorResponses";
import type { Doc, Id } from "../../_generated/dataModel";
import { query } from "../../_generated/server";
import type { QueryCtx } from "../../_generated/server";
import { nowFor } from "../../platform/clock";
import { PAGE_ARGS, listNewest } from "../../platform/newestFirst";
import { toMajor } from "../../rules/money/money";
import { findCustomer } from "../../store/customers/customerState";
import { serializeInvoiceDetail } from "../responses/invoiceViews";
import { serializeEntry } from "../ledger/ledgerView";

/**
 * A customer's life: movements of balances and money, invoices, events, and what
 * operators did. Newest first, in the order in which it was stored; `at` is the
 * customer's time.
 *
 * @param now - In milliseconds; addresses of invoice pages begin to work then.
 * @returns Failures: `customer_not_found`, `invalid_inputs`.
 */
export const timeline = query({
  args: { customerId: v.string(), now: v.number(), ...PAGE_ARGS },
  returns: vResult(vTimelinePage),
  handler: async (
    ctx,
    { customerId, now, ...page },
  ): Promise<Result<typeof vTimelinePage.type>> => {
    const customer = await findCustomer(ctx, customerId);
    if (!customer) return fail("customer_not_found", `Customer ${customerId} not found`, 404);
    const own = nowFor(customer, now);
    return await listNewest(
      page,
      async (before, size) =>
        (await readSources(ctx, customer._id, before, size))
          .sort((a, b) => b._creationTime - a._creationTime)
          .slice(0, size),
      async (row) => await describe(row, own),
    );
  },
});

type Source = "ledgerEntries" | "moneyEntries" | "operatorEntries" | "events" | "invoices";
type Row = { [T in Source]: { table: T; row: Doc<T>; _creationTime: number } }[Source];

/** The newest rows of each table: the page is among them. */
async function readSources(
  { db }: QueryCtx,
  customer: Id<"customers">,
  before: number,
  size: number,
): Promise<Row[]> {
  const own = async (table: Source) => {
    const rows = await db
      .query(table as "events")
      .withIndex("by_customer", (q) => q.eq("customer", customer).lt("_creationTime", before))
      .order("desc")
      .take(size);
    // Each of these tables has this index; TypeScript can check one, but not their union.
    return rows.map((row) => ({
      table,
      row,
      _creationTime: row._creationTime,
    })) as unknown as Row[];
  };
  const tables = [
    "ledgerEntries",
    "moneyEntries",
    "operatorEntries",
    "events",
    "invoices",
  ] as const;
  return (await Promise.all(tables.map(own))).flat();
}

async function describe(source: Row, now: number): Promise<TimelineEntry> {
  const id = source.row._id;
  switch (source.table) {
    case "ledgerEntries":
      return { kind: "balance", id, at: source.row.at, what: serializeEntry(source.row) };
    case "moneyEntries":
      return { kind: "money", id, at: source.row.at, what: serializeMoney(source.row) };
    case "events":
      return { kind: "event", id, at: source.row.at, what: serializeEvent(source.row) };
    case "invoices": {
      const what = await serializeInvoiceDetail(source.row, now);
      return { kind: "invoice", id, at: source.row.created_at, what };
    }
    case "operatorEntries": {
      const { action, details, name, reason, at } = source.row;
      return { kind: "operator", id, at, what: { action, details, name, reason } };
    }
  }
}

/** An event, of any version of this component: its facts, without lists and without links. */
function serializeEvent({ type, fields }: Doc<"events">) {
  const details: OperatorDetails = {};
  for (const [name, value] of Object.entries(fields as Record<string, unknown>)) {
    const isFact = typeof value === "string" || typeof value === "number" || value === null;
    if (isFact && !name.endsWith("_url")) details[name] = value;
  }
  return { type, details };
}

function serializeMoney({ cause, cause_id, postings, currency, by }: Doc<"moneyEntries">) {
  const inAccount = (account: (typeof postings)[number]["account"]) =>
    toMajor(
      postings.reduce((sum, row) => sum + (row.account === account ? row.minor : 0), 0),
      currency,
    );
  return {
    ...{ cause, credit_note: cause_id, currency, by },
    refunded: inAccount("refunds"),
    by_card: 0 - inAccount("cash"),
    as_credit: 0 - inAccount("credit"),
  };
}
