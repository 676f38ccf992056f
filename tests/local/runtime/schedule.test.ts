import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { JSONValue } from "convex/values";
import { closeGate } from "../server/gates";
import type { Project } from "./fixture";
import { openProject, until } from "./fixture";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const START = Date.UTC(2030, 0, 1);

const FUNCTIONS = `
import { query, mutation, action, internalMutation, internalAction } from "./_generated/server";
import { makeFunctionReference as ref } from "convex/server";
export const later = mutation({ handler: (ctx, { delayMs = 0, path, args }) => ctx.scheduler.runAfter(delayMs, ref(path), args) });
export const at = mutation({ handler: (ctx, { time, path, args }) => ctx.scheduler.runAt(time, ref(path), args) });
export const laterByAction = action({ handler: (ctx, { time, path, args }) => ctx.scheduler.runAt(time, ref(path), args) });
export const cancel = mutation({ handler: (ctx, { id }) => ctx.scheduler.cancel(id) });
export const cancelByAction = action({ handler: async (ctx, { id }) => { await ctx.scheduler.cancel(id); } });
export const write = internalMutation({ handler: async (ctx, { text }) => {
  const who = (await ctx.auth.getUserIdentity())?.name ?? "nobody";
  await ctx.db.insert("done", { text: text + " by " + who });
} });
export const fail = internalMutation({ handler: async (ctx, { file }) => {
  await ctx.db.insert("done", { text: "lost" });
  if (file) await ctx.storage.delete(file);
  await ctx.scheduler.runAfter(0, ref("m:write"), { text: "child" });
  throw new Error("no");
} });
export const act = internalAction({ handler: async (ctx, { gate, fail, text }) => {
  await globalThis.passGate(gate);
  if (fail) throw new Error("broken");
  await ctx.runMutation(ref("m:write"), { text });
} });
export const save = action({ handler: (ctx) => ctx.storage.store(new Blob(["x"])) });
export const drop = internalMutation({ handler: async (ctx, { file }) => { await ctx.storage.delete(file); } });
export const done = query({ handler: async (ctx) => (await ctx.db.query("done").collect()).map((d) => d.text) });
export const jobs = query({ handler: (ctx) => ctx.db.system.query("_scheduled_functions").collect() });
export const job = query({ handler: (ctx, { id }) => ctx.db.system.get(id) });`;
const CRONS = (interval: string, text = "beat") => `
import { cronJobs, makeFunctionReference } from "convex/server";
const crons = cronJobs();
crons.interval("beat", ${interval}, makeFunctionReference("m:write"), { text: "${text}" });
export default crons;`;

/** An alias, to which JSON can be narrowed. */
type Job = {
  _id: string;
  name: string;
  args: JSONValue[];
  scheduledTime: number;
  completedTime?: number;
  state: { kind: string; error?: string };
};

let project: Project;
beforeEach(async () => {
  project = await openProject({ "m.ts": FUNCTIONS }, { concurrency: "serial", isTimed: true });
  project.clock.now = START;
  await project.runtime.deploy();
  project.runtime.start();
});
afterEach(() => project.close());

const textOf = (value: JSONValue) => (typeof value === "string" ? value : JSON.stringify(value));
const later = async (path: string, args: Record<string, JSONValue>, delayMs = 0) =>
  textOf(await project.call("m:later", { path, args, delayMs }));
const write = (text: string, delayMs = 0) => later("m:write", { text }, delayMs);
const done = () => project.call("m:done") as Promise<string[]>;
const job = (id: string) => project.call("m:job", { id }) as Promise<Job | null>;
const stateOf = async (id: string) => (await job(id))?.state.kind;
const ended = (id: string, kind = "success") => until(async () => (await stateOf(id)) === kind);

/** Time passes, and everything that became due has ended. */
async function pass(ms: number): Promise<void> {
  project.clock.now = (project.clock.now ?? 0) + ms;
  // It is the last of the due ones, and shows that the others ran before.
  await ended(await write("passed"));
}

const happened = async () => (await done()).filter((text) => !text.startsWith("passed"));

