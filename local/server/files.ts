import { createHash, randomBytes, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream, mkdirSync, readdirSync, rmSync } from "node:fs";
import { open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { ReadableStream as NodeStream } from "node:stream/web";
import { pipeline } from "node:stream/promises";
import type { FileBytes, FileRow, FileRows } from "../runtime/types";
import { HttpFailure } from "./http";
import { parseRange } from "./range";
import { SNIFF_BYTES, sniffMediaType } from "./media-type";

const UPLOAD_URL_LIFETIME_MS = 60 * 60 * 1000;
const MAX_FILE_BYTES = 100 * 1024 * 1024;
const STORAGE_ID = /^[0-9a-z]{1,64}$/;

/** The files of a deployment: bytes in a folder, rows in the database. */
export interface FileStore extends FileBytes {
  /** `POST /api/storage/upload?token=…` */
  upload: (request: Request, rows: FileRows) => Promise<Response>;
  /** `GET /api/storage/<id>` */
  download: (request: Request, storageId: string, rows: FileRows) => Promise<Response>;
  /** Removes bytes that no row knows: what a crash left between writing and committing. */
  sweep: (rows: FileRows) => void;
}

export function createFileStore(dir: string, cloudUrl: string): FileStore {
  mkdirSync(dir, { recursive: true });
  const pathOf = (storageId: string) => join(dir, storageId);
  const tokens = createUploadTokens();
  return {
    write: (storageId, bytes) => writeFile(pathOf(storageId), bytes),
    read: async (storageId) => new Uint8Array(await readFile(pathOf(storageId))),
    remove: (storageId) => rm(pathOf(storageId), { force: true }),
    url: (storageId) => `${cloudUrl}/api/storage/${storageId}`,
    createUploadUrl: () => `${cloudUrl}/api/storage/upload?token=${tokens.create()}`,
    upload: async (request, rows) => {
      tokens.redeem(new URL(request.url).searchParams.get("token"));
      const temporary = pathOf(`upload-${randomUUID()}`);
      try {
        const received = await receive(request, temporary);
        const storageId = await rows.add(received, (id) => rename(temporary, pathOf(id)));
        return Response.json({ storageId });
      } finally {
        await rm(temporary, { force: true });
      }
    },
    download: (request, storageId, rows) => {
      const row = STORAGE_ID.test(storageId) ? rows.find(storageId) : null;
      if (row === null) throw new HttpFailure(404, "StorageNotFound", "No such file.");
      return serveFile(request, row, pathOf(storageId));
    },
    sweep: (rows) => {
      const known = new Set(rows.ids());
      readdirSync(dir)
        .filter((name) => !known.has(name))
        .forEach((name) => rmSync(pathOf(name), { force: true }));
    },
  };
}

/** Each token admits one upload within an hour. */
function createUploadTokens() {
  const expiries = new Map<string, number>();
  return {
    create: (): string => {
      const now = Date.now();
      for (const [token, expiry] of expiries) {
        if (expiry <= now) expiries.delete(token);
      }
      const token = randomBytes(24).toString("base64url");
      expiries.set(token, now + UPLOAD_URL_LIFETIME_MS);
      return token;
    },
    redeem: (token: string | null): void => {
      const expiry = token === null ? undefined : expiries.get(token);
      if (token === null || expiry === undefined || expiry <= Date.now()) {
        throw new HttpFailure(403, "Unauthorized", "This upload URL was used or has expired.");
      }
      expiries.delete(token);
    },
  };
}

/** Streams the body to disk, counting and hashing on the way. */
async function receive(request: Request, path: string) {
  const hash = createHash("sha256");
  let size = 0;
  const source = request.body ? Readable.fromWeb(request.body as NodeStream) : Readable.from([]);
  await pipeline(
    source,
    async function* (chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        size += chunk.byteLength;
        if (size > MAX_FILE_BYTES) {
          throw new HttpFailure(413, "FileTooLarge", `Files hold at most ${MAX_FILE_BYTES} bytes.`);
        }
        hash.update(chunk);
        yield chunk;
      }
    },
    createWriteStream(path),
  );
  const contentType = request.headers.get("Content-Type");
  return { sha256: hash.digest("base64"), size, contentType };
}

async function serveFile(request: Request, row: FileRow, path: string): Promise<Response> {
  const etag = `"${Buffer.from(row.sha256, "base64").toString("hex")}"`;
  const headers = { ...(await mediaHeaders(path)), ETag: etag, "Accept-Ranges": "bytes" };
  if (request.headers.get("If-None-Match") === etag) {
    return new Response(null, { status: 304, headers });
  }
  const asked = request.headers.get("If-Range") ?? etag;
  const range = asked === etag ? parseRange(request.headers.get("Range"), row.size) : null;
  if (range === "unsatisfiable") {
    return new Response(null, {
      status: 416,
      headers: { ...headers, "Content-Range": `bytes */${row.size}` },
    });
  }
  const { start, end } = range ?? { start: 0, end: row.size - 1 };
  const length = String(end - start + 1);
  const body = row.size === 0 ? null : streamOf(path, start, end);
  if (range === null) {
    return new Response(body, { headers: { ...headers, "Content-Length": length } });
  }
  const contentRange = `bytes ${start}-${end}/${row.size}`;
  return new Response(body, {
    status: 206,
    headers: { ...headers, "Content-Length": length, "Content-Range": contentRange },
  });
}

function streamOf(path: string, start: number, end: number): ReadableStream {
  // Node's stream type and the web's are the same thing under two names.
  return Readable.toWeb(createReadStream(path, { start, end })) as ReadableStream;
}

/** What people uploaded is shown only when its bytes are a picture or a video; else it is saved. */
async function mediaHeaders(path: string): Promise<Record<string, string>> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0);
    const mediaType = sniffMediaType(buffer.subarray(0, bytesRead));
    return {
      "Content-Type": mediaType ?? "application/octet-stream",
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": "default-src 'none'; sandbox",
      "Cache-Control": "private, max-age=31536000, immutable",
      "Cross-Origin-Resource-Policy": "cross-origin",
      ...(mediaType === null && { "Content-Disposition": "attachment" }),
    };
  } finally {
    await file.close();
  }
}
