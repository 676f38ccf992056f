import { resolve } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ALL_KEYS } from "../../../packages/convex-local/src/codec/keys";
import { NotSaved } from "../../../packages/convex-local/src/store/errors";
import { Schema } from "../../../packages/convex-local/src/runtime/schema";
import { createRuntime } from "../../../packages/convex-local/src/runtime/runtime";
import type { Project } from "./fixture";
import { ADMIN, NOBODY, fileBytes, openProject, until } from "./fixture";

const schemaOf = (fields: string) => `
import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";
export default defineSchema({ notes: defineTable({ ${fields} }) });`;
const functionsOf = (answer: string) => `
import { query, mutation, internalMutation } from "./_generated/server";
import { v } from "convex/values";
export const answer = query({ args: {}, returns: v.string(), handler: () => "${answer}" });
export const add = mutation({ args: { note: v.any() }, handler: (ctx, { note }) => ctx.db.insert("notes", note) });
export const tick = internalMutation({ args: { n: v.number() }, handler: () => null });`;

let project: Project;
afterEach(() => project.close());

describe("deploy", () => {
  it("finds modules as the CLI does and describes them", async () => {
    project = await openProject({
      "m.ts": functionsOf("one"),
      "deep/er.ts": `import { action } from "../_generated/server"; export const y = 1;
        export const x = action({ args: {}, handler: () => 1 });`,
      "m.test.ts": "throw new Error('a test is no module');",
      "notes.md": "text",
      "global.ts": "declare const nothing: string;",
      "schema.ts": schemaOf("body: v.string()"),
      "crons.ts": `import { cronJobs, makeFunctionReference } from "convex/server";
        const crons = cronJobs();
        crons.interval("tidy", { hours: 1 }, makeFunctionReference("m:tick"), { n: 1 });
        export default crons;`,
    });
    const { functions, crons, schema } = await project.runtime.deploy();
    const found = [...functions.values()].map(({ path, udfType, isPublic }) => [
      path,
      udfType,
      isPublic ? "public" : "internal",
    ]);
    expect(found).toEqual([
      ["deep/er:x", "action", "public"],
      ["m:add", "mutation", "public"],
      ["m:answer", "query", "public"],
      ["m:tick", "mutation", "internal"],
    ]);
    expect(functions.get("m:answer")).toMatchObject({
      args: { type: "object", value: {} },
      returns: { type: "string" },
    });
    expect(crons).toEqual({
      tidy: { name: "m:tick", args: [{ n: 1 }], schedule: { type: "interval", hours: 1 } },
    });
    expect(schema?.tables.map(({ tableName }) => tableName)).toEqual(["notes"]);
  });

  it("finds the default export that a cron names by its module", async () => {
    project = await openProject({
      "tidy.ts": `import { internalMutation } from "./_generated/server";
        export default internalMutation({ args: {}, handler: () => null });`,
      "crons.ts": `import { cronJobs, makeFunctionReference } from "convex/server";
        const crons = cronJobs();
        for (const name of ["tidy", "tidy:default", "tidy.js:default"])
          crons.interval(name, { hours: 1 }, makeFunctionReference(name));
        export default crons;`,
    });
    const { crons } = await project.runtime.deploy();
    expect(Object.values(crons).map(({ name }) => name)).toEqual(Array(3).fill("tidy:default"));
  });

  it("replaces changed code, notifies listeners once, and stays with the old code when the new is broken", async () => {
    project = await openProject({ "m.ts": functionsOf("one") });
    let deploys = 0;
    project.runtime.onDeploy(() => (deploys += 1));
    await project.runtime.deploy();
    expect(await project.call("m:answer")).toBe("one");
    project.write({ "m.ts": functionsOf("two") });
    await project.runtime.deploy();
    await project.runtime.deploy();
    expect(await project.call("m:answer")).toBe("two");
    expect(deploys).toBe(2);
    project.write({ "m.ts": "export const = ;" });
    await expect(project.runtime.deploy()).rejects.toMatchObject({ code: "InvalidModules" });
    expect(await project.call("m:answer")).toBe("two");
  });

  it("drops cached answers of the old code when its crons cannot be saved, and saves them with the next deploy", async () => {
    const cronsOf = (
      hours: number,
    ) => `import { cronJobs, makeFunctionReference } from "convex/server";
      const crons = cronJobs();
      crons.interval("tidy", { hours: ${hours} }, makeFunctionReference("m:tick"), { n: 1 });
      export default crons;`;
    project = await openProject({ "m.ts": functionsOf("one"), "crons.ts": cronsOf(1) });
    await project.runtime.deploy();
    project.runtime.start();
    const cronsIn = () =>
      [...project.database.begin().scan("_crons", "by_creation_time", ALL_KEYS, "asc")].map(
        ({ doc }) => doc["spec"],
      );
    await until(() => cronsIn().length === 1);
    expect(await project.call("m:answer")).toBe("one");
    project.write({ "m.ts": functionsOf("two"), "crons.ts": cronsOf(2) });
    const commit = vi.spyOn(project.database, "commit").mockImplementation(() => {
      throw new NotSaved("The disk is full.");
    });
    await expect(project.runtime.deploy()).rejects.toThrow("The disk is full.");
    expect(await project.call("m:answer")).toBe("two");
    commit.mockRestore();
    await project.runtime.deploy();
    expect(cronsIn()).toEqual([
      expect.objectContaining({ schedule: { type: "interval", hours: 2 } }),
    ]);
  });

  it("watches files, prints what does not compile, and recovers", async () => {
    project = await openProject({ "m.ts": functionsOf("one") });
    await project.runtime.watch();
    project.write({ "m.ts": "export const answer = oops(;" });
    await until(() => project.lines.some((line) => line.includes("ERROR")));
    project.write({ "m.ts": functionsOf("two") });
    await until(async () => (await project.call("m:answer")) === "two");
  });

  it("watches before the first code compiles, reports it once, and installs what is fixed outside its folder", async () => {
    project = await openProject({
      "m.ts": `export { answer } from "../package/answer";`,
      "../package/other.ts": "",
    });
    const installed = project.runtime.watch();
    await until(() => project.lines.length > 0);
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(project.lines).toEqual([expect.stringContaining("Could not resolve")]);
    project.write({
      "../package/answer.ts": functionsOf("one").replace("./_generated", "../convex/_generated"),
    });
    await installed;
    expect(await project.call("m:answer")).toBe("one");
  });

  it("reloads when convex.config.ts mounts a component", async () => {
    project = await openProject({ "m.ts": functionsOf("one") });
    await project.runtime.watch();
    project.write({
      "../added/convex.config.ts": `import { defineComponent } from "convex/server";
        export default defineComponent("added");`,
      "../added/lib.ts": `import { queryGeneric } from "convex/server";
        export const say = queryGeneric(() => "from a component");`,
      "convex.config.ts": `import { defineApp } from "convex/server";
        import added from "../added/convex.config";
        const app = defineApp(); app.use(added); export default app;`,
      "m.ts": `import { componentsGeneric, queryGeneric } from "convex/server";
        export const answer = queryGeneric((ctx) => ctx.runQuery(componentsGeneric().added.lib.say, {}));`,
    });
    await until(async () => (await project.call("m:answer")) === "from a component");
  });

  it("refuses a schema that stored documents do not match, and stays with the old one", async () => {
    project = await openProject({
      "m.ts": functionsOf("one"),
      "schema.ts": schemaOf("body: v.string()"),
    });
    await project.runtime.deploy();
    const id = await project.call("m:add", { note: { body: "x" } });
    project.write({ "schema.ts": schemaOf("body: v.string(), rank: v.number()") });
    const refused = project.runtime.deploy();
    await expect(refused).rejects.toThrow(
      `Document with ID "${id as string}" in table "notes" does not match the schema: Object is missing the required field \`rank\``,
    );
    await expect(refused).rejects.toThrow(
      "Nothing was changed. Start the version of the functions that stored it and change or delete " +
        "the document there, or let the schema admit it (v.optional for a new field, v.union with " +
        "the old type), or choose another data folder.",
    );
    expect(await project.call("m:add", { note: { body: "y" } })).toEqual(expect.any(String));
  });

  it("checks stored documents once for each schema, also over restarts and snapshots", async () => {
    const files = { "m.ts": functionsOf("one"), "schema.ts": schemaOf("body: v.string()") };
    project = await openProject(files);
    const checks = vi.spyOn(Schema.prototype, "checkStored");
    await project.runtime.deploy();
    await project.call("m:add", { note: { body: "x" } });
    await project.restart();
    await project.database.compact();
    await project.restart();
    expect(checks).toHaveBeenCalledTimes(1);
    project.write({ "schema.ts": schemaOf("body: v.string(), rank: v.number()") });
    await expect(project.runtime.deploy()).rejects.toThrow("does not match the schema");
    await expect(project.restart()).rejects.toThrow("does not match the schema");
    project.write(files);
    await project.runtime.deploy();
    expect(checks).toHaveBeenCalledTimes(3);
  });

  it.each([
    [
      "m.ts",
      `"use node";\nimport { query } from "./_generated/server"; export const q = query(() => 1);`,
      "Only actions can be defined in Node.js",
    ],
    [
      "m.ts",
      `import { readFileSync } from "node:fs"; export const x = readFileSync;`,
      `without the "use node" directive`,
    ],
    [
      "http.ts",
      `"use node";\nexport default 1;`,
      `"use node" directive is not allowed for http.ts`,
    ],
    ["m.ts", `export {};\nthrow new Error("at load");`, "Uncaught Error: at load"],
    ["schema.ts", `export default 5;`, "isn't a Convex schema"],
  ])("refuses %s with the content %s", async (path, text, message) => {
    project = await openProject({ [path]: text });
    await expect(project.runtime.deploy()).rejects.toThrow(message);
  });

  it("names the variable that auth.config.ts needs, and reads it once it is set", async () => {
    project = await openProject({
      "auth.config.ts": `export default { providers: [{ domain: process.env.ISSUER ?? "x", applicationID: "app" }] };`,
    });
    await expect(project.runtime.deploy()).rejects.toMatchObject({
      code: "AuthConfigMissingEnvironmentVariable",
      message: "Environment variable ISSUER is used in auth config file but its value was not set",
    });
    project.variables["ISSUER"] = "https://issuer";
    const { auth } = await project.runtime.deploy();
    expect(auth).toEqual([{ domain: "https://issuer", applicationID: "app" }]);
  });

  it("lists the variables that convex.config.ts declares, and names a missing required one", async () => {
    project = await openProject({
      "m.ts": functionsOf("one"),
      "convex.config.ts": `import { defineApp } from "convex/server";
        import { v } from "convex/values";
        export default defineApp({ env: { MODE: v.string(), HINT: v.optional(v.string()) } });`,
    });
    await expect(project.runtime.deploy()).rejects.toThrow("MODE");
    project.variables["MODE"] = "on";
    const { definition } = await project.runtime.deploy();
    expect(definition.envVars).toEqual([
      ["MODE", { type: "value", value: '{"type":"string"}' }],
      ["HINT", { type: "value", value: '{"type":"string"}', optional: true }],
    ]);
  });

  it("routes HTTP actions, and returns null without a route", async () => {
    project = await openProject({
      "http.ts": `import { httpRouter } from "convex/server";
        import { httpAction } from "./_generated/server";
        const http = httpRouter();
        http.route({ path: "/hi", method: "POST", handler: httpAction(async (ctx, request) =>
          new Response((await request.text()) + ((await ctx.auth.getUserIdentity())?.name ?? "")))});
        http.route({ pathPrefix: "/boom/", method: "GET", handler: httpAction(() => { throw new Error("b"); }) });
        export default http;`,
    });
    await project.runtime.deploy();
    const ask = (path: string, init?: RequestInit) =>
      project.runtime.httpAction(new Request(`http://site${path}`, init), {
        caller: { kind: "user", identity: { name: "Ada" } },
      });
    expect(await (await ask("/hi", { method: "POST", body: "I am " }))?.text()).toBe("I am Ada");
    expect(await ask("/hi")).toBeNull();
    expect((await ask("/boom/x"))?.status).toBe(500);
  });

  it("stores files' rows and bytes together", async () => {
    project = await openProject({
      "f.ts": `import { action, mutation, query } from "./_generated/server";
        export const save = action({ args: {}, handler: async (ctx) => {
          const id = await ctx.storage.store(new Blob(["hello"], { type: "text/plain" }));
          return { id, text: await (await ctx.storage.get(id)).text(), url: await ctx.storage.getUrl(id) };
        }});
        export const row = query({ args: {}, handler: (ctx) => ctx.db.system.query("_storage").collect() });
        export const secret = query({ args: {}, handler: (ctx) => ctx.db.system.query("_crons").collect() });
        export const drop = mutation({ args: {}, handler: async (ctx) => {
          const [file] = await ctx.db.system.query("_storage").collect();
          await ctx.storage.delete(file._id);
        }});`,
    });
    await project.runtime.deploy();
    const saved = (await project.call("f:save")) as Record<string, string>;
    expect(saved).toMatchObject({ text: "hello", url: `http://files/${saved.id ?? ""}` });
    const [row] = (await project.call("f:row")) as Record<string, unknown>[];
    expect(row).toMatchObject({ _id: saved.id, size: 5, contentType: "text/plain" });
    expect(project.bytes.size).toBe(1);
    expect(await project.fail("f:secret")).toContain("does not exist");
    await project.call("f:drop");
    expect([project.bytes.size, await project.call("f:row")]).toEqual([0, []]);
  });

  it("opens internal functions to the admin only", async () => {
    project = await openProject({ "m.ts": functionsOf("one") });
    await project.runtime.deploy();
    expect(await project.call("m:tick", { n: 1 }, ADMIN)).toBeNull();
    expect(await project.fail("m:tick", { n: 1 }, NOBODY)).toContain(
      "Could not find public function",
    );
  });
});

describe("the project's own functions", () => {
  it("deploy unchanged", async () => {
    project = await openProject({});
    const own = createRuntime({
      database: project.database,
      functionsDir: resolve("convex"),
      files: fileBytes(new Map()),
      cloudUrl: "http://cloud",
      siteUrl: "http://site",
      variables: {
        EMBEDDED_ISSUER: "disabled",
        EMBEDDED_JWKS: "disabled",
        CLERK_JWT_ISSUER_DOMAIN: "disabled",
        BILLING_MODE: "sandbox",
      },
      log: () => undefined,
    });
    const { functions, schema } = await own.deploy();
    expect(functions.get("billing:attach")?.isPublic).toBe(true);
    expect(schema?.tables.length).toBeGreaterThan(10);
    const seeded = await own.run({ path: "billing:install", args: {}, caller: ADMIN });
    expect(seeded.outcome.success).toBe(true);
    const listed = await own.action({ path: "billing:listProducts", args: {}, caller: NOBODY });
    expect(JSON.stringify(listed.outcome)).toContain('"id":"free"');
    await own.close();
  });
});
