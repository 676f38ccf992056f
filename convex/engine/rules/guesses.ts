/** Wrong guesses that are left, and since when. */
export interface Guesses {
  left: number;
  at: number;
}

const MAX_GUESSES = 10;
const REFILL_MS = 60_000;

/**
 * How many codes may still be guessed wrong: ten, and one more a minute.
 *
 * @param before - As it was left. Undefined: nothing was guessed yet.
 */
export function guessesAt(before: Guesses | undefined, now: number): Guesses {
  if (before === undefined) return { left: MAX_GUESSES, at: now };
  const back = Math.max(0, now - before.at) / REFILL_MS;
  return { left: Math.min(MAX_GUESSES, before.left + back), at: now };
}
