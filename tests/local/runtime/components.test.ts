import type { JSONValue } from "convex/values";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ADMIN, NOBODY, openProject, until } from "./fixture";
import type { Project } from "./fixture";

const SERVER = `import { queryGeneric as query, mutationGeneric as mutation, actionGeneric as action,
  internalMutationGeneric as internalMutation, internalQueryGeneric as internalQuery,
  httpActionGeneric as httpAction, componentsGeneric, createFunctionHandle, httpRouter, cronJobs,
  defineSchema, defineTable, defineComponent, defineApp, makeFunctionReference } from "convex/server";
  import { v } from "convex/values"; const components = componentsGeneric();`;

/** A component that counts in a table of its own, with a nested component of the same kind. */
const COUNTER = {
  "parts/counter/convex.config.ts": `${SERVER} import log from "../log/convex.config";
    const component = defineComponent("counter", { env: { STEP: v.string(), HINT: v.optional(v.string()) } });
    component.use(log, { httpPrefix: "/log/", env: { TITLE: "Log of a counter" } });
    export default component;`,
  "parts/counter/schema.ts": `${SERVER}
    export default defineSchema({ counts: defineTable({ name: v.string(), n: v.number() })
      .index("by_name", ["name"]).searchIndex("search", { searchField: "name" }) });`,
  "parts/counter/lib.ts": `${SERVER}
    let loads = 0;
    export const add = mutation({ args: { name: v.string() }, returns: v.string(), handler: async (ctx, { name }) => {
      const row = await ctx.db.query("counts").withIndex("by_name", (q) => q.eq("name", name)).unique();
      const step = Number(process.env.STEP);
      await ctx.runMutation(components.log.lib.note, { text: name });
      if (name === "bad") throw new Error("bad name");
      if (row) await ctx.db.patch(row._id, { n: row.n + step });
      return row?._id ?? ctx.db.insert("counts", { name, n: step });
    } });
    export const get = query({ args: { name: v.string() }, handler: async (ctx, { name }) =>
      (await ctx.db.query("counts").withSearchIndex("search", (q) => q.search("name", name)).collect()).map((row) => row.n) });
    export const mine = query(async (ctx, { id }) => [ctx.db.normalizeId("counts", id), await ctx.auth.getUserIdentity()]);
    export const byId = query({ args: { id: v.id("counts") }, handler: async (ctx, { id }) => (await ctx.db.get(id)).n });
    export const wrong = mutation(async (ctx) => { await ctx.db.insert("counts", { name: 1 }); });
    export const page = query(async (ctx) => await ctx.db.query("counts").paginate({ numItems: 1, cursor: null }));
    export const env = query(() => ({ ...process.env }));
    export const now = query(() => Date.now());
    export const bump = query(() => (loads += 1));
    export const hidden = internalMutation(async (ctx, { name }) => { await ctx.db.insert("counts", { name, n: 7 }); });
    export const later = mutation(async (ctx, { name }) =>
      await ctx.scheduler.runAfter(0, makeFunctionReference("lib:hidden"), { name }));
    export const call = mutation(async (ctx, { handle }) => {
      await ctx.scheduler.runAfter(0, handle, { text: "told" });
      return await ctx.runMutation(handle, { text: "called" });
    });
    export const act = action(async (ctx, { name }) => {
      await ctx.runMutation(makeFunctionReference("lib:hidden"), { name });
      const id = await ctx.storage.store(new Blob(["file of " + name]));
      return [await ctx.auth.getUserIdentity(), await (await ctx.storage.get(id)).text(),
        (await ctx.storage.getUrl(id)).replace(id, "?"), await ctx.runQuery(components.log.lib.all, {})];
    });`,
  "parts/log/convex.config.ts": `${SERVER} export default defineComponent("log", { env: { TITLE: v.string() } });`,
  "parts/log/lib.ts": `${SERVER}
    export const note = mutation({ args: { text: v.string() }, handler: async (ctx, args) => { await ctx.db.insert("notes", args); } });
    export const all = query(async (ctx) => (await ctx.db.query("notes").collect()).map(({ text }) => text));
    export const tick = internalMutation(async (ctx) => { await ctx.db.insert("notes", { text: "tick" }); });`,
  "parts/log/crons.ts": `${SERVER} const crons = cronJobs();
    crons.interval("tick", { hours: 1 }, makeFunctionReference("lib:tick")); export default crons;`,
  "parts/log/http.ts": `${SERVER} const http = httpRouter();
    http.route({ path: "/title", method: "GET", handler: httpAction(async (ctx, request) => Response.json(
      [process.env.TITLE, process.env.CONVEX_SITE_URL, request.url, await ctx.auth.getUserIdentity()])) });
    export default http;`,
};

