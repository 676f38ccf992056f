import { describe, expect, it, onTestFinished } from "vitest";
import type { JSONValue } from "convex/values";
import { NOBODY, openProject } from "./fixture";
import {
  argsOf,
  FILES,
  RANKED,
  usePages,
  type Options,
  type Page,
  type Range,
} from "./page-project";

const { project, read, all } = usePages();

describe("a cursor is refused", () => {
  const asc: Range = { order: "asc" };
  const cursorOf = async (range: Range) => (await read(range)).continueCursor;
  const OTHERS: [what: string, path: string, range: Range][] = [
    ["the other order", "page", { order: "desc" }],
    ["another index", "page", { index: "by_rank" }],
    ["no index", "page", { index: null }],
    ["a filter", "page", { body: "b2" }],
    ["another function on the same range", "sameRange", asc],
    ["a function that calls it", "nested", asc],
    ["one more argument", "page", { from: 2 }],
  ];

  it.each(OTHERS)("by %s, as start and as end", async (_, path, range) => {
    const cursor = await cursorOf(asc);
    for (const options of [{ cursor }, { endCursor: cursor }]) {
      const message = await project().fail(`notes:${path}`, argsOf(range, options));
      expect(message).toContain("InvalidCursor: Tried to run a query starting from a cursor");
    }
    const call = { path: `notes:${path}`, args: argsOf(range, {}), caller: NOBODY };
    const { outcome } = await project().runtime.query(call, { journal: cursor });
    expect(outcome).toMatchObject({
      data: { isConvexSystemError: true, paginationError: "InvalidCursor" },
    });
  });

  it("with an error that calling functions can read", async () => {
    const cursor = await cursorOf(asc);
    expect(await project().call("notes:caught", argsOf(asc, { cursor }))).toEqual({
      ...{ isConvexSystemError: true, paginationError: "InvalidCursor" },
    });
  });

  it("with other arguments that read the same rows", async () => {
    const cursor = await cursorOf(asc);
    const args = { ...argsOf(asc, { cursor }), unused: 1 };
    expect(await project().fail("notes:page", args)).toContain("InvalidCursor");
  });

  it("never for another page size or cache id", async () => {
    const cursor = await cursorOf(asc);
    const others: (Options & { id?: number })[] = [
      ...[{ numItems: 1 }, { numItems: 50 }, { id: 7 }, { maximumRowsRead: 3 }],
    ];
    for (const more of others)
      expect(await read(asc, { cursor, ...more })).toMatchObject({ isDone: more.numItems === 50 });
  });

  it("never for arguments of functions that pass their cursor in another field", async () => {
    const range = { ...RANKED, ...asc };
    const first = (await project().call("notes:own", { start: null, note: 1, range })) as Page;
    const next = { start: first.continueCursor, note: 2, range };
    const second = (await project().call("notes:own", next)) as Page;
    expect([...first.page, ...second.page]).toEqual((await all(asc)).slice(0, 4));
    const other = { ...next, range: { ...range, order: "desc" } };
    expect(await project().fail("notes:own", other)).toContain("InvalidCursor");
  });

  it("never by such a function when another one started the list", async () => {
    const range = { ...RANKED, ...asc };
    const first = (await project().call("notes:begun", { start: null, range })) as Page;
    const next = { start: first.continueCursor, range };
    const second = (await project().call("notes:own", next)) as Page;
    expect([...first.page, ...second.page]).toEqual((await all(asc)).slice(0, 4));
  });

  it("never when there is none", async () => {
    const args = { ...RANKED, ...asc, paginationOpts: { numItems: 2 } };
    expect(await project().call("notes:page", args)).toMatchObject({ page: ["none", "a"] });
  });

  it("by a backend with another key", async () => {
    const elsewhere = await openProject(FILES);
    onTestFinished(() => elsewhere.close());
    await elsewhere.runtime.deploy();
    const args = argsOf(asc, { cursor: await cursorOf(asc) });
    expect(await elsewhere.fail("notes:page", args)).toContain("InvalidCursor: Failed to parse");
  });
});

