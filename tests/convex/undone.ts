const UNDONE = new Error("Everything is taken back");

interface Backend {
  run: (handler: (ctx: unknown) => Promise<unknown>) => Promise<unknown>;
}

/**
 * Runs one case of a property on a shared backend, in a transaction that is rolled back at the end.
 * The next case starts from the same state, and the backend is opened only once.
 *
 * The test backend nests queries and mutations called inside by itself. Jobs that they schedule do
 * not run.
 */
export async function undone<T extends Backend>(t: T, attempt: (inside: T) => Promise<void>) {
  const ran = t.run(async (ctx) => {
    // A transaction can't start another one at the top level, so inside, `run` is this transaction.
    const run: Backend["run"] = async (handler) => await handler(ctx);
    await attempt({ ...t, run });
    throw UNDONE;
  });
  await ran.catch((error: unknown) => {
    if (error !== UNDONE) throw error;
  });
}
