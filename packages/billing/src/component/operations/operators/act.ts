import { v } from "convex/values";
import type { ObjectType, Value } from "convex/values";
import { customerKey } from "../../../contract/customerKeys";
import { fail, ok } from "../../../contract/errors";
import type { Failure, Result } from "../../../contract/errors";
import type { Actor, OperatorDetails } from "../../../contract/operatorResponses";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { nowFor } from "../../platform/clock";
import { refuseIfRemote } from "../../hostedProvider/refuseIfRemote";
import { findCustomer } from "../../store/customers/customerState";
import { idempotent } from "../../store/idempotency";

const MAX_REASON = 500;
const MAX_NAME = 200;
const MAX_KEY = 200;

/** Who acts, and why. */
export const WHY_ARGS = {
  /** The operator's name, which the timeline shows: 1 to 200 characters. */
  operator: v.string(),
  /** The reason, which the timeline shows: 1 to 500 characters. */
  reason: v.string(),
  /** Identifies this request: a repeated key returns the first answer and does nothing. */
  key: v.string(),
};
type WhyArgs = ObjectType<typeof WHY_ARGS>;

/** The arguments of every action on a customer. */
export const ACT_ARGS = { customerId: v.string(), ...WHY_ARGS };
type ActArgs = ObjectType<typeof ACT_ARGS>;

/**
 * Runs an operator's action on a customer, once for each key, and records it in the
 * timeline in the same transaction. A refusal records nothing.
 *
 * @param action - Its name in the timeline.
 * @param run - Runs the action; the timeline stores the data that it returns.
 * @returns Failures: `customer_not_found`; `invalid_inputs` for a missing or too
 *   long name, reason or key; `duplicate_idempotency_key`; `remote_provider`.
 */
export async function act<Data extends OperatorDetails>(
  ctx: MutationCtx,
  action: string,
  args: ActArgs,
  run: (actor: Actor) => Promise<Result<Data>>,
): Promise<Result<Data>> {
  const { customerId } = args;
  const remote = refuseIfRemote();
  if (remote) return remote;
  return await actOnce(ctx, { action, owner: customerId, args }, async () => {
    const customer = await findCustomer(ctx, customerId);
    if (!customer) return fail("customer_not_found", `Customer ${customerId} not found`, 404);
    return { customer, done: await run({ actor: "operator", name: args.operator }) };
  });
}

interface Asked {
  /** Its name in the timeline. */
  action: string;
  /** The owner of the key: a customer's id, or empty. */
  owner: string;
  args: WhyArgs & Record<string, Value | undefined>;
}

/** The result of an action, and its customer. Null: the action has no customer. */
interface Acted<Data> {
  customer: Doc<"customers"> | null;
  done: Result<Data>;
}

/** Runs an action once for each key, and records it in the timeline. */
export async function actOnce<Data extends OperatorDetails>(
  ctx: MutationCtx,
  { action, owner, args }: Asked,
  run: () => Promise<Acted<Data> | Failure>,
): Promise<Result<Data>> {
  const { operator: name, key } = args;
  const reason = args.reason.trim();
  const refusal =
    refuseText("operator", name, MAX_NAME) ??
    refuseText("reason", reason, MAX_REASON) ??
    refuseText("key", key, MAX_KEY);
  if (refusal) return refusal;
  const request = {
    key: customerKey(owner, key),
    operation: `operator.${action}`,
    payload: { ...args, reason } as Record<string, Value>,
  };
  return await idempotent(ctx, request, async () => {
    const acted = await run();
    if ("error" in acted) return acted;
    const { customer, done } = acted;
    if (!done.data) return done;
    const entry = { customer: customer && customer._id, action, details: { ...done.data } };
    const at = customer ? nowFor(customer) : Date.now();
    await ctx.db.insert("operatorEntries", { ...entry, name, reason, at });
    return ok(done.data);
  });
}

function refuseText(field: string, text: string, most: number) {
  if (text.trim() !== "" && text.length <= most) return null;
  return fail("invalid_inputs", `${field} must have 1 to ${most} characters`);
}
