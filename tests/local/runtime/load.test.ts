import { afterEach, describe, expect, it } from "vitest";
import { closeGate, passesOf } from "../server/gates";
import type { Project } from "./fixture";
import { openProject, until } from "./fixture";

const FUNCTION = `import { query } from "./_generated/server"; export const q = query(() => 1);`;
const NOT_READ = `export {};\nthrow new Error("not read");`;
const DEEPER = FUNCTION.replace("./", "../");

let project: Project;
afterEach(() => project.close());

const pathsOf = async (files: Record<string, string>) => {
  project = await openProject(files);
  return [...(await project.runtime.deploy()).functions.keys()];
};

describe("a module of functions", () => {
  it("is a script with an import or export and one dot in its name", async () => {
    const found = await pathsOf({
      "a.ts": FUNCTION,
      "b.js": FUNCTION,
      "c.mjs": FUNCTION,
      "d.tsx": FUNCTION,
      "e.jsx": FUNCTION,
      "deep/f.ts": DEEPER,
      "deep/_generated/g.ts": DEEPER.replace("../", "../../"),
      "_generated/h.ts": NOT_READ,
      "i.test.ts": NOT_READ,
      ".j.ts": NOT_READ,
      "#k.ts": NOT_READ,
      "l m.ts": NOT_READ,
      "n.d.ts": NOT_READ,
      "deep/schema.ts": NOT_READ,
      "o.ts": "throw new Error('not read');",
      "p.json": "{}",
      "tsconfig.json": "{}",
    });
    expect(found.sort()).toEqual(
      ["a:q", "b:q", "c:q", "d:q", "deep/_generated/g:q", "deep/f:q", "e:q"].sort(),
    );
  });

  it("names its functions by its path and its exports, and skips the rest", async () => {
    const found = await pathsOf({
      "deep/er/m.ts": `import { query, mutation } from "../../_generated/server";
        export default query(() => 1);
        export const two = mutation(() => 2);
        export const helper = () => 3; export const number = 4;`,
    });
    expect(found.sort()).toEqual(["deep/er/m:default", "deep/er/m:two"]);
    expect(await project.call("deep/er/m")).toBe(1);
    expect(await project.call("deep/er/m.js:two")).toBe(2);
  });

  it("in Node loads the external packages of convex.json from node_modules", async () => {
    const code = `"use node"; import { createRequire } from "node:module"; import { deflate } from "pako";
      import { action } from "./_generated/server";
      const installed = createRequire(process.cwd() + "/index.js")("pako");
      export const isInstalled = action({ args: {}, handler: () => deflate === installed.deflate });`;
    project = await openProject({ "node.ts": code });
    await project.runtime.deploy();
    expect(await project.call("node:isInstalled")).toBe(false);
    for (const externalPackages of [["pako"], ["*"]]) {
      project.write({ "../convex.json": JSON.stringify({ node: { externalPackages } }) });
      await project.runtime.deploy();
      expect(await project.call("node:isInstalled")).toBe(true);
    }
  });

  it("in Node is loaded with a note if convex.json names another version", async () => {
    const [major = ""] = process.versions.node.split(".");
    const noteOf = async (nodeVersion: string) => {
      project = await openProject({ "node.ts": `"use node";\nexport {};` });
      project.write({ "../convex.json": JSON.stringify({ node: { nodeVersion } }) });
      await project.runtime.deploy();
      return project.lines;
    };
    expect(await noteOf(major)).toEqual([]);
    await project.close();
    expect(await noteOf("1")).toEqual([
      `deploy convex.json names Node 1. Node actions run in Node ${major}.`,
    ]);
  });

  it("may run in Node, and shares no state with the others", async () => {
    project = await openProject({
      "node.ts": `// first a comment\n/* and another */\n'use node';
        import { action } from "./_generated/server"; import { state } from "./lib.shared";
        export const bump = action({ args: {}, handler: () => [(state.n += 1), typeof Buffer] });`,
      "web.ts": `import { action } from "./_generated/server"; import { state } from "./lib.shared";
        export const bump = action({ args: {}, handler: () => [(state.n += 1), typeof Buffer] });`,
      "lib.shared.ts": "export const state = { n: 0 };",
    });
    await project.runtime.deploy();
    expect(await project.call("node:bump")).toEqual([1, "function"]);
    expect(await project.call("web:bump")).toEqual([1, "undefined"]);
  });
});