const APP = {
  ...COUNTER,
  "convex.config.ts": `${SERVER} import counter from "./parts/counter/convex.config.js";
    const app = defineApp({ env: { STEP: v.string() } });
    app.use(counter, { name: "first", httpPrefix: "/first", env: { STEP: app.env.STEP } });
    app.use(counter, { name: "second", env: { STEP: "10", HINT: "by value" } });
    export default app;`,
  "http.ts": `${SERVER} const http = httpRouter();
    http.route({ pathPrefix: "/", method: "GET", handler: httpAction(async (_, request) => new Response("app " + request.url)) });
    export default http;`,
  "app.ts": `${SERVER}
    const lib = (name) => components[name].lib;
    export const add = mutation(async (ctx, { to, name, fail }) => {
      await ctx.db.insert("counts", { mine: name });
      const id = await ctx.runMutation(lib(to).add, { name });
      if (fail) throw new Error("host failed");
      return id;
    });
    export const tryBad = mutation(async (ctx) => {
      await ctx.runMutation(lib("first").add, { name: "good" });
      try { await ctx.runMutation(lib("first").add, { name: "bad" }); } catch (error) { return error.message; }
    });
    export const read = query(async (ctx, { of, fn, ...args }) => await ctx.runQuery(lib(of)[fn], args));
    export const write = mutation(async (ctx, { to, fn, ...args }) => await ctx.runMutation(lib(to)[fn], args));
    export const act = action(async (ctx, args) => [await ctx.auth.getUserIdentity() !== null, ...await ctx.runAction(lib("first").act, args)]);
    export const times = mutation(async (ctx) => [Date.now(), await ctx.runQuery(lib("first").now, {}), Date.now()]);
    export const deep = mutation(async (ctx, { levels }) =>
      levels === 0 ? 0 : 1 + await ctx.runMutation(makeFunctionReference("app:deep"), { levels: levels - 1 }));
    export const mine = query(async (ctx) => (await ctx.db.query("counts").collect()).length);
    export const peek = query(async (ctx, { table }) => (await ctx.db.query(table).collect()).length);
    export const told = internalMutation(async (ctx, { text }) => { await ctx.db.insert("told", { text }); return text; });
    export const heard = query(async (ctx) => (await ctx.db.query("told").collect()).map(({ text }) => text));
    export const handle = action(async () => await createFunctionHandle(makeFunctionReference("app:told")));
    export const typed = query({ args: { id: v.id("counts") }, handler: () => 1 });`,
};

let project: Project;
const open = async (files: Record<string, string>) => {
  project = await openProject(files);
  project.variables["STEP"] = "1";
};
const counts = (of: string, name: string) => project.call("app:read", { of, fn: "get", name });
const notes = (component: string) =>
  project.runtime
    .run({ path: "lib:all", component, args: {}, caller: ADMIN })
    .then(({ outcome }) => outcome);
const user = { kind: "user", identity: { subject: "me", tokenIdentifier: "i|me" } } as const;

afterEach(() => project.close());

