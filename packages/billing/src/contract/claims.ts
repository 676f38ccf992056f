/** A verified identity, as `ctx.auth.getUserIdentity` returns it. */
export interface VerifiedIdentity {
  readonly tokenIdentifier: string;
  readonly subject: string;
  readonly issuer: string;
  readonly [claim: string]: unknown;
}

/** The claims that billing and the site read, with Convex's names. */
export interface Claims {
  tokenIdentifier: string;
  subject: string;
  issuer: string;
  name?: string;
  nickname?: string;
  preferredUsername?: string;
  email?: string;
  emailVerified?: boolean;
  /** OpenID Connect's claim of a session. */
  sid?: string;
}

/**
 * Reads the claims of a verified identity, whichever kind of provider verified it: Convex renames
 * the standard claims of an OpenID Connect provider, and leaves those of a `customJwt` provider as
 * the token names them.
 *
 * An issuer may write anything into a claim: a value of another type is left out.
 *
 * @see docs/adr/0100
 */
export function readClaims(identity: VerifiedIdentity): Claims {
  const { tokenIdentifier, subject, issuer, name, nickname, email, sid } = identity;
  const preferredUsername = identity["preferred_username"] ?? identity["preferredUsername"];
  const emailVerified = identity["email_verified"] ?? identity["emailVerified"];
  return {
    ...{ tokenIdentifier, subject, issuer },
    ...(typeof name === "string" && { name }),
    ...(typeof nickname === "string" && { nickname }),
    ...(typeof preferredUsername === "string" && { preferredUsername }),
    ...(typeof email === "string" && { email }),
    ...(typeof emailVerified === "boolean" && { emailVerified }),
    ...(typeof sid === "string" && { sid }),
  };
}
