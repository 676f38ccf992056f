import type { Claims } from "../../contract/claims";
import { env } from "../_generated/server";

/** SHA-256 works on blocks of so many bytes. */
const BLOCK_BYTES = 64;
/** The paddings of HMAC, RFC 2104. */
const INNER = 0x36;
const OUTER = 0x5c;

/**
 * Recognises a person without storing their data: a keyed hash of the verified
 * e-mail address, else of the sign-in name. It is the same for a new account under
 * the same name.
 *
 * @returns Undefined where the deployment has no `FINGERPRINT_KEY`, or the
 *   identity has neither.
 */
export async function fingerprintOf(identity: Claims): Promise<string | undefined> {
  const key = env.FINGERPRINT_KEY;
  const subject = recognisedBy(identity);
  if (key === undefined || key === "" || subject === null) return undefined;
  return await hmacSha256(key, subject);
}

function recognisedBy({ email, emailVerified, preferredUsername }: Claims): string | null {
  if (email !== undefined && emailVerified === true) return `email:${normalise(email)}`;
  return preferredUsername === undefined ? null : `name:${normalise(preferredUsername)}`;
}

function normalise(name: string): string {
  return name.trim().toLowerCase();
}

/** HMAC in plain code: mutations and queries can digest, but not sign. Hexadecimal. */
async function hmacSha256(key: string, text: string): Promise<string> {
  const encoder = new TextEncoder();
  const raw = encoder.encode(key);
  const block = new Uint8Array(BLOCK_BYTES);
  block.set(raw.length > BLOCK_BYTES ? await sha256(raw) : raw);
  const inner = await sha256(
    concat(
      block.map((byte) => byte ^ INNER),
      encoder.encode(text),
    ),
  );
  const outer = await sha256(
    concat(
      block.map((byte) => byte ^ OUTER),
      inner,
    ),
  );
  return Array.from(outer, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

function concat(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(a.length + b.length);
  all.set(a);
  all.set(b, a.length);
  return all;
}
