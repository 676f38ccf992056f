import type { JsonFields } from "../../packages/convex-local/src/store/state";
import type { Inserted } from "./meter";
import type { Stage } from "./stage";

/** Documents per transaction: large enough to be quick, small enough for the log. */
const BATCH = 5_000;

/** Rows that all customers share: there is one of each, whatever the number of customers. */
const SHARED = ["billing/customerCounts"];

/**
 * Copies the rows of one call many times into the database, without the engine: a
 * year's history takes seconds. Ids between the copies are replaced, and `rename`
 * makes unique fields unique.
 */
export function insertCopies(
  { database, take }: Pick<Stage, "database" | "take">,
  inserted: readonly Inserted[],
  copies: number,
  rename: (text: string, copy: number) => string = (text) => text,
): void {
  const rows = inserted.filter(({ table }) => !/(^|\/)_/.test(table) && !SHARED.includes(table));
  const texts = rows.map(({ fields }) => JSON.stringify(fields));
  for (let from = 0; from < copies; from += BATCH) {
    const transaction = database.begin();
    for (let copy = from; copy < Math.min(from + BATCH, copies); copy += 1) {
      const ids: [from: string, to: string][] = [];
      for (const [i, { table, id }] of rows.entries()) {
        const named = rename(texts[i] ?? "", copy);
        const text = ids.reduce((out, [old, fresh]) => out.replaceAll(old, fresh), named);
        // The fields of a document keep their type.
        const { _id } = transaction.insert(table, JSON.parse(text) as JsonFields);
        ids.push([id, _id]);
      }
    }
    database.commit(transaction);
    // The meter delegates everything else.
    take();
  }
}
