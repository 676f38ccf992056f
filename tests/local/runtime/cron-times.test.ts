import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { nextRun, type CronSpec } from "../../../packages/convex-local/src/runtime/cron-times";
import { casesOf } from "../../cases";
import { openProject, until, type Project } from "./fixture";

const spec = (schedule: CronSpec["schedule"]): CronSpec => ({ name: "m:f", args: [{}], schedule });
const HOUR_MS = 3_600_000;

describe("the next run of a cron", () => {
  it.each<[CronSpec["schedule"], after: string, next: string]>([
    [{ type: "hourly", minuteUTC: 5 }, "2030-01-01T00:05:00Z", "2030-01-01T01:05:00Z"],
    [{ type: "hourly", minuteUTC: 5 }, "2030-01-01T00:04:59.999Z", "2030-01-01T00:05:00Z"],
    [{ type: "daily", hourUTC: 3, minuteUTC: 0 }, "2030-02-28T03:00:00Z", "2030-03-01T03:00:00Z"],
    [
      { type: "weekly", dayOfWeek: "sunday", hourUTC: 0, minuteUTC: 0 },
      "2030-01-01T00:00:00Z",
      "2030-01-06T00:00:00Z",
    ],
    [
      { type: "weekly", dayOfWeek: "saturday", hourUTC: 23, minuteUTC: 59 },
      "2030-01-01T00:00:00Z",
      "2030-01-05T23:59:00Z",
    ],
    [
      { type: "monthly", day: 31, hourUTC: 0, minuteUTC: 0 },
      "2030-01-31T00:00:00Z",
      "2030-03-31T00:00:00Z",
    ],
    [{ type: "cron", cron: "*/15 9-17 * * 1-5" }, "2030-01-04T17:45:00Z", "2030-01-07T09:00:00Z"],
    [{ type: "cron", cron: "0 0 29 2 *" }, "2030-01-01T00:00:00Z", "2032-02-29T00:00:00Z"],
    [{ type: "interval", seconds: 90 }, "2030-01-01T00:00:00Z", "2030-01-01T00:01:30Z"],
  ])("of %j after %s is %s", (schedule, after, next) => {
    expect(new Date(nextRun("x", spec(schedule), Date.parse(after)))).toEqual(new Date(next));
  });

  it("without a minute has a fixed one by its name, so that jobs are spread over the hour", () => {
    const minuteOf = (name: string) =>
      new Date(nextRun(name, spec({ type: "hourly" }), 0)).getUTCMinutes();
    expect(minuteOf("clean up")).toBe(minuteOf("clean up"));
    const minutes = Array.from({ length: 50 }, (_, at) => minuteOf(`job ${at}`));
    expect(new Set(minutes).size).toBeGreaterThan(20);
  });

  it("is the first one after the given moment", () => {
    fc.assert(
      fc.property(fc.nat(2 ** 40), fc.nat(59), fc.nat(23), (afterMs, minuteUTC, hourUTC) => {
        const daily = spec({ type: "daily", hourUTC, minuteUTC });
        const next = nextRun("x", daily, afterMs);
        expect(next).toBeGreaterThan(afterMs);
        expect(next - afterMs).toBeLessThanOrEqual(24 * HOUR_MS);
        expect(nextRun("x", daily, next - 1)).toBe(next);
      }),
      { numRuns: casesOf(200) },
    );
  });

  it.each(["", "* * * *", "* * * * * *", "61 * * * *", "words", "0 0 30 2 *"])(
    "does not exist for the pattern %j",
    (cron) => {
      expect(() => nextRun("x", spec({ type: "cron", cron }), 0)).toThrow();
    },
  );
});

const START = Date.UTC(2030, 0, 1);
const FUNCTIONS = `
import { query, mutation, internalMutation, internalAction } from "./_generated/server";
export const count = query({ handler: async (ctx) => (await ctx.db.query("beats").collect()).length });
export const nothing = mutation({ handler: () => null });
export const beat = internalMutation({ handler: async (ctx) => { await ctx.db.insert("beats", {}); } });
export const hang = internalAction({ handler: () => new Promise(() => {}) });
export const jobs = query({ handler: async (ctx) => (await ctx.db.system.query("_scheduled_functions").collect()).length });`;
const crons = (call: string, target = "m:beat") => `
import { cronJobs, makeFunctionReference } from "convex/server";
const crons = cronJobs();
crons.${call}, makeFunctionReference("${target}"));
export default crons;`;

describe("a calendar cron", () => {
  let project: Project;
  afterEach(() => project.close());

  const open = async (text: string) => {
    project = await openProject({ "m.ts": FUNCTIONS, "crons.ts": text });
    project.clock.now = START;
    await project.runtime.deploy();
    project.runtime.start();
    // It has read all crons when this resolves.
    await project.runtime.deploy();
  };
  const count = async () => Number(await project.call("m:count"));
  const passTo = async (ms: number) => {
    project.clock.now = ms;
    await project.restart();
  };

  it("runs at its times and not before, and one run replaces those missed in a pause", async () => {
    await open(crons('daily("beat", { hourUTC: 3, minuteUTC: 30 }'));
    const first = START + 3.5 * HOUR_MS;
    await passTo(first - 1);
    await project.call("m:nothing");
    expect(await count()).toBe(0);
    await passTo(first);
    await until(async () => (await count()) === 1);
    await passTo(first + 1);
    expect(await count()).toBe(1);
    await passTo(first + 10 * 24 * HOUR_MS);
    await until(async () => (await count()) === 2);
    await passTo(first + 10 * 24 * HOUR_MS + 1);
    expect(await count()).toBe(2);
  });

  it("waits for its time after the clock was ahead", async () => {
    await open(crons('cron("beat", "0 12 * * *"'));
    await passTo(START + 40 * 24 * HOUR_MS);
    await until(async () => (await count()) === 1);
    await passTo(START + HOUR_MS);
    await project.runtime.deploy();
    expect(await count()).toBe(1);
    await passTo(START + 12 * HOUR_MS);
    await until(async () => (await count()) === 2);
  });

  it("is skipped while its last run is still under way, and says so", async () => {
    await open(crons('interval("hang", { minutes: 1 }', "m:hang"));
    const jobs = async () => Number(await project.call("m:jobs"));
    await until(async () => (await jobs()) === 1);
    project.clock.now = START + HOUR_MS;
    project.write({ "other.ts": "export {}; export const other = 1;" });
    await project.runtime.deploy();
    await until(() => project.lines.some((line) => line.includes("This run was skipped")));
    expect(await jobs()).toBe(1);
  });

  it("is refused with an invalid pattern", async () => {
    await expect(open(crons('cron("beat", "never"'))).rejects.toThrow(
      "The cron job 'beat' has an invalid schedule:",
    );
  });
});
