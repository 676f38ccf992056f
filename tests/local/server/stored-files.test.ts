import { createHash } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { serveWebProject } from "./web-project";

/** The beginnings of files, by which their types are known. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==",
  "base64",
);
const ZIP = Buffer.from("504b0506000000000000000000000000000000000000", "hex");

const POLL = { interval: 2, timeout: 10_000 };
const HOUR_MS = 60 * 60 * 1000;
const { project, backend, post } = await serveWebProject();
const filesDir = join(project.dir, "data", "files");

const uploadUrl = async () => {
  const response = await post("/api/mutation", {
    path: "pictures:uploadUrl",
    args: {},
  });
  return ((await response.json()) as { value: string }).value;
};
const upload = async (body: BodyInit | null, headers: HeadersInit = {}) => {
  const response = await fetch(await uploadUrl(), {
    method: "POST",
    headers,
    body,
  });
  return ((await response.json()) as { storageId: string }).storageId;
};
const call = async (kind: string, path: string, args: object = {}) =>
  (
    (await (await post(`/api/${kind}`, { path, args })).json()) as {
      value: unknown;
    }
  ).value;

describe("stored files", () => {
  it("are listed with size, hash and the declared type", async () => {
    const sha256 = createHash("sha256").update("hello").digest("hex");
    const said = await upload("hello", { "Content-Type": "text/plain" });
    expect(await call("query", "web:file", { id: said })).toEqual([
      `${backend.url}/api/storage/${said}`,
      { storageId: said, sha256, size: 5, contentType: "text/plain" },
    ]);
    const unsaid = await upload(new Blob(["hello"]));
    expect(await call("query", "web:file", { id: unsaid })).toMatchObject([
      expect.any(String),
      { contentType: null, size: 5 },
    ]);
  });

  it.each([
    ["query", "web:file"],
    ["action", "web:read"],
    ["action", "web:drop"],
  ])("are not asked for by texts that are no ids: %s %s", async (kind, path) => {
    for (const id of ["nonsense", `${"0".repeat(31)}1`])
      expect(await (await post(`/api/${kind}`, { path, args: { id } })).json()).toMatchObject({
        errorMessage: expect.stringMatching(
          /Invalid argument `storageId` for `storage\.\w+`: Unable to decode ID: /,
        ) as unknown,
      });
  });

  it.each([
    ["of the file", "sha-256=LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=", 200],
    ["of the file, in capitals and hexadecimal", "SHA-256=HEX", 200],
    ["of another file", "sha-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=", 400],
    ["that cannot be read", "sha-256=short", 400],
    ["of another algorithm", "md5=XUFAKrxLKna5cZ2REBfFkg==", 400],
  ])("are refused if they do not fit the digest %s", async (_, stated, status) => {
    const hex = createHash("sha256").update("hello").digest("hex");
    const headers = { Digest: stated.replace("HEX", hex) };
    const before = readdirSync(filesDir).length;
    const sent = await fetch(await uploadUrl(), { method: "POST", headers, body: "hello" });
    expect(sent.status).toBe(status);
    expect(readdirSync(filesDir)).toHaveLength(before + (status === 200 ? 1 : 0));
  });

  it.each(["base64", "hex"] as const)(
    "have the sha256 that an action states, in %s",
    async (how) => {
      const of = (text: string) => createHash("sha256").update(text).digest(how);
      const store = async (sha256: string) =>
        (
          await post("/api/action", { path: "web:storeChecked", args: { sha256 } })
        ).json() as Promise<unknown>;
      expect(await store(of("kept"))).toMatchObject({ status: "success" });
      expect(await store(of("other"))).toMatchObject({
        errorMessage: expect.stringContaining("does not match its sha256") as unknown,
      });
    },
  );

  it("may be empty", async () => {
    const response = await fetch(`${backend.url}/api/storage/${await upload(null)}`);
    expect([response.status, response.headers.get("Content-Length")]).toEqual([200, "0"]);
    expect(await response.text()).toBe("");
  });

  it.each(["bytes=0-", "bytes=-1", "bytes=0-0"])("if empty, ignore the range %s", async (Range) => {
    const headers = { Range };
    const response = await fetch(`${backend.url}/api/storage/${await upload(null)}`, { headers });
    expect([response.status, response.headers.get("Content-Range")]).toEqual([200, null]);
  });

  it.each([
    ["bytes=0-0", 206, "a", "bytes 0-0/5"],
    ["bytes=0-99", 206, "abcde", "bytes 0-4/5"],
    ["bytes=4-", 206, "e", "bytes 4-4/5"],
    ["bytes=-99", 206, "abcde", "bytes 0-4/5"],
    ["bytes=-1", 206, "e", "bytes 4-4/5"],
    ["bytes=3-2", 416, "", "bytes */5"],
    ["bytes=5-5", 416, "", "bytes */5"],
    ["bytes=-", 200, "abcde", null],
    ["bytes=0-1,3-4", 200, "abcde", null],
    ["rows=0-1", 200, "abcde", null],
  ])("answer the range %s", async (Range, status, text, contentRange) => {
    const id = await upload("abcde");
    const response = await fetch(`${backend.url}/api/storage/${id}`, {
      headers: { Range },
    });
    expect([response.status, response.headers.get("Content-Range")]).toEqual([
      status,
      contentRange,
    ]);
    const body = await response.text();
    expect(body).toBe(text);
    if (status !== 416) expect(response.headers.get("Content-Length")).toBe(String(body.length));
  });

  it.each([
    ["a picture, which pages show", PNG, "private, max-age=31536000, immutable"],
    ["an archive, which can be deleted", ZIP, "private, max-age=300"],
    ["a text", new TextEncoder().encode("abcde"), "private, max-age=300"],
  ])("are kept by browsers, %s", async (_, bytes, kept) => {
    const url = `${backend.url}/api/storage/${await upload(new Blob([bytes]))}`;
    expect((await fetch(url)).headers.get("Cache-Control")).toBe(kept);
  });

  it("answer a part only of the file that the browser has", async () => {
    const url = `${backend.url}/api/storage/${await upload("abcde")}`;
    const tag = (await fetch(url)).headers.get("ETag") ?? "";
    expect(tag).toBe(`"${createHash("sha256").update("abcde").digest("hex")}"`);
    const status = async (ifRange: string) =>
      (
        await fetch(url, {
          headers: { Range: "bytes=0-1", "If-Range": ifRange },
        })
      ).status;
    expect([await status(tag), await status('"other"')]).toEqual([206, 200]);
    const other = await fetch(url, { headers: { "If-None-Match": '"other"' } });
    expect(other.status).toBe(200);
    expect(other.headers.get("Cache-Control")).toBe("private, max-age=300");
    expect(other.headers.get("Content-Security-Policy")).toBe("default-src 'none'; sandbox");
    expect(other.headers.get("Accept-Ranges")).toBe("bytes");
  });

  it("have upload URLs that are valid for an hour, each for one file", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const send = (url: string) => fetch(url, { method: "POST", body: "x" });
    const [used, late, kept] = [await uploadUrl(), await uploadUrl(), await uploadUrl()];
    expect(new Set([used, late, kept]).size).toBe(3);
    vi.setSystemTime(Date.now() + HOUR_MS - 1);
    expect((await send(used)).status).toBe(200);
    // A new URL deletes the expired ones, and no others.
    await uploadUrl();
    expect((await send(kept)).status).toBe(200);
    vi.setSystemTime(Date.now() + 1);
    for (const url of [used, late, `${backend.url}/api/storage/upload`]) {
      const refused = await send(url);
      expect([refused.status, await refused.json()]).toMatchObject([401, { code: "Unauthorized" }]);
    }
  });

  it("are stored and read by actions, and deleted for all", async () => {
    const [id, ...rest] = (await call("action", "web:keep")) as unknown[];
    expect(rest).toEqual(["kept", "text/plain"]);
    expect(existsSync(join(filesDir, String(id)))).toBe(true);
    await call("action", "web:drop", { id });
    expect(existsSync(join(filesDir, String(id)))).toBe(false);
    expect((await fetch(`${backend.url}/api/storage/${String(id)}`)).status).toBe(404);
    const again = await post("/api/action", { path: "web:drop", args: { id } });
    expect(await again.json()).toMatchObject({
      errorMessage: expect.stringContaining(`storage id ${String(id)} not found`) as unknown,
    });
  });

  it("leave no partial file behind", async () => {
    const halves = () => readdirSync(filesDir).filter((name) => name.startsWith("upload-"));
    expect(halves()).toEqual([]);
    const sending = request(await uploadUrl(), {
      method: "POST",
      headers: { "Content-Length": 9 },
    });
    sending.on("error", () => undefined);
    sending.write("half");
    await expect.poll(halves, POLL).toHaveLength(1);
    sending.destroy();
    await expect.poll(halves, POLL).toEqual([]);
  });

  const SANDBOX = "default-src 'none'; sandbox";
  it.each([
    ["application/pdf", "application/pdf", null, null],
    ["image/png", "image/png", SANDBOX, null],
    ["audio/mpeg", "audio/mpeg", SANDBOX, null],
    ["text/plain; charset=utf-8", "text/plain; charset=utf-8", SANDBOX, null],
    ["text/html", "text/html", SANDBOX, null],
    ["image/svg+xml", "image/svg+xml", SANDBOX, null],
    ["Application/PDF, text/html", "Application/PDF, text/html", SANDBOX, null],
    [null, "application/octet-stream", SANDBOX, "attachment"],
  ])(
    "keep their type, and no script of theirs runs: %s",
    async (sent, type, policy, disposition) => {
      const headers: HeadersInit = sent === null ? {} : { "Content-Type": sent };
      const id = await upload(new Blob(["<script>1</script>"]), headers);
      const answer = (await fetch(`${backend.url}/api/storage/${id}`)).headers;
      expect(answer.get("X-Content-Type-Options")).toBe("nosniff");
      expect(
        ["Content-Type", "Content-Security-Policy", "Content-Disposition"].map((name) =>
          answer.get(name),
        ),
      ).toEqual([...[type, policy, disposition]]);
    },
  );

  it("without a stated type have that of their content", async () => {
    for (const [bytes, type] of [
      [PNG, "image/png"],
      [ZIP, "application/zip"],
    ] as const) {
      const { headers } = await fetch(
        `${backend.url}/api/storage/${await upload(new Blob([bytes]))}`,
      );
      expect(headers.get("Content-Type")).toBe(type);
    }
  });
});
