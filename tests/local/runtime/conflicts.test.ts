import type { JSONValue } from "convex/values";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { NOBODY, openProject, until } from "./fixture";
import type { Project } from "./fixture";

const SERVER = `import { queryGeneric as query, mutationGeneric as mutation, actionGeneric as action,
  internalMutationGeneric as internalMutation, componentsGeneric, makeFunctionReference as ref,
  defineSchema, defineTable, defineComponent, defineApp } from "convex/server";
  import { v } from "convex/values";`;

const ROWS = `${SERVER}
  export default defineSchema({ rows: defineTable({ name: v.string(), n: v.number() })
    .index("by_name", ["name"]).searchIndex("search", { searchField: "name" }) });`;

/** `between` runs in the middle of a mutation: there the test lets others commit. */
const READS = `
  const named = (ctx, name) => ctx.db.query("rows").withIndex("by_name", (q) => q.eq("name", name));
  const bump = async (ctx, name, by = 1, between = () => undefined) => {
    const row = await named(ctx, name).unique();
    await between();
    if (row) await ctx.db.patch(row._id, { n: row.n + by });
    else await ctx.db.insert("rows", { name, n: by });
  };`;

const FILES = {
  "parts/counter/convex.config.ts": `${SERVER} export default defineComponent("counter");`,
  "parts/counter/schema.ts": ROWS,
  "parts/counter/lib.ts": `${SERVER} ${READS}
    export const add = mutation(async (ctx, { name }) => { await bump(ctx, name, 1, globalThis.between); });
    export const get = query(async (ctx, { name }) => (await named(ctx, name).unique())?.n ?? null);`,
  "convex.config.ts": `${SERVER} import counter from "./parts/counter/convex.config.js";
    const app = defineApp(); app.use(counter); export default app;`,
  "schema.ts": ROWS,
  "m.ts": `${SERVER} ${READS}
    const { counter } = componentsGeneric();
    const between = () => globalThis.between();
    export const add = mutation(async (ctx, { name, by }) => { await bump(ctx, name, by, between); });
    export const put = mutation(async (ctx, { name }) => { await ctx.db.insert("rows", { name, n: 1 }); });
    export const get = query(async (ctx, { name }) => (await named(ctx, name).unique())?.n ?? null);
    export const addInComponent = mutation((ctx, args) => ctx.runMutation(counter.lib.add, args));
    export const getInComponent = query((ctx, args) => ctx.runQuery(counter.lib.get, args));
    export const countRange = mutation(async (ctx, { from, to, into }) => {
      const found = await ctx.db.query("rows").withIndex("by_name", (q) => q.gte("name", from).lt("name", to)).collect();
      await between();
      await ctx.db.insert("rows", { name: into, n: found.length });
    });
    export const countFound = mutation(async (ctx, { word, into }) => {
      const found = await ctx.db.query("rows").withSearchIndex("search", (q) => q.search("name", word)).collect();
      await between();
      await ctx.db.insert("rows", { name: into, n: found.length });
    });
    export const onlyRead = mutation(async (ctx, { name }) => {
      const row = await named(ctx, name).unique();
      await between();
      return row?.n ?? null;
    });
    export const effects = mutation(async (ctx, { name, file }) => {
      console.log("a try");
      await ctx.scheduler.runAfter(0, ref("m:put"), { name: name + " child" });
      await ctx.storage.delete(file);
      await bump(ctx, name, 1, between);
      return Date.now();
    });
    export const children = query(async (ctx, { name }) => (await named(ctx, name + " child").collect()).length);
    export const jobs = query((ctx) => ctx.db.system.query("_scheduled_functions").collect());
    export const save = action((ctx) => ctx.storage.store(new Blob(["x"])));
    export const later = mutation((ctx, args) => ctx.scheduler.runAfter(0, ref("m:add"), args));
    export const fromAction = action((ctx, args) => ctx.runMutation(ref("m:add"), args));`,
};

let project: Project;
let hook: () => unknown;
Object.assign(globalThis, { between: () => hook() });

beforeAll(async () => {
  project = await openProject(FILES);
  await project.runtime.deploy();
  project.runtime.start();
});
afterAll(async () => await project.close());
beforeEach(() => {
  hook = () => undefined;
});

const get = async (name: string) => await project.call("m:get", { name });

/** Lets this run in the middle of the next `times` attempts of a mutation. */
function meddle(times: number, work: (n: number) => Promise<unknown>): void {
  let left = times;
  hook = async () => {
    const now = hook;
    if (left === 0) return;
    left -= 1;
    hook = () => undefined;
    await work(times - left);
    hook = now;
  };
}

/** Each with the number that it leaves, and that of the attempts which it takes. */
const MET: readonly [
  what: string,
  call: [string, JSONValue],
  other: [string, JSONValue],
  JSONValue,
][] = [
  [
    "an update of the row that it read",
    ["m:add", { name: "u" }],
    ["m:add", { name: "u", by: 10 }],
    11,
  ],
  [
    "a row in a range that it read",
    ["m:countRange", { from: "p1", to: "p9", into: "pn" }],
    ["m:put", { name: "p5" }],
    1,
  ],
  [
    "a row that its search finds",
    ["m:countFound", { word: "harbour", into: "sn" }],
    ["m:put", { name: "old harbour" }],
    1,
  ],
  [
    "an update of a component's row",
    ["m:addInComponent", { name: "c" }],
    ["m:addInComponent", { name: "c" }],
    2,
  ],
];
const LEFT_IN: Readonly<Record<string, [string, string]>> = {
  "m:add": ["m:get", "u"],
  "m:countRange": ["m:get", "pn"],
  "m:countFound": ["m:get", "sn"],
  "m:addInComponent": ["m:getInComponent", "c"],
};

