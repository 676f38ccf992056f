import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { NotSaved } from "../../../packages/convex-local/src/store/errors";
import type { Project } from "./fixture";
import { openProject, until } from "./fixture";

const HOUR_MS = 60 * 60 * 1000;
const FUNCTIONS = `
import { query, mutation, internalMutation, internalAction } from "./_generated/server";
import { makeFunctionReference, makeFunctionReference as ref } from "convex/server";
export const later = mutation({
  handler: async (ctx, { delayMs, path, fail }) => {
    const id = await ctx.scheduler.runAfter(delayMs, ref(path), { text: "later" });
    if (fail) throw new Error("undone");
    return id;
  },
});
export const cancel = mutation({ handler: (ctx, { id }) => ctx.scheduler.cancel(id) });
export const write = internalMutation({ handler: (ctx, { text }) => ctx.db.insert("done", { text }) });
export const half = internalMutation({
  handler: async (ctx) => { await ctx.db.insert("done", { text: "half" }); throw new Error("no"); },
});
export const hang = internalAction({ handler: () => new Promise(() => {}) });
export const act = internalAction({ handler: (ctx, args) => ctx.runMutation(ref("m:write"), args) });
export const done = query({ args: {}, handler: async (ctx) => (await ctx.db.query("done").collect()).map((d) => d.text) });
export const jobs = query({ args: {}, handler: async (ctx) =>
  (await ctx.db.system.query("_scheduled_functions").collect()).map((job) => job.state.kind) });
`;
const CRONS = (seconds: number) => `
import { cronJobs, makeFunctionReference } from "convex/server";
const crons = cronJobs();
crons.interval("beat", { seconds: ${seconds} }, makeFunctionReference("m:write"), { text: "beat" });
export default crons;`;

let project: Project;
afterEach(() => project.close());

async function open(files: Record<string, string> = {}): Promise<void> {
  project = await openProject({ "m.ts": FUNCTIONS, ...files });
  await project.runtime.deploy();
  project.runtime.start();
}
const done = () => project.call("m:done") as Promise<string[]>;
const jobs = () => project.call("m:jobs") as Promise<string[]>;

describe("scheduled functions", () => {
  it.each(["m:write", "m:act"])("run %s when they are due", async (path) => {
    await open();
    await project.call("m:later", { delayMs: 30, path });
    expect(await jobs()).toEqual(["pending"]);
    await until(async () => (await jobs())[0] === "success");
    expect(await done()).toEqual(["later"]);
  });

  it("are rolled back with the mutation that scheduled them", async () => {
    await open();
    await project.fail("m:later", { delayMs: 0, path: "m:write", fail: true });
    expect(await jobs()).toEqual([]);
  });

  it("store nothing of a failed mutation except the failure", async () => {
    await open();
    await project.call("m:later", { delayMs: 0, path: "m:half" });
    await until(async () => (await jobs())[0] === "failed");
    expect(await done()).toEqual([]);
  });

  it("do not run when cancelled in time", async () => {
    await open();
    const id = await project.call("m:later", { delayMs: HOUR_MS, path: "m:write" });
    await project.call("m:cancel", { id });
    expect(await jobs()).toEqual(["canceled"]);
  });

  it("survive a restart, and one that became due meanwhile runs exactly once", async () => {
    await open();
    await project.call("m:later", { delayMs: HOUR_MS, path: "m:write" });
    project.clock.now = Date.now() + 2 * HOUR_MS;
    await project.restart();
    await until(async () => (await jobs())[0] === "success");
    await project.restart();
    await project.call("m:later", { delayMs: HOUR_MS, path: "m:write" });
    expect(await done()).toEqual(["later"]);
  });

  it("fail without a retry when they are actions that a restart interrupted", async () => {
    await open();
    await project.call("m:later", { delayMs: 0, path: "m:hang" });
    await until(async () => (await jobs())[0] === "inProgress");
    await project.restart();
    await until(async () => (await jobs())[0] === "failed");
  });
});

/** Timers that the test advances. */
function fakeTimers(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
}

/** In steps: a minute while a function yields would exceed its time limit. */
async function withinAMinute(isDone: () => Promise<boolean>): Promise<void> {
  // Some more steps, in which due functions run.
  for (let seconds = 0; seconds < 80 && !(await isDone()); seconds += 1)
    await vi.advanceTimersByTimeAsync(1_000);
}

