import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JSONValue } from "convex/values";
import { ConvexClient, ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import type { Backend } from "../../../packages/convex-local/src/main";
import { Executions } from "../../../packages/convex-local/src/runtime/executions";
import { eventually, makeIssuer, makeProject, messages, startFixture } from "./fixture";
import { Wire } from "./wire";

const project = makeProject({
  "convex/crons.ts": "export {};",
  "convex/convex.config.ts": `
    import { defineApp } from "convex/server";
    import { v } from "convex/values";
    import notes from "./notes/convex.config";
    const app = defineApp({ env: { MODE: v.string() } });
    app.use(notes);
    export default app;`,
  "convex/notes/convex.config.ts": `
    import { defineComponent } from "convex/server";
    export default defineComponent("notes");`,
  "convex/notes/lib.ts": `
    import { actionGeneric, internalMutationGeneric, queryGeneric } from "convex/server";
    export const all = queryGeneric(async (ctx) => (await ctx.db.query("notes").collect()).map(({ text }) => text));
    export const add = internalMutationGeneric(async (ctx, note) => { await ctx.db.insert("notes", note); });
    export const echo = actionGeneric((_, { text }) => "component: " + text);`,
  "convex/variables.ts": `
    import { queryGeneric } from "convex/server";
    export const color = queryGeneric({ args: {}, handler: () => process.env.COLOR ?? "none" });
    export const mode = queryGeneric({ args: {}, handler: () => process.env.MODE });`,
});
const issuer = await makeIssuer();
let backend: Backend;

beforeAll(async () => {
  backend = await startFixture(project, issuer.jwks, {
    env: { JWKS: issuer.jwks, MODE: "given" },
  });
});
afterAll(async () => {
  await backend.close();
  project.remove();
});

const asAdmin = (): HeadersInit => ({ Authorization: `Convex ${backend.adminKey}` });

async function ask(
  method: string,
  path: string,
  body: JSONValue | undefined,
  headers: HeadersInit,
): Promise<{ status: number; answer: JSONValue }> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(`${backend.url}/api/${path}`, { method, headers, ...sent });
  return { status: response.status, answer: (await response.json()) as JSONValue };
}

const ENDPOINTS: [method: string, path: string, body?: JSONValue][] = [
  ["GET", "v1/get_canonical_urls"],
  ["POST", "get_config_hashes", {}],
  ["POST", "deploy2/start_push", {}],
  ["POST", "deploy2/finish_push", {}],
  ["POST", "run_test_function", {}],
  ["GET", "stream_function_logs?cursor=0"],
  ["POST", "export/request/zip?includeStorage=true"],
  ["GET", "export/zip/1"],
  ["POST", "import/start_upload"],
  ["POST", "import/upload_part?uploadToken=x&partNumber=1", {}],
  ["POST", "import/finish_upload", {}],
  ["POST", "perform_import", {}],
  ["POST", "update_environment_variables", { changes: [{ name: "COLOR", value: "red" }] }],
];

