import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { openDatabase } from "../../../packages/convex-local/src/store/database";
import type { Database } from "../../../packages/convex-local/src/store/database";
import { docsOf, remove, textIn, write } from "./documents";
import { makeTempFolder, openTempDatabase } from "./temp-folder";

const NOW = 1_800_000_000_000;
const HOUR_MS = 3_600_000;

describe("deleted data", () => {
  const SECRETS = ["Ada Lovelace", "scrypt$secret", "token-in-an-answer"];

  /** A person who was stored, changed and deleted, and whose sign-up was answered. */
  function deletePerson(database: Database): void {
    const doc = write(database, "Ada Lovelace");
    const changed = write(database, "scrypt$secret", doc);
    const answer = { sessionId: "s", requestId: 1, value: "token-in-an-answer", logLines: [] };
    database.commit(database.begin(), answer);
    remove(database, changed);
  }

  it("has left the folder within a day, without a restart or a call", async () => {
    const dir = makeTempFolder();
    let now = NOW;
    const database = openTempDatabase({ dir, now: () => now });
    deletePerson(database);
    const kept = write(database, "kept");
    expect(SECRETS.filter((secret) => textIn(dir).includes(secret))).toEqual(SECRETS);
    for (let hour = 0; hour < 23; hour += 1) {
      now += HOUR_MS;
      database.compactIfDue();
      await database.saved();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await vi.waitFor(() =>
      expect(SECRETS.filter((secret) => textIn(dir).includes(secret))).toEqual([]),
    );
    expect(docsOf(database)).toEqual([kept]);
    expect(textIn(dir).split("kept")).toHaveLength(2);
  });

  it("has left the folder at a later start", async () => {
    const dir = makeTempFolder();
    const database = openDatabase({ dir, now: () => NOW });
    deletePerson(database);
    database.close();
    openTempDatabase({ dir, now: () => NOW + 13 * HOUR_MS });
    await vi.waitFor(() =>
      expect(SECRETS.filter((secret) => textIn(dir).includes(secret))).toEqual([]),
    );
  });

  it.each([
    ["some hours", 6],
    ["a year", 365 * 24],
  ])(
    "has left the folder although the clock was %s ahead when it was deleted",
    async (_, hours) => {
      const dir = makeTempFolder();
      const database = openDatabase({ dir, now: () => NOW + hours * HOUR_MS });
      remove(database, write(database, "Ada Lovelace"));
      database.close();
      openTempDatabase({ dir, now: () => NOW });
      await vi.waitFor(() => expect(textIn(dir)).not.toContain("Ada"));
    },
  );

  const answer = { sessionId: "s", requestId: 1, value: null, logLines: [] };

  function replaceByAnother(database: Database): void {
    const { _id } = write(database, "one");
    const tx = database.begin();
    tx.remove("t", _id);
    tx.insert("t", { text: "two" });
    database.commit(tx);
  }

  it.each<[change: string, (database: Database) => unknown, isDeleted: boolean]>([
    ["an insert", (database) => write(database, "one"), false],
    ["a replacement", (database) => write(database, "two", write(database, "one")), true],
    ["a removal beside an insert", replaceByAnother, true],
    ["an answer", (database) => database.commit(database.begin(), answer), true],
  ])("of %s causes a snapshot after 12 hours: %s", async (_, change, isDeleted) => {
    const times = [
      { afterMs: 12 * HOUR_MS - 1, isDue: false },
      { afterMs: isDeleted ? 12 * HOUR_MS : 48 * HOUR_MS, isDue: isDeleted },
    ];
    for (const restarts of [false, true])
      for (const { afterMs, isDue } of times) {
        const dir = makeTempFolder();
        let now = NOW;
        let database = openDatabase({ dir, now: () => now });
        change(database);
        if (restarts) {
          database.close();
          database = openDatabase({ dir, now: () => now });
        }
        now += afterMs;
        database.compactIfDue();
        // One that is due has begun: this is another.
        await database.compact();
        database.close();
        const log = readFileSync(join(dir, "commits.log"), "utf8");
        expect(log).toContain(`"generation":${isDue ? 3 : 2}`);
      }
  });
});
