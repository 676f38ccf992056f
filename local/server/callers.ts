import { createHash, timingSafeEqual } from "node:crypto";
import type { JSONValue } from "convex/values";
import type { AuthProvider, Caller } from "../runtime/types";
import { AuthFailure, verifyToken } from "./auth";
import type { Authenticate } from "./protocol";

/** A caller, and the moment from which it no longer counts. */
export interface Credential {
  caller: Caller;
  expiresAtMs: number;
}

/** Finds out who calls; both throw AuthFailure. */
export interface Callers {
  byMessage: (message: Authenticate) => Promise<Credential>;
  /** From an `Authorization` header. */
  byHeader: (header: string | null) => Promise<Credential>;
}

export const NOBODY: Credential = { caller: { kind: "nobody" }, expiresAtMs: Infinity };

export function createCallers(adminKey: string, providers: () => AuthProvider[]): Callers {
  const byToken = async (token: string): Promise<Credential> => {
    const { identity, expiresAtMs } = await verifyToken(token, providers());
    return { caller: { kind: "user", identity }, expiresAtMs };
  };
  const byAdminKey = (key: string, actingAs?: Record<string, JSONValue>): Credential => {
    if (!isSame(key, adminKey)) {
      throw new AuthFailure("BadAdminKey", "The provided admin key was invalid for this instance.");
    }
    const caller: Caller =
      actingAs === undefined
        ? { kind: "admin" }
        : { kind: "user", identity: withTokenIdentifier(actingAs) };
    return { caller, expiresAtMs: Infinity };
  };
  const byHeader = async (header: string | null): Promise<Credential> => {
    if (header === null) return NOBODY;
    const [scheme, value = ""] = header.split(" ");
    if (scheme === "Bearer") return byToken(value);
    if (scheme === "Convex") {
      const [key = "", actingAs] = value.split(":");
      return byAdminKey(key, actingAs === undefined ? undefined : decodeIdentity(actingAs));
    }
    throw new AuthFailure("InvalidAuthHeader", "Authorization must be `Bearer` or `Convex`.");
  };
  const byMessage: Callers["byMessage"] = async ({ tokenType, value = "", impersonating }) => {
    switch (tokenType) {
      case "User":
        return byToken(value);
      case "Admin":
        return byAdminKey(value, impersonating);
      case "None":
        return NOBODY;
    }
  };
  return { byMessage, byHeader };
}

/** Equal digests, compared in constant time: neither content nor length leaks. */
function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

function decodeIdentity(base64: string): Record<string, JSONValue> {
  try {
    return JSON.parse(Buffer.from(base64, "base64").toString()) as Record<string, JSONValue>;
  } catch {
    throw new AuthFailure("InvalidAuthHeader", "The identity to act as is not valid JSON.");
  }
}

function withTokenIdentifier(identity: Record<string, JSONValue>): Record<string, JSONValue> {
  return {
    ...identity,
    tokenIdentifier:
      identity["tokenIdentifier"] ??
      `${identity["issuer"] as string}|${identity["subject"] as string}`,
  };
}