describe("a folder", () => {
  it.each([
    [
      "http.ts",
      `export default { routes: [] };`,
      "The default export of `convex/http.js` is not a Router.",
    ],
    [
      "crons.ts",
      `export default {};`,
      "The default export of `convex/crons.js` is not a Crons object.",
    ],
    [
      "crons.ts",
      `"use node";\nexport default {};`,
      `"use node" directive is not allowed for crons.ts.`,
    ],
    [
      "convex.config.ts",
      `export default {};`,
      "convex.config.ts must export default defineApp(...)",
    ],
    ["schema.ts", `export const tables = 1;`, "isn't a Convex schema"],
    ["auth.config.ts", `export default {};`, "auth.config.ts must export default { providers }."],
    ["auth.config.ts", `export default { providers: 1 };`, "must export default { providers }."],
    ["m.ts", `import "./missing";`, `Could not resolve "./missing"`],
    [
      "m.ts",
      `import { createHash } from "crypto"; export const x = createHash;`,
      `without the "use node"`,
    ],
    [
      "m.ts",
      `"use node";\nimport { mutation } from "./_generated/server"; export const x = mutation(() => 1);`,
      "`x` defined in `m.js` is a Mutation function.",
    ],
    [
      "m.ts",
      `export const x = 1;\nthrow new TypeError("loaded");`,
      "Uncaught TypeError: loaded\n    at ",
    ],
    ["m.ts", `export const x = 1; query();`, "Uncaught ReferenceError: query is not defined"],
  ])("whose %s is %s is refused", async (path, text, message) => {
    project = await openProject({ [path]: text });
    await expect(project.runtime.deploy()).rejects.toThrow(message);
    await expect(project.runtime.deploy()).rejects.toHaveProperty("code");
  });

  it("may be empty", async () => {
    expect(await pathsOf({})).toEqual([]);
    expect(await project.runtime.deploy()).toMatchObject({
      ...{ router: null, crons: {}, schema: null, childComponents: [], auth: [] },
    });
  });
});

describe("a deploy", () => {
  const VERSION = (version: number) => `
    import { mutation, query } from "./_generated/server";
    import { makeFunctionReference as ref } from "convex/server";
    void globalThis.passGate("loaded");
    export const version = query({ args: {}, handler: () => ${version} });
    export const slow = mutation({ handler: async (ctx, { gate }) => {
      const before = await ctx.runQuery(ref("m:version"), {});
      await globalThis.passGate(gate);
      return [before, await ctx.runQuery(ref("m:version"), {})];
    } });`;

  it("waits for the mutations before it, which see one version alone", async () => {
    project = await openProject({ "m.ts": VERSION(1) });
    await project.runtime.deploy();
    const gate = closeGate("deploy");
    const loads = passesOf("loaded");
    const running = project.call("m:slow", { gate: "deploy" });
    await gate.arrived;
    project.write({ "m.ts": VERSION(2) });
    const deploying = project.runtime.deploy();
    // The new code was read, and waits to be installed.
    await until(() => passesOf("loaded") > loads);
    await new Promise((turn) => setImmediate(turn));
    expect(await project.call("m:version")).toBe(1);
    gate.open();
    expect(await running).toEqual([1, 1]);
    await deploying;
    expect(await project.call("m:slow", { gate: "open" })).toEqual([2, 2]);
  });

  it("that is requested twice at once leaves the last version", async () => {
    project = await openProject({ "m.ts": VERSION(1) });
    let installed = 0;
    project.runtime.onDeploy(() => (installed += 1));
    const first = project.runtime.deploy();
    project.write({ "m.ts": VERSION(2) });
    await Promise.all([first, project.runtime.deploy()]);
    expect(await project.call("m:version")).toBe(2);
    await project.runtime.deploy();
    expect(installed).toBeLessThan(3);
  });

  it("is needed before any call", async () => {
    project = await openProject({ "m.ts": VERSION(1) });
    await expect(project.call("m:version")).rejects.toThrow("No functions have been deployed.");
  });
});
