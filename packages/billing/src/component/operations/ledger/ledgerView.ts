import { fail, ok } from "../../../contract/errors";
import type { OperationResult, WireParams } from "../../../contract/operations";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { findCustomer } from "../../store/customers/customerState";
import { fromMicros } from "../../rules/money";

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 100;
/** Later than anything was ever created. */
const NOT_YET = Number.MAX_SAFE_INTEGER;

/** All ledger entries of a customer, newest first, page by page. */
export async function listLedger(
  ctx: QueryCtx,
  params: WireParams<"listLedger">,
): Promise<OperationResult<"listLedger">> {
  const { customer_id: customerId, feature_id: featureId, limit = DEFAULT_LIMIT } = params;
  if (!(Number.isInteger(limit) && limit > 0 && limit <= MAX_LIMIT)) {
    return fail("invalid_inputs", `limit must be a whole number from 1 to ${MAX_LIMIT}`);
  }
  const before = params.cursor === undefined ? NOT_YET : Number(params.cursor);
  if (!Number.isFinite(before)) return fail("invalid_inputs", "cursor is not one of ours");
  const customer = await findCustomer(ctx, customerId);
  if (!customer) return fail("customer_not_found", `Customer ${customerId} not found`, 404);
  const entries =
    featureId === undefined
      ? ctx.db
          .query("ledgerEntries")
          .withIndex("by_customer", (q) =>
            q.eq("customer", customer._id).lt("_creationTime", before),
          )
      : ctx.db
          .query("ledgerEntries")
          .withIndex("by_feature_id_and_customer", (q) =>
            q.eq("feature_id", featureId).eq("customer", customer._id).lt("_creationTime", before),
          );
  const rows = await entries.order("desc").take(limit + 1);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return ok({
    list: page.map(serializeEntry),
    next_cursor: last === undefined ? null : String(last._creationTime),
  });
}

function serializeEntry(entry: Doc<"ledgerEntries">) {
  return {
    id: entry._id,
    feature_id: entry.feature_id,
    balance_id: entry.balance_id,
    account: entry.account,
    amount: fromMicros(entry.amount),
    cause: entry.cause,
    cause_id: entry.cause_id,
    ...(entry.actor !== undefined && { actor: entry.actor }),
    at: entry.at,
  };
}
