import { describe, expect, it } from "vitest";
import type { JSONValue } from "convex/values";
import { NOBODY } from "./fixture";
import {
  argsOf,
  join,
  RANKED,
  usePages,
  type Options,
  type Page,
  type Range,
} from "./page-project";

const { project, read, all, walk } = usePages();

const RANGES: [index: string | null, order: "asc" | "desc", from?: number][] = [
  [null, "asc"],
  [null, "desc"],
  ["by_id", "asc"],
  ["by_id", "desc"],
  ["by_creation_time", "asc"],
  ["by_creation_time", "desc"],
  ["by_rank", "asc"],
  ["by_rank", "desc"],
  ["by_rank", "asc", 2],
  ["by_rank", "desc", 2],
  ["by_group_rank", "asc"],
  ["by_group_rank", "desc"],
];

describe("pages", () => {
  it.each(RANGES)("over %s, %s from %s, return each document once, in order", async (...row) => {
    const [index, order, from] = row;
    const range: Range = {
      index,
      order,
      ...(from !== undefined && { from }),
    };
    const whole = await all(range);
    expect(whole.length).toBeGreaterThan(5);
    for (const numItems of [1, 2, 3, whole.length - 1, whole.length, whole.length + 1]) {
      const pages = await walk(range, { numItems });
      expect(join(pages)).toEqual(whole);
      // A full page does not know yet that it is the last one.
      expect(pages).toHaveLength(Math.floor(whole.length / numItems) + 1);
      expect(pages.slice(0, -1).every(({ page }) => page.length === numItems)).toBe(true);
    }
  });

  it("of nothing are one finished page", async () => {
    expect(await read({ index: "by_rank", from: 99 })).toMatchObject({
      page: [],
      isDone: true,
    });
  });

  it.each([1, 2])("count what a filter accepts, %i to a page", async (numItems) => {
    const range = { body: "b2" };
    const pages = await walk(range, { numItems });
    expect(join(pages)).toEqual((await all({})).filter((body) => body !== "b2"));
    expect(pages.slice(0, -1).every(({ page }) => page.length === numItems)).toBe(true);
  });

  it("end at the limit of read rows", async () => {
    const range = { body: "a" };
    const pages = await walk(range, { numItems: 5, maximumRowsRead: 2 });
    expect(pages.map(({ page }) => page)).toEqual([["none"], ["b1", "b2"], ["b3", "d"], ["e"]]);
  });

  it("see the writes of their own mutation", async () => {
    expect(await project().call("notes:pageOwn", { ...RANKED })).toEqual(
      "none a b1 b2 b3 own d e".split(" "),
    );
  });

  it("count as one read of each document, and as one range", async () => {
    const run = await project().runtime.query({
      path: "notes:page",
      args: argsOf({}, { numItems: 3 }),
      caller: NOBODY,
    });
    expect(run.usage).toMatchObject({ documentsRead: 3, databaseQueries: 1 });
  });

  it("are refused twice in one function, and from an invalid cursor", async () => {
    expect(await project().fail("notes:pageTwice", { ...RANKED })).toContain(
      "ran multiple paginated queries",
    );
    const args = argsOf({}, { cursor: "nonsense" });
    expect(await project().fail("notes:page", args)).toContain("InvalidCursor");
  });
});

/**
 * Between the first page of two and the rest; ascending, the first ends with "a",
 * descending with "d".
 */
const EDITS: [
  what: string,
  path: string,
  args: Record<string, JSONValue>,
  up: string,
  down: string,
][] = [
  ["nothing", "add", { body: "x", group: "b", rank: 2 }, "b1 b2 b3 d e", "b3 b2 b1 a none"],
  [
    "an insert before all",
    "add",
    { body: "x", group: "a", rank: 0 },
    "b1 b2 b3 d e",
    "b3 b2 b1 a x none",
  ],
  [
    "an insert after all",
    "add",
    { body: "x", group: "a", rank: 9 },
    "b1 b2 b3 d e x",
    "b3 b2 b1 a none",
  ],
  [
    "an insert among equals",
    "add",
    { body: "x", group: "a", rank: 2 },
    "b1 b2 b3 x d e",
    "x b3 b2 b1 a none",
  ],
  [
    "an insert equal to the end upwards",
    "add",
    { body: "x", group: "a", rank: 1 },
    "x b1 b2 b3 d e",
    "b3 b2 b1 x a none",
  ],
  [
    "an insert equal to the end downwards",
    "add",
    { body: "x", group: "a", rank: 3 },
    "b1 b2 b3 d x e",
    "b3 b2 b1 a none",
  ],
  ["the end upwards removed", "remove", { body: "a" }, "b1 b2 b3 d e", "b3 b2 b1 none"],
  ["the end downwards removed", "remove", { body: "d" }, "b1 b2 b3 e", "b3 b2 b1 a none"],
  ["the next upwards removed", "remove", { body: "b1" }, "b2 b3 d e", "b3 b2 a none"],
  ["the next downwards removed", "remove", { body: "b3" }, "b1 b2 d e", "b2 b1 a none"],
  ["a read one moved on", "move", { body: "a", rank: 5 }, "b1 b2 b3 d e a", "b3 b2 b1 none"],
  ["an unread one moved back", "move", { body: "b2", rank: 0 }, "b1 b3 d e", "b3 b1 a b2 none"],
  [
    "one moved between equals",
    "move",
    { body: "b2", rank: 2.5 },
    "b1 b3 b2 d e",
    "b2 b3 b1 a none",
  ],
];

