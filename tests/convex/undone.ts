const UNDONE = new Error("Everything is taken back");

interface Backend {
  run: (handler: (ctx: unknown) => Promise<unknown>) => Promise<unknown>;
}

/**
 * Runs one case of a property on a shared backend, in a transaction that is rolled back at the
 * end: the next case finds the backend as this one did, and opening a backend is paid once.
 *
 * The test backend nests the queries and mutations that are called in here by itself. Jobs that
 * they schedule do not run.
 */
export async function undone<T extends Backend>(t: T, attempt: (inside: T) => Promise<void>) {
  const ran = t.run(async (ctx) => {
    // A transaction cannot begin another at the top: inside, `run` is this transaction.
    const run: Backend["run"] = async (handler) => await handler(ctx);
    await attempt({ ...t, run });
    throw UNDONE;
  });
  await ran.catch((error: unknown) => {
    if (error !== UNDONE) throw error;
  });
}
