import { createHash } from "node:crypto";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { createServer, request, type Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { startBackend } from "../../../local/main";
import type { Backend } from "../../../local/main";
import { makeIssuer, makeProject, startFixture } from "./fixture";
import { closeGate } from "./gates";

const POLL = { interval: 2, timeout: 10_000 };
const HOUR_MS = 60 * 60 * 1000;
const project = makeProject({
  "convex/crons.ts": "export {};",
  "convex/web.ts": `
    import { actionGeneric, internalQueryGeneric, mutationGeneric, queryGeneric } from "convex/server";
    import { ConvexError, v } from "convex/values";
    const handler = (_, args) => { console.log("called"); return args.n ?? null; };
    const args = { n: v.optional(v.number()) };
    export const ask = queryGeneric({ args, handler });
    export const change = mutationGeneric({ args, handler });
    export const act = actionGeneric({ args, handler });
    export const hidden = internalQueryGeneric({ args, handler });
    export default queryGeneric({ args, handler });
    export const refuse = queryGeneric({ args: { data: v.any() }, handler: (_, { data }) => { throw new ConvexError(data); } });
    export const slow = mutationGeneric({ args: {}, handler: async (ctx) => {
      await globalThis.passGate("closing");
      return ctx.db.insert("messages", { channel: "late", body: "kept" });
    } });
    export const keep = actionGeneric({ args: {}, handler: async (ctx) => {
      const id = await ctx.storage.store(new Blob(["kept"], { type: "text/plain" }));
      const blob = await ctx.storage.get(id);
      return [id, await blob.text(), blob.type, await ctx.storage.get(id.slice(0, -1) + (id.endsWith("0") ? "1" : "0"))];
    } });
    export const drop = actionGeneric({ args: { id: v.string() }, handler: async (ctx, { id }) => { await ctx.storage.delete(id); } });
    export const file = queryGeneric({ args: { id: v.string() }, handler: async (ctx, { id }) =>
      [await ctx.storage.getUrl(id), await ctx.storage.getMetadata(id)] });`,
  "convex/http.ts": `
    import { httpActionGeneric, httpRouter } from "convex/server";
    const http = httpRouter();
    const answer = (text) => httpActionGeneric(async (ctx, request) => {
      if (text === "broken") throw new Error("broken");
      const who = (await ctx.auth.getUserIdentity())?.subject ?? "nobody";
      return new Response(text + " " + request.method + " " + who, { headers: { "Set-Cookie": "a=1", "X-Method": request.method } });
    });
    for (const method of ["GET", "POST", "PUT", "DELETE", "PATCH"])
      http.route({ path: "/exact", method, handler: answer("exact") });
    http.route({ pathPrefix: "/under/", method: "GET", handler: answer("prefix") });
    http.route({ pathPrefix: "/under/more/", method: "GET", handler: answer("longer prefix") });
    http.route({ path: "/under/exact", method: "GET", handler: answer("exact under") });
    http.route({ path: "/broken", method: "GET", handler: answer("broken") });
    export default http;`,
});
const issuer = await makeIssuer();
const lines: string[] = [];
let backend: Backend;

beforeAll(async () => {
  backend = await startFixture(project, issuer.jwks, {
    print: (line) => lines.push(line),
  });
});
afterAll(async () => {
  await backend.close();
  project.remove();
});

const post = (path: string, body: unknown, headers: HeadersInit = {}) =>
  fetch(`${backend.url}${path}`, {
    method: "POST",
    headers,
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
const filesDir = join(project.dir, "data", "files");

describe("functions over HTTP", () => {
  it.each([
    ["query", "web:ask", { n: 1 }, 1],
    ["query", "web:ask", [{ n: 2 }], 2],
    ["query", "web:ask", undefined, null],
    ["query", "web:ask", [], null],
    ["query", "web", {}, null],
    ["query", "web.js:ask", {}, null],
    ["mutation", "web:change", { n: 3 }, 3],
    ["action", "web:act", { n: 4 }, 4],
    ["function", "web:act", { n: 5 }, 5],
    ["function", "web:change", { n: 6 }, 6],
    ["function", "web:ask", { n: 7 }, 7],
  ])("%s of %s with %j answers %j", async (kind, path, args, value) => {
    const response = await post(`/api/${kind}`, { path, args, format: "json" });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      ...{ status: "success", value, logLines: ["[LOG] 'called'"] },
    });
  });

  it.each([
    [
      "query",
      "web:change",
      "Trying to execute web:change as Query, but it is defined as Mutation.",
    ],
    ["mutation", "web:ask", "Trying to execute web:ask as Mutation, but it is defined as Query."],
    ["action", "web:ask", "Trying to execute web:ask as Action, but it is defined as Query."],
    ["query", "web:hidden", "Could not find public function for 'web:hidden'."],
    ["action", "web:none", "Could not find public function for 'web:none'."],
    ["function", "none", "Could not find public function for 'none'."],
  ])("%s of %s is refused in Convex's words", async (kind, path, message) => {
    const answer = (await (await post(`/api/${kind}`, { path, args: {} })).json()) as object;
    expect(answer).toEqual({
      ...{
        status: "error",
        errorMessage: expect.stringContaining(message) as unknown,
        logLines: [],
      },
    });
  });

  it.each([
    [undefined, "BadJsonBody"],
    ["now", "BadJsonBody"],
    ["AQAAAAAAAAA=", "SnapshotTooOld"],
  ])("refuse the timestamp %j", async (ts, code) => {
    const body = JSON.stringify({ path: "messages:list", args: [{ channel: "x" }], ts });
    const answer = await fetch(`${backend.url}/api/query_at_ts`, { method: "POST", body });
    expect([answer.status, await answer.json()]).toMatchObject([400, { code }]);
  });

  it.each(["", "{", "null", "[]", '{"path":1}', "{}"])("a body of %j is no call", async (body) => {
    const response = await post("/api/query", body);
    expect([response.status, await response.json()]).toEqual([
      400,
      {
        code: "BadJsonBody",
        message: "The body must name a function: {path, args}.",
      },
    ]);
  });

  it("have the caller of either kind of credential, or none", async () => {
    const ask = async (headers: HeadersInit): Promise<unknown> =>
      (await post("/api/query", { path: "messages:me" }, headers)).json();
    const token = await issuer.sign("ada");
    expect(await ask({})).toMatchObject({ value: null });
    expect(await ask({ Authorization: `Bearer ${token}` })).toMatchObject({
      value: { subject: "ada" },
    });
    expect(await ask({ Authorization: "Bearer nonsense" })).toMatchObject({
      code: "InvalidAuthHeader",
    });
    const admin = { Authorization: `Convex ${backend.adminKey}` };
    expect(await ask(admin)).toMatchObject({ value: null });
    const hidden = await post("/api/query", { path: "web:hidden" }, admin);
    expect(await hidden.json()).toMatchObject({ status: "success" });
  });

  it.each([null, 0, "", false, { code: "x" }])(
    "return the data of a ConvexError (%j), and nothing for other errors",
    async (data) => {
      const refused = await post("/api/query", { path: "web:refuse", args: { data } });
      expect(await refused.json()).toMatchObject({ status: "error", errorData: data });
      const wrong = await post("/api/query", { path: "web:refuse", args: {} });
      expect(await wrong.json()).not.toHaveProperty("errorData");
    },
  );

  it("refuse internal functions to a signed-in user", async () => {
    const Authorization = `Bearer ${await issuer.sign("ada")}`;
    const answer = await post("/api/function", { path: "web:hidden" }, { Authorization });
    expect(await answer.json()).toMatchObject({ status: "error" });
  });

  it("do not exist at other URLs", async () => {
    const response = await fetch(`${backend.url}/api/nothing`);
    expect([response.status, await response.json()]).toEqual([
      404,
      { code: "NotFound", message: "No endpoint GET /api/nothing." },
    ]);
    expect((await fetch(`${backend.url}/api/query`)).status).toBe(404);
    expect(await (await fetch(`${backend.url}/version`)).text()).toBe("local");
  });

  it("answer codegen's push, to the admin alone", async () => {
    const push = (headers: HeadersInit) => post("/api/deploy2/start_push", {}, headers);
    expect((await push({})).status).toBe(403);
    const token = await issuer.sign("ada");
    expect((await push({ Authorization: `Bearer ${token}` })).status).toBe(403);
    expect((await push({ Authorization: "Convex wrong" })).status).toBe(401);
    const admin = { Authorization: `Convex ${backend.adminKey}` };
    const answer = (await (await push(admin)).json()) as { appAuth: object[] };
    expect(answer.appAuth).toMatchObject([{ type: "customJwt", applicationID: "fixture" }]);
    writeFileSync(join(project.functions, "bad.ts"), "export const = ;");
    const broken = await push(admin);
    expect([broken.status, await broken.json()]).toMatchObject([400, { code: "InvalidModules" }]);
  });

  it("log the output of functions", () => {
    expect(lines).toContain("[web:ask] [LOG] 'called'");
  });
});

describe("HTTP actions", () => {
  it.each([
    ["GET", "/exact", "exact GET nobody"],
    ["POST", "/exact", "exact POST nobody"],
    ["PUT", "/exact?x=1", "exact PUT nobody"],
    ["DELETE", "/exact", "exact DELETE nobody"],
    ["PATCH", "/exact", "exact PATCH nobody"],
    ["GET", "/under/x/y", "prefix GET nobody"],
    ["GET", "/under/more/x", "longer prefix GET nobody"],
    ["GET", "/under/exact", "exact under GET nobody"],
  ])("%s %s is routed", async (method, path, text) => {
    const response = await fetch(`${backend.siteUrl}${path}`, { method });
    expect([response.status, await response.text()]).toEqual([200, text]);
    expect(response.headers.get("Set-Cookie")).toBe("a=1");
  });

  it.each([
    ["GET", "/exact/"],
    ["GET", "/under"],
    ["POST", "/under/x"],
    ["OPTIONS", "/exact"],
  ])("%s %s is not routed", async (method, path) => {
    expect((await fetch(`${backend.siteUrl}${path}`, { method })).status).toBe(404);
  });

  it("run as GET for a HEAD request", async () => {
    const response = await fetch(`${backend.siteUrl}/exact`, { method: "HEAD" });
    expect([response.headers.get("X-Method"), await response.text()]).toEqual(["GET", ""]);
  });

  it("that fail answer 500, and are logged", async () => {
    const response = await fetch(`${backend.siteUrl}/broken`);
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({
      code: "InternalServerError",
    });
    expect(lines.some((line) => line.startsWith("[http:GET /broken] Uncaught Error: broken"))).toBe(
      true,
    );
  });

  it("treat an expired token as anonymous, and the admin key too", async () => {
    const tokens = [await issuer.sign("ada", {}, "-1m"), await issuer.sign("ada")];
    const ask = async (Authorization: string) =>
      (await fetch(`${backend.siteUrl}/exact`, { headers: { Authorization } })).text();
    expect(await Promise.all(tokens.map((token) => ask(`Bearer ${token}`)))).toEqual([
      "exact GET nobody",
      "exact GET ada",
    ]);
    expect(await ask(`Convex ${backend.adminKey}`)).toBe("exact GET nobody");
  });
});

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
    const sha256 = createHash("sha256").update("hello").digest("base64");
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
    expect(await call("query", "web:file", { id: unsaid.slice(1) })).toEqual([null, null]);
  });

  it("may be empty", async () => {
    const response = await fetch(`${backend.url}/api/storage/${await upload(null)}`);
    expect([response.status, response.headers.get("Content-Length")]).toEqual([200, "0"]);
    expect(await response.text()).toBe("");
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
    expect(other.headers.get("Cache-Control")).toBe("private, max-age=31536000, immutable");
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
      expect([refused.status, await refused.json()]).toMatchObject([403, { code: "Unauthorized" }]);
    }
  });

  it("are stored and read by actions, and deleted for all", async () => {
    const [id, ...rest] = (await call("action", "web:keep")) as unknown[];
    expect(rest).toEqual(["kept", "text/plain", null]);
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

  it.each([
    ["%PDF-1.7\n%abcdefghijklmnop", "application/octet-stream", "attachment"],
    ["GIF89a\x01\0\x01\0\0\0\0;", "image/gif", null],
    ["PK\u0005\u0006".padEnd(22, "\0"), "application/zip", "attachment"],
    ["plain text", "application/octet-stream", "attachment"],
  ])("are shown only with their real type (%j as %s)", async (text, type, disposition) => {
    const id = await upload(text, { "Content-Type": "image/png" });
    const { headers } = await fetch(`${backend.url}/api/storage/${id}`);
    expect([headers.get("Content-Type"), headers.get("Content-Disposition")]).toEqual([
      ...[type, disposition],
    ]);
  });
});

