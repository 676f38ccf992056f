import { fail } from "../../../contract/errors";
import type { OperationResult, WireParams } from "../../../contract/operations";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { listNewest } from "../../platform/newestFirst";
import { findCustomer } from "../../store/customers/customerState";
import { fromMicros } from "../../rules/money/money";

/** All ledger entries of a customer, newest first, page by page. */
export async function listLedger(
  ctx: QueryCtx,
  params: WireParams<"listLedger">,
): Promise<OperationResult<"listLedger">> {
  const { customer_id: customerId, feature_id: featureId, ...page } = params;
  const customer = await findCustomer(ctx, customerId);
  if (!customer) return fail("customer_not_found", `Customer ${customerId} not found`, 404);
  const entries = () => ctx.db.query("ledgerEntries");
  const read = async (before: number, size: number) => {
    const found =
      featureId === undefined
        ? entries().withIndex("by_customer", (q) =>
            q.eq("customer", customer._id).lt("_creationTime", before),
          )
        : entries().withIndex("by_feature_id_and_customer", (q) =>
            q.eq("feature_id", featureId).eq("customer", customer._id).lt("_creationTime", before),
          );
    return await found.order("desc").take(size);
  };
  return await listNewest(page, read, serializeEntry);
}

export function serializeEntry(entry: Doc<"ledgerEntries">) {
  return {
    id: entry._id,
    feature_id: entry.feature_id,
    balance_id: entry.balance_id,
    account: entry.account,
    amount: fromMicros(entry.amount),
    cause: entry.cause,
    cause_id: entry.cause_id,
    ...(entry.actor !== undefined && { actor: entry.actor }),
    ...(entry.actor_name !== undefined && { actor_name: entry.actor_name }),
    at: entry.at,
  };
}
