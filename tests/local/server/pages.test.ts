import { ConvexClient } from "convex/browser";
import { anyApi } from "convex/server";
import type { FunctionReference, PaginationOptions, PaginationResult } from "convex/server";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Backend } from "../../../packages/convex-local/src/main";
import { makeProject, startFixture } from "./fixture";
import { Wire } from "./wire";

interface Row {
  n: number;
}
type Args = { paginationOpts: PaginationOptions; order: "asc" | "desc" };
interface Fixture {
  live: {
    page: FunctionReference<"query", "public", Args, PaginationResult<Row>>;
    add: FunctionReference<"mutation", "public", { n: number }, string>;
    addAll: FunctionReference<"mutation", "public", { numbers: number[] }, null>;
    remove: FunctionReference<"mutation", "public", { n: number }, null>;
  };
}

const project = makeProject({
  "convex/crons.ts": "export {};",
  "convex/schema.ts": `
    import { defineSchema, defineTable } from "convex/server";
    import { v } from "convex/values";
    export default defineSchema({
      messages: defineTable({ channel: v.string(), body: v.string() }).index("by_channel", ["channel"]),
      rows: defineTable({ n: v.number() }).index("by_n", ["n"]),
    });`,
  "convex/live.ts": `
    import { mutationGeneric as mutation, queryGeneric as query } from "convex/server";
    export const marker = query({ handler: () => null });
    export const page = query({ handler: async (ctx, { paginationOpts, order }) => {
      const { page, ...rest } = await ctx.db.query("rows").withIndex("by_n").order(order).paginate(paginationOpts);
      return { ...rest, page: page.map(({ n }) => ({ n })) };
    } });
    export const reset = mutation({ handler: async (ctx, { numbers }) => {
      for (const { _id } of await ctx.db.query("rows").collect()) await ctx.db.delete(_id);
      for (const n of numbers) await ctx.db.insert("rows", { n });
    } });
    export const addAll = mutation({ handler: async (ctx, { numbers }) => {
      for (const n of numbers) await ctx.db.insert("rows", { n });
    } });
    export const add = mutation({ handler: (ctx, { n }) => ctx.db.insert("rows", { n }) });
    export const remove = mutation({ handler: async (ctx, { n }) => {
      const row = await ctx.db.query("rows").withIndex("by_n", (q) => q.eq("n", n)).first();
      await ctx.db.delete(row._id);
    } });`,
});
/** The module above, stated here because nothing generates its types. */
const { live } = anyApi as unknown as Fixture;
let backend: Backend;
const closers: (() => unknown)[] = [];

beforeAll(async () => {
  backend = await startFixture(project, "data:,");
});
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});
afterAll(async () => {
  await backend.close();
  project.remove();
});

const TEN = Array.from({ length: 10 }, (_, n) => n * 10);

describe("a client that loads more", () => {
  it.each(["asc", "desc"] as const)("sees all rows once, while they change (%s)", async (order) => {
    await backend.run("live:reset", { numbers: TEN });
    const client = new ConvexClient(backend.url, { logger: false });
    closers.push(() => client.close());
    const subscription = client.onPaginatedUpdate_experimental(
      live.page,
      // The client adds the options itself.
      { order } as Args,
      { initialNumItems: 3 },
      () => undefined,
    );
    const state = () => {
      const { results, status, loadMore } = subscription.getCurrentValue() ?? {};
      // Typed as pages of rows; it returns the rows.
      return { rows: (results ?? []) as unknown as Row[], status, loadMore };
    };
    const shown = () => [state().status, ...state().rows.map(({ n }) => n)];
    const expectShown = (status: string, numbers: number[]) => {
      const rows = order === "asc" ? numbers : numbers.map((n) => 90 - n);
      return expect.poll(shown, { interval: 2, timeout: 10_000 }).toEqual([status, ...rows]);
    };
    /** A number as far from the start descending as ascending. */
    const at = (n: number) => ({ n: order === "asc" ? n : 90 - n });
    await expectShown("CanLoadMore", [0, 10, 20]);
    await client.mutation(live.add, at(15));
    await expectShown("CanLoadMore", [0, 10, 15, 20]);
    expect(state().loadMore?.(3)).toBe(true);
    await expectShown("CanLoadMore", [0, 10, 15, 20, 30, 40, 50]);
    await client.mutation(live.remove, at(20));
    await client.mutation(live.add, at(25));
    await client.mutation(live.add, at(45));
    await expectShown("CanLoadMore", [0, 10, 15, 25, 30, 40, 45, 50]);
    state().loadMore?.(4);
    await expectShown("CanLoadMore", [0, 10, 15, 25, 30, 40, 45, 50, 60, 70, 80, 90]);
    state().loadMore?.(4);
    await expectShown("Exhausted", [0, 10, 15, 25, 30, 40, 45, 50, 60, 70, 80, 90]);
    await client.mutation(live.add, at(95));
    await expectShown("Exhausted", [0, 10, 15, 25, 30, 40, 45, 50, 60, 70, 80, 90, 95]);
    expect(state().loadMore?.(1)).toBe(false);
  });
});

