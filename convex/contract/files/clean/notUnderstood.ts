/**
 * A file contradicts itself, or uses part of its format that we can't parse. We can't
 * tell what it contains, so we don't store it.
 */
export class NotUnderstood extends Error {
  override readonly message = "The file is damaged or in a format that we can't read";
}
