import { execFile } from "node:child_process";
import fs, { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import { ConvexHttpClient } from "convex/browser";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import type { Backend } from "../../../packages/convex-local/src/main";
import { TransactionQueue } from "../../../packages/convex-local/src/runtime/transactions";
import { makeIssuer, makeProject, startFixture, pictures } from "./fixture";

const project = makeProject();
const issuer = await makeIssuer();
let backend: Backend;
let client: ConvexHttpClient;

beforeAll(async () => {
  backend = await startFixture(project, issuer.jwks);
  client = new ConvexHttpClient(backend.url, { logger: false });
});
afterAll(async () => {
  await backend.close();
  project.remove();
});

/** One pixel. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const TEXT = Buffer.from("abcdefgh0123456789");

async function upload(body: Buffer, contentType: string): Promise<string> {
  const url = await client.mutation(pictures.uploadUrl, {});
  const headers = { "Content-Type": contentType };
  const response = await fetch(url, { method: "POST", headers, body: new Uint8Array(body) });
  return ((await response.json()) as { storageId: string }).storageId;
}

async function download(id: string, headers: HeadersInit = {}): Promise<Response> {
  return fetch(await client.query(pictures.url, { id }), { headers });
}

describe("file storage", () => {
  it("returns what was uploaded, with its hash and type", async () => {
    const id = await upload(PNG, "image/png");
    const metadata: unknown = await client.query(pictures.metadata, { id });
    expect(metadata).toMatchObject({ size: PNG.length, contentType: "image/png" });
    const response = await download(id);
    expect(response.headers.get("Content-Type")).toBe("image/png");
    expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(Buffer.from(await response.arrayBuffer())).toEqual(PNG);
  });

  it("writes the bytes to the disk before a document names them", async () => {
    const synced = vi.spyOn(fs, "fsync");
    onTestFinished(() => synced.mockRestore());
    const committed = vi.spyOn(TransactionQueue.prototype, "transact");
    onTestFinished(() => committed.mockRestore());
    await upload(TEXT, "text/plain");
    const [first = Infinity] = synced.mock.invocationCallOrder;
    expect(first).toBeLessThan(committed.mock.invocationCallOrder.at(-1) ?? 0);
  });

  it("never shows a page that is declared as a picture", async () => {
    const response = await download(await upload(Buffer.from("<script>1</script>"), "image/png"));
    expect(response.headers.get("Content-Type")).toBe("image/png");
    expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(response.headers.get("Content-Security-Policy")).toBe("default-src 'none'; sandbox");
  });

  it.each([
    ["bytes=8-11", 206, "0123", "bytes 8-11/18"],
    ["bytes=14-", 206, "6789", "bytes 14-17/18"],
    ["bytes=-2", 206, "89", "bytes 16-17/18"],
    ["bytes=18-", 416, "", "bytes */18"],
  ])("answers the range %s", async (range, status, text, contentRange) => {
    const response = await download(await upload(TEXT, "text/plain"), { Range: range });
    expect(response.status).toBe(status);
    expect(response.headers.get("Content-Range")).toBe(contentRange);
    expect(await response.text()).toBe(text);
  });

  it("answers 304 to a browser that has the file", async () => {
    const id = await upload(PNG, "image/png");
    const tag = (await download(id)).headers.get("ETag") ?? "";
    expect((await download(id, { "If-None-Match": tag })).status).toBe(304);
  });

  it("accepts one upload for each URL", async () => {
    const url = await client.mutation(pictures.uploadUrl, {});
    const post = () => fetch(url, { method: "POST", body: "x" });
    expect([(await post()).status, (await post()).status]).toEqual([200, 401]);
  });

  it("deletes the bytes with the row", async () => {
    const id = await upload(PNG, "image/png");
    const path = join(project.dir, "data", "files", id);
    expect(existsSync(path)).toBe(true);
    const url = await client.query(pictures.url, { id });
    await client.mutation(pictures.remove, { id });
    expect((await fetch(url)).status).toBe(404);
    await expect.poll(() => existsSync(path)).toBe(false);
  });

  it("deletes at the next start what was deleted before a kill, and moves unknown files aside", async () => {
    const dataDir = join(project.dir, "swept");
    const at = (...names: string[]) => join(dataDir, ...names);
    const lines: string[] = [];
    const start = () =>
      startFixture(project, issuer.jwks, { dataDir, print: (line) => lines.push(line) });
    const first = await start();
    const http = new ConvexHttpClient(first.url, { logger: false });
    const [kept, deleted] = await Promise.all(
      ["kept", "deleted"].map(async (body) => {
        const url = await http.mutation(pictures.uploadUrl, {});
        const { storageId } = (await (await fetch(url, { method: "POST", body })).json()) as {
          storageId: string;
        };
        return storageId;
      }),
    );
    await http.mutation(pictures.remove, { id: deleted ?? "" });
    await first.close();
    expect(readdirSync(at("files"))).toEqual([kept]);
    for (const name of [deleted ?? "", "upload-half", "newer-one", "newer-two"])
      writeFileSync(at("files", name), name);
    const second = await start();
    expect(readdirSync(at("files"))).toEqual([kept]);
    expect(readdirSync(at("unclaimed")).sort()).toEqual(["newer-one", "newer-two"]);
    expect(lines.filter((line) => line.startsWith("Moved"))).toEqual([
      `Moved 2 files that no document names to ${at("unclaimed")}. If the log was restored from a ` +
        "copy, they may belong to what came after it; else they can be deleted.",
    ]);
    await second.close();
  });

  it("answers 404 to a name that leads out of its folder", async () => {
    expect((await fetch(`${backend.url}/api/storage/..%2Fadmin-key`)).status).toBe(404);
  });
});

