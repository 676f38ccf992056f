import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  type CipherGCMTypes,
} from "node:crypto";

/** The end of a page: after the document with this key, or after the whole range. */
export type Position = { key: string } | "end";

/** The cursors of one database query; cursors of others are refused. */
export interface Cursors {
  seal(position: Position): string;
  /**
   * @param cursor - Untrusted input of a client.
   * @throws Error with the `data` that makes clients start again.
   */
  open(cursor: unknown): Position;
}

const CIPHER: CipherGCMTypes = "aes-256-gcm";
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const FINGERPRINT_BYTES = 16;
/** Ends the text; zeros pad it to whole blocks, so that the length reveals little. */
const PADDING_MARK = 0x80;
const BLOCK_BYTES = 64;

function invalidCursor(reason: string): Error {
  const data = { isConvexSystemError: true, paginationError: "InvalidCursor" };
  return Object.assign(new Error(`InvalidCursor: ${reason}`), { data });
}

const unreadable = () => invalidCursor("Failed to parse cursor");
const foreign = () =>
  invalidCursor(
    "Tried to run a query starting from a cursor, but it looks like this cursor is from a different query.",
  );

function encode(fingerprint: Buffer, position: Position): Buffer {
  const text = typeof position === "object" ? `k${position.key}` : "e";
  const content = Buffer.concat([
    fingerprint,
    Buffer.from(text, "latin1"),
    Buffer.of(PADDING_MARK),
  ]);
  return Buffer.concat([content, Buffer.alloc(-content.length & (BLOCK_BYTES - 1))]);
}

function decode(content: Buffer): Position {
  const text = content.toString("latin1", FINGERPRINT_BYTES, content.lastIndexOf(PADDING_MARK));
  return text === "e" ? "end" : { key: text.slice(1) };
}

/**
 * Creates the cursors of a deployment: encrypted, authenticated, and each bound to
 * one database query. Equal positions give equal cursors, because an unchanged
 * page must not look changed; so the nonce is derived from the content (as in SIV
 * modes) instead of random.
 */
export class CursorSeal {
  readonly #key: Buffer;
  readonly #nonceKey: Buffer;

  /** @param secret - Stored with the data, so that cursors outlive the process. */
  constructor(secret: Uint8Array) {
    const derive = (purpose: string) =>
      Buffer.from(hkdfSync("sha256", secret, "", purpose, KEY_BYTES));
    this.#key = derive("cursor encryption");
    this.#nonceKey = derive("cursor nonce");
  }

  /** @param query - Everything that the cursor is bound to, as text. */
  of(query: string): Cursors {
    const hash = createHash("sha256").update(query).digest();
    const fingerprint = hash.subarray(0, FINGERPRINT_BYTES);
    return {
      seal: (position) => this.#encrypt(encode(fingerprint, position)),
      open: (cursor) => {
        const content = this.#decrypt(cursor);
        if (!content.subarray(0, FINGERPRINT_BYTES).equals(fingerprint)) throw foreign();
        return decode(content);
      },
    };
  }

  #encrypt(content: Buffer): string {
    const mac = createHmac("sha256", this.#nonceKey).update(content).digest();
    const nonce = mac.subarray(0, NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#key, nonce);
    const body = [cipher.update(content), cipher.final()];
    return Buffer.concat([nonce, ...body, cipher.getAuthTag()]).toString("base64url");
  }

  #decrypt(cursor: unknown): Buffer {
    if (typeof cursor !== "string") throw unreadable();
    const bytes = Buffer.from(cursor, "base64url");
    // Decoding skips invalid characters, which would give one cursor many spellings.
    const isWhole =
      bytes.length > NONCE_BYTES + TAG_BYTES && bytes.toString("base64url") === cursor;
    if (!isWhole) throw unreadable();
    const options = { authTagLength: TAG_BYTES };
    const decipher = createDecipheriv(CIPHER, this.#key, bytes.subarray(0, NONCE_BYTES), options);
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    try {
      const body = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
      return Buffer.concat([body, decipher.final()]);
    } catch {
      throw unreadable();
    }
  }
}
