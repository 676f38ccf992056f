import { afterAll, describe, expect, it } from "vitest";
import { encodeKey, keyAfter } from "../../../packages/convex-local/src/codec/keys";
import { Usage } from "../../../packages/convex-local/src/runtime/limits";
import { QueryCache } from "../../../packages/convex-local/src/runtime/query-cache";
import { Rounds } from "../../../packages/convex-local/src/runtime/rounds";
import type { Call, QueryRun } from "../../../packages/convex-local/src/runtime/types";
import { openDatabase, type Database } from "../../../packages/convex-local/src/store/database";
import { makeTempFolder } from "../store/temp-folder";

const opened: Database[] = [];
afterAll(() => opened.forEach((database) => database.close()));

/** A cache of so many characters; every run reads the document of the call's path so often. */
function open(characters?: number, { reads = 1, logLines = [] as string[] } = {}) {
  const database = openDatabase({ dir: makeTempFolder() });
  opened.push(database);
  const runs: string[] = [];
  const execute = ({ path }: Call): Promise<QueryRun> => {
    runs.push(path);
    const lo = encodeKey(path);
    const interval = { lo, hi: keyAfter(lo) };
    const readSet = new Map([["notes.by_id", Array.from({ length: reads }, () => interval)]]);
    const outcome = { success: true, value: "x".repeat(1_000) } as const;
    const depends = { readSet, asksWho: false, isUnsteady: false };
    return Promise.resolve({
      outcome,
      logLines,
      usage: new Usage(),
      ...depends,
      journal: null,
    });
  };
  const cache = new QueryCache(execute, database, new Rounds(), characters);
  const ask = (path: string, journal: string | null = null) =>
    cache.ask({ path, args: {}, caller: { kind: "nobody" } }, { journal }, "public");
  const write = (path: string) =>
    cache.invalidate({
      ts: database.head.ts + 1n,
      writes: new Map([["notes.by_id", [encodeKey(path)]]]),
      documents: [],
    });
  return { cache, ask, write, runs };
}

describe("cached answers", () => {
  it("are evicted by newer ones, the least recently used first", async () => {
    const { ask, runs } = open(7_000);
    for (const path of ["a", "b", "c", "a", "d", "a", "b"]) await ask(path);
    expect(runs).toEqual(["a", "b", "c", "d", "b"]);
  });

  it("are weighed with what they read and printed, not only with their value", async () => {
    for (const large of [{ reads: 1_000 }, { logLines: ["x".repeat(100_000)] }]) {
      const { ask, runs } = open(100_000, large);
      for (const path of ["a", "b", "a"]) await ask(path);
      expect(runs).toEqual(["a", "b", "a"]);
    }
  });

  it("notify subscribers even if one alone exceeds the limit", async () => {
    const { ask, write } = open(500);
    const { dependency } = await ask("a");
    let calls = 0;
    dependency.subscribe(() => (calls += 1));
    write("a");
    expect(calls).toBe(1);
  });

  it("still notify subscribers after their eviction", async () => {
    const { cache, ask, write } = open(5_000);
    const { dependency } = await ask("a");
    let calls = 0;
    dependency.subscribe(() => (calls += 1));
    for (const path of ["b", "c", "d"]) await ask(path);
    write("b");
    expect([calls, dependency.isStale]).toEqual([0, false]);
    write("a");
    expect([calls, dependency.isStale]).toEqual([1, true]);
    cache.release(dependency);
  });

  it("differ by a page's journal", async () => {
    const { ask, runs } = open();
    for (const journal of [null, "one", null, "one"]) await ask("a", journal);
    expect(runs).toEqual(["a", "a"]);
  });

  it("are all dropped with new code, pending ones too", async () => {
    const { cache, ask, runs } = open();
    const kept = await ask("a");
    const underWay = ask("b");
    cache.clear();
    expect([kept.dependency.isStale, (await underWay).dependency.isStale]).toEqual([true, true]);
    await ask("a");
    await ask("b");
    expect(runs).toEqual(["a", "b", "a", "b"]);
  });
});
