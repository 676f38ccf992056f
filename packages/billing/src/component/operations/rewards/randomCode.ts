const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
/**
 * The largest multiple of the alphabet's length in a byte: beyond it, some letters
 * would be likelier.
 */
const FAIR_BELOW = 252;
/** This many collisions in a row mean that something else is wrong. */
const MAX_TRIES = 20;

/**
 * A random code of letters and digits that is not in use.
 *
 * @param isFree - Whether it is unused; asked inside the caller's transaction.
 */
export async function randomCode(
  length: number,
  isFree: (code: string) => Promise<boolean>,
): Promise<string> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const code = draw(length);
    if (await isFree(code)) return code;
  }
  throw new Error(`No free code of ${length} letters was found`);
}

function draw(length: number): string {
  let code = "";
  while (code.length < length) {
    const [byte = FAIR_BELOW] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < FAIR_BELOW) code += ALPHABET.charAt(byte % ALPHABET.length);
  }
  return code;
}
