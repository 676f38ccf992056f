import { SignJWT, base64url, calculateJwkThumbprint, exportJWK, importPKCS8 } from "jose";
import { v } from "convex/values";
import type { Infer } from "convex/values";
import { env } from "../_generated/server";

/** A browser's tokens after a sign-in. */
export const vTokens = v.object({ accessToken: v.string(), refreshToken: v.string() });
export type Tokens = Infer<typeof vTokens>;

/** The account that an access token identifies. */
export const vSubject = v.object({
  subject: v.string(),
  username: v.string(),
  sessionId: v.id("sessions"),
  /** The account's confirmed address. */
  email: v.optional(v.string()),
});
export type Subject = Infer<typeof vSubject>;

const ACCESS_TOKEN_S = 15 * 60;
const SECRET_BYTES = 32;

/** The stored form of a refresh token. */
export interface RefreshHashes {
  familyHash: string;
  tokenHash: string;
}

/**
 * Creates a refresh token. One half identifies the session, the other changes at each use. Only
 * holders of the session's tokens know the first half, so no one else can end the session with a
 * wrong second half.
 *
 * @param previous - The token to replace; its first half is kept.
 */
export async function makeRefreshToken(previous?: string) {
  const family = previous?.split(".")[0] ?? makeSecret();
  const refreshToken = `${family}.${makeSecret()}`;
  return { refreshToken, hashes: await hashesOf(refreshToken) };
}

export async function hashesOf(refreshToken: string): Promise<RefreshHashes> {
  const [family = "", token = ""] = refreshToken.split(".");
  return { familyHash: await sha256(family), tokenHash: await sha256(token) };
}

/** Signs an access token with the deployment's key. Actions only: mutations may not sign. */
export async function signAccessToken({ subject, username, sessionId, email }: Subject) {
  const key = await importPKCS8(env.EMBEDDED_PRIVATE_KEY ?? "", "ES256", { extractable: true });
  const kid = await calculateJwkThumbprint(await exportJWK(key));
  const issuedAt = Math.floor(Date.now() / 1000);
  // Without `email_verified`, because billing recognises a trial by the username, which is harder
  // to change.
  const claims = { sid: sessionId, preferred_username: username, name: username };
  return await new SignJWT({ ...claims, ...(email !== undefined && { email }) })
    .setProtectedHeader({ alg: "ES256", kid, typ: "JWT" })
    .setIssuer(env.EMBEDDED_ISSUER ?? "")
    .setAudience("spotlight")
    .setSubject(subject)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ACCESS_TOKEN_S)
    .sign(key);
}

/** 32 random bytes in base64url, which can't be guessed. */
export function makeSecret(): string {
  return base64url.encode(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
}

/** The bytes in base64url. */
export async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return base64url.encode(new Uint8Array(digest));
}
