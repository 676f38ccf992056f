import { base64url } from "jose";
import { env } from "./_generated/server";

const KEY = /^[0-9a-f]{64}$/;
/** The nonce length for AES-GCM, in Convex's runtime as elsewhere. */
const NONCE_BYTES = 12;
/** A nonce and a text with its tag, in base64url. No mail, address or base32 key looks like this. */
const SEALED = /^sealed\.1\.([\w-]{16})\.([\w-]{22,})$/;

/**
 * Where a secret is stored: the table, the field, and the permanent subject of its row. A sealed
 * text can be opened only in its own place.
 */
export type Place = readonly [table: string, field: string, ...owner: string[]];

/**
 * Encrypts a text for one place in the database, with the deployment's `SECRETS_KEY`.
 * Without the key it returns the text unchanged, and logs a warning.
 *
 * @throws If the key is not 64 hexadecimal digits.
 * @see docs/adr/0124
 */
export async function seal(place: Place, text: string): Promise<string> {
  const key = await readKey("encrypt");
  if (!key) {
    console.warn(`SECRETS_KEY is not set: ${place[0]}.${place[1]} is stored in plain text`);
    return text;
  }
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const bytes = new TextEncoder().encode(text);
  const sealed = new Uint8Array(await crypto.subtle.encrypt(cipherAt(place, nonce), key, bytes));
  return `sealed.1.${base64url.encode(nonce)}.${base64url.encode(sealed)}`;
}

/**
 * Reads what {@link seal} returned for this place.
 *
 * @throws If it was sealed with another key or for another place, or if there is no key.
 */
export async function open(place: Place, stored: string): Promise<string> {
  const [, nonce, sealed] = SEALED.exec(stored) ?? [];
  if (nonce === undefined || sealed === undefined) return stored;
  const where = `${place[0]}.${place[1]}`;
  const key = await readKey("decrypt");
  if (!key) throw new Error(`SECRETS_KEY is not set, and ${where} is encrypted with it`);
  const cipher = cipherAt(place, bytesOf(nonce));
  try {
    const bytes = await crypto.subtle.decrypt(cipher, key, bytesOf(sealed));
    return new TextDecoder().decode(bytes);
  } catch (error) {
    throw new Error(
      `${where} does not open: SECRETS_KEY is not the key that it was encrypted with, or it is not of this row`,
      { cause: error },
    );
  }
}

async function readKey(use: "encrypt" | "decrypt"): Promise<CryptoKey | null> {
  const text = env.SECRETS_KEY;
  if (text === undefined || text === "") return null;
  if (!KEY.test(text)) throw new Error("SECRETS_KEY is not a key: it needs 64 hexadecimal digits");
  const pairs = text.match(/../g) ?? [];
  const bytes = Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16));
  return await crypto.subtle.importKey("raw", bytes, "AES-GCM", false, [use]);
}

const bytesOf = (text: string) => new Uint8Array(base64url.decode(text));

function cipherAt(place: Place, iv: Uint8Array<ArrayBuffer>): AesGcmParams {
  // As JSON, so that no two places have the same text.
  return { name: "AES-GCM", iv, additionalData: new TextEncoder().encode(JSON.stringify(place)) };
}