describe("a backend", () => {
  const start = (dataDir: string, more: object = {}) =>
    startBackend({
      ...{
        functions: project.functions,
        dataDir: join(project.dir, dataDir),
        port: 0,
      },
      ...{ env: { JWKS: issuer.jwks }, ...more },
    });
  const listening = async (server: Server) => {
    onTestFinished(() => void server.close());
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  };

  it("deletes files without a row at its start, and no others", async () => {
    writeFileSync(join(project.functions, "bad.ts"), "export {};");
    const first = await start("swept");
    const run = await fetch(`${first.url}/api/action`, {
      ...{ method: "POST", body: JSON.stringify({ path: "web:keep" }) },
    });
    const answer = (await run.json()) as { value: string[] };
    expect(answer).toMatchObject({ status: "success" });
    const { value } = answer;
    await first.close();
    const files = join(project.dir, "swept", "files");
    writeFileSync(join(files, "left"), "over");
    const second = await start("swept");
    expect(readdirSync(files)).toEqual([value[0]]);
    await second.close();
  });

  it("that cannot start releases its folder and its ports", async () => {
    const taken = await listening(createServer().listen(0, "127.0.0.1"));
    const leaving = createServer().listen(0, "127.0.0.1");
    const free = await listening(leaving);
    await new Promise((closed) => leaving.close(closed));
    writeFileSync(join(project.functions, "bad.ts"), "export const = ;");
    const broken = start("again", { port: free, sitePort: 0 });
    await expect(broken).rejects.toMatchObject({ code: "InvalidModules" });
    writeFileSync(join(project.functions, "bad.ts"), "export {};");
    await expect(start("again", { port: free, sitePort: taken })).rejects.toMatchObject({
      code: "port_in_use",
      message: `Port ${taken} on 127.0.0.1 is in use. Stop the program that uses it, or choose another port.`,
    });
    const running = await start("again", { port: free, sitePort: 0 });
    expect(running.url).toBe(`http://127.0.0.1:${free}`);
    await running.close();
    for (const url of [running.url, running.siteUrl]) await expect(fetch(url)).rejects.toThrow();
  });

  it("that is closed lets the pending mutation end, and keeps its writes", async () => {
    const gate = closeGate("closing");
    const closed = await start("closed");
    const writing = closed.run("web:slow");
    await gate.arrived;
    const closing = closed.close();
    gate.open();
    expect(await writing).toEqual(expect.any(String));
    await closing;
    const again = await start("closed");
    expect(await again.run("messages:list", { channel: "late" })).toEqual(["kept"]);
    await again.close();
  });

  it("says why it cannot listen", async () => {
    await expect(start("again", { host: "192.0.2.1" })).rejects.toMatchObject({
      code: "port_refused",
      message: expect.stringMatching(/^Cannot listen on 192\.0\.2\.1, port 0: /) as unknown,
    });
  });

  it("survives an unhandled rejection, and logs it", async () => {
    const told = lines.length;
    process.emit("unhandledRejection", new Error("forgotten"), Promise.resolve());
    await expect.poll(() => lines.slice(told)).toContain("Unhandled rejection: Error: forgotten");
  });

  it("runs any function for its own process, and throws what it threw", async () => {
    expect(await backend.run("web:hidden", { n: 1 })).toBe(1);
    expect(await backend.run("web:ask")).toBeNull();
    await expect(backend.run("messages:broken")).rejects.toThrow("broken");
  });
});
