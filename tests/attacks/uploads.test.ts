import { once } from "node:events";
import { readdirSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { ftyp, pixelsChunk, png } from "../contract/files/picture-files";
import { heard, newMember, refusalOf, site, type Attacker } from "./attacker";
import { download, hang, post, publish, send, uploadUrl } from "./uploading";

let member: Attacker;
let thief: Attacker;
beforeAll(async () => {
  [member, thief] = await Promise.all([newMember("sender"), newMember("taker")]);
});

type Bytes = Uint8Array<ArrayBuffer>;

const text = (words: string) => new Uint8Array(Buffer.from(words));
const picture = (width = 4, height = 3) => new Uint8Array(png(width, height, ...pixelsChunk));
/** A complete file of this size, padded with zeros. */
const padded = (start: Uint8Array, bytes: number) => {
  const file = new Uint8Array(bytes);
  file.set(start);
  return file;
};

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const PAGE = "<!doctype html><script>alert(1)</script>";

describe("a file of another type than declared", () => {
  it.each<[what: string, bytes: Bytes, refusal: string]>([
    ["an SVG with a script", text(SVG), "unsupported_media"],
    ["an SVG behind a declaration", text(`<?xml version="1.0"?>${SVG}`), "unsupported_media"],
    ["a page", text(PAGE), "unsupported_media"],
    ["a script", text("alert(document.cookie)"), "unsupported_media"],
    ["a PNG's first byte", text("\u0089"), "unsupported_media"],
    ["a GIF called a PNG", text(`GIF89a\u0001\u0000\u0001\u0000${PAGE}`), "mislabelled_file"],
    ["a PNG without dimensions", picture(0, 3), "unreadable_picture"],
  ])("is refused and deleted: %s", async (_, bytes, refusal) => {
    const arrival = await hang(member, { bytes });
    expect(arrival.refusal).toBe(refusal);
    if (arrival.storageId !== null) expect((await download(arrival.storageId)).status).toBe(404);
  });

  it.each(["text/html", "image/svg+xml", "image/png; charset=utf-8", "text/javascript"])(
    "is refused when it is sent as %s",
    async (contentType) => {
      const { refusal } = await hang(member, { bytes: picture(), contentType });
      expect(refusal).toBe("mislabelled_file");
    },
  );

  it("that is also a script or a page is served as a picture only", async () => {
    const script = text("GIF89a/*\u0001\u0000\u0001\u0000*/=1;alert(1)//<script>alert(1)</script>");
    const { refusal, storageId } = await hang(member, { bytes: script, mediaType: "image/gif" });
    if (refusal !== null || storageId === null) return;
    const { headers, status } = await download(storageId);
    expect(status).toBe(200);
    expect(headers.get("Content-Type")).toBe("image/gif");
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("Content-Security-Policy")).toBe("default-src 'none'; sandbox");
  });

  it("is a download while it is pending: a page", async () => {
    const { storageId } = await send(member, { bytes: text(PAGE), contentType: "text/html" });
    if (storageId === null) return;
    const { headers } = await download(storageId);
    expect(headers.get("Content-Type")).toBe("application/octet-stream");
    expect(headers.get("Content-Disposition")).toMatch(/^attachment/);
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
  });
});

describe("a file's size", () => {
  it.each([
    ["image/png", 0, "empty_file"],
    ["image/png", -1, "empty_file"],
    ["image/png", Number.NaN, "empty_file"],
    ["image/png", 10_485_761, "file_too_large"],
    ["video/mp4", 15_728_641, "file_too_large"],
    ["image/png", 1e308, "file_too_large"],
  ])("as %s of %d bytes gets no URL", async (mediaType, bytes, refusal) => {
    expect(await uploadUrl(member, mediaType, bytes)).toEqual({ refusal, url: null });
  });

  it.each<[what: string, mediaType: string, bytes: Bytes]>([
    ["no bytes", "image/png", new Uint8Array()],
    ["a byte more than a picture may have", "image/png", padded(picture(), 10_485_761)],
    [
      "a byte more than a video may have",
      "video/mp4",
      padded(new Uint8Array(ftyp("mp42")), 15_728_641),
    ],
  ])(
    "that differs from its declaration is refused and deleted: %s",
    async (_, mediaType, bytes) => {
      const { refusal, storageId } = await hang(member, { bytes, mediaType, declaredBytes: 1000 });
      expect(refusal).toMatch(/^(empty_file|file_too_large|wrong_size)$/);
      if (storageId !== null) expect((await download(storageId)).status).toBe(404);
    },
  );
});

/** The server's response to the text of a request, until either side closes the connection. */
async function sayRaw(url: URL, head: readonly string[], body: string): Promise<string> {
  const socket = connect(Number(url.port), url.hostname);
  let answer = "";
  socket.on("data", (chunk: Buffer) => (answer += chunk.toString()));
  socket.on("error", () => undefined);
  await once(socket, "connect");
  const path = `${url.pathname}${url.search}`;
  const lines = [`POST ${path} HTTP/1.1`, `Host: ${url.host}`, "Connection: close", ...head];
  socket.end(`${lines.join("\r\n")}\r\n\r\n${body}`);
  if (!socket.closed) await once(socket, "close");
  return answer;
}

/** Files that are being received, or that remain. */
const halfFiles = () =>
  readdirSync(join(site.dataDir, "files")).filter((name) => name.startsWith("upload-"));