describe("a mounted component", () => {
  beforeEach(async () => {
    await open(APP);
    await project.runtime.deploy();
  });

  it("has documents apart from the app's and from those of a second mount", async () => {
    const id = await project.call("app:add", { to: "first", name: "a" });
    await project.call("app:add", { to: "second", name: "a" });
    await project.call("app:add", { to: "first", name: "a" });
    expect([await counts("first", "a"), await counts("second", "a")]).toEqual([[2], [10]]);
    expect(await project.call("app:mine")).toBe(3);
    expect(await project.call("app:read", { of: "first", fn: "byId", id })).toBe(2);
    expect(await project.fail("app:read", { of: "second", fn: "byId", id })).toContain(
      "ArgumentVal",
    );
    expect(await project.fail("app:typed", { id })).toContain("ArgumentValidationError");
    expect(await project.call("app:read", { of: "second", fn: "mine", id })).toEqual([null, null]);
  });

  it("hides its tables from the app under their stored names", async () => {
    await project.call("app:add", { to: "first", name: "a" });
    expect(await project.fail("app:peek", { table: "first/counts" })).toContain(
      "Invalid table name: first/counts",
    );
  });

  it("has its own modules, variables and nested components", async () => {
    const env = (of: string) => project.call("app:read", { of, fn: "env" });
    const urls = { CONVEX_CLOUD_URL: "http://cloud" };
    expect(await env("first")).toEqual({
      ...urls,
      STEP: "1",
      CONVEX_SITE_URL: "http://site/first",
    });
    expect(await env("second")).toEqual({
      ...urls,
      ...{ STEP: "10", HINT: "by value", CONVEX_SITE_URL: "http://site" },
    });
    await project.call("app:add", { to: "first", name: "a" });
    expect(await notes("first/log")).toMatchObject({ value: ["a"] });
    expect(await notes("second/log")).toMatchObject({ value: [] });
  });

  it("is rolled back with the host's mutation, and alone when its error is caught", async () => {
    expect(await project.fail("app:add", { to: "first", name: "a", fail: true })).toContain("host");
    expect(await counts("first", "a")).toEqual([]);
    expect(await project.call("app:tryBad")).toContain("bad name");
    expect(await counts("first", "good")).toEqual([1]);
    expect(await notes("first/log")).toMatchObject({ value: ["good"] });
  });

  it("has the time of its caller, and calls at most eight levels deep", async () => {
    let now = 1_000;
    Object.defineProperty(project.clock, "now", { get: () => (now += 1) });
    const times = await project.call("app:times");
    expect(new Set(times as number[]).size).toBe(1);
    expect(await project.call("app:deep", { levels: 8 })).toBe(8);
    expect(await project.fail("app:deep", { levels: 9 })).toContain(
      "Cross component call depth limit exceeded.",
    );
  });

  it("checks its schema, and does not paginate", async () => {
    const wrong = await project.fail("app:write", { to: "first", fn: "wrong" });
    expect(wrong).toContain('in table "counts"');
    const page = await project.fail("app:read", { of: "first", fn: "page" });
    expect(page).toContain("paginate() is only supported in the app.");
  });

  it("exports public functions to the app alone, and none to clients", async () => {
    const hidden = await project.fail("app:write", { to: "first", fn: "hidden", name: "x" });
    expect(hidden).toContain("Could not find public function for 'first/lib:hidden'");
    const reach = async (component: string, caller: typeof ADMIN, args: JSONValue) =>
      (await project.runtime.run({ path: "lib:get", component, args, caller })).outcome;
    expect(await reach("first", NOBODY, { name: "a" })).toMatchObject({ success: false });
    expect(await reach("first", user, { name: "a" })).toMatchObject({ success: false });
    expect(await reach("first", ADMIN, { name: "a" })).toMatchObject({ value: [] });
    expect(await project.fail("first/lib:get", { name: "a" })).toContain("Could not find public");
  });

  it("does not know the caller, in a query or in an action, and its actions have its files", async () => {
    expect(await project.call("app:act", { name: "n" }, user)).toEqual([
      true,
      null,
      "file of n",
      "http://files/first?",
      [],
    ]);
    expect(await counts("first", "n")).toEqual([7]);
    const id = await project.call("app:add", { to: "first", name: "b" });
    const seen = await project.call("app:read", { of: "first", fn: "mine", id }, user);
    expect(seen).toEqual([id, null]);
  });

  it("runs scheduled functions, crons, and functions of the app by their handles", async () => {
    project.runtime.start();
    await project.call("app:write", { to: "second", fn: "later", name: "later" });
    await until(async () => JSON.stringify(await counts("second", "later")) === "[7]");
    await until(async () => JSON.stringify(await notes("first/log")).includes("tick"));
    const handle = await project.call("app:handle");
    const called = await project.call("app:write", { to: "first", fn: "call", handle });
    expect(called).toBe("called");
    await until(
      async () => JSON.stringify(await project.call("app:heard")) === '["called","told"]',
    );
    const bad = await project.fail("app:write", {
      to: "first",
      fn: "call",
      handle: "function://x",
    });
    expect(bad).toContain("Invalid function handle");
  });

  it("answers HTTP requests below its mount, with the full URL", async () => {
    const get = async (path: string) =>
      (
        await project.runtime.httpAction(new Request(`http://site${path}`), { caller: user })
      )?.text();
    expect(JSON.parse((await get("/first/log/title")) ?? "")).toEqual([
      ...["Log of a counter", "http://site/first/log", "http://site/first/log/title", null],
    ]);
    expect(await get("/first/other")).toBe("app http://site/first/other");
    expect(await get("/log/title")).toBe("app http://site/log/title");
  });

  it("keeps all data over a restart", async () => {
    await project.call("app:add", { to: "first", name: "a" });
    await project.restart();
    await project.call("app:add", { to: "first", name: "a" });
    expect(await counts("first", "a")).toEqual([2]);
  });
});

