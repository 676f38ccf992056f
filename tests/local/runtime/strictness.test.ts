import type { JSONValue } from "convex/values";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LIMITS } from "../../../packages/convex-local/src/runtime/limits";
import type { Project } from "./fixture";
import { openProject } from "./fixture";

const MIB = 1024 * 1024;

let project: Project;
beforeAll(async () => {
  project = await openProject({
    "m.ts": `
import { query, mutation, action } from "./_generated/server";
import { makeFunctionReference as ref } from "convex/server";
const text = (bytes) => "x".repeat(bytes);
export const nothing = mutation({ handler: () => null });
export const insert = mutation({ handler: async (ctx, { name }) => { await ctx.db.insert("t", { [name]: 1 }); return "ok"; } });
export const nestedName = mutation({ handler: async (ctx, { name }) => { await ctx.db.insert("t", { a: { [name]: 1 } }); return "ok"; } });
export const schedule = mutation({ handler: async (ctx, { sizes }) => {
  for (const size of sizes) await ctx.scheduler.runAfter(3600000, ref("m:nothing"), { a: text(size) });
  return "ok";
} });
export const scheduleInAction = action({ handler: async (ctx, { sizes }) => {
  for (const size of sizes) await ctx.scheduler.runAfter(3600000, ref("m:nothing"), { a: text(size) });
  return "ok";
} });
export const chat = query({ handler: (_, { lines, letter, length }) => {
  for (let at = 0; at < lines; at += 1) console.log(letter.repeat(length));
  return "ok";
} });
export const length = action({ handler: (_, { a }) => a.length });`,
    "inNode.ts": `"use node";
import { action } from "./_generated/server";
export const length = action({ handler: (_, { a }) => a.length });`,
  });
  await project.runtime.deploy();
});
afterAll(() => project.close());

/** The size of a call's arguments around the text: a list, an object, a name, a string. */
const AROUND = 2 + 2 + 2 + 2;

type Row = [what: string, path: string, within: JSONValue, beyond: JSONValue, message: string];
const CALLS: Row[] = [
  ["a field is an identifier", "m:insert", { name: "a_1" }, { name: "a 1" }, "Field name 'a 1' is"],
  ["a field is not empty", "m:insert", { name: "a" }, { name: "" }, "Field name '' is invalid"],
  [
    "a field starts with a letter",
    "m:insert",
    { name: "a1" },
    { name: "1a" },
    "Field names must start with an alphabetic character",
  ],
  [
    "a field is not a system field",
    "m:insert",
    { name: "a_" },
    { name: "_a" },
    "Field names can't start with an underscore: `_a`.",
  ],
  [
    "a field has 64 characters",
    "m:insert",
    { name: "a".repeat(64) },
    { name: "a".repeat(65) },
    "Field name is too long (65 > maximum 64)",
  ],
  [
    "a nested field has 1024 characters",
    "m:nestedName",
    { name: "a".repeat(1024) },
    { name: "a".repeat(1025) },
    "exceeds maximum field name length 1024",
  ],
  [
    "a scheduled call has 4 MiB of arguments",
    "m:schedule",
    { sizes: [LIMITS.scheduledArgsBytes - AROUND] },
    { sizes: [LIMITS.scheduledArgsBytes - AROUND + 1] },
    "Arguments for scheduled function m:nothing are too large (actual: 4.00 MiB, limit: 4 MiB)",
  ],
  [
    "an action's scheduled call has 4 MiB of arguments",
    "m:scheduleInAction",
    { sizes: [LIMITS.scheduledArgsBytes - AROUND] },
    { sizes: [LIMITS.scheduledArgsBytes - AROUND + 1] },
    "too large (actual: 4.00 MiB, limit: 4 MiB)",
  ],
  [
    "a mutation's scheduled calls have 16 MiB of arguments in total",
    "m:schedule",
    { sizes: Array.from({ length: 4 }, () => 4 * MIB - AROUND) },
    { sizes: [...Array.from({ length: 4 }, () => 4 * MIB - AROUND), 0] },
    `Too many bytes of scheduled arguments in a single function execution (limit: ${16 * MIB})`,
  ],
];

describe("a call is held to production's limits", () => {
  it.each(CALLS)("%s", async (_, path, within, beyond, message) => {
    expect(await project.call(path, within)).toBe("ok");
    expect(await project.fail(path, beyond)).toContain(message);
  });

  it("a Node action has 5 MiB of arguments, another one 16", async () => {
    const most = 5 * MIB - AROUND;
    const [within, beyond] = [{ a: "x".repeat(most) }, { a: "x".repeat(most + 1) }];
    expect(await project.call("inNode:length", within)).toBe(most);
    expect(await project.call("m:length", beyond)).toBe(most + 1);
    expect(await project.fail("inNode:length", beyond)).toContain(
      "Arguments for inNode.js:length are too large (actual: 5.00 MiB, limit: 5 MiB)",
    );
  });
});

describe("the output of a function", () => {
  const chat = async (lines: number, letter: string, length: number) => {
    const args = { lines, letter, length };
    const run = await project.runtime.run({ path: "m:chat", args, caller: { kind: "admin" } });
    return run.logLines;
  };

  it("is 256 lines, with a note on omitted ones", async () => {
    expect(await chat(256, "x", 1)).toEqual(Array.from({ length: 256 }, () => "[LOG] 'x'"));
    const lines = await chat(300, "x", 1);
    expect(lines).toHaveLength(257);
    expect(lines.at(-1)).toBe("[ERROR] Log overflow (maximum 256). Remaining log lines omitted.");
  });

  it("is cut after 4 KiB of a line, at a whole character", async () => {
    const around = "[LOG] ''".length;
    const [whole = ""] = await chat(1, "x", 4096 - around);
    expect(whole).toHaveLength(4096);
    const [cut = ""] = await chat(1, "x", 4096 - around + 1);
    expect(cut).toMatch(/x \(truncated due to length\)$/);
    expect(cut).toHaveLength(4096);
    for (const extra of ["", "a", "ab"]) {
      const [text = ""] = await chat(1, `${extra}€`, 2000);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4096);
      expect(text).not.toContain("\uFFFD");
    }
  });
});
