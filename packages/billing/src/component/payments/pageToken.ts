import { randomSecret, sha256Hex } from "../platform/digest";

/** 128 random bits, in hexadecimal. */
export function createToken(): string {
  return randomSecret();
}

/** The stored form of a token: reading the database opens no page. */
export async function hashToken(token: string): Promise<string> {
  return await sha256Hex(token);
}
