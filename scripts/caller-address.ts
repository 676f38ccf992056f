import type { Addresses } from "../src/server/web-server";

/** An address reserved for documentation, which no caller has. */
const FORGED = "203.0.113.7";
const PATIENCE_MS = 5_000;

/**
 * Warns if a caller can choose the address that rate limits count by. A self-hosted backend uses
 * the first value of `X-Forwarded-For`, so the proxy in front of it has to replace the caller's
 * header. HTTP actions are also below `/http` of the API. An address that does not respond is not
 * judged.
 */
export async function warnOfForgeable({ url, siteUrl }: Addresses): Promise<void> {
  const asked = [`${siteUrl}/caller-address`, `${url}/http/caller-address`];
  const seen = await Promise.all(asked.map(askForged));
  for (const [n, address] of asked.entries()) {
    if (seen[n] === FORGED) console.warn(warningOf(address));
  }
}

async function askForged(address: string): Promise<string | null> {
  try {
    const headers = { "X-Forwarded-For": FORGED };
    const response = await fetch(address, { headers, signal: AbortSignal.timeout(PATIENCE_MS) });
    return response.ok ? (await response.text()).trim() : null;
  } catch {
    return null;
  }
}

function warningOf(address: string): string {
  return (
    `Warning: ${address} believes the X-Forwarded-For of its callers, so they can evade limits ` +
    'per address. See "A backend of your own" in docs/deploy.md.'
  );
}