describe("scheduled functions", () => {
  it("run in the order of their times, and of scheduling where those are equal", async () => {
    for (const [text, minutes] of [
      ["third", 3],
      ["first", 1],
      ["second", 2],
      ["second too", 2],
      ["not yet", 4],
    ] as const)
      await write(text, minutes * MINUTE_MS);
    expect(await happened()).toEqual([]);
    await pass(3 * MINUTE_MS);
    const order = ["first", "second", "second too", "third"];
    expect(await happened()).toEqual(order.map((text) => `${text} by nobody`));
    await pass(MINUTE_MS - 1);
    expect(await happened()).toHaveLength(4);
    await pass(1);
    expect(await happened()).toHaveLength(5);
  });

  it("report what they are, when they were due, and when they ended", async () => {
    const id = await write("x", MINUTE_MS);
    const due = START + MINUTE_MS;
    const told = { name: "m:write", args: [{ text: "x" }], scheduledTime: due };
    expect(await job(id)).toMatchObject({
      ...told,
      state: { kind: "pending" },
    });
    expect(await job(id)).not.toHaveProperty("completedTime");
    await pass(2 * MINUTE_MS);
    const completedTime = START + 2 * MINUTE_MS;
    expect(await job(id)).toMatchObject({
      ...told,
      completedTime,
      state: { kind: "success" },
    });
  });

  it("for a time in the past run at once", async () => {
    const args = {
      time: START - DAY_MS,
      path: "m:write",
      args: { text: "past" },
    };
    await ended(textOf(await project.call("m:at", args)));
    expect(await happened()).toEqual(["past by nobody"]);
  });

  it.each(["m:at", "m:laterByAction"])("are refused by %s five years from now", async (by) => {
    const at = (time: number) => project.call(by, { time, path: "m:write", args: { text: "x" } });
    const farthestMs = 5 * 366 * DAY_MS;
    for (const [time, words] of [
      [START + farthestMs + 1, "is more than 5 years in the future"],
      [START - farthestMs - 1, "is more than 5 years in the past"],
    ] as const)
      await expect(at(time)).rejects.toThrow(`${new Date(time).toISOString()} ${words}`);
    expect(await stateOf(textOf(await at(START + farthestMs)))).toBe("pending");
  });

  it("have no identity, whoever scheduled them", async () => {
    const ada = { kind: "user", identity: { name: "Ada" } } as const;
    const args = { path: "m:write", args: { text: "x" } };
    await ended(textOf(await project.call("m:later", args, ada)));
    expect(await happened()).toEqual(["x by nobody"]);
  });

  it("that fail are reported and leave nothing, not even what they scheduled or deleted", async () => {
    const file = textOf(await project.call("m:save"));
    const failing = await later("m:fail", { file });
    const next = await write("next");
    await ended(next);
    expect(await job(failing)).toMatchObject({
      completedTime: START,
      state: {
        kind: "failed",
        error: expect.stringContaining("Uncaught Error: no") as unknown,
      },
    });
    expect(await happened()).toEqual(["next by nobody"]);
    expect(project.bytes.has(file)).toBe(true);
    expect(project.lines.some((line) => line.includes("Uncaught Error: no"))).toBe(true);
    await ended(await later("m:drop", { file }));
    expect(project.bytes.has(file)).toBe(false);
  });

  it("fail when their function was removed", async () => {
    const id = await write("x", MINUTE_MS);
    project.write({
      "m.ts": FUNCTIONS.replace("export const write =", "const gone =").replaceAll(
        '"m:write"',
        '"m:done"',
      ),
    });
    await project.runtime.deploy();
    project.clock.now = START + MINUTE_MS;
    await later("m:drop", { file: "x" });
    await ended(id, "failed");
    expect((await job(id))?.state.error).toContain("Could not find function for 'm:write'");
  });

  it("can be scheduled and cancelled by actions too", async () => {
    const args = {
      path: "m:write",
      args: { text: "x" },
      time: START + MINUTE_MS,
    };
    const kept = textOf(await project.call("m:laterByAction", args));
    const cancelled = textOf(await project.call("m:laterByAction", args));
    await project.call("m:cancelByAction", { id: cancelled });
    expect((await job(kept))?.scheduledTime).toBe(START + MINUTE_MS);
    await pass(MINUTE_MS);
    expect([await stateOf(kept), await stateOf(cancelled)]).toEqual(["success", "canceled"]);
    expect(await happened()).toEqual(["x by nobody"]);
  });

  it("that were cancelled never run, and those that ran keep their state", async () => {
    const [early, late] = [await write("early"), await write("late", MINUTE_MS)];
    await ended(early);
    for (const id of [early, late]) await project.call("m:cancel", { id });
    await pass(MINUTE_MS);
    expect([await stateOf(early), await stateOf(late)]).toEqual(["success", "canceled"]);
    expect((await job(late))?.completedTime).toBe(START);
    expect(await happened()).toEqual(["early by nobody"]);
  });

  it("are deleted a week after they ended, not before", async () => {
    const old = [await write("old"), await later("m:fail", {})];
    const [gone = "", failed = ""] = old;
    const cancelled = await write("cancelled");
    await project.call("m:cancel", { id: cancelled });
    const young = await write("young", 1);
    const waiting = await write("waiting", 30 * DAY_MS);
    await ended(gone);
    await ended(failed, "failed");
    await pass(1);
    project.clock.now = START + 7 * DAY_MS;
    await write("now");
    await until(async () => (await job(gone)) === null);
    expect(await Promise.all([failed, cancelled].map((id) => job(id)))).toEqual([null, null]);
    expect([await stateOf(young), await stateOf(waiting)]).toEqual(["success", "pending"]);
  });

  it("far in the future use timers of a minute, because the clock may be set meanwhile", async () => {
    const timers = vi.spyOn(globalThis, "setTimeout");
    await write("x", 365 * DAY_MS);
    const delays = timers.mock.calls.map(([, delay]) => delay);
    expect(delays).toContain(MINUTE_MS);
    expect(delays.every((delay = 0) => delay <= MINUTE_MS)).toBe(true);
  });
});

