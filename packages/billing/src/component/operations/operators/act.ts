import { v } from "convex/values";
import type { ObjectType, Value } from "convex/values";
import { customerKey } from "../../../contract/customerKeys";
import { fail, ok } from "../../../contract/errors";
import type { Result } from "../../../contract/errors";
import type { By, OperatorDetails } from "../../../contract/operatorResponses";
import type { MutationCtx } from "../../_generated/server";
import { nowFor } from "../../platform/clock";
import { isRemote } from "../../remote/client";
import { findCustomer } from "../../store/customers/customerState";
import { idempotent } from "../../store/idempotency";

const MAX_REASON = 500;
const MAX_NAME = 200;
const MAX_KEY = 200;

/** What every action of an operator names. */
export const ACT_ARGS = {
  customerId: v.string(),
  /** The operator's name, for the books: 1 to 200 characters. */
  operator: v.string(),
  /** Why, for the books: 1 to 500 characters. */
  reason: v.string(),
  /** Names this request: repeated, it gets its first answer and does nothing. */
  key: v.string(),
};
type ActArgs = ObjectType<typeof ACT_ARGS>;

/**
 * Does something to a customer in an operator's name, once for each key, and
 * enters it in the books in the same transaction. A refusal enters nothing.
 *
 * @param action - Its name in the books.
 * @param run - Does it; its data are what the books say.
 * @returns Failures: `customer_not_found`; `invalid_inputs` for a missing or too
 *   long name, reason or key; `duplicate_idempotency_key`; `remote_provider`.
 */
export async function act<Data extends OperatorDetails>(
  ctx: MutationCtx,
  action: string,
  args: ActArgs,
  run: (by: By) => Promise<Result<Data>>,
): Promise<Result<Data>> {
  const { customerId, operator: name, key } = args;
  const reason = args.reason.trim();
  if (isRemote())
    return fail("remote_provider", "Another provider keeps the books: act there", 421);
  const refusal =
    refuseText("operator", name, MAX_NAME) ??
    refuseText("reason", reason, MAX_REASON) ??
    refuseText("key", key, MAX_KEY);
  if (refusal) return refusal;
  const request = {
    key: customerKey(customerId, key),
    operation: `operator.${action}`,
    payload: { ...args, reason } as Record<string, Value>,
  };
  return await idempotent(ctx, request, async () => {
    const customer = await findCustomer(ctx, customerId);
    if (!customer) return fail("customer_not_found", `Customer ${customerId} not found`, 404);
    const done = await run({ actor: "operator", name });
    if (!done.data) return done;
    const entry = { customer: customer._id, action, details: { ...done.data }, name, reason };
    await ctx.db.insert("operatorEntries", { ...entry, at: nowFor(customer) });
    return ok(done.data);
  });
}

function refuseText(field: string, text: string, most: number) {
  if (text.trim() !== "" && text.length <= most) return null;
  return fail("invalid_inputs", `${field} must have 1 to ${most} characters`);
}
