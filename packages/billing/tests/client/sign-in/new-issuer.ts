import type { Identification, IdentifyCtx } from "../../../src/client";

/** Tokens of both issuers name the same people by the same subjects. */
const FORMER = "https://accounts.old.example";
const PRESENT = "https://accounts.example";

/** Everyone keeps the customer that they got under the former issuer, and newcomers get theirs there. */
export async function identify(ctx: IdentifyCtx): Promise<Identification> {
  const identity = await ctx.auth.getUserIdentity();
  if (identity?.issuer !== PRESENT) return identity;
  return { ...identity, issuer: FORMER, tokenIdentifier: `${FORMER}|${identity.subject}` };
}