describe("a mutation that meets", () => {
  it.each(MET)("%s runs again, and sees it", async (_, call, other, left) => {
    meddle(1, () => project.call(...other));
    await project.call(...call);
    const [path, name] = LEFT_IN[call[0]] ?? ["", ""];
    expect(await project.call(path, { name })).toBe(left);
  });

  it.each([
    [
      "a row beside its range",
      ["m:countRange", { from: "q1", to: "q9", into: "qn" }],
      { name: "q9" },
      0,
    ],
    [
      "a row that its search does not find",
      ["m:countFound", { word: "quay", into: "tn" }],
      { name: "a boat" },
      0,
    ],
    ["a component's row of this name", ["m:add", { name: "same" }], null, 1],
  ] as const)("%s runs once", async (_, [path, args], put, left) => {
    let attempts = 0;
    hook = async () => {
      attempts += 1;
      hook = () => (attempts += 1);
      if (put) await project.call("m:put", put);
      else await project.call("m:addInComponent", { name: "same" });
    };
    await project.call(path, args);
    expect(attempts).toBe(put ? 1 : 2);
    expect(await get("into" in args ? args.into : args.name)).toBe(left);
  });

  it("four conflicts succeeds; five are Convex's error, for actions too, and nothing is kept", async () => {
    const bump = () => project.call("m:add", { name: "hot", by: 100 });
    meddle(4, bump);
    await project.call("m:add", { name: "hot" });
    expect(await get("hot")).toBe(401);
    const text =
      'Documents read from or written to the "rows" table changed while this mutation was being ' +
      "run and on every subsequent retry. See https://docs.convex.dev/error#1";
    for (const path of ["m:add", "m:fromAction"]) {
      meddle(5, bump);
      expect(await project.fail(path, { name: "hot" })).toContain(text);
    }
    expect(await get("hot")).toBe(1401);
  });

  it("a conflict without writes answers what its state had", async () => {
    await project.call("m:put", { name: "seen" });
    meddle(1, () => project.call("m:add", { name: "seen" }));
    expect(await project.call("m:onlyRead", { name: "seen" })).toBe(1);
  });
});

describe("a mutation that runs again", () => {
  it("schedules and deletes once, and has its own clock and log lines", async () => {
    const file = (await project.call("m:save")) as string;
    project.clock.now = 1_700_000_000_000;
    meddle(2, async () => {
      expect(project.bytes.has(file)).toBe(true);
      project.clock.now = (project.clock.now ?? 0) + 5;
      await project.call("m:add", { name: "e" });
    });
    const call = { path: "m:effects", args: { name: "e", file }, caller: NOBODY };
    const { outcome, logLines } = await project.runtime.mutation(call);
    expect(logLines).toEqual(["[LOG] 'a try'"]);
    expect(outcome).toEqual({ success: true, value: 1_700_000_000_010 });
    project.clock.now = null;
    expect(project.bytes.has(file)).toBe(false);
    await until(async () => (await project.call("m:children", { name: "e" })) === 1);
    expect(await get("e")).toBe(3);
  });

  it("covers its request: a request that arrives twice at once is applied once", async () => {
    const call = { path: "m:add", args: { name: "once" }, caller: NOBODY };
    const request = { sessionId: "s", requestId: 1 };
    const put = { ...call, path: "m:put", args: { name: "inserted once" } };
    const both = async (one: typeof call, requestId: number) =>
      await Promise.all(
        [1, 2, 3].map(() => project.runtime.mutation(one, { ...request, requestId })),
      );
    for (const [one, id] of [
      [call, 1],
      [put, 2],
    ] as const) {
      const answers = await both(one, id);
      expect(new Set(answers.map(({ ts }) => ts)).size).toBe(1);
    }
    expect([await get("once"), await get("inserted once")]).toEqual([1, 1]);
  });

  it("by its schedule is tried until it succeeds", async () => {
    meddle(7, () => project.call("m:add", { name: "job", by: 10 }));
    await project.call("m:later", { name: "job" });
    await until(async () => (await get("job")) === 71);
  });
});

it("no update is lost among many at once, and a deployment waits for those under way", async () => {
  hook = () => new Promise((resolve) => setImmediate(resolve));
  const names = Array.from({ length: 120 }, (_, n) => `many ${n % 40}`);
  const calls = names.map((name) =>
    project.runtime.mutation({ path: "m:add", args: { name }, caller: NOBODY }),
  );
  project.variables.CHANGED = "1";
  const deployed = project.runtime.deploy();
  const outcomes = (await Promise.all(calls)).map(({ outcome }) => outcome.success);
  await deployed;
  let sum = 0;
  for (const name of new Set(names)) sum += Number(await get(name));
  expect(sum).toBe(outcomes.filter((isDone) => isDone).length);
  expect(sum).toBeGreaterThan(100);
});

it("one after another, none runs twice", async () => {
  const serial = await openProject(FILES, { concurrency: "serial" });
  await serial.runtime.deploy();
  let attempts = 0;
  hook = async () => {
    attempts += 1;
    await new Promise((resolve) => setImmediate(resolve));
  };
  await Promise.all(Array.from({ length: 20 }, () => serial.call("m:add", { name: "n" })));
  expect([await serial.call("m:get", { name: "n" }), attempts]).toEqual([20, 20]);
  await serial.close();
});
