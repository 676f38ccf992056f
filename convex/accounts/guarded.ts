import { v } from "convex/values";
import type { GenericValidator, Infer, ObjectType, PropertyValidators } from "convex/values";
import { ok, vResult } from "../contract/errors";
import type { Result } from "../contract/errors";
import { vCustomerData } from "../contract/params";
import { billing } from "../provider/index";
import { internal } from "../_generated/api";
import {
  action as anyonesAction,
  internalMutation,
  internalQuery,
  mutation as anyonesMutation,
} from "../_generated/server";
import type { ActionCtx, MutationCtx } from "../_generated/server";
import { refuseCaller } from "./standing";

/**
 * Builders of public functions that answer `unauthenticated` when the caller's
 * session has ended, and `account_suspended` when an operator suspended them.
 * Signed-out callers pass: each function answers them itself.
 *
 * @see docs/adr/0039
 */
interface Guarded<Ctx, Args extends PropertyValidators, Data extends GenericValidator> {
  args: Args;
  returns: ReturnType<typeof vResult<Data>>;
  handler: (ctx: Ctx, args: ObjectType<Args>) => Promise<Result<Infer<Data>>>;
  /** What a suspended member can still do. Default: nothing. */
  openToSuspended?: boolean;
}

/** A public mutation: the session is read in its own transaction. */
export function mutation<Args extends PropertyValidators, Data extends GenericValidator>(
  definition: Guarded<MutationCtx, Args, Data>,
) {
  return anyonesMutation(checked(definition));
}

/** The same for what an action calls to authorise its caller. */
export function callerMutation<Args extends PropertyValidators, Data extends GenericValidator>(
  definition: Guarded<MutationCtx, Args, Data>,
) {
  return internalMutation(checked(definition));
}

/** A public action. What it changes on behalf of its caller is a {@link callerMutation}. */
export function action<Args extends PropertyValidators, Data extends GenericValidator>({
  args,
  returns,
  handler,
  openToSuspended = false,
}: Guarded<ActionCtx, Args, Data>) {
  return anyonesAction({
    args,
    returns,
    handler: async (ctx: ActionCtx, given: ObjectType<Args>): Promise<Result<Infer<Data>>> => {
      const checkedCaller = await ctx.runQuery(internal.accounts.guarded.check, {
        openToSuspended,
      });
      return checkedCaller.error ? checkedCaller : await handler(ctx, given);
    },
  });
}

/** Whether the caller may go on: actions have no database. */
export const check = internalQuery({
  args: { openToSuspended: v.boolean() },
  returns: vResult(v.null()),
  handler: async (ctx, options): Promise<Result<null>> =>
    (await refuseCaller(ctx, options)) ?? ok(null),
});

/** Which customer the caller is, and whether their session allows it: in one transaction. */
export const identify = internalMutation({
  args: { openToSuspended: v.boolean() },
  returns: vResult(
    v.union(
      v.object({ customerId: v.string(), customerData: v.optional(vCustomerData) }),
      v.null(),
    ),
  ),
  handler: async (ctx, options) => (await refuseCaller(ctx, options)) ?? ok(await billing.me(ctx)),
});

function checked<Args extends PropertyValidators, Data extends GenericValidator>({
  args,
  returns,
  handler,
  openToSuspended = false,
}: Guarded<MutationCtx, Args, Data>) {
  return {
    args,
    returns,
    handler: async (ctx: MutationCtx, given: ObjectType<Args>): Promise<Result<Infer<Data>>> =>
      (await refuseCaller(ctx, { openToSuspended })) ?? (await handler(ctx, given)),
  };
}
