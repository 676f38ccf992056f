import type { UserIdentity } from "convex/server";
import { v } from "convex/values";
import type { CustomerData } from "../../packages/billing/src/contract/params";
import { fingerprintOf } from "./fingerprint";
import { internal } from "../_generated/api";
import { internalMutation } from "../_generated/server";
import type { Doc } from "../_generated/dataModel";
import type { ActionCtx, MutationCtx, QueryCtx } from "../_generated/server";

/** Who pays: the caller's own customer, or one that host code names. */
export interface Who {
  customerId: string;
  entityId?: string;
  customerData?: CustomerData;
}

type AnyCtx = QueryCtx | MutationCtx | ActionCtx;

/**
 * Resolves the verified identity of the caller to a customer, or null when
 * signed out. No argument of a browser takes part.
 *
 * The customer id is the token's subject, so that an identity provider's ids
 * stay readable in the dashboard; a subject that another issuer holds already
 * is prefixed with the issuer. Mutations and actions store the choice on first
 * use; a query that comes earlier computes the same one.
 *
 * @see Spec §5, "Customer ID is required"; docs/adr/0004
 */
export async function identify(ctx: AnyCtx): Promise<Who | null> {
  const identity = await ctx.auth.getUserIdentity();
  if (!identity) return null;
  const fingerprint = await fingerprintOf(identity);
  const customerData = { ...customerDataOf(identity), ...(fingerprint && { fingerprint }) };
  return { customerId: await customerIdOf(ctx, identity), customerData };
}

/** Claims only: what a browser says about itself never reaches the provider. */
export function customerDataOf(identity: UserIdentity): CustomerData {
  const name = identity.name ?? identity.preferredUsername;
  return {
    ...(name === undefined ? {} : { name }),
    ...(identity.email === undefined ? {} : { email: identity.email }),
  };
}

async function customerIdOf(ctx: AnyCtx, identity: UserIdentity): Promise<string> {
  if (!("db" in ctx)) return await ctx.runMutation(internal.provider.identify.ensure, {});
  const stored = await findIdentity(ctx, identity);
  if (stored) return stored.customerId;
  const customerId = await chooseCustomerId(ctx, identity);
  if (isWriter(ctx)) {
    await ctx.db.insert("identities", { tokenIdentifier: identity.tokenIdentifier, customerId });
  }
  return customerId;
}

/** Which customer was stored for an identity; null: none so far. */
export async function findIdentity(
  ctx: QueryCtx,
  { tokenIdentifier }: Pick<UserIdentity, "tokenIdentifier">,
): Promise<Doc<"identities"> | null> {
  return await ctx.db
    .query("identities")
    .withIndex("by_tokenIdentifier", (q) => q.eq("tokenIdentifier", tokenIdentifier))
    .unique();
}

async function chooseCustomerId(ctx: QueryCtx, identity: UserIdentity): Promise<string> {
  const taken = await ctx.db
    .query("identities")
    .withIndex("by_customerId", (q) => q.eq("customerId", identity.subject))
    .unique();
  if (!taken) return identity.subject;
  const issuer = identity.issuer.replace(/^https?:\/\//, "").replace(/[^A-Za-z0-9_-]/g, "-");
  return `${issuer}:${identity.subject}`;
}

function isWriter(ctx: QueryCtx | MutationCtx): ctx is MutationCtx {
  return "insert" in ctx.db;
}

/** Actions have no database: they store the choice through this. */
export const ensure = internalMutation({
  args: {},
  returns: v.string(),
  handler: async (ctx): Promise<string> => {
    const identity = await ctx.auth.getUserIdentity();
    if (!identity) throw new Error("identify.ensure was called without an identity");
    return await customerIdOf(ctx, identity);
  },
});

/** Forgets which customer the caller is: the host deleted both. */
export const forget = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const identity = await ctx.auth.getUserIdentity();
    if (!identity) throw new Error("identify.forget was called without an identity");
    const stored = await findIdentity(ctx, identity);
    if (stored) await ctx.db.delete("identities", stored._id);
    return null;
  },
});