describe("scheduled actions", () => {
  it("are in progress while they run, and block nothing else", async () => {
    const gate = closeGate("scheduled");
    const id = await later("m:act", { gate: "scheduled", text: "acted" });
    await gate.arrived;
    expect(await stateOf(id)).toBe("inProgress");
    await ended(await write("meanwhile"));
    gate.open();
    await ended(id);
    expect(await happened()).toEqual(["meanwhile by nobody", "acted by nobody"]);
  });

  it("that are cancelled while they run stay cancelled", async () => {
    const gate = closeGate("scheduled");
    const id = await later("m:act", { gate: "scheduled", text: "acted" });
    await gate.arrived;
    await project.call("m:cancel", { id });
    gate.open();
    await until(async () => (await happened()).length === 1);
    await pass(0);
    expect(await stateOf(id)).toBe("canceled");
  });

  it("that fail are reported, and not retried", async () => {
    const id = await later("m:act", { gate: "open", fail: true });
    await ended(id, "failed");
    await pass(MINUTE_MS);
    expect((await job(id))?.state.error).toContain("Uncaught Error: broken");
    expect(await happened()).toEqual([]);
  });
});

describe("a restart", () => {
  it("fails an action that it interrupted, with the time, and does not run it again", async () => {
    const gate = closeGate("cut off");
    const id = await later("m:act", { gate: "cut off", text: "acted" });
    await gate.arrived;
    project.clock.now = START + MINUTE_MS;
    await project.restart();
    await ended(id, "failed");
    expect(await job(id)).toMatchObject({
      completedTime: START + MINUTE_MS,
      state: {
        kind: "failed",
        error: "Transient error while executing action",
      },
    });
  });
});

describe("crons", () => {
  const beats = async () => (await happened()).filter((text) => text.startsWith("beat")).length;
  const install = async (...args: Parameters<typeof CRONS>) => {
    project.write({ "crons.ts": CRONS(...args) });
    await project.runtime.deploy();
  };

  it.each([
    ["{ seconds: 90 }", 90_000],
    ["{ minutes: 2 }", 120_000],
    ["{ hours: 1 }", 3_600_000],
  ])("of %s run every %i ms", async (interval, ms) => {
    await install(interval);
    await until(async () => (await beats()) === 1);
    await pass(ms - 1);
    expect(await beats()).toBe(1);
    await pass(1);
    await until(async () => (await beats()) === 2);
    await pass(ms - 1);
    expect(await beats()).toBe(2);
  });

  it("keep their time when other code is deployed, and start again when they change", async () => {
    await install("{ minutes: 2 }");
    await until(async () => (await beats()) === 1);
    project.clock.now = START + MINUTE_MS;
    project.write({
      "m.ts": `${FUNCTIONS}\nexport const more = query({ handler: () => 1 });`,
    });
    await project.runtime.deploy();
    await pass(0);
    expect(await beats()).toBe(1);
    await pass(MINUTE_MS);
    await until(async () => (await beats()) === 2);
    await install("{ minutes: 2 }", "beat again");
    await until(async () => (await beats()) === 3);
    expect((await happened()).at(-1)).toBe("beat again by nobody");
  });

  it("are refused when they name an unknown function", async () => {
    project.write({
      "crons.ts": CRONS("{ minutes: 2 }").replace("m:write", "m:nothing"),
    });
    await expect(project.runtime.deploy()).rejects.toThrow(
      "The cron job 'beat' schedules a function that does not exist: m:nothing",
    );
  });
});
