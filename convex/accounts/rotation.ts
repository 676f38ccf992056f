/** How long a session lasts after the last use of its refresh token. */
export const SESSION_MS = 30 * 24 * 60 * 60_000;
/** How many answers to one token may be lost; the oldest of more is forgotten. */
const MAX_SUCCESSORS = 10;

/** What is stored of a session's refresh tokens, as hashes. */
export interface StoredTokens {
  /** The newest, which no request has shown yet. */
  tokenHash: string;
  /** The one that was traded for it. */
  previousHash?: string;
  /** What `previousHash` was traded for before: their answers were lost, or come late. */
  siblingHashes?: string[];
  expiresAt: number;
}

/**
 * Trades a refresh token. The previous one stays good until one of its successors
 * is used, because the answer with them may be lost. After that it was stolen, or
 * its successor was.
 *
 * @param shown - What the request shows, and what it gets for it.
 * @returns What to store; null: the token is not good, and the session has to end.
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
