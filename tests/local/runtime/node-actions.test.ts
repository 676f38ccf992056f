import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openProject, until, type Project } from "./fixture";

const ACTIONS = `"use node";
import { EventEmitter } from "node:events";
import { ConvexError } from "convex/values";
import { makeFunctionReference as ref } from "convex/server";
import { action } from "./_generated/server";
let calls = 0;
const waiting = new EventEmitter();
export const count = action({ args: {}, handler: () => (calls += 1) });
export const stores = action({ args: {}, handler: async (ctx) => {
  const id = await ctx.storage.store(new Blob(["kept"], { type: "text/plain" }));
  const blob = await ctx.storage.get(id);
  return [await blob.text(), blob.type];
} });
export const relays = action({ args: {}, handler: (ctx) => ctx.runAction(ref("node:count"), {}) });
export const catches = action({ args: {}, handler: async (ctx) => {
  try { await ctx.runQuery(ref("web:refuses"), {}); } catch (error) { return [error instanceof ConvexError, error.data]; }
} });
export const refuses = action({ args: {}, handler: () => { throw new ConvexError({ n: 1 }); } });
export const breaks = action({ args: {}, handler: () => { throw new RangeError("broken"); } });
export const throwsText = action({ args: {}, handler: () => { throw "text"; } });
export const sends = action({ args: {}, handler: (ctx) => ctx.storage.store(() => 1) });
export const prints = action({ args: {}, handler: () => { console.log("printed"); process.exit(1); } });
export const variable = action({ args: {}, handler: () => Object.keys(process.env).sort() });
export const later = action({ args: {}, handler: () => { setTimeout(() => console.log("late"), 1); return "ended"; } });
export const starts = action({ args: {}, handler: (ctx) => ctx.runMutation(ref("web:waits"), {}) });
export const fills = action({ args: {}, handler: () => { const all = []; for (;;) all.push(new Array(1e6).fill(0.5)); } });
export const loops = action({ args: {}, handler: () => { console.log("looping"); for (;;); } });`;

const WEB = `import { mutation, query } from "./_generated/server";
import { ConvexError } from "convex/values";
export const refuses = query({ args: {}, handler: () => { throw new ConvexError({ n: 2 }); } });
export const waits = mutation({ args: {}, handler: () => "committed" });`;

describe("a Node action", () => {
  let project: Project;
  const node = (name: string) => project.call(`node:${name}`);
  const outcomeOf = async (name: string) => {
    const call = { path: `node:${name}`, args: {}, caller: { kind: "nobody" } } as const;
    return project.runtime.action(call);
  };
  beforeAll(async () => {
    project = await openProject({ "node.ts": ACTIONS, "web.ts": WEB });
    project.variables["NAME"] = "value";
    await project.runtime.deploy();
  });
  afterAll(() => project.close());

  it("passes files, errors and their data to and from its thread", async () => {
    expect(await node("stores")).toEqual(["kept", "text/plain"]);
    expect(await node("catches")).toEqual([true, { n: 2 }]);
    expect((await outcomeOf("refuses")).outcome).toMatchObject({ data: { n: 1 } });
    expect(await project.fail("node:breaks")).toContain("Uncaught RangeError: broken");
    expect(project.lines.join("\n")).toContain("at handler (../convex/node.ts:19:");
    expect(await project.fail("node:throwsText")).toContain("Uncaught text");
    expect(await project.fail("node:sends")).toContain("could not be cloned");
  });

  it("sees the deployment's variables alone", async () => {
    expect(await node("variable")).toEqual(["CONVEX_CLOUD_URL", "CONVEX_SITE_URL", "NAME"]);
  });

  it("calls other Node actions, however many wait for each other", async () => {
    const calls = await Promise.all(Array.from({ length: 12 }, () => node("relays")));
    expect(calls).toHaveLength(12);
  });

  it("keeps its log when it ends its process", async () => {
    const { outcome, logLines } = await outcomeOf("prints");
    expect(outcome).toMatchObject({
      message: expect.stringContaining("uncaughtException: Error: process.exit(1)") as unknown,
    });
    expect(logLines).toEqual(["[LOG] 'printed'"]);
  });

  it("prints to the backend's output after its end", async () => {
    expect(await node("later")).toBe("ended");
    await until(() => project.lines.includes("node:later [LOG] 'late'"));
  });

  it("fails alone when it exhausts its memory", async () => {
    expect(await project.fail("node:fills")).toContain("uncaughtException");
    expect(await node("count")).toEqual(expect.any(Number));
  });

  it("blocks no other action with an endless loop, and ends with its backend", async () => {
    const looping = project.fail("node:loops");
    await until(() => project.lines.includes("node:loops [LOG] 'looping'"));
    expect(await node("count")).toEqual(expect.any(Number));
    await project.restart();
    expect(await looping).toContain("uncaughtException");
  });

  it("is refused at the deploy with its module's error", async () => {
    const deployWith = async (code: string) => {
      project.write({ "other.ts": `"use node";\n${code}\nexport {};` });
      return project.runtime.deploy();
    };
    await expect(deployWith(`throw new Error("at load");`)).rejects.toThrow(
      /Uncaught Error: at load\n.*\(\.\.\/convex\/other\.ts:2:/,
    );
    await expect(deployWith(`process.exit(1);`)).rejects.toThrow("has ended");
    expect(await node("count")).toEqual(expect.any(Number));
  });
});
