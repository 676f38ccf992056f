import type { UserIdentity } from "convex/server";
import type { Who } from "../contract/caller";
import { asResult, ok } from "../contract/errors";
import type { Result } from "../contract/errors";
import type { BrowserOperation } from "../contract/operations";
import type { ComponentApi } from "../component/_generated/component";
import type { ReadingCtx, WritingCtx } from "./context";

/** The caller's customer, stored where the context can write; null when signed out. */
export async function identify(
  component: ComponentApi,
  ctx: ReadingCtx | WritingCtx,
): Promise<Who | null> {
  const verified = await ctx.auth.getUserIdentity();
  if (!verified) return null;
  const identity = claimsOf(verified);
  if (!("runMutation" in ctx)) return await ctx.runQuery(component.public.customerOf, { identity });
  const { data } = await ctx.runMutation(component.public.identifyCaller, { identity });
  if (!data) throw new Error("Only calls of a browser are limited");
  return data;
}

/**
 * The caller of an operation; null when signed out. A writing operation counts
 * towards the session's rate limits.
 */
export async function identifyCaller(
  component: ComponentApi,
  ctx: WritingCtx,
  operation: BrowserOperation,
): Promise<Result<Who | null>> {
  const verified = await ctx.auth.getUserIdentity();
  if (!verified) return ok(null);
  const call = { operation, session: sessionOf(verified) };
  const identity = claimsOf(verified);
  const { identifyCaller: counted } = component.public;
  return asResult<Who>(await ctx.runMutation(counted, { identity, call }));
}

/**
 * The claims that billing reads from a token. An issuer may write anything into a
 * claim: an unexpected value is left out.
 */
export function claimsOf(identity: UserIdentity) {
  const { tokenIdentifier, subject, issuer } = identity;
  const { name, email, emailVerified, preferredUsername } = identity;
  return {
    ...{ tokenIdentifier, subject, issuer },
    ...(typeof name === "string" && { name }),
    ...(typeof email === "string" && { email }),
    ...(typeof emailVerified === "boolean" && { emailVerified }),
    ...(typeof preferredUsername === "string" && { preferredUsername }),
  };
}

/** `sid`: OpenID Connect's claim of a session. */
function sessionOf({ sid }: UserIdentity): string | null {
  return typeof sid === "string" ? sid : null;
}