describe("an app", () => {
  it("keeps its documents when components are mounted and when they are removed", async () => {
    const table = `${SERVER}
      export const add = mutation(async (ctx) => await ctx.db.insert("counts", {}));
      export const count = query(async (ctx) => (await ctx.db.query("counts").collect()).length);`;
    await open({ "m.ts": table });
    await project.runtime.deploy();
    await project.call("m:add");
    project.write(APP);
    await project.restart();
    await project.call("app:add", { to: "first", name: "a" });
    expect([await project.call("m:count"), await counts("first", "a")]).toEqual([2, [1]]);
    project.write({ "convex.config.ts": `${SERVER} export default defineApp();` });
    await project.restart();
    expect(await project.call("m:count")).toBe(2);
  });

  it("has all its HTTP routes below its own prefix, including its components' routes", async () => {
    const config = APP["convex.config.ts"].replace("defineApp({", 'defineApp({ httpPrefix: "/v2",');
    await open({ ...APP, "convex.config.ts": config });
    await project.runtime.deploy();
    const get = async (path: string) => {
      const request = new Request(`http://site${path}`);
      return (await project.runtime.httpAction(request, { caller: NOBODY }))?.text();
    };
    expect(await get("/v2/first/log/title")).toContain('"http://site/v2/first/log"');
    expect(await get("/v2/other")).toBe("app http://site/v2/other");
    for (const path of ["/first/log/title", "/other", "/v2", "/v2other"])
      expect(await get(path)).toBeUndefined();
  });

  it("is reloaded when a file of a component outside its folder changes", async () => {
    const lib = (answer: string) => ({
      "../elsewhere/lib.ts": `${SERVER} export const say = query(() => "${answer}");`,
    });
    await open({
      ...lib("old"),
      "../elsewhere/convex.config.ts": `${SERVER} export default defineComponent("talk");`,
      "convex.config.ts": `${SERVER} import talk from "../elsewhere/convex.config";
        const app = defineApp(); app.use(talk); export default app;`,
      "m.ts": `${SERVER} export const say = query(async (ctx) => await ctx.runQuery(components.talk.lib.say, {}));`,
    });
    await project.runtime.watch();
    expect(await project.call("m:say")).toBe("old");
    project.write(lib("new"));
    await until(async () => (await project.call("m:say")) === "new");
  });
});

describe("a live query", () => {
  it("that read a component runs again when the component writes what it read", async () => {
    await open(APP);
    await project.runtime.deploy();
    const ask = (of: string) => {
      const args = { of, fn: "get", name: "a" };
      return project.runtime.answer({ path: "app:read", args, caller: NOBODY });
    };
    const [first, second] = [await ask("first"), await ask("second")];
    await project.call("app:add", { to: "first", name: "a" });
    expect([first.dependency.isStale, second.dependency.isStale]).toEqual([true, false]);
  });
});

describe("a mount is refused", () => {
  const config = (lines: string) => ({
    ...COUNTER,
    "convex.config.ts": `${SERVER} import counter from "./parts/counter/convex.config";
      const app = defineApp({ env: { STEP: v.optional(v.string()) } }); ${lines} export default app;`,
  });

  it("accepts variables with names that every object has", async () => {
    const env = "env: { STEP: v.string(), constructor: v.optional(v.string()) }";
    const files = config(`app.use(counter, { env: { STEP: "1" } });`);
    const definition = COUNTER["parts/counter/convex.config.ts"].replace(/env: \{.*?\}/, env);
    await open({ ...files, "parts/counter/convex.config.ts": definition });
    expect((await project.runtime.deploy()).components.get("counter")?.variables["STEP"]).toBe("1");
  });

  it.each([
    ["without a required variable", "app.use(counter, { env: {} });", "STEP is not set"],
    ["with an unknown variable", `app.use(counter, { env: { STEP: "1", X: "" } });`, "no env"],
    [
      "twice under one name",
      `app.use(counter, { env: { STEP: "1" } }); app.use(counter, { env: { STEP: "2" } });`,
      "Two components are named counter",
    ],
    [
      "without a name",
      `app.use(counter, { name: "a b", env: { STEP: "1" } });`,
      "component name: a b",
    ],
  ])("%s", async (_, lines, message) => {
    await open(config(lines));
    await expect(project.runtime.deploy()).rejects.toThrow(message);
  });

  it('with "use node", with the message of the command line', async () => {
    const node = { "parts/counter/n.ts": `"use node";\nexport const n = 1;` };
    await open({ ...config(`app.use(counter, { env: { STEP: "1" } });`), ...node });
    await expect(project.runtime.deploy()).rejects.toThrow(
      /"use node" directive is not supported in components\. Remove it from the component at: .*parts\/counter\./,
    );
  });
});