describe("a clock that is set while the backend runs", () => {
  it("is noticed within a minute, by due functions and by crons", async () => {
    await open({ "crons.ts": CRONS(3600) });
    await until(async () => (await done()).length === 1);
    fakeTimers();
    const now = Date.now();
    await project.call("m:later", { delayMs: 1.5 * HOUR_MS, path: "m:write" });
    project.clock.now = now + 1.6 * HOUR_MS;
    await withinAMinute(async () => (await done()).length === 3);
    expect(await done()).toEqual(["beat", "later", "beat"]);
    project.clock.now = now;
    await withinAMinute(async () => (await done()).length === 4);
    expect(await done()).toHaveLength(4);
  });
});

describe("a backend that cannot save", () => {
  it("retries due functions after growing pauses, prints nothing itself, and catches up", async () => {
    await open();
    fakeTimers();
    project.clock.now = Date.now();
    const commit = vi.spyOn(project.database, "commit");
    await project.call("m:later", { delayMs: 100, path: "m:write" });
    project.clock.now += HOUR_MS;
    commit.mockReset().mockImplementation(() => {
      throw new NotSaved("The disk is full.");
    });
    await vi.advanceTimersByTimeAsync(10_000);
    // After a second, two, and four.
    expect(commit.mock.calls.length).toBeLessThanOrEqual(5);
    expect(commit.mock.calls.length).toBeGreaterThan(2);
    expect(project.lines).toEqual([]);
    commit.mockRestore();
    await withinAMinute(async () => (await done()).length > 0);
    expect(await done()).toEqual(["later"]);
  });

  it("answers mutations with the reason, and continues to read", async () => {
    await open();
    vi.spyOn(project.database, "commit").mockImplementation(() => {
      throw new NotSaved("The disk is full.");
    });
    expect(await project.fail("m:later", { delayMs: HOUR_MS, path: "m:write" })).toMatch(
      /Server Error\nThe disk is full\. Nothing was saved\. Reads still work\.$/,
    );
    expect(await jobs()).toEqual([]);
  });

  it("does not repeat a request whose answer was dropped", async () => {
    await open();
    const call = { path: "m:later", args: { delayMs: HOUR_MS, path: "m:write" } };
    vi.spyOn(project.database, "findAnswer").mockReturnValue("forgotten");
    const run = await project.runtime.mutation(
      { ...call, caller: { kind: "nobody" } },
      { sessionId: "s", requestId: 1 },
    );
    expect(run).toMatchObject({
      outcome: {
        success: false,
        message: expect.stringContaining("too old to be sent again") as string,
      },
      ts: null,
    });
    expect(await jobs()).toEqual([]);
  });
});

describe("crons", () => {
  it("run at once, then at their interval, and once after a long pause", async () => {
    await open();
    project.clock.now = Date.UTC(2030, 0, 1);
    project.write({ "crons.ts": CRONS(3600) });
    await project.runtime.deploy();
    await until(async () => (await done()).length === 1);
    await project.restart();
    expect(await done()).toHaveLength(1);
    project.clock.now += 5.5 * HOUR_MS;
    await project.restart();
    await until(async () => (await done()).length === 2);
    project.clock.now += 0.9 * HOUR_MS;
    await project.restart();
    expect(await done()).toHaveLength(2);
  });

  it("continue when a clock that was a year ahead is right again", async () => {
    await open();
    const now = Date.UTC(2030, 0, 1);
    project.clock.now = now + 365 * 24 * HOUR_MS;
    project.write({ "crons.ts": CRONS(3600) });
    await project.runtime.deploy();
    await until(async () => (await done()).length === 1);
    project.clock.now = now;
    await project.restart();
    await until(async () => (await done()).length === 2);
    project.clock.now = now + 0.9 * HOUR_MS;
    await project.restart();
    expect(await done()).toHaveLength(2);
    project.clock.now = now + HOUR_MS;
    await project.restart();
    await until(async () => (await done()).length === 3);
  });

  it("stop when they are removed from the code", async () => {
    await open({ "crons.ts": CRONS(1) });
    await until(async () => (await done()).length === 1);
    project.write({ "crons.ts": "import 'convex/server';\nexport const nothing = 1;" });
    await project.runtime.deploy();
    project.clock.now = Date.now() + HOUR_MS;
    await project.call("m:later", { delayMs: 0, path: "m:write" });
    await until(async () => (await jobs()).every((kind) => kind === "success"));
    expect(await done()).toEqual(["beat", "later"]);
  });
});
