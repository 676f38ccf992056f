import { describe, expect, it, onTestFinished } from "vitest";
import { Realm } from "../../../packages/convex-local/src/runtime/realm";
import { openProject } from "./fixture";

const FILES = {
  "m.ts": `
import { action, mutation, query } from "./_generated/server";
import { makeFunctionReference as ref } from "convex/server";
import { state } from "./state";
const count = () => [(state.count += 1), (globalThis.count = (globalThis.count ?? 0) + 1)];
export const inMutation = mutation({ args: {}, handler: count });
export const inAction = action({ args: {}, handler: count });
export const nested = mutation({ args: {}, handler: async (ctx) => {
  count();
  return ctx.runMutation(ref("m:inMutation"), {});
} });
export const breaks = mutation({ args: {}, handler: async (ctx) => {
  console.log = () => { throw new Error("broken"); };
  delete Convex.asyncSyscall;
  await ctx.db.query("notes").collect();
} });
export const works = mutation({ args: {}, handler: async (ctx) => {
  console.log("works");
  return ctx.db.query("notes").collect();
} });
export const changes = mutation({ args: {}, handler: () => { Array.prototype.first = () => 1; } });
export const fakes = mutation({ args: {}, handler: async () => {
  Date.now = () => 5;
  crypto.subtle.digest = async () => new ArrayBuffer(1);
  return [Date.now(), (await crypto.subtle.digest("SHA-256", new Uint8Array())).byteLength];
} });
export const dates = mutation({ args: {}, handler: () => {
  class Day extends Date {}
  return [Date.name, Date() === new Date().toString(), new Date(2).getTime(), new Day(3) instanceof Day, new Day(3) instanceof Date, Date.UTC(1970, 0), Date.parse("1970-01-01")];
} });`,
  "state.ts": `export const state = { count: 0 };\nconsole.log("not printed");`,
  "http.ts": `
import { httpRouter } from "convex/server";
import { httpAction } from "./_generated/server";
const http = httpRouter();
let count = 0;
http.route({ path: "/count", method: "GET", handler: httpAction(async () => new Response(String((count += 1)))) });
export default http;`,
};

/** Right code on Convex: the module adds a method, which its functions use. */
const ADDS = {
  "m.ts": `
import { action, query } from "./_generated/server";
import { makeFunctionReference as ref } from "convex/server";
BigInt.prototype.toJSON = function () { return String(this); };
export const nothing = query({ args: {}, handler: () => null });
export const uses = action({ args: {}, handler: async (ctx) => {
  await ctx.runQuery(ref("m:nothing"), {});
  return JSON.stringify({ n: 1n });
} });`,
};

const open = async (isolation?: "run" | "deployment", files: Record<string, string> = FILES) => {
  const project = await openProject(files, isolation && { isolation });
  onTestFinished(() => project.close());
  await project.runtime.deploy();
  const request = async () => {
    const url = new Request("http://site/count");
    const answer = await project.runtime.httpAction(url, { caller: { kind: "nobody" } });
    return answer?.text();
  };
  return { ...project, request };
};

describe("a run", () => {
  it("has a context of its own, also when another function calls it", async () => {
    const project = await open();
    for (const path of ["m:inMutation", "m:inAction", "m:nested", "m:inAction"])
      expect(await project.call(path)).toEqual([1, 1]);
    expect([await project.request(), await project.request()]).toEqual(["1", "1"]);
    expect(await project.fail("m:breaks")).toContain("outside of a Convex backend");
    expect(await project.call("m:works")).toEqual([]);
    expect(project.lines).toContain("m:works [LOG] 'works'");
    expect(project.lines.join("\n")).not.toContain("not printed");
  });

  it("has a clock and cryptography of its own", async () => {
    const project = await open();
    const { now } = Date;
    onTestFinished(() => void (Date.now = now));
    expect(await project.call("m:fakes")).toEqual([5, 1]);
    expect(Date.now).toBe(now);
    const { byteLength } = await crypto.subtle.digest("SHA-256", new Uint8Array());
    expect(byteLength).toBe(32);
    expect(await project.call("m:dates")).toEqual(["Date", true, 2, true, true, 0, 0]);
  });

  it("undoes what it changes of standard objects, and logs it", async () => {
    const project = await open();
    await project.call("m:changes");
    expect("first" in []).toBe(false);
    expect(project.lines).toContain(
      "m:changes [WARN] Functions changed Array.prototype.first. This was undone.",
    );
  });

  it.each(["run", "deployment"] as const)(
    "keeps what its module adds to standard objects, also when others end: %s",
    async (isolation) => {
      const project = await open(isolation, ADDS);
      expect(await project.call("m:uses")).toBe('{"n":"1"}');
      expect("toJSON" in BigInt.prototype).toBe(isolation === "deployment");
      Reflect.deleteProperty(BigInt.prototype, "toJSON");
    },
  );

  it("shares its context on request, but can't take away the backend's calls", async () => {
    const project = await open("deployment");
    expect([await project.call("m:inMutation"), await project.call("m:inAction")]).toEqual([
      [1, 1],
      [2, 2],
    ]);
    expect([await project.request(), await project.request()]).toEqual(["1", "2"]);
    expect(await project.call("m:breaks")).toBeNull();
  });
});

describe("the standard objects", () => {
  const { isArray } = Array;
  const breakAll = () => {
    Reflect.deleteProperty(Array, "isArray");
    Reflect.set(Map.prototype, "added", 1);
    Reflect.defineProperty(Map.prototype, "size", { get: () => 0, configurable: true });
    Reflect.set(Array.prototype, Symbol.iterator, () => {
      throw new Error("broken");
    });
  };

  const putBack = (realm: Realm) => {
    realm.enter();
    return realm.leave();
  };

  it("are put back, although the comparison runs among broken ones", () => {
    const realm = new Realm(0, false);
    breakAll();
    const changed = putBack(realm);
    expect(changed.sort()).toEqual([
      "Array.isArray",
      "Array.prototype.Symbol(Symbol.iterator)",
      "Map.prototype.added",
      "Map.prototype.size",
    ]);
    expect([Array.isArray, new Map([[1, 1]]).size, putBack(realm)]).toEqual([isArray, 1, []]);
  });

  it("keep additions until the last run ends, but those to all objects", () => {
    const realm = new Realm(0, false);
    realm.enter();
    Reflect.set(Map.prototype, "added", 1);
    Reflect.defineProperty(Object.prototype, "added", { value: 1, configurable: true });
    expect(putBack(realm)).toEqual(["Object.prototype.added"]);
    expect(realm.leave()).toEqual(["Map.prototype.added"]);
  });

  it("are compared at most as often as requested", () => {
    const [realm, often] = [new Realm(Number.MAX_VALUE, false), new Realm(0, false)];
    expect(putBack(realm)).toEqual([]);
    Reflect.set(Map.prototype, "added", 1);
    expect(putBack(realm)).toEqual([]);
    expect(putBack(often)).toEqual(["Map.prototype.added"]);
  });
});