describe("a page with an end", () => {
  const TEN: Range = { index: "by_rank", order: "asc", from: 100 };
  const grow = async (count: number) => {
    for (let n = 0; n < count; n += 1)
      await project().call("notes:add", { body: `n${n}`, group: "c", rank: 100 + n });
  };
  const names = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) => `n${from + i}`);

  it.each([
    [2, 2, {}],
    [2, 30, {}],
    [50, 30, {}],
    [2, 30, { maximumRowsRead: 3, maximumBytesRead: 200 }],
  ])("requested with %i, has all %i rows of its range", async (numItems, count, sizes) => {
    await grow(count);
    const { continueCursor: endCursor } = await read(TEN, { numItems: 99 });
    const got = await read(TEN, { numItems, endCursor, ...sizes });
    const pageStatus = "maximumRowsRead" in sizes ? "SplitRecommended" : null;
    expect(got).toMatchObject({ page: names(0, count), pageStatus, continueCursor: endCursor });
    expect(got.splitCursor).toEqual(count > 2 ? expect.any(String) : null);
  });

  it.each(["asc", "desc"] as const)(
    "(%s) is complete in parts, as clients split it",
    async (order) => {
      await grow(23);
      const range = { ...TEN, order };
      const { continueCursor: end } = await read(range, { numItems: 99 });
      const parts = async (cursor: string | null, endCursor: string): Promise<string[]> => {
        const got = await read(range, { numItems: 3, cursor, endCursor });
        if (got.page.length <= 6 || got.splitCursor === null) return got.page;
        const { splitCursor } = got;
        return [...(await parts(cursor, splitCursor)), ...(await parts(splitCursor, endCursor))];
      };
      expect(await parts(null, end)).toEqual(await all(range));
    },
  );
});

describe("a page", () => {
  it.each([
    ["maximumRowsRead", 3],
    ["maximumBytesRead", 200],
  ])("ends at %s, including rows that a filter drops", async (name, limit) => {
    for (let n = 0; n < 9; n += 1)
      await project().call("notes:add", { body: `n${n}`, group: "c", rank: 100 + n });
    const range: Range = { index: "by_rank", order: "asc", from: 100, body: "n0" };
    const got = await read(range, { numItems: 9, [name]: limit });
    expect(got).toMatchObject({ page: ["n1", "n2"], pageStatus: "SplitRequired", isDone: false });
    const rest = await read(range, { numItems: 9, cursor: got.continueCursor });
    expect([...got.page, ...rest.page]).toEqual((await all(range)).filter((each) => each !== "n0"));
    const middle = await read(range, { numItems: 9, endCursor: got.splitCursor });
    expect(middle.page).toEqual(["n1"]);
  });

  it.each([
    [4, 3, null],
    [4, 4, "SplitRecommended"],
    [4, 5, "SplitRequired"],
    [null, 5, null],
  ])(
    "that may read %s rows, with %i items, has the status %s",
    async (maximumRowsRead, numItems, pageStatus) => {
      const sizes = maximumRowsRead !== null && { maximumRowsRead };
      expect(await read({ order: "asc" }, { numItems, ...sizes })).toMatchObject({ pageStatus });
    },
  );

  it("ends where its transaction may read no more, which is an error for the first row", async () => {
    const within = (documentsRead: number) =>
      project().call("notes:within", {
        documentsRead,
        page: argsOf({ order: "asc" }, { numItems: 5 }),
      });
    expect(await within(3)).toMatchObject({
      ...{ page: ["none", "a", "b1"], pageStatus: "SplitRequired", isDone: false },
    });
    await expect(within(0)).rejects.toThrow("Too many documents read");
  });
});

describe("invalid page options", () => {
  const SIZES: [options: object, message: string][] = [
    [{ numItems: 32_001 }, "Requested too many items: 32001"],
    [{ numItems: 0 }, "Must request at least 1 document while paginating"],
    [{ numItems: -1 }, "`options.numItems` must be a positive number. Received `-1`."],
    [{ numItems: 1.5 }, "`options.numItems` must be a positive integer. Received `1.5`."],
    [{ numItems: 1e300 }, "`options.numItems` must be a positive integer. Received `1e+300`."],
    [{ numItems: 2 ** 53 }, "`options.numItems` must be a positive integer."],
    [{ numItems: { $float: "AAAAAAAA+H8=" } }, "`options.numItems` must be a positive integer."],
    [{ numItems: { $float: "AAAAAAAA8H8=" } }, "`options.numItems` must be a positive integer."],
    [{ numItems: "2" }, "`options.numItems` must be a positive number. Received `2`."],
    [{ maximumRowsRead: 0 }, "maximumRowsRead and maximumBytesRead must be greater than 0"],
    [{ maximumBytesRead: 0 }, "maximumRowsRead and maximumBytesRead must be greater than 0"],
    [{ maximumRowsRead: -1 }, "`options.maximumRowsRead` must be a positive integer."],
    [{ maximumBytesRead: 0.5 }, "`options.maximumBytesRead` must be a positive integer."],
  ];

  it.each(SIZES)("%j are refused with a message", async (options, message) => {
    const args = { ...argsOf({}, {}), paginationOpts: { numItems: 2, cursor: null, ...options } };
    expect(await project().fail("notes:page", args as JSONValue)).toContain(message);
  });
});