describe("admin operations", () => {
  it.each(ENDPOINTS)("refuse %s /api/%s to other callers", async (method, path, body) => {
    const user = `Bearer ${await issuer.sign("ada")}`;
    expect(await ask(method, path, body, {})).toMatchObject({
      status: 403,
      answer: { message: "This needs the admin key." },
    });
    expect((await ask(method, path, body, { Authorization: user })).status).toBe(403);
    const wrong = await ask(method, path, body, { Authorization: "Convex local|wrong" });
    expect(wrong).toMatchObject({ status: 401, answer: { code: "BadAdminKey" } });
  });

  it("run system queries over a socket", async () => {
    const wire = await Wire.open(backend.url);
    wire.watch(1, "_system/cli/tables");
    expect(await wire.news(1)).toMatchObject({
      errorMessage: expect.stringContaining("Could not find public function") as string,
    });
    wire.say({
      type: "Authenticate",
      baseVersion: 0,
      tokenType: "Admin",
      value: backend.adminKey,
    });
    expect(await wire.news(1, 1)).toMatchObject({ value: { page: [{ name: "messages" }] } });
    wire.close();
  });

  it("call and watch the functions of a component over a socket", async () => {
    const wire = await Wire.open(backend.url);
    const there = { componentPath: "notes" };
    const note = { text: "hello" };
    const call = async () => [
      await wire.mutate("lib:add", note, there),
      await wire.act("lib:echo", note, there),
    ];
    const watch = { type: "Add", queryId: 1, udfPath: "lib:all", args: [{}], ...there };
    wire.modify(watch);
    const unknown = expect.stringContaining("Could not find public function") as string;
    expect(await wire.news(1)).toMatchObject({ errorMessage: unknown });
    const refused = { success: false, result: unknown };
    expect(await call()).toMatchObject([refused, refused]);
    const value = backend.adminKey;
    wire.say({ type: "Authenticate", baseVersion: 0, tokenType: "Admin", value });
    expect(await wire.news(1, 1)).toMatchObject({ value: [] });
    const echo = { success: true, result: "component: hello" };
    expect(await call()).toMatchObject([{ success: true }, echo]);
    expect(await wire.news(1, 2)).toMatchObject({ value: ["hello"] });
    wire.close();
  });

  it("act for a user, over a socket too", async () => {
    const identity = { subject: "ada", issuer: "https://x", tokenIdentifier: "https://x|ada" };
    const wire = await Wire.open(backend.url);
    const value = backend.adminKey;
    const login = { type: "Authenticate", baseVersion: 0, tokenType: "Admin", value };
    // `setAdminAuth` takes one without a token identifier.
    const { tokenIdentifier: _, ...named } = identity;
    wire.say({ ...login, impersonating: named });
    wire.watch(1, "messages:me");
    expect(await wire.news(1)).toMatchObject({ value: identity });
    wire.close();
    const noOne = Buffer.from('{"subject":"ada"}').toString("base64");
    const headers = { Authorization: `Convex ${value}:${noOne}` };
    const refused = await ask("POST", "function", { path: "messages:me", args: {} }, headers);
    expect(refused).toMatchObject({ status: 401, answer: { code: "InvalidIdentity" } });
  });
});

describe("the log of executions", () => {
  it("waits for entries after the cursor, and returns them once", async () => {
    const poll = async (cursor: number) => {
      const { answer } = await ask(
        "GET",
        `stream_function_logs?cursor=${cursor}`,
        undefined,
        asAdmin(),
      );
      return answer as { entries: Record<string, unknown>[]; newCursor: number };
    };
    await backend.run("messages:list", { channel: "before" });
    const before = await poll(0);
    expect(before.entries.at(-1)).toMatchObject({
      kind: "Completion",
      udfType: "Query",
      identifier: "messages:list",
      identityType: "instance_admin",
      logLines: [{ level: "LOG", messages: ["'listing' 'before'"], isTruncated: false }],
      success: {},
      error: null,
    });
    const next = poll(before.newCursor);
    await backend.run("messages:broken").catch(() => undefined);
    const after = await next;
    expect(after.entries).toMatchObject([{ identifier: "messages:broken", success: null }]);
    expect(after.newCursor).toBeGreaterThan(before.newCursor);
  });
});

describe("followers of the log", () => {
  it("wait while nothing runs", async () => {
    const executions = new Executions();
    const run = () => executions.begin({ path: "m:f", caller: { kind: "nobody" } }, "query", [])();
    run();
    const { newCursor } = await executions.after(0);
    const next = executions.after(newCursor);
    const soon = new Promise((resolve) => setImmediate(resolve, "waiting"));
    expect(await Promise.race([next, soon])).toBe("waiting");
    run();
    expect((await next).entries).toHaveLength(1);
  });

  it("get the last thousand entries, or fewer large ones", async () => {
    const executions = new Executions();
    const run = (line: string) =>
      executions.begin({ path: "m:f", caller: { kind: "nobody" } }, "query", [line])();
    for (let i = 0; i < 1_001; i += 1) run("[LOG] short");
    expect((await executions.after(0)).entries).toHaveLength(1_000);
    for (let i = 0; i < 5; i += 1) run(`[LOG] ${"x".repeat(4 * 1024 * 1024)}`);
    expect((await executions.after(0)).entries).toHaveLength(3);
  });
});

