import { sha256Hex, toHex } from "../../engine/digest";

const TOKEN_BYTES = 16;

/** 128 random bits, in hexadecimal. */
export function createToken(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(TOKEN_BYTES)));
}

/** What is stored of a token: reading the database opens no page. */
export async function hashToken(token: string): Promise<string> {
  return await sha256Hex(token);
}
