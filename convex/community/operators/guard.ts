import type { GenericValidator, Infer, ObjectType, PropertyValidators } from "convex/values";
import type { Failure, Result, vResult } from "../../../packages/billing/src/contract";
import { mutation } from "../../accounts/guarded";
import { isOperator } from "../../accounts/operators";
import { refuseCaller } from "../../accounts/standing";
import { query } from "../../_generated/server";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { refusals } from "../errors";
import { findOwnProfile } from "../profiles/model";

/** The calling operator, whose name the ledger records. */
interface Operator {
  name: string;
}

interface ForOperators<Ctx, Args extends PropertyValidators, Data extends GenericValidator> {
  args: Args;
  returns: ReturnType<typeof vResult<Data>>;
  handler: (ctx: Ctx, args: ObjectType<Args>, operator: Operator) => Promise<Result<Infer<Data>>>;
}

/**
 * Builds a public query for operators. It refuses other callers with `forbidden`, and suspended
 * operators or ended sessions like any change.
 *
 * @see docs/adr/0080
 */
export function operatorQuery<Args extends PropertyValidators, Data extends GenericValidator>({
  args,
  returns,
  handler,
}: ForOperators<QueryCtx, Args, Data>) {
  return query({
    args,
    returns,
    handler: async (ctx: QueryCtx, given: ObjectType<Args>): Promise<Result<Infer<Data>>> => {
      const refusal = await refuseCaller(ctx);
      if (refusal) return refusal;
      const operator = await readOperator(ctx);
      return "error" in operator ? operator : await handler(ctx, given, operator);
    },
  });
}

/** Builds a public mutation for operators. It reads the role in its own transaction. */
export function operatorMutation<Args extends PropertyValidators, Data extends GenericValidator>({
  args,
  returns,
  handler,
}: ForOperators<MutationCtx, Args, Data>) {
  return mutation({
    args,
    returns,
    handler: async (ctx, given): Promise<Result<Infer<Data>>> => {
      const operator = await readOperator(ctx);
      return "error" in operator ? operator : await handler(ctx, given, operator);
    },
  });
}

/** The caller as an operator, or a refusal. Their session is checked elsewhere. */
export async function readOperator(ctx: QueryCtx): Promise<Operator | Failure> {
  const profile = await findOwnProfile(ctx);
  if (!profile) return refusals.signedOut();
  const isGranted = await isOperator(ctx, profile.tokenIdentifier);
  return isGranted ? { name: profile.username } : refusals.notOperator();
}
