import type { Database } from "../store/types";
import { allRows } from "./job-rows";
import type { TransactionQueue } from "./transactions";
import type { Environment } from "./types";
import { textOf } from "./json";

const VARIABLES = "_environment_variables";

/** The stored variables. `changed` runs after each change, before `set` resolves. */
export function environment(
  database: Database,
  queue: TransactionQueue,
  changed: () => Promise<void>,
): Environment {
  const rows = () => allRows(database.begin(), VARIABLES);
  return {
    all: () => Object.fromEntries(rows().map(({ name, value }) => [textOf(name), textOf(value)])),
    set: async (changes) => {
      await queue.write((tx) => {
        const stored = new Map(allRows(tx, VARIABLES).map((row) => [row.name, row]));
        for (const { name, value } of changes) {
          const row = stored.get(name);
          if (row) tx.remove(VARIABLES, row._id);
          if (value !== null) tx.insert(VARIABLES, { name, value });
        }
      });
      await changed();
    },
  };
}