describe("the site port", () => {
  it("routes HTTP actions with the caller's identity", async () => {
    const Authorization = `Bearer ${await issuer.sign("ada")}`;
    const response = await fetch(`${backend.siteUrl}/whoami?a=1`, { headers: { Authorization } });
    expect(await response.text()).toBe("ada");
    expect(response.headers.get("X-Asked")).toBe("?a=1");
    expect(await (await fetch(`${backend.siteUrl}/whoami`)).text()).toBe("nobody");
  });

  it("passes bodies and statuses through", async () => {
    const response = await fetch(`${backend.siteUrl}/echo/x`, { method: "POST", body: "hello" });
    expect([response.status, await response.text()]).toEqual([201, "hello"]);
  });

  it("answers HEAD as GET without a body", async () => {
    const response = await fetch(`${backend.siteUrl}/whoami`, { method: "HEAD" });
    expect([response.status, await response.text()]).toEqual([200, ""]);
  });

  it("says so when no route matches", async () => {
    const response = await fetch(`${backend.siteUrl}/nothing`);
    expect([response.status, await response.text()]).toEqual([404, "No matching routes found"]);
  });
});

describe("the ports", () => {
  const statusFor = (host: string) =>
    new Promise((resolve) => {
      get(`${backend.url}/version`, { headers: { host } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
    });

  it.each([
    ["localhost:1", 200],
    ["127.0.0.1", 200],
    ["[::1]:1", 200],
    ["attacker.test", 403],
  ])("answer host %s with %i, against DNS rebinding", async (host, status) => {
    expect(await statusFor(host)).toBe(status);
  });

  it("accept pages of any origin", async () => {
    const headers = { "Access-Control-Request-Headers": "authorization" };
    const response = await fetch(`${backend.url}/api/query`, { method: "OPTIONS", headers });
    expect(response.headers.get("Access-Control-Allow-Origin")).toBe("*");
    expect(response.headers.get("Access-Control-Allow-Headers")).toBe("authorization");
  });

  it("keep the admin key in a file that only its owner can read", () => {
    const path = join(project.dir, "data", "admin-key");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, "utf8").trim()).toBe(backend.adminKey);
  });
});

describe("the official CLI", () => {
  const run = (...args: string[]) =>
    promisify(execFile)("npx", ["convex", ...args], {
      cwd: project.dir,
      env: {
        ...process.env,
        CONVEX_SELF_HOSTED_URL: backend.url,
        CONVEX_SELF_HOSTED_ADMIN_KEY: backend.adminKey,
      },
    });

  it("generates the project's types", async () => {
    await run("codegen", "--typecheck", "disable");
    const generated = join(project.functions, "_generated");
    expect(readFileSync(join(generated, "api.d.ts"), "utf8")).toContain(
      "messages: typeof messages",
    );
    expect(existsSync(join(generated, "dataModel.d.ts"))).toBe(true);
  }, 60_000);
});
