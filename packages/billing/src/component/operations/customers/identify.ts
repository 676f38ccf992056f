import type { Infer } from "convex/values";
import type { Caller, vIdentity } from "../../../contract/caller";
import { isId } from "../../../contract/ids";
import type { CustomerData } from "../../../contract/params";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { findIdentity, hasIdentity, identityOf } from "../../store/customers/identities";
import { sha256Hex } from "../../platform/digest";
import { fingerprintOf } from "../../platform/fingerprint";

/** With a hash of 64 characters after it, an id has at most 128. */
const MAX_ISSUER_LENGTH = 63;

type Identity = Infer<typeof vIdentity>;

interface Resolved {
  customerId: string;
  customerData?: CustomerData;
}

/**
 * The customer of a call.
 *
 * @throws {Error} If the host names a customer that is another identity's.
 * @see docs/adr/0130
 */
export async function resolve(ctx: QueryCtx | MutationCtx, caller: Caller): Promise<Resolved> {
  if ("identity" in caller) return await identify(ctx, caller.identity);
  await reserve(ctx, caller);
  return { customerId: caller.customerId };
}

/** Keeps the id that the host names, so that no identity gets the same one later. */
async function reserve(
  ctx: QueryCtx | MutationCtx,
  { customerId, tokenIdentifier }: Exclude<Caller, { identity: Identity }>,
): Promise<void> {
  const stored = await identityOf(ctx, customerId);
  if (!stored) {
    if (isWriter(ctx)) await ctx.db.insert("identities", { customerId });
    return;
  }
  if (stored.tokenIdentifier === undefined || stored.tokenIdentifier === tokenIdentifier) return;
  throw new Error(
    `Billing: identify named the customer "${customerId}", which belongs to another sign-in. ` +
      "If it is the same customer, move it: see docs/sign-in.md, Moving a customer",
  );
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
async function identify(ctx: QueryCtx | MutationCtx, identity: Identity): Promise<Resolved> {
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

async function chooseCustomerId(
  ctx: QueryCtx,
  { subject, issuer, tokenIdentifier }: Identity,
): Promise<string> {
  const isTaken = async (customerId: string) => await hasIdentity(ctx, customerId);
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
