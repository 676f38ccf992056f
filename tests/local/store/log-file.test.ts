import { readFileSync, statSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { FIRST_TABLE_NUMBER, tableNumberOf } from "../../../packages/convex-local/src/codec/ids";
import { openDatabase } from "../../../packages/convex-local/src/store/database";
import { insert, logOf } from "./documents";
import { makeTempFolder, openTempDatabase } from "./temp-folder";

const NOW = 1_800_000_000_000;

const linesOf = (dir: string) => readFileSync(logOf(dir), "utf8").split("\n").slice(0, -1);

describe("the log's file", () => {
  it("is readable by its owner alone", () => {
    const dir = makeTempFolder();
    openTempDatabase({ dir });
    expect(statSync(logOf(dir)).mode & 0o777).toBe(0o600);
  });

  it("has a header, then a line for each commit, with a table's number in its first", () => {
    const dir = makeTempFolder();
    const database = openTempDatabase({ dir, now: () => NOW });
    const doc = insert(database, "t", { n: 1 });
    const tx = database.begin();
    tx.replace("t", doc._id, { n: 2 });
    tx.remove("t", doc._id);
    database.commit(tx, {
      sessionId: "s",
      requestId: 3,
      value: [1],
      logLines: ["x"],
    });
    database.commit(database.begin());
    const { _id } = doc;
    const first = BigInt(NOW) * 1_000_000n + 1n;
    const sealed = { crc: expect.stringMatching(/^[0-9a-f]{8}$/) as string };
    expect(linesOf(dir).map((line) => JSON.parse(line) as unknown)).toEqual([
      {
        ...sealed,
        format: "spotlight-local",
        version: 2,
        holds: "commits",
        generation: 1,
      },
      {
        ...sealed,
        t: String(first),
        w: [["t", _id, doc]],
        n: [["t", FIRST_TABLE_NUMBER]],
      },
      {
        ...sealed,
        t: String(first + 1n),
        w: [
          ["t", _id, { _id, _creationTime: doc._creationTime, n: 2 }],
          ["t", _id, null],
        ],
        s: ["s", 3, [1], ["x"]],
      },
    ]);
  });

  it("stores the numbers of a schema's tables without a commit, and each once", () => {
    const dir = makeTempFolder();
    const database = openDatabase({ dir });
    const tables = ["one", "two"].map((name) => ({ name, indexes: [] }));
    database.applySchema(tables);
    database.applySchema([...tables].reverse());
    expect(linesOf(dir)).toHaveLength(2);
    database.close();
    const again = openTempDatabase({ dir });
    expect(again.tableName(FIRST_TABLE_NUMBER + 1)).toBe("two");
    again.applySchema(tables);
    expect(linesOf(dir)).toHaveLength(2);
  });

  it("gives a new table the next number after lines without numbers", () => {
    const dir = makeTempFolder();
    const database = openDatabase({ dir });
    insert(database, "t");
    insert(database, "t");
    database.close();
    const again = openTempDatabase({ dir });
    expect(tableNumberOf(insert(again, "u")._id)).toBe(FIRST_TABLE_NUMBER + 1);
    expect(tableNumberOf(insert(again, "t")._id)).toBe(FIRST_TABLE_NUMBER);
    expect(again.tableName(FIRST_TABLE_NUMBER + 2)).toBeNull();
  });

  it("accepts no commits once it is closed", () => {
    const database = openDatabase({ dir: makeTempFolder() });
    database.close();
    expect(() => insert(database, "t")).toThrow("The backend has stopped.");
    expect(database.begin().count("t")).toBe(0);
  });
});

describe("a file that is refused", () => {
  it("is quoted from its beginning, with a remedy", () => {
    const dir = makeTempFolder();
    writeFileSync(logOf(dir), `${"x".repeat(100)}\n{}\n`);
    expect(() => openDatabase({ dir })).toThrow(
      `${logOf(dir)} was not written by this version (it begins with "${"x".repeat(80)}", ` +
        "expected version 2 of spotlight-local). Nothing was changed. Start the " +
        "version that wrote it, choose another data folder, or move this one away to begin with " +
        "an empty one.",
    );
    writeFileSync(logOf(dir), "\n");
    expect(() => openDatabase({ dir })).toThrow('(it begins with "", expected');
  });

  it.each([1, 2])("is named with its damaged line, after %i good ones", (good) => {
    const dir = makeTempFolder();
    const database = openDatabase({ dir });
    for (let n = 0; n < good; n += 1) insert(database, "t");
    database.close();
    writeFileSync(logOf(dir), "{\n", { flag: "a" });
    expect(() => openDatabase({ dir })).toThrow(
      `Line ${good + 2} of ${logOf(dir)} is not what was written: its checksum does not fit. ` +
        "Nothing was changed. Restore the whole data folder from a copy, or choose another one. " +
        "To go on without this line and what was committed after it, keep what comes before it: " +
        `head -n ${good + 1} "${logOf(dir)}" > kept && mv kept "${logOf(dir)}"`,
    );
  });
});
