import { describe, expect, it } from "vitest";
import { readAll } from "../../../src/component/platform/bounded";

const rows = (count: number) => ({
  take: (asked: number) =>
    Promise.resolve(Array.from({ length: count }, (_, at) => at).slice(0, asked)),
});

describe("readAll", () => {
  it.each([0, 1, 100])("reads all of %i rows", async (count) => {
    expect(await readAll(rows(count), 100, "rows")).toHaveLength(count);
  });

  it("throws when it would leave out the last one", async () => {
    await expect(readAll(rows(101), 100, "rows")).rejects.toThrow(
      "More than 100 rows can't be read at once",
    );
  });
});