describe("a request's Content-Length", () => {
  const PNG_TEXT = "\u0089PNG";

  it.each<[what: string, head: string[]]>([
    ["larger than the body", ["Content-Length: 1000000"]],
    ["not a number", ["Content-Length: x"]],
    ["below zero", ["Content-Length: -1"]],
    ["sent twice", ["Content-Length: 4", "Content-Length: 400"]],
    ["combined with chunked encoding", ["Content-Length: 4", "Transfer-Encoding: chunked"]],
    ["replaced by an endless chunk", ["Transfer-Encoding: chunked"]],
  ])("stores nothing when it is %s", async (_, head) => {
    const { url } = await uploadUrl(member, "image/png", 4);
    const told = ["Content-Type: image/png", ...head];
    const answer = await sayRaw(new URL(String(url)), told, PNG_TEXT);
    expect(answer).not.toContain("storageId");
    expect(answer).not.toMatch(/^HTTP\/1\.1 (2|3|500)/);
    await expect.poll(halfFiles).toEqual([]);
  });

  it("ends the file, though more is sent", async () => {
    const { url } = await uploadUrl(member, "image/png", 4);
    const head = ["Content-Type: image/png", "Content-Length: 4"];
    const answer = await sayRaw(new URL(String(url)), head, "\u007fPNG".padEnd(1000, "x"));
    const [, storageId] = /"storageId":"([^"]+)"/.exec(answer) ?? [];
    if (storageId === undefined) return;
    expect((await (await download(storageId)).bytes()).length).toBe(4);
  });
});

describe("a decompression bomb", () => {
  it.each([
    [50_000, 50_000],
    [4_294_967_295, 4_294_967_295],
    [10_000, 5_001],
    [1, 50_000_001],
  ])("of %i × %i pixels is refused before it is decoded", async (width, height) => {
    const bytes = picture(width, height);
    expect(await hang(member, { bytes })).toMatchObject({ refusal: "too_many_pixels" });
  });

  it("is refused as compressed SVG", async () => {
    const bytes = new Uint8Array(gzipSync(SVG.padEnd(1_000_000)));
    expect(await hang(member, { bytes })).toMatchObject({ refusal: "unsupported_media" });
  });
});

describe("an upload URL", () => {
  it("accepts one file", async () => {
    const { url } = await uploadUrl(member, "image/png", picture().length);
    const answers = await Promise.all(
      [1, 2, 3].map(() => post(String(url), "image/png", picture())),
    );
    expect(answers.filter(({ storageId }) => storageId !== null)).toHaveLength(1);
    expect((await post(String(url), "image/png", picture())).storageId).toBeNull();
  });

  it.each(["", "x", "..%2f..%2fadmin-key", "x".repeat(10_000)])(
    "that is forged is refused: %j",
    async (token) => {
      const { url } = await uploadUrl(member, "image/png", picture().length);
      const guessed = new URL(String(url));
      guessed.searchParams.set("token", token);
      const { refusal, storageId } = await post(guessed.href, "image/png", picture());
      expect([refusal === null, storageId]).toEqual([false, null]);
    },
  );
});

describe("another member's file", () => {
  it("can be published by its own member alone, pending or prepared", async () => {
    const { storageId } = await send(member, { bytes: picture(7, 7) });
    const file = { storageId: String(storageId) };
    const prepared = await member.mutation("community/uploads/functions:prepare", file);
    expect(prepared.code).toBeNull();
    expect(await publish(thief, file.storageId)).toBe("upload_not_found");
    const again = await thief.mutation("community/uploads/functions:prepare", file);
    expect(refusalOf(again)).toBe("upload_not_found");
    const avatar = { kind: "avatar", storageId: file.storageId };
    const worn = await thief.mutation("community/profiles/functions:setProfileImage", avatar);
    expect(refusalOf(worn)).toBe("upload_not_found");
    expect(await publish(member, file.storageId)).toBeNull();
    expect(await publish(thief, file.storageId)).toBe("upload_not_found");
    expect((await download(file.storageId)).status).toBe(200);
  });

  it("is not deleted by a broken file that names it as its preview", async () => {
    const own = await hang(member, { bytes: picture(9, 9) });
    const broken = await send(thief, { bytes: picture(8, 8) });
    const { code } = await thief.mutation("community/uploads/functions:prepare", {
      ...{ storageId: String(broken.storageId), preview: String(own.storageId) },
    });
    expect(code).toBe("upload_not_found");
    expect((await download(String(own.storageId))).status).toBe(200);
  });
});

const NAMES = ["../../x.png", "a\u202egnp.exe", "x.png\r\nSet-Cookie: a=b", "x".repeat(4096)];

describe("a file's name", () => {
  it.each(NAMES)("is ignored, and never becomes a path: %j", async (name) => {
    const named = { mediaType: "image/png", bytes: 4, name, fileName: name };
    expect(refusalOf(await member.mutation("community/uploads/functions:begin", named))).toBe(
      "ArgumentValidationError",
    );
    const before = readdirSync(site.dataDir).sort();
    const { url } = await uploadUrl(member, "image/png", picture().length);
    const to = new URL(String(url));
    to.searchParams.set("filename", name);
    const { storageId } = await post(to.href, "image/png", picture());
    expect(readdirSync(site.dataDir).sort()).toEqual(before);
    if (storageId === null) return;
    const { headers } = await download(storageId);
    expect(headers.get("Set-Cookie")).toBeNull();
    expect(headers.get("Content-Disposition")).toBeNull();
  });

  it.each(["..%2fadmin-key", "%2e%2e%2fsigning-keys.json", "../admin-key", "%00", "upload-"])(
    "opens nothing outside the files: %s",
    async (name) => {
      const answer = await download(name);
      expect([400, 403, 404]).toContain(answer.status);
      await heard(answer);
    },
  );

  it.each(["../admin-key", "", "x".repeat(900_000)])("is not a storage id: %.20j", async (id) => {
    expect(await publish(member, id)).toMatch(/^(ArgumentValidationError|upload_not_found)$/);
  });
});
