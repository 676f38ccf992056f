import { DAY_MS } from "../../packages/billing/src/contract";

/** How long a session lasts after the last use of its refresh token. */
export const SESSION_MS = 30 * DAY_MS;
/** How many lost responses to one token are remembered; the oldest is forgotten first. */
const MAX_SUCCESSORS = 10;

/** The stored hashes of a session's refresh tokens. */
export interface StoredTokens {
  /** The newest token; no request has used it yet. */
  tokenHash: string;
  /** The token that was exchanged for it. */
  previousHash?: string;
  /** Earlier successors of `previousHash`, whose responses were lost or may arrive late. */
  siblingHashes?: string[];
  expiresAt: number;
}

/**
 * Exchanges a refresh token. The previous one stays valid until one of its successors is used,
 * because the response with the successor may be lost. After that, using the previous one means
 * that it or its successor was stolen.
 *
 * @param shown - The token of the request, and its new token.
 * @returns The hashes to store; null if the token is invalid and the session has to end.
 * @see docs/adr/0040
 */
export function rotate(
  stored: StoredTokens,
  { tokenHash, nextHash, now }: { tokenHash: string; nextHash: string; now: number },
): Required<StoredTokens> | null {
  if (stored.expiresAt <= now) return null;
  const successors = [stored.tokenHash, ...(stored.siblingHashes ?? [])];
  const next = { tokenHash: nextHash, expiresAt: now + SESSION_MS };
  if (successors.includes(tokenHash)) {
    return { ...next, previousHash: tokenHash, siblingHashes: [] };
  }
  if (tokenHash !== stored.previousHash) return null;
  const siblingHashes = successors.slice(0, MAX_SUCCESSORS - 1);
  return { ...next, previousHash: tokenHash, siblingHashes };
}
