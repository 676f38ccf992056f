import { v } from "convex/values";
import type { Infer } from "convex/values";
import { isId } from "../../../contract/ids";
import type { CustomerData } from "../../../contract/params";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { sha256Hex } from "../../platform/digest";
import { fingerprintOf } from "../../platform/fingerprint";

/** The claims of the host's verified token, because `ctx.auth` is not available in a component. */
export const vIdentity = v.object({
  tokenIdentifier: v.string(),
  subject: v.string(),
  issuer: v.string(),
  name: v.optional(v.string()),
  email: v.optional(v.string()),
  emailVerified: v.optional(v.boolean()),
  preferredUsername: v.optional(v.string()),
});
export type Identity = Infer<typeof vIdentity>;

/** With a hash of 64 characters after it, an id has at most 128. */
const MAX_ISSUER_LENGTH = 63;

interface Caller {
  customerId: string;
  customerData: CustomerData;
}

/**
 * Resolves a verified identity to a customer. No argument of a browser takes part.
 *
 * The customer id is the token's subject, so that an identity provider's ids stay
 * readable in the dashboard; characters that no id has become "-". A subject
 * that another identity uses already is prefixed with the issuer. Two identities never get the same id. A mutation
 * stores the choice on first use; a query that comes earlier computes the same
 * one.
 *
 * @see Spec §5, "Customer ID is required"; docs/adr/0004
 */
export async function identify(ctx: QueryCtx | MutationCtx, identity: Identity): Promise<Caller> {
  const fingerprint = await fingerprintOf(identity);
  const customerData = { ...customerDataOf(identity), ...(fingerprint && { fingerprint }) };
  return { customerId: await customerIdOf(ctx, identity), customerData };
}

/** Verified claims only: a browser's own statements never reach the engine. */
export function customerDataOf(
  identity: Pick<Identity, "name" | "email" | "preferredUsername">,
): CustomerData {
  const name = identity.name ?? identity.preferredUsername;
  return {
    ...(name === undefined ? {} : { name }),
    ...(identity.email === undefined ? {} : { email: identity.email }),
  };
}

async function customerIdOf(ctx: QueryCtx | MutationCtx, identity: Identity): Promise<string> {
  const { tokenIdentifier } = identity;
  const stored = await findIdentity(ctx, tokenIdentifier);
  if (stored) return stored.customerId;
  const customerId = await chooseCustomerId(ctx, identity);
  if (isWriter(ctx)) await ctx.db.insert("identities", { tokenIdentifier, customerId });
  return customerId;
}

/** The stored customer of an identity; null: none so far. */
export async function findIdentity(
  ctx: QueryCtx,
  tokenIdentifier: string,
): Promise<Doc<"identities"> | null> {
  return await ctx.db
    .query("identities")
    .withIndex("by_tokenIdentifier", (q) => q.eq("tokenIdentifier", tokenIdentifier))
    .unique();
}

async function chooseCustomerId(
  ctx: QueryCtx,
  { subject, issuer, tokenIdentifier }: Identity,
): Promise<string> {
  const isTaken = async (customerId: string) =>
    (await ctx.db
      .query("identities")
      .withIndex("by_customerId", (q) => q.eq("customerId", customerId))
      .unique()) !== null;
  // Ids travel in URLs: "auth0|62" becomes "auth0-62".
  const own = subject.replace(/[^A-Za-z0-9_:.-]/g, "-");
  if (isId(own) && !(await isTaken(own))) return own;
  const name = issuer
    .replace(/^https?:\/\//, "")
    .replace(/[^A-Za-z0-9_-]/g, "-")
    .slice(0, MAX_ISSUER_LENGTH);
  // Issuers can look alike, and a subject of one can look like an id that was prefixed for another.
  let customerId = `${name}:${own}`;
  while (!isId(customerId) || (await isTaken(customerId))) {
    customerId = `${name}:${await sha256Hex(`${tokenIdentifier} ${customerId}`)}`;
  }
  return customerId;
}

function isWriter(ctx: QueryCtx | MutationCtx): ctx is MutationCtx {
  return "insert" in ctx.db;
}
