import type { JSONValue } from "convex/values";
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  errors,
  jwtVerify,
} from "jose";
import type { JSONWebKeySet, JWTPayload, JWTVerifyGetKey } from "jose";
import type { AuthProvider } from "../runtime/types";

/** Who signed a request, and until when the signature counts. */
interface VerifiedUser {
  /** Claims, as `ctx.auth.getUserIdentity` returns them. */
  identity: Record<string, JSONValue>;
  expiresAtMs: number;
}

/** A token that was refused; `code` is what real Convex sends. */
export class AuthFailure extends Error {
  constructor(
    readonly code: "InvalidAuthHeader" | "NoAuthProvider" | "BadAdminKey",
    message: string,
  ) {
    super(message);
  }
}

const CLOCK_TOLERANCE_SECONDS = 5;
const TOKEN_ALGORITHMS = ["RS256", "ES256"];

const STANDARD_CLAIMS: Record<string, string> = {
  name: "name",
  given_name: "givenName",
  family_name: "familyName",
  nickname: "nickname",
  preferred_username: "preferredUsername",
  profile: "profileUrl",
  picture: "pictureUrl",
  email: "email",
  email_verified: "emailVerified",
  gender: "gender",
  birthdate: "birthday",
  zoneinfo: "timezone",
  locale: "language",
  phone_number: "phoneNumber",
  phone_number_verified: "phoneNumberVerified",
  address: "address",
  updated_at: "updatedAt",
};
const REGISTERED_CLAIMS = new Set(["iss", "sub", "aud", "exp", "iat", "nbf", "jti"]);

const keySets = new Map<string, Promise<JWTVerifyGetKey>>();

/** Verifies a token against the deployment's providers; throws AuthFailure. */
export async function verifyToken(
  token: string,
  providers: readonly AuthProvider[],
): Promise<VerifiedUser> {
  const claims = readClaims(token);
  const provider = providers.find((candidate) => matches(candidate, claims));
  if (provider === undefined) {
    throw new AuthFailure("NoAuthProvider", describeMismatch(claims, providers));
  }
  const payload = await verifySignature(token, provider);
  return { identity: toIdentity(payload, provider), expiresAtMs: Number(payload.exp) * 1000 };
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

function matches(provider: AuthProvider, claims: JWTPayload): boolean {
  if (claims.iss === undefined || withoutSlash(issuerOf(provider)) !== withoutSlash(claims.iss)) {
    return false;
  }
  const audience = [claims.aud ?? []].flat();
  return provider.applicationID === undefined || audience.includes(provider.applicationID);
}

function describeMismatch(claims: JWTPayload, providers: readonly AuthProvider[]): string {
  const configured = providers.map((provider) =>
    "issuer" in provider
      ? `CustomJwt(issuer=${provider.issuer}, app_id=${provider.applicationID ?? "none"})`
      : `OIDC(domain=${provider.domain}, app_id=${provider.applicationID})`,
  );
  const known = configured.length === 0 ? "no providers configured" : configured.join(", ");
  const audience = [claims.aud ?? "none"].flat().join(", ");
  return `No auth provider found matching the given token (issuer=${claims.iss ?? "none"}, audience=${audience}). Check convex/auth.config.ts: ${known}.`;
}

async function verifySignature(token: string, provider: AuthProvider): Promise<JWTPayload> {
  if ("type" in provider && decodeProtectedHeader(token).kid === undefined) {
    throw new AuthFailure(
      "InvalidAuthHeader",
      "Could not verify token: missing kid in the JWT's header.",
    );
  }
  try {
    const { payload } = await jwtVerify(token, await keySetOf(provider), {
      algorithms: "algorithm" in provider ? [provider.algorithm] : TOKEN_ALGORITHMS,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      requiredClaims: ["sub", "exp"],
    });
    refuseFutureToken(payload);
    return payload;
  } catch (error) {
    throw toFailure(error);
  }
}

function refuseFutureToken({ iat }: JWTPayload): void {
  if (iat !== undefined && iat > Date.now() / 1000 + CLOCK_TOLERANCE_SECONDS) {
    throw new AuthFailure(
      "InvalidAuthHeader",
      "Could not verify token: it was issued in the future.",
    );
  }
}

function toFailure(error: unknown): AuthFailure {
  if (error instanceof AuthFailure) return error;
  const reason = error instanceof errors.JWTExpired ? "Token expired" : "Could not verify token";
  return new AuthFailure(
    "InvalidAuthHeader",
    `${reason}: ${error instanceof Error ? error.message : "unknown"}`,
  );
}

function keySetOf(provider: AuthProvider): Promise<JWTVerifyGetKey> {
  const address = "jwks" in provider ? provider.jwks : issuerOf(provider);
  const known = keySets.get(address);
  if (known !== undefined) return known;
  const loading = "jwks" in provider ? loadKeySet(provider.jwks) : discoverKeySet(address);
  keySets.set(address, loading);
  // A provider that was down once is asked again next time.
  loading.catch(() => keySets.delete(address));
  return loading;
}

async function loadKeySet(jwks: string): Promise<JWTVerifyGetKey> {
  if (!jwks.startsWith("data:")) return createRemoteJWKSet(new URL(jwks));
  const keys = (await (await fetch(jwks)).json()) as JSONWebKeySet;
  return createLocalJWKSet(keys);
}

async function discoverKeySet(issuer: string): Promise<JWTVerifyGetKey> {
  const response = await fetch(`${withoutSlash(issuer)}/.well-known/openid-configuration`);
  const { jwks_uri } = (await response.json()) as { jwks_uri: string };
  return createRemoteJWKSet(new URL(jwks_uri));
}

function toIdentity(payload: JWTPayload, provider: AuthProvider): Record<string, JSONValue> {
  const issuer = String(payload.iss);
  const subject = String(payload.sub);
  // A token is JSON, so its claims are.
  const claims = payload as Record<string, JSONValue>;
  const custom = Object.entries(claims).flatMap(([name, value]): [string, JSONValue][] => {
    const standard = STANDARD_CLAIMS[name];
    if (standard !== undefined) {
      return [[standard, typeof value === "number" ? String(value) : value]];
    }
    if (REGISTERED_CLAIMS.has(name)) return [];
    return "type" in provider ? flatten(name, value) : [[name, value]];
  });
  return {
    ...Object.fromEntries(custom),
    issuer,
    subject,
    tokenIdentifier: `${issuer}|${subject}`,
  };
}

function flatten(path: string, value: JSONValue): [string, JSONValue][] {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return [[path, value]];
  return Object.entries(value).flatMap(([name, inner]) => flatten(`${path}.${name}`, inner));
}
