import { describe, expect, it, vi } from "vitest";
import { migrate } from "../../scripts/migrate";

type Row = [name: string, state: string, processed: number, error?: string];

/** A deployment that returns these results in order. */
async function migrateThrough(...answers: Row[][]): Promise<{ runs: number; said: string[] }> {
  const said: string[] = [];
  vi.spyOn(console, "log").mockImplementation((line: string) => void said.push(line));
  let runs = 0;
  await migrate({
    run: (path) => {
      if (path === "migrations:runAll") runs += 1;
      if (path !== "migrations:progress") return Promise.resolve(null);
      const rows = answers.length > 1 ? (answers.shift() ?? []) : (answers[0] ?? []);
      return Promise.resolve(
        rows.map(([name, state, processed, error = null]) => ({ name, state, processed, error })),
      );
    },
  });
  return { runs, said };
}

describe("migrate", () => {
  it("does nothing when everything is done", async () => {
    expect(await migrateThrough([["a", "success", 3]])).toEqual({ runs: 0, said: [] });
  });

  it("waits for the next migration, and reports changes of this run", async () => {
    const done = await migrateThrough(
      [
        ["a", "success", 3],
        ["b", "unknown", 0],
        ["c", "unknown", 0],
      ],
      [
        ["a", "success", 3],
        ["b", "inProgress", 100],
        ["c", "unknown", 0],
      ],
      [
        ["a", "success", 3],
        ["b", "success", 120],
        ["c", "unknown", 0],
      ],
      [
        ["a", "success", 3],
        ["b", "success", 120],
        ["c", "success", 0],
      ],
    );
    expect(done).toMatchObject({ said: ["Stored data was changed: b, 120 documents."] });
  });

  it("starts those that an interrupted run has not started", async () => {
    const done = await migrateThrough(
      [
        ["a", "inProgress", 100],
        ["b", "unknown", 0],
      ],
      ...Array.from({ length: 12 }, (): Row[] => [
        ["a", "success", 120],
        ["b", "unknown", 0],
      ]),
      [
        ["a", "success", 120],
        ["b", "success", 5],
      ],
    );
    expect(done.runs).toBe(2);
    expect(done.said).toHaveLength(2);
  });

  it("stops at a failed one, and says why", async () => {
    const stopped = await migrateThrough(
      [
        ["a", "unknown", 0],
        ["b", "unknown", 0],
      ],
      [
        ["a", "failed", 7, "No such field"],
        ["b", "unknown", 0],
      ],
    );
    const [line = ""] = stopped.said;
    expect(line).toMatch(/^Stored data was not changed: a, after 7 documents: No such field\n/);
  });
});
