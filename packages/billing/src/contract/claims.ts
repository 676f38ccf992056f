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
  /** OpenID Connect's session claim. */
  sid?: string;
}

/**
 * Reads the claims of a verified identity from any kind of provider: Convex renames the standard
 * claims of an OpenID Connect provider, and keeps the token's own names for a `customJwt` provider.
 *
 * An issuer may write anything into a claim, so a value of the wrong type is ignored.
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
