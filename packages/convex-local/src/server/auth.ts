import { createHash, timingSafeEqual } from "node:crypto";
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  errors,
  jwtVerify,
} from "jose";
import type { JSONWebKeySet, JWTPayload, JWTVerifyGetKey } from "jose";
import { parseOrNull } from "../codec/json";
import type { AuthProvider, Caller, JsonObject } from "../runtime/types";
import { CodedError } from "../store/errors";
import { toIdentity } from "./identity";

/** A caller, and the time when its token expires. */
export interface Credential {
  caller: Caller;
  expiresAtMs: number;
}

/** A refused credential; `code` is what real Convex sends. */
export class AuthFailure extends CodedError {}

export const ANONYMOUS: Credential = { caller: { kind: "nobody" }, expiresAtMs: Infinity };

/** `actingAs`: the user for whom the admin key calls; over HTTP it follows the key, in base64. */
export type Authenticate = (
  kind: "None" | "User" | "Admin",
  credential: string,
  actingAs?: unknown,
) => Promise<Credential>;

export function createAuthenticate(
  adminKey: string,
  providers: () => readonly AuthProvider[],
): Authenticate {
  return async (kind, credential, actingAs) => {
    if (kind === "None") return ANONYMOUS;
    if (kind === "User") return verifyToken(credential, providers());
    const [key = "", encoded] = credential.split(":");
    if (key === "" || !isSame(key, adminKey))
      throw new AuthFailure("BadAdminKey", "The provided admin key was invalid for this instance.");
    const given =
      encoded === undefined ? actingAs : parseOrNull(Buffer.from(encoded, "base64").toString());
    const identity = given === undefined ? {} : { identity: checkIdentity(given) };
    return { caller: { kind: "admin", ...identity }, expiresAtMs: Infinity };
  };
}

/** The users whom the admin key may act as: anyone who could have signed in. */
function checkIdentity(given: unknown): JsonObject {
  const identity = ((typeof given === "object" && given) || {}) as JsonObject; // checked below
  const { subject, issuer } = identity;
  if (typeof subject === "string" && typeof issuer === "string") {
    const { tokenIdentifier = `${issuer}|${subject}` } = identity;
    if (typeof tokenIdentifier === "string") return { ...identity, tokenIdentifier };
  }
  throw new AuthFailure("InvalidIdentity", "An identity needs the texts subject and issuer.");
}

/** Compares digests in constant time: neither content nor length leaks. */
function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

const CLOCK_TOLERANCE_SECONDS = 5;
const TOKEN_ALGORITHMS = ["RS256", "ES256"];

const keySets = new Map<string, Promise<JWTVerifyGetKey>>();

async function verifyToken(token: string, providers: readonly AuthProvider[]): Promise<Credential> {
  const claims = readClaims(token);
  const provider = providers.find((candidate) => matches(candidate, claims));
  if (!provider) throw new AuthFailure("NoAuthProvider", describeMismatch(claims, providers));
  const payload = await verifySignature(token, provider);
  const identity = toIdentity(payload, provider);
  return { caller: { kind: "user", identity, token }, expiresAtMs: Number(payload.exp) * 1000 };
}

function readClaims(token: string): JWTPayload {
  try {
    return decodeJwt(token);
  } catch {
    throw new AuthFailure(
      "InvalidAuthHeader",
      "Could not parse JWT payload. Check that the token is a valid JWT.",
    );
  }
}

function issuerOf(provider: AuthProvider): string {
  if ("issuer" in provider) return provider.issuer;
  return /^https?:/.test(provider.domain) ? provider.domain : `https://${provider.domain}`;
}

const withoutSlash = (url: string) => url.replace(/\/$/, "");

function matches(provider: AuthProvider, { iss, aud }: JWTPayload): boolean {
  if (iss === undefined || withoutSlash(issuerOf(provider)) !== withoutSlash(iss)) return false;
  const { applicationID } = provider;
  return applicationID === undefined || [aud ?? []].flat().includes(applicationID);
}

function describeMismatch(claims: JWTPayload, providers: readonly AuthProvider[]): string {
  const configured = providers.map((provider) => {
    const kind = "issuer" in provider ? "CustomJwt(issuer" : "OIDC(domain";
    return `${kind}=${issuerOf(provider)}, app_id=${provider.applicationID ?? "none"})`;
  });
  const known = configured.length === 0 ? "no providers configured" : configured.join(", ");
  const audience = [claims.aud ?? "none"].flat().join(", ");
  return `No auth provider found matching the given token (issuer=${claims.iss ?? "none"}, audience=${audience}). Check convex/auth.config.ts: ${known}.`;
}

async function verifySignature(token: string, provider: AuthProvider): Promise<JWTPayload> {
  const refuse = (text: string) => new AuthFailure("InvalidAuthHeader", text);
  if ("type" in provider && decodeProtectedHeader(token).kid === undefined)
    throw refuse("Could not verify token: missing kid in the JWT's header.");
  try {
    const { payload } = await jwtVerify(token, await keySetOf(provider), {
      algorithms: "algorithm" in provider ? [provider.algorithm] : TOKEN_ALGORITHMS,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      requiredClaims: ["sub", "exp"],
    });
    if ((payload.iat ?? 0) > Date.now() / 1000 + CLOCK_TOLERANCE_SECONDS)
      throw new Error("it was issued in the future.");
    return payload;
  } catch (error) {
    const reason = error instanceof errors.JWTExpired ? "Token expired" : "Could not verify token";
    throw refuse(`${reason}: ${error instanceof Error ? error.message : "unknown"}`);
  }
}

function keySetOf(provider: AuthProvider): Promise<JWTVerifyGetKey> {
  const address = "jwks" in provider ? provider.jwks : issuerOf(provider);
  const known = keySets.get(address);
  if (known !== undefined) return known;
  const loading = "jwks" in provider ? loadKeySet(provider.jwks) : discoverKeySet(address);
  keySets.set(address, loading);
  // After a failure, the next call asks the provider again.
  loading.catch(() => keySets.delete(address));
  return loading;
}

async function loadKeySet(jwks: string): Promise<JWTVerifyGetKey> {
  if (!jwks.startsWith("data:")) return createRemoteJWKSet(new URL(jwks));
  return createLocalJWKSet((await (await fetch(jwks)).json()) as JSONWebKeySet);
}

async function discoverKeySet(issuer: string): Promise<JWTVerifyGetKey> {
  const response = await fetch(`${withoutSlash(issuer)}/.well-known/openid-configuration`);
  return createRemoteJWKSet(new URL(((await response.json()) as { jwks_uri: string }).jwks_uri));
}
