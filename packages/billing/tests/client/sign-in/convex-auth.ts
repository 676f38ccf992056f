import type { Identification, IdentifyCtx } from "../../../src/client";

/** The subject is `user|session`, and each sign-in is a new session: the user is what stays. */
export async function identify(ctx: IdentifyCtx): Promise<Identification> {
  const identity = await ctx.auth.getUserIdentity();
  const [customerId] = identity ? identity.subject.split("|") : [];
  return customerId ? { customerId } : null;
}
