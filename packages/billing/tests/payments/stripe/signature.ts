/** The header with which Stripe signs a report: an HMAC of time and body. */
export async function sign(
  secret: string,
  body: string | Uint8Array,
  seconds: number,
): Promise<string> {
  const encoder = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, [
    "sign",
  ]);
  const bytes = typeof body === "string" ? encoder.encode(body) : body;
  const signed = new Uint8Array([...encoder.encode(`${seconds}.`), ...bytes]);
  const mac = await crypto.subtle.sign("HMAC", key, signed);
  const hex = Array.from(new Uint8Array(mac), (byte) => byte.toString(16).padStart(2, "0"));
  return `t=${seconds},v1=${hex.join("")}`;
}
