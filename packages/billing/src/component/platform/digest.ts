const SECRET_BYTES = 16;

/** 128 random bits, in hexadecimal. */
export function randomSecret(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
}

/** SHA-256 of a text, in hexadecimal. */
export async function sha256Hex(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return toHex(new Uint8Array(digest));
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
