import { v } from "convex/values";
import { describe, expect, it } from "vitest";
import type { Result } from "../../src/contract/errors";
import { operations } from "../../src/contract/operations";
import { createDirectClient } from "../../src/direct/index";
import { parse } from "../../src/component/hostedProvider/parse";
import { startEngine } from "../engine/harness";
import { openApi } from "../v1/api";
import { CASES } from "../v1/cases";

const shape = v.object({
  id: v.string(),
  total: v.optional(v.number()),
  ends_at: v.union(v.number(), v.null()),
  note: v.optional(v.union(v.string(), v.null())),
  kind: v.union(v.literal("a"), v.literal("b")),
  list: v.array(v.object({ on: v.boolean() })),
  map: v.record(v.string(), v.number()),
});
const FULL = {
  id: "1",
  total: 2,
  ends_at: 3,
  note: "n",
  kind: "b",
  list: [{ on: true }],
  map: { x: 1 },
};
const LEAST = { id: "1", ends_at: null, kind: "a", list: [], map: {} };

describe("an answer of a provider", () => {
  it("of this project is read unchanged, for every operation", async () => {
    const t = await startEngine();
    const { key: secretKey } = await openApi(t);
    const fetch = (url: string, init: RequestInit) => {
      const { pathname, search } = new URL(url);
      return t.fetch(pathname + search, init);
    };
    const client = createDirectClient({ secretKey, fetch, logLevel: "fatal" });
    for (const [op, params] of CASES) {
      // The cases are typed for the table's operations.
      const { data }: Result<unknown> = await client[op](params as never);
      if (data === null) continue;
      expect([op, parse(operations[op].result, data)]).toEqual([op, { ok: true, value: data }]);
    }
  });

  it("is reduced to what the contract knows", () => {
    const more = { ...FULL, new: 1, list: [{ on: true, since: 1 }] };
    expect(parse(shape, more)).toEqual({ ok: true, value: FULL });
  });

  it("may have null for missing values, and omit null ones", () => {
    const short = { ...LEAST, ends_at: undefined, total: null };
    expect(parse(shape, short)).toEqual({ ok: true, value: LEAST });
    expect(parse(shape, { ...LEAST, note: null })).toEqual({
      ok: true,
      value: { ...LEAST, note: null },
    });
  });

  it.each([
    ["answer", null],
    ["answer", []],
    ["answer.id", { ...FULL, id: 1 }],
    ["answer.id", { ...FULL, id: undefined }],
    ["answer.total", { ...FULL, total: "2" }],
    ["answer.total", { ...FULL, total: Number.NaN }],
    ["answer.kind", { ...FULL, kind: "c" }],
    ["answer.list", { ...FULL, list: {} }],
    ["answer.list[0].on", { ...FULL, list: [{ on: 1 }] }],
    ["answer.map.x", { ...FULL, map: { x: "1" } }],
    ["answer.map", { ...FULL, map: [1] }],
  ])("cannot be read at %s", (path, value) => {
    expect(parse(shape, value)).toEqual({ ok: false, path });
  });
});
