import { createHash, randomBytes, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream, mkdirSync, readdirSync } from "node:fs";
import { renameSync, rmSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileTypeFromFile } from "file-type";
import { findFile, storeFile } from "../runtime/calls";
import { storedTableOf } from "../runtime/schema";
import type { TransactionQueue } from "../runtime/transactions";
import type { FileBytes, FileRow, FileSource, StagedFile } from "../runtime/types";
import type { Database } from "../store/database";
import { syncFolder } from "../store/log";
import { asAnswer, bodyFrom, HttpFailure, piecesOf } from "./body";
import { PRIVATE_FILE, PRIVATE_FOLDER } from "./private-files";

const UPLOAD_URL_LIFETIME_MS = 60 * 60 * 1000;
/** Names of files that are still being received. */
const UPLOAD_PREFIX = "upload-";
const MAX_FILE_BYTES = 100 * 1024 * 1024;

/** The files of a deployment: bytes in a folder, rows in the database. */
export class FileStore implements FileBytes {
  private readonly uploadTokens = new Map<string, { expiry: number; component: string }>();

  constructor(
    private readonly dir: string,
    private readonly cloudUrl: string,
    private readonly database: Database,
    print: (line: string) => void,
  ) {
    mkdirSync(dir, { recursive: true, mode: PRIVATE_FOLDER });
    this.sweep(print);
  }

  async read(storageId: string): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await readFile(this.pathOf(storageId)));
  }

  remove(storageId: string): Promise<void> {
    return rm(this.pathOf(storageId), { force: true });
  }

  url(storageId: string, component: string): string {
    const owner = component === "" ? "" : `?${new URLSearchParams({ component }).toString()}`;
    return `${this.cloudUrl}/api/storage/${storageId}${owner}`;
  }

  createUploadUrl(component: string): string {
    const now = Date.now();
    for (const [token, { expiry }] of this.uploadTokens)
      if (expiry <= now) this.uploadTokens.delete(token);
    const token = randomBytes(24).toString("base64url");
    this.uploadTokens.set(token, { expiry: now + UPLOAD_URL_LIFETIME_MS, component });
    return `${this.cloudUrl}/api/storage/upload?token=${token}`;
  }

  /** At a turn of the sending client. */
  async upload(request: Request, queue: TransactionQueue, client: string): Promise<Response> {
    const token = new URL(request.url).searchParams.get("token") ?? "";
    const { expiry = 0, component = "" } = this.uploadTokens.get(token) ?? {};
    this.uploadTokens.delete(token);
    if (expiry <= Date.now())
      throw new HttpFailure(401, "Unauthorized", "This upload URL was used or has expired.");
    const contentType = request.headers.get("Content-Type") ?? "";
    const sha256 = statedDigest(request.headers.get("Digest"));
    try {
      const owner = { component, client };
      const source = { bytes: piecesOf(request), contentType, sha256 };
      const storageId = await storeFile(this, queue, source, owner);
      return Response.json({ storageId });
    } catch (error) {
      throw asAnswer(error);
    }
  }

  /** `GET /api/storage/<id>`: an invalid id is in no row, so it finds nothing. */
  download(request: Request, storageId: string): Promise<Response> {
    const { database } = this;
    const row = findFile(database, database.begin(database.head), storageId);
    if (row === null) throw new HttpFailure(404, "StorageNotFound", "No such file.");
    // Only addFile writes these rows.
    return serveFile(request, row as unknown as FileRow, this.pathOf(storageId));
  }

  /**
   * Removes deleted and incomplete files after a kill. All other files without a row
   * are moved aside: they may belong to a newer copy of the log than this one.
   */
  private sweep(print: (line: string) => void): void {
    const tx = this.database.begin();
    const unclaimed: string[] = [];
    for (const name of readdirSync(this.dir)) {
      if (findFile(this.database, tx, name)) continue;
      const table = storedTableOf(this.database, name) ?? "";
      if (name.startsWith(UPLOAD_PREFIX) || this.database.wasRemoved(table, name))
        rmSync(this.pathOf(name), { force: true });
      else unclaimed.push(name);
    }
    if (unclaimed.length === 0) return;
    const aside = join(dirname(this.dir), "unclaimed");
    mkdirSync(aside, { recursive: true, mode: PRIVATE_FOLDER });
    for (const name of unclaimed) renameSync(this.pathOf(name), join(aside, name));
    print(
      `Moved ${unclaimed.length} files that no document names to ${aside}. If the log was restored ` +
        "from a copy, they may belong to what came after it; else they can be deleted.",
    );
  }

  /** For a file that is still being received; leftovers are removed at the next start. */
  stagePath(): string {
    return this.pathOf(`${UPLOAD_PREFIX}${randomUUID()}`);
  }

  /** Stores bytes temporarily, until `place` gives them their name. @throws HttpFailure */
  async stage(source: FileSource, stated?: string): Promise<StagedFile> {
    const path = this.stagePath();
    const staged = { path, ...(await save(source, path)) };
    if (stated === undefined || isDigest(stated, staged.sha256)) return staged;
    await this.discard(staged);
    throw new HttpFailure(400, "BadDigest", `The file does not match its sha256 ${stated}.`);
  }

  /** Before the rows are committed. */
  place(staged: Iterable<readonly [storageId: string, file: StagedFile]>): void {
    for (const [storageId, { path }] of staged) renameSync(path, this.pathOf(storageId));
    syncFolder(this.dir);
  }

  discard({ path }: StagedFile): Promise<void> {
    return rm(path, { force: true });
  }

  open(storageId: string): Readable {
    return createReadStream(this.pathOf(storageId));
  }

  private pathOf(storageId: string): string {
    return join(this.dir, storageId);
  }
}