describe("a page of documents", () => {
  it("continues the one before, in both directions", async () => {
    for (const body of ["1", "2", "3"]) await backend.run("messages:seed", { channel: "a", body });
    const client = new ConvexHttpClient(backend.url, { logger: false });
    client.setAuth("");
    const read = async (order: string, numItems: number, cursor: string | null) => {
      const args = { table: "messages", order, paginationOpts: { numItems, cursor } };
      const body = { path: "_system/cli/tableData", args, format: "json" };
      const { answer } = await ask("POST", "query", body, asAdmin());
      const { value } = answer as {
        value: { page: { body: string }[]; isDone: boolean; continueCursor: string };
      };
      return { ...value, page: value.page.map((doc) => doc.body) };
    };
    for (const [order, pages] of [
      ["asc", ["1", "2", "3"]],
      ["desc", ["3", "2", "1"]],
    ] as const) {
      const first = await read(order, 2, null);
      expect(first).toMatchObject({ page: pages.slice(0, 2), isDone: false });
      expect(await read(order, 2, first.continueCursor)).toMatchObject({
        page: pages.slice(2),
        isDone: true,
      });
    }
  });

  it("shows no table that functions may not see", async () => {
    const paginationOpts = { numItems: 1, cursor: null };
    const args = { table: "_environment_variables", order: "asc", paginationOpts };
    const body = { path: "_system/cli/tableData", args, format: "json" };
    const { answer } = await ask("POST", "query", body, asAdmin());
    expect(JSON.stringify(answer)).toContain("Table _environment_variables does not exist.");
  });
});

describe("variables of the deployment", () => {
  const change = (name: string, value: string | null) =>
    ask("POST", "update_environment_variables", { changes: [{ name, value }] }, asAdmin());

  it("reach live queries at once", async () => {
    const client = new ConvexClient(backend.url);
    const color = makeFunctionReference<"query">("variables:color");
    const seen = eventually<string>(
      (onValue) => client.onUpdate(color, {}, onValue),
      (value) => value === "green",
    );
    await client.query(messages.list, { channel: "a" });
    await change("COLOR", "green");
    expect(await seen).toBe("green");
    await change("COLOR", null);
    expect(await backend.run("variables:color")).toBe("none");
    await client.close();
  });

  it("override the values given at the start, until they are removed", async () => {
    expect(await change("MODE", "set")).toMatchObject({ status: 200 });
    expect(await backend.run("variables:mode")).toBe("set");
    expect(await change("MODE", null)).toMatchObject({ status: 200 });
    expect(await backend.run("variables:mode")).toBe("given");
    expect(await change("MODE", null)).toMatchObject({
      status: 400,
      answer: { code: "EnvVarGivenAtStart" },
    });
  });

  it.each(["constructor", "__proto__"])("may be called %s", async (name) => {
    const path = "_system/cli/queryEnvironmentVariables:get";
    const stored = () => ask("POST", "query", { path, args: { name }, format: "json" }, asAdmin());
    for (const value of ["x", null, null]) {
      expect(await change(name, value)).toMatchObject({ status: 200 });
      expect(await stored()).toMatchObject({ answer: { value: value && { name, value } } });
    }
  });

  it.each([
    ["1ST", "x", "EnvironmentVariableNameInvalid"],
    ["A-B", "x", "EnvironmentVariableNameInvalid"],
    ["N".repeat(257), "x", "EnvironmentVariableNameTooLong"],
    ["CONVEX_SITE_URL", "x", "EnvVarNameForbidden"],
    ["LARGE", "é".repeat(4_097), "EnvironmentVariableValueTooLarge"],
  ])("are refused as on Convex: %s", async (name, value, code) => {
    expect(await change(name, value)).toMatchObject({ status: 400, answer: { code } });
  });

  it("are at most 512, of 512 KiB, and a change is applied completely or not at all", async () => {
    const named = (count: number, value: string) =>
      Array.from({ length: count }, (_, i) => ({ name: `V${i}`, value }));
    const set = (changes: JSONValue) =>
      ask("POST", "update_environment_variables", { changes }, asAdmin());
    expect(await set(named(511, "x"))).toMatchObject({ answer: { code: "EnvVarLimitMet" } });
    const large = await set(named(64, "x".repeat(8 * 1024)));
    expect(large).toMatchObject({ answer: { code: "EnvVarTotalSizeLimitMet" } });
    const half = [
      { name: "COLOR", value: "pink" },
      { name: "JWKS", value: "not an address" },
      { name: "=", value: "" },
    ];
    expect(await set(half)).toMatchObject({ status: 400 });
    expect(await backend.run("variables:color")).toBe("none");
    expect(await set("all")).toMatchObject({ status: 400, answer: { code: "BadJsonBody" } });
  });
});

describe("an import", () => {
  it("without its id is refused with a message", async () => {
    const nameless = await ask("POST", "perform_import", {}, asAdmin());
    expect(nameless).toMatchObject({ status: 400, answer: { code: "ImportNotFound" } });
    const unsent = await ask("POST", "import/finish_upload", { import: {} }, asAdmin());
    expect(unsent).toMatchObject({ status: 400, answer: { code: "ImportUploadNotFound" } });
  });
});
