import type { JSONValue } from "convex/values";
import type { JWTPayload } from "jose";
import type { AuthProvider } from "../runtime/types";
import { isJsonObject } from "../runtime/validators";

/** Standard claims of OpenID Connect; with `=`, their names in Convex. */
const STANDARD_CLAIMS = new Map(
  `name given_name=givenName family_name=familyName nickname preferred_username=preferredUsername
  profile=profileUrl picture=pictureUrl website=websiteUrl email email_verified=emailVerified gender
  birthdate=birthday zoneinfo=timezone locale=language phone_number=phoneNumber
  phone_number_verified=phoneNumberVerified address updated_at=updatedAt`
    .split(/\s+/)
    .map((claim) => [claim.replace(/=.*/, ""), claim.replace(/.*=/, "")]),
);
const REGISTERED_CLAIMS = new Set(["iss", "sub", "aud", "exp", "iat", "nbf", "jti"]);

/**
 * The claims of a verified token, as `ctx.auth.getUserIdentity` returns them: an OpenID Connect
 * provider's standard claims have Convex's names, and all claims of a `customJwt` provider keep
 * their own, with a path of names for one inside an object.
 */
export function toIdentity(
  payload: JWTPayload,
  provider: AuthProvider,
): Record<string, JSONValue> & Record<"issuer" | "subject" | "tokenIdentifier", string> {
  const issuer = String(payload.iss);
  const subject = String(payload.sub);
  const toClaims = "type" in provider ? rawClaims : openIdClaims;
  // A token is JSON, and so are its claims.
  const claims = Object.entries(payload as Record<string, JSONValue>)
    .filter(([name]) => !REGISTERED_CLAIMS.has(name))
    .flatMap(([name, value]) => toClaims(name, value));
  const tokenIdentifier = `${issuer}|${subject}`;
  return { ...Object.fromEntries(claims), issuer, subject, tokenIdentifier };
}

type NamedClaim = [string, JSONValue];

function openIdClaims(name: string, value: JSONValue): NamedClaim[] {
  const standard = STANDARD_CLAIMS.get(name);
  if (standard === undefined) return [[name, value]];
  if (name === "address" && isJsonObject(value))
    return typeof value["formatted"] === "string" ? [[standard, value["formatted"]]] : [];
  const isTime = name === "updated_at" && typeof value === "number";
  return [[standard, isTime ? new Date(value * 1000).toISOString() : value]];
}

function rawClaims(path: string, value: JSONValue): NamedClaim[] {
  if (!isJsonObject(value)) return [[path, value]];
  return Object.entries(value).flatMap(([name, inner]) => rawClaims(`${path}.${name}`, inner));
}
