/**
 * Identifies one attempt, so that it never runs twice. It has to be unique for its customer
 * but not secret, so `Math.random` is enough where `randomUUID` is missing: on pages without
 * a secure context, and in React Native.
 */
export function newRequestId(): string {
  // The type declares it as always present.
  const crypto = globalThis.crypto as Partial<Crypto> | undefined;
  if (typeof crypto?.randomUUID === "function") return crypto.randomUUID();
  return Array.from({ length: 3 }, () => Math.random().toString(36).slice(2)).join("-");
}
