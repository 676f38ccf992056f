import { v } from "convex/values";
import { vFoundCustomers } from "../../../contract/operatorResponses";
import type { Doc } from "../../_generated/dataModel";
import { query } from "../../_generated/server";
import { findCustomer } from "../../store/customers/customerState";

/** Several customers may have one address. */
const MOST_FOUND = 20;

/** Who a customer is, as operators read it. */
export function whoOf({ customer_id, name, email }: Doc<"customers">) {
  return { customer_id, name, email };
}

/**
 * The customers with exactly this stored id or email address, at most 20.
 *
 * @param text - The whole id, or the whole address.
 */
export const findCustomers = query({
  args: { text: v.string() },
  returns: vFoundCustomers,
  handler: async (ctx, { text }) => {
    const named = await findCustomer(ctx, text);
    const found = new Map(named ? [[named.customer_id, named]] : []);
    for (const unnamed of [undefined, true] as const) {
      const rows = await ctx.db
        .query("customers")
        .withIndex("by_unnamed_and_email", (q) => q.eq("unnamed", unnamed).eq("email", text))
        .take(MOST_FOUND);
      for (const row of rows) found.set(row.customer_id, row);
    }
    return [...found.values()].slice(0, MOST_FOUND).map(whoOf);
  },
});