/** The sha256 of a `Digest` header. @throws HttpFailure */
function statedDigest(header: string | null): string | undefined {
  if (header === null) return undefined;
  const [, stated] = /^sha-256=([\w+/=]+)$/i.exec(header.trim()) ?? [];
  if (stated !== undefined) return stated;
  throw new HttpFailure(400, "BadDigest", "The Digest header must be sha-256=<base64>.");
}

/** Callers state digests in hexadecimal or base64; the backend stores them in base64. */
function isDigest(stated: string, sha256: string): boolean {
  return [sha256, Buffer.from(sha256, "base64").toString("hex")].includes(stated);
}

/** Streams to disk while counting and hashing; an incomplete file is removed. */
async function save(source: FileSource, path: string): Promise<Pick<FileRow, "sha256" | "size">> {
  const hash = createHash("sha256");
  let size = 0;
  async function* counted(chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      size += chunk.byteLength;
      if (size > MAX_FILE_BYTES)
        throw new HttpFailure(413, "FileTooLarge", `Files hold at most ${MAX_FILE_BYTES} bytes.`);
      hash.update(chunk);
      yield chunk;
    }
  }
  const target = createWriteStream(path, { mode: PRIVATE_FILE, flush: true });
  await pipeline(Readable.from(source), counted, target).catch(async (error: unknown) => {
    await rm(path, { force: true });
    throw error;
  });
  return { sha256: hash.digest("base64"), size };
}

/** Inclusive offsets of a `Range` header; null: the whole file (for several ranges, or an empty file). */
function parseRange(header: string | null, size: number): { start: number; end: number } | null {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (size === 0 || (first === "" && last === "")) return null;
  const start = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  return { start, end };
}

async function serveFile(request: Request, row: FileRow, path: string): Promise<Response> {
  const { size } = row;
  const etag = `"${Buffer.from(row.sha256, "base64").toString("hex")}"`;
  const headers = { ...(await mediaHeaders(row, path)), ETag: etag, "Accept-Ranges": "bytes" };
  if (request.headers.get("If-None-Match") === etag)
    return new Response(null, { status: 304, headers });
  const isSame = [null, etag].includes(request.headers.get("If-Range"));
  const range = isSame ? parseRange(request.headers.get("Range"), size) : null;
  const { start, end } = range ?? { start: 0, end: size - 1 };
  if (range && start > end)
    return new Response(null, {
      status: 416,
      headers: { ...headers, "Content-Range": `bytes */${size}` },
    });
  return new Response(size === 0 ? null : bodyFrom(createReadStream(path, { start, end })), {
    status: range ? 206 : 200,
    headers: {
      ...headers,
      "Content-Length": String(end - start + 1),
      ...(range && { "Content-Range": `bytes ${start}-${end}/${size}` }),
    },
  });
}

/**
 * A file keeps its type. The policy prevents a file that a browser displays as a page from running
 * scripts. A PDF has no policy: it runs no scripts, and the browser's viewer needs its own.
 */
async function mediaHeaders(
  { contentType = "" }: FileRow,
  path: string,
): Promise<Record<string, string>> {
  const stated = /^[ -~]+$/.test(contentType) ? contentType : undefined;
  const mediaType = stated ?? (await fileTypeFromFile(path))?.mime;
  const isMedia = /^(image|video)\//.test(mediaType ?? "");
  return {
    "Content-Type": mediaType ?? "application/octet-stream",
    "X-Content-Type-Options": "nosniff",
    ...(mediaType !== "application/pdf" && {
      "Content-Security-Policy": "default-src 'none'; sandbox",
    }),
    // Pages show the same pictures repeatedly; a download is fetched once, and may be deleted.
    "Cache-Control": `private, ${isMedia ? "max-age=31536000, immutable" : "max-age=300"}`,
    "Cross-Origin-Resource-Policy": "cross-origin",
    ...(mediaType === undefined && { "Content-Disposition": "attachment" }),
  };
}
