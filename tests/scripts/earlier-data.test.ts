import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDatabase } from "../../packages/convex-local/src/store/database";
import { refuseEarlierData } from "../../scripts/earlier-data";
import { Refusal } from "../../scripts/refusal";

let dataDir: string;
beforeEach(() => (dataDir = mkdtempSync(join(tmpdir(), "earlier "))));
afterEach(() => rmSync(dataDir, { recursive: true }));

/** Stores a row in each of these tables, in this order. */
function store(...tables: string[]): void {
  const database = openDatabase({ dir: dataDir, durability: "process" });
  for (const table of tables) {
    const transaction = database.begin();
    transaction.insert(table, { name: '["heldProducts","x"]' });
    database.commit(transaction);
  }
  database.close();
}

const refuse = () => refuseEarlierData(dataDir);

describe("a data folder", () => {
  it.each(["heldProducts", "features", "identities", "billing/heldProducts", "ties"])(
    "is refused in one sentence where its tables include %s",
    (table) => {
      store("profiles", table);
      expect(refuse).toThrow(
        new Refusal(
          `The data in ${dataDir} is of a version before the first release, which stored it under other names: ` +
            "move that folder away, or choose another with DATA_DIR=<folder> npm start.",
        ),
      );
    },
  );

  it("is refused when those rows are in its snapshot", () => {
    store("profiles");
    const rows = JSON.stringify({ crc: "", d: ["billing/heldProducts", [{ _id: "x" }]] });
    writeFileSync(join(dataDir, "snapshot"), `{"crc":""}\n${rows}\n`);
    expect(refuse).toThrow(Refusal);
  });

  it.each([[[]], [["profiles"]], [["profiles", "billing/features", "billing/subscriptions"]]])(
    "is accepted where only %j have rows",
    (tables) => {
      store(...tables);
      expect(refuse).not.toThrow();
    },
  );

  it("is accepted where there is none yet", () => {
    expect(() => refuseEarlierData(join(dataDir, "new"))).not.toThrow();
  });
});
