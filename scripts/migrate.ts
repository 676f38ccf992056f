import { setTimeout as wait } from "node:timers/promises";
import type { Backend } from "../packages/convex-local/src/main";

interface Migration {
  name: string;
  state: "inProgress" | "success" | "failed" | "canceled" | "unknown";
  /** The number of processed documents. */
  processed: number;
  error: string | null;
}

type Runs = Pick<Backend, "run">;

const POLL_MS = 50;
const POLLS_PER_LINE = 100;
/** Between two migrations there is a moment without any in progress. */
const IDLE_POLLS = 10;

const isDone = ({ state }: Migration) => state === "success";
const isStopped = ({ state }: Migration) => state === "failed" || state === "canceled";

async function readProgress(backend: Runs): Promise<Migration[]> {
  return (await backend.run("migrations:progress")) as unknown as Migration[];
}

/** Waits until all are done, or until one fails and stops the others. */
async function finish(backend: Runs): Promise<Migration[]> {
  let idle = 0;
  for (let polls = 1; ; polls++) {
    const now = await readProgress(backend);
    if (now.every(isDone) || now.some(isStopped)) return now;
    const current = now.find(({ state }) => state === "inProgress");
    // A run of an earlier start does not include later migrations.
    idle = current ? 0 : idle + 1;
    if (idle > 0 && idle % IDLE_POLLS === 0) await backend.run("migrations:runAll");
    if (current && polls % POLLS_PER_LINE === 0)
      console.log(`Changing stored data: ${current.name}, ${current.processed} documents so far.`);
    await wait(POLL_MS);
  }
}

function say({ name, state, processed, error }: Migration): string {
  if (state === "success") return `Stored data was changed: ${name}, ${processed} documents.`;
  const why = error ?? state;
  return `Stored data was not changed: ${name}, after ${processed} documents: ${why}\nThe site runs meanwhile. The next start tries again.`;
}

/** Migrates stored data to the current version, and prints the changes. */
export async function migrate(backend: Runs): Promise<void> {
  const before = await readProgress(backend);
  if (before.every(isDone)) return;
  const done = new Set(before.filter(isDone).map(({ name }) => name));
  await backend.run("migrations:runAll");
  for (const each of await finish(backend))
    if (!done.has(each.name) && (isStopped(each) || each.processed > 0)) console.log(say(each));
}
