const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const MIN_LENGTH = 8;
const MAX_LENGTH = 64;

/**
 * Whether a text can be a ThumbHash: a blur of a picture in 5 to 25 bytes, base64.
 *
 * @param text - Any text from a browser.
 * @returns Whether its characters and length are valid; its content is not checked.
 */
export function isThumbhash(text: string): boolean {
  return text.length >= MIN_LENGTH && text.length <= MAX_LENGTH && BASE64.test(text);
}
