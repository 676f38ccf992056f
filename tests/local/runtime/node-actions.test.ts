import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  onTestFinished,
  vi,
} from "vitest";
import { openProject, until, type Project } from "./fixture";

const ACTIONS = `"use node";
import { ConvexError } from "convex/values";
import { makeFunctionReference as ref } from "convex/server";
import { action } from "./_generated/server";
let calls = 0;
void Promise.reject(new Error("at the load"));
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
export const throwsStrange = action({ args: {}, handler: () => { throw Object.assign(new Error(), { message: () => "strange" }); } });
export const throwsText = action({ args: {}, handler: () => { throw "text"; } });
export const sends = action({ args: {}, handler: (ctx) => ctx.storage.store(() => 1) });
export const prints = action({ args: {}, handler: () => { console.log("printed"); process.exit(1); } });
export const exitsLater = action({ args: {}, handler: () => { setTimeout(() => process.exit(2), 1); return "ended"; } });
export const shows = action({ args: {}, handler: () => { console.group("group"); console.table([["cell"]]); console.groupEnd(); } });
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
    expect(project.lines.join("\n")).toContain("at handler (../convex/node.ts:18:");
    expect(await project.fail("node:throwsText")).toContain("Uncaught text");
    expect(await project.fail("node:throwsStrange")).toContain("strange");
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

  it("prints what its modules leave unhandled as they load", async () => {
    await until(() => project.lines.some((line) => /^deploy .*at the load/.test(line)));
  });

  it("prints to the backend's output after its end, and ends no thread then", async () => {
    expect([await node("later"), await node("exitsLater")]).toEqual(["ended", "ended"]);
    await until(() => project.lines.includes("node:later [LOG] 'late'"));
    await until(() => project.lines.some((line) => /exitsLater .*process.exit\(2\)/.test(line)));
  });

  it("prints with all methods of Node's console", async () => {
    const { outcome, logLines } = await outcomeOf("shows");
    expect([outcome.success, logLines.join("\n")]).toEqual([
      true,
      expect.stringMatching(/\[LOG\] 'group'\n\[LOG\] '[^]*cell/),
    ]);
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

  describe("that takes too long", () => {
    /** Lets this much time pass, until the promise rejects with the words. */
    const expectEnd = async (call: Promise<unknown>, words: string, ms: number) => {
      let message = "";
      call.catch((error: unknown) => (message = String(error)));
      await vi.waitFor(
        () => {
          vi.advanceTimersByTime(ms);
          expect(message).toContain(words);
        },
        { timeout: 20_000 },
      );
    };
    beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
    afterEach(() => void vi.useRealTimers());

    it("ends after ten minutes", async () => {
      await expectEnd(node("loops"), "timed out (maximum duration: 600s)", 600_000);
      expect(await node("count")).toEqual(expect.any(Number));
    });

    it("is refused when its modules do not load within a minute", async () => {
      project.write({ "endless.ts": `"use node";\nfor (;;);\nexport {};` });
      await expectEnd(project.runtime.deploy(), "did not load within 60 seconds", 60_000);
    });
  });

  it("fails with the error of its modules when a later thread can't load them", async () => {
    const flag = join(tmpdir(), `no-load-${process.pid}`);
    onTestFinished(() => rmSync(flag, { force: true }));
    project.write({
      "endless.ts": `"use node";
import { existsSync } from "node:fs";
if (existsSync(${JSON.stringify(flag)})) { setInterval(() => null, 1e6); throw new Error("not now"); }
export {};`,
    });
    await project.runtime.deploy();
    writeFileSync(flag, "");
    const calls = await Promise.all([outcomeOf("relays"), outcomeOf("relays")]);
    expect(JSON.stringify(calls)).toContain("not now");
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