describe("a client whose page grows at once", () => {
  it("splits it, and shows all rows once", async () => {
    await backend.run("live:reset", { numbers: TEN });
    const client = new ConvexClient(backend.url, { logger: false });
    closers.push(() => client.close());
    const args = { order: "asc" } as Args; // the client adds the options itself
    const subscription = client.onPaginatedUpdate_experimental(
      ...([live.page, args, { initialNumItems: 3 }, () => undefined] as const),
    );
    const shown = () =>
      (subscription.getCurrentValue()?.results as unknown as Row[] | undefined)?.map(({ n }) => n);
    const expectShown = (numbers: number[]) =>
      expect.poll(shown, { interval: 2, timeout: 10_000 }).toEqual(numbers);
    await expectShown([0, 10, 20]);
    const more = Array.from({ length: 9 }, (_, at) => at + 1);
    await client.mutation(live.addAll, { numbers: more });
    await expectShown([0, ...more, 10, 20]);
    await client.mutation(live.add, { n: 15 });
    await expectShown([0, ...more, 10, 15, 20]);
  });
});

describe("a page's journal", () => {
  const options = (cursor: string | null = null) => ({
    order: "asc",
    paginationOpts: { numItems: 2, cursor },
  });
  const connect = async () => {
    const wire = await Wire.open(backend.url);
    closers.push(() => wire.close());
    return wire;
  };
  const numbers = (value: unknown) => (value as { page: Row[] }).page.map(({ n }) => n);
  const cursorOf = (value: unknown) => (value as { continueCursor: string }).continueCursor;

  it("restores page ends after a reconnect, and without it pages start again", async () => {
    await backend.run("live:reset", { numbers: TEN });
    const before = await connect();
    before.watch(1, "live:page", options());
    const first = await before.news(1);
    if (first.type !== "QueryUpdated") throw new Error("no page");
    before.watch(2, "live:page", options(cursorOf(first.value)));
    const second = await before.news(2);
    if (second.type !== "QueryUpdated") throw new Error("no page");
    expect([numbers(first.value), numbers(second.value)]).toEqual([
      [0, 10],
      [20, 30],
    ]);
    await backend.run("live:add", { n: 5 });
    await before.settle();
    expect(numbers(before.values(1).at(-1))).toEqual([0, 5, 10]);
    const last = before.told(1).at(-1);
    expect(last).toMatchObject({ journal: first.journal });
    before.close();

    for (const n of [1, 25]) await backend.run("live:add", { n });
    const after = await connect();
    after.watch(1, "live:page", options(), first.journal);
    after.watch(2, "live:page", options(cursorOf(first.value)), second.journal);
    after.watch(3, "live:page", options());
    await after.settle();
    expect([1, 2, 3].map((id) => after.values(id).map(numbers))).toEqual([
      [[0, 1, 5, 10]],
      [[20, 25, 30]],
      [[0, 1]],
    ]);
    // They stay there when they change once more.
    await backend.run("live:remove", { n: 20 });
    await after.settle();
    expect(numbers(after.values(2).at(-1))).toEqual([25, 30]);
    expect(after.values(1)).toHaveLength(1);
  });

  it("and its cursors are valid after a restart, because the folder keeps their key", async () => {
    await backend.run("live:reset", { numbers: TEN });
    const before = await connect();
    before.watch(1, "live:page", options());
    const first = await before.news(1);
    if (first.type !== "QueryUpdated") throw new Error("no page");
    await backend.close();
    backend = await startFixture(project, "data:,");
    await backend.run("live:add", { n: 5 });
    const after = await connect();
    after.watch(1, "live:page", options(), first.journal);
    after.watch(2, "live:page", options(cursorOf(first.value)));
    await after.settle();
    expect([1, 2].map((id) => after.values(id).map(numbers))).toEqual([[[0, 5, 10]], [[20, 30]]]);
    expect(cursorOf(after.values(1)[0])).toBe(cursorOf(first.value));
  });

  it("that is forged or is another query's fails the query, as clients expect it", async () => {
    await backend.run("live:reset", { numbers: TEN });
    const wire = await connect();
    wire.watch(1, "live:page", { ...options(), order: "desc" });
    const first = await wire.news(1);
    const made = Buffer.from("k").toString("base64url");
    for (const [at, journal] of [
      made,
      "",
      "{}",
      first.type === "QueryUpdated" && first.journal,
    ].entries()) {
      wire.watch(2 + at, "live:page", options(), String(journal));
      expect(await wire.news(2 + at)).toMatchObject({
        type: "QueryFailed",
        errorMessage: expect.stringContaining("InvalidCursor") as unknown,
        errorData: { isConvexSystemError: true, paginationError: "InvalidCursor" },
      });
    }
  });

  it("belongs to one query, and is null for one that reads no page", async () => {
    await backend.run("live:reset", { numbers: TEN });
    const wire = await connect();
    wire.watch(1, "live:page", options());
    wire.watch(2, "live:page", {
      order: "desc",
      paginationOpts: { numItems: 1, cursor: null },
    });
    wire.watch(3, "live:marker");
    await wire.settle();
    const journals = [1, 2, 3].map((id) =>
      wire.told(id).map((one) => "journal" in one && one.journal),
    );
    expect(journals[2]).toEqual([null]);
    expect(new Set(journals.flat()).size).toBe(3);
  });
});
