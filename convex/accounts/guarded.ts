import { v } from "convex/values";
import type { GenericValidator, Infer, ObjectType, PropertyValidators } from "convex/values";
import {
  failTooMany,
  nullable,
  ok,
  readClaims,
  vClaims,
  vResult,
} from "../../packages/billing/src/contract";
import type { Failure, Result } from "../../packages/billing/src/contract";
import { internal } from "../_generated/api";
import {
  action as anyonesAction,
  internalMutation,
  internalQuery,
  mutation as anyonesMutation,
  query as anyonesQuery,
} from "../_generated/server";
import type { ActionCtx, MutationCtx, QueryCtx } from "../_generated/server";
import { consume, vSiteLimit } from "./rateLimits";
import type { SiteLimit } from "./rateLimits";
import { callerOf, refuseCaller, suspensionOf } from "./standing";

const vIdentified = v.object({
  caller: nullable(vClaims),
  /** The reason of an operator's suspension; null if the caller is not suspended. */
  suspendedFor: nullable(v.string()),
});

/**
 * Builders of public functions. They return `unauthenticated` if the caller's session has ended,
 * `account_suspended` if an operator suspended the caller, and `rate_limit_exceeded` if the caller
 * calls too often. Signed-out callers pass: each function handles them itself.
 *
 * @see docs/adr/0039, docs/adr/0052
 */
interface Guarded<Ctx, Args extends PropertyValidators, Data extends GenericValidator> {
  args: Args;
  returns: ReturnType<typeof vResult<Data>>;
  handler: (ctx: Ctx, args: ObjectType<Args>) => Promise<Result<Infer<Data>>>;
  /** The calls that a suspended member can still make. Default: none. */
  openToSuspended?: boolean;
  /** Which rate limit counts the member's calls. Default: `edits`. */
  limit?: SiteLimit;
}

/**
 * A public query. A caller whose session has ended gets a visitor's result, immediately
 * on open pages too, because a query that reads the caller depends on the session.
 */
export function query<
  Args extends PropertyValidators,
  Data extends GenericValidator,
  Answer extends Infer<Data> | Promise<Infer<Data>>,
>({
  args,
  returns,
  handler,
}: {
  args: Args;
  returns: Data;
  handler: (ctx: QueryCtx, args: ObjectType<Args>) => Answer;
}) {
  return anyonesQuery({
    args,
    returns,
    handler: (ctx: QueryCtx, given: ObjectType<Args>) => {
      let caller: ReturnType<typeof callerOf> | null = null;
      const getUserIdentity = () => (caller ??= callerOf(ctx));
      return handler({ ...ctx, auth: { ...ctx.auth, getUserIdentity } }, given);
    },
  });
}

/** A public mutation. It reads the session and counts the call in its own transaction. */
export function mutation<Args extends PropertyValidators, Data extends GenericValidator>(
  definition: Guarded<MutationCtx, Args, Data>,
) {
  return anyonesMutation(checked(definition, definition.limit ?? "edits"));
}

/**
 * An internal mutation that authorises its caller like a public one, but does not count the call.
 * Actions use it, because they have already counted it.
 */
export function callerMutation<Args extends PropertyValidators, Data extends GenericValidator>(
  definition: Guarded<MutationCtx, Args, Data>,
) {
  return internalMutation(checked(definition, null));
}

/** A public action. It changes data for its caller through a {@link callerMutation}. */
export function action<Args extends PropertyValidators, Data extends GenericValidator>({
  args,
  returns,
  handler,
  openToSuspended = false,
  limit = "edits",
}: Guarded<ActionCtx, Args, Data>) {
  return anyonesAction({
    args,
    returns,
    handler: async (ctx: ActionCtx, given: ObjectType<Args>): Promise<Result<Infer<Data>>> => {
      const options = { openToSuspended, limit };
      const checkedCaller = await ctx.runMutation(internal.accounts.guarded.check, options);
      return checkedCaller.error ? checkedCaller : await handler(ctx, given);
    },
  });
}

/**
 * Whether the caller may continue. Counts as a call. Actions run this query because they have no
 * database.
 */
export const check = internalMutation({
  args: { openToSuspended: v.boolean(), limit: vSiteLimit },
  returns: vResult(v.null()),
  handler: async (ctx, options): Promise<Result<null>> =>
    (await refuseMember(ctx, options)) ?? ok(null),
});

/**
 * The caller of an action; null if signed out.
 *
 * @returns A failure if the session has ended or the account was deleted.
 */
export const identify = internalQuery({
  args: {},
  returns: vResult(vIdentified),
  handler: async (ctx): Promise<Result<typeof vIdentified.type>> => {
    const refusal = await refuseCaller(ctx, { openToSuspended: true });
    if (refusal) return refusal;
    const identity = await ctx.auth.getUserIdentity();
    if (!identity) return ok({ caller: null, suspendedFor: null });
    const suspendedFor = await suspensionOf(ctx, identity.tokenIdentifier);
    return ok({ caller: readClaims(identity), suspendedFor });
  },
});

function checked<Args extends PropertyValidators, Data extends GenericValidator>(
  { args, returns, handler, openToSuspended = false }: Guarded<MutationCtx, Args, Data>,
  limit: SiteLimit | null,
) {
  return {
    args,
    returns,
    handler: async (ctx: MutationCtx, given: ObjectType<Args>): Promise<Result<Infer<Data>>> =>
      (await refuseMember(ctx, { openToSuspended, limit })) ?? (await handler(ctx, given)),
  };
}

/** Why the caller may not continue: an ended session, a suspension, or too many calls. */
async function refuseMember(
  ctx: MutationCtx,
  { limit, ...options }: { openToSuspended: boolean; limit: SiteLimit | null },
): Promise<Failure | null> {
  const refusal = await refuseCaller(ctx, options);
  if (refusal || limit === null) return refusal;
  // A signed-out caller writes nothing, because each function refuses them.
  const identity = await ctx.auth.getUserIdentity();
  const retryAfterMs = identity ? await consume(ctx, limit, identity.tokenIdentifier) : 0;
  return retryAfterMs === 0 ? null : failTooMany(retryAfterMs);
}