describe("pages after the first", () => {
  const cases = EDITS.flatMap(([what, path, args, up, down]) => [
    ["asc", what, path, args, up] as const,
    ["desc", what, path, args, down] as const,
  ]);

  it.each(cases)("(%s) continue where it ended, after %s", async (order, _, path, args, rest) => {
    const { continueCursor } = await read({ order });
    await project().call(`notes:${path}`, args);
    for (const numItems of [1, 2, 10])
      expect(join(await walk({ order }, { numItems }, continueCursor))).toEqual(rest.split(" "));
  });

  it.each(["asc", "desc"] as const)(
    "(%s) split at any cursor into the same documents",
    async (order) => {
      const whole = await all({ order });
      const cursors = (await walk({ order }, { numItems: 1 })).map((page) => page.continueCursor);
      for (const [at, middle] of cursors.entries()) {
        const end = cursors.at(-2) ?? "";
        const numItems = whole.length;
        const first = await read({ order }, { numItems, endCursor: middle });
        const second = await read({ order }, { numItems, cursor: middle, endCursor: end });
        expect([...first.page, ...second.page]).toEqual(whole);
        expect(first.page).toEqual(whole.slice(0, at + 1));
        expect(first.continueCursor).toBe(middle);
        if (at < cursors.length - 1) expect(second.continueCursor).toBe(end);
      }
    },
  );

  it.each(["asc", "desc"] as const)("(%s) with an end hold everything up to it", async (order) => {
    const first = await read({ order });
    const second = await read({ order }, { cursor: first.continueCursor });
    const { continueCursor: endCursor } = second;
    for (let n = 0; n < 5; n += 1)
      await project().call("notes:add", {
        body: `x${n}`,
        group: "a",
        rank: 2 + n / 100,
      });
    const options = { numItems: 4, cursor: first.continueCursor, endCursor };
    const grown = await read({ order }, options);
    const whole = await all({ order });
    const last = second.page.at(-1) ?? "";
    expect(grown.page).toEqual(whole.slice(2, whole.indexOf(last) + 1));
    expect(grown).toMatchObject({ isDone: false, continueCursor: endCursor });
    const rest = await walk({ order }, { numItems: 3 }, endCursor);
    expect([...first.page, ...grown.page, ...join(rest)]).toEqual(whole);
  });

  it.each(["asc", "desc"] as const)("(%s) that are the last stay the last", async (order) => {
    const { continueCursor } = await read({ order }, { numItems: 20 });
    await project().call("notes:add", { body: "first", group: "a", rank: -1 });
    await project().call("notes:add", { body: "last", group: "a", rank: 9 });
    const whole = await all({ order });
    const grown = await read({ order }, { numItems: 9, endCursor: continueCursor });
    expect(grown).toEqual({
      ...grown,
      page: whole,
      isDone: true,
      continueCursor,
    });
    const after = await read({ order }, { cursor: continueCursor });
    expect(after).toMatchObject({ page: [], isDone: true, continueCursor });
  });
});

describe("a journal", () => {
  const run = async (options: Options, journal: string | null, order: "asc" | "desc") => {
    const args = argsOf({ order }, options);
    const call = { path: "notes:page", args, caller: NOBODY };
    const result = await project().runtime.query(call, { journal });
    if (!result.outcome.success) throw new Error(result.outcome.message);
    return {
      ...(result.outcome.value as Page),
      journal: result.journal,
    };
  };

  it.each(["asc", "desc"] as const)("fixes the second page's end (%s)", async (order) => {
    const first = await run({}, null, order);
    const second = await run({ cursor: first.continueCursor }, null, order);
    expect(second.page).toHaveLength(2);
    await project().call("notes:add", { body: "x", group: "a", rank: 2 });
    await project().call("notes:remove", { body: second.page[0] ?? "" });
    const again = await run({ cursor: first.continueCursor }, second.journal, order);
    const whole = await all({ order });
    const end = whole.indexOf(second.page[1] ?? "") + 1;
    expect(again.page).toEqual(whole.slice(2, end));
    expect(again).toMatchObject({ journal: second.journal, isDone: false });
    const third = await run({ cursor: second.continueCursor, numItems: 9 }, null, order);
    expect(third.page).toEqual(whole.slice(end));
  });

  it("is replaced by a requested end", async () => {
    const [one, two] = await Promise.all([run({ numItems: 1 }, null, "asc"), run({}, null, "asc")]);
    const asked = await run({ endCursor: one.continueCursor }, two.journal, "asc");
    expect([asked.page, asked.journal]).toEqual([["none"], one.journal]);
  });

  it("is null for a function that reads no page", async () => {
    const call = { path: "notes:all", args: { ...RANKED }, caller: NOBODY };
    const { outcome, journal } = await project().runtime.query(call, {
      journal: null,
    });
    expect([outcome.success, journal]).toEqual([true, null]);
  });
});
