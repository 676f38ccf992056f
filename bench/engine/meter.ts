import type { Database } from "../../packages/convex-local/src/store/database";
import type { JsonFields } from "../../packages/convex-local/src/store/state";
import type { Transaction } from "../../packages/convex-local/src/store/transaction";

/** The database use of a call, counted as Convex counts against its limits. */
export interface Work {
  /** Documents read; a patch reads the document that it changes. */
  read: number;
  /** Calls of `get` and of queries: each is one index range. */
  ranges: number;
  written: number;
  inserted: Inserted[];
}

/** A created document. */
export interface Inserted {
  table: string;
  id: string;
  fields: JsonFields;
}

/** A database that counts. `take` returns the counts since the last call. */
interface MeteredDatabase {
  database: Database;
  take: () => Work;
}

const nothing = (): Work => ({ read: 0, ranges: 0, written: 0, inserted: [] });

/** Counts the work of every transaction of a database, those of the runtime itself included. */
export function metered(database: Database): MeteredDatabase {
  let work = nothing();
  const begin = database.begin.bind(database);
  database.begin = (at) => count(begin(at), () => work);
  return {
    database,
    take: () => {
      const taken = work;
      work = nothing();
      return taken;
    },
  };
}

function count(transaction: Transaction, work: () => Work): Transaction {
  const get = transaction.get.bind(transaction);
  const scan = transaction.scan.bind(transaction);
  const insert = transaction.insert.bind(transaction);
  const replace = transaction.replace.bind(transaction);
  const remove = transaction.remove.bind(transaction);
  // Replacing and deleting look the document up themselves: the caller has read it already.
  let isLookingUp = false;
  const write = <T>(change: () => T): T => {
    work().written += 1;
    isLookingUp = true;
    const done = change();
    isLookingUp = false;
    return done;
  };
  return Object.assign(transaction, {
    get: (...args: Parameters<Transaction["get"]>) => {
      const doc = get(...args);
      if (isLookingUp) return doc;
      work().ranges += 1;
      if (doc) work().read += 1;
      return doc;
    },
    *scan(...args: Parameters<Transaction["scan"]>) {
      work().ranges += 1;
      for (const step of scan(...args)) {
        work().read += 1;
        yield step;
      }
    },
    insert: (table: string, fields: JsonFields) => {
      const doc = write(() => insert(table, fields));
      work().inserted.push({ table, id: doc._id, fields });
      return doc;
    },
    replace: (...args: Parameters<Transaction["replace"]>) => write(() => replace(...args)),
    remove: (...args: Parameters<Transaction["remove"]>) => write(() => remove(...args)),
  });
}
