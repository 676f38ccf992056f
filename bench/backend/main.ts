import { execFile } from "node:child_process";
import { parseArgs, promisify } from "node:util";
import { quantile, round } from "../vitals/numbers";
import { compare } from "./compare";
import type { Load, Pushes } from "./load";
import { copyWorks, makeComponentStage, makeStage, publishFirst } from "./stage";
import type { Server, Stage } from "./stage";
import { measureWrites, writeCommits } from "./writes";

/**
 * Writes per second: a thousand clients get fewer, because every write is a push
 * to each of them.
 */
const RATES = { few: 50, many: 20 };
const MANY_CLIENTS = 1_000;
const PING_EVERY_MS = 50;
const SEARCHES = 300;
/** A new process compiles its code: these count for the first search alone. */
const WARM_UP = 30;
/** A user who searches has opened a page before. */
const PAGES_BEFORE = 3;
const WRITE_ROUNDS = 5;
const WORKS_OF_A_FEED = 200;

/** `npm run bench:backend`: the numbers of docs/backend-performance.md. */
const { values } = parseArgs({
  options: {
    clients: { type: "string", default: "20,200,1000" },
    seconds: { type: "string", default: "10" },
    patience: { type: "string", default: "60" },
    writes: { type: "string", default: "200" },
    documents: { type: "string", default: "100000" },
    commits: { type: "string", default: "0" },
    /** Measures the start of an app with components, and nothing else. */
    components: { type: "boolean", default: false },
    /**
     * Compares small mutations with those of this checkout's backend, and measures
     * nothing else.
     */
    against: { type: "string" },
    /** With `against`: "run" or "deployment", as `npm start` has it. */
    isolation: { type: "string", default: "deployment" },
    /** Another checkout, whose backend is measured. */
    root: { type: "string", default: "." },
  },
});

const progress = (line: string) => console.log(`… ${line}`);

/** The response times of `/version` in milliseconds, requested in a loop until stopped. */
async function pingWhile<T>(
  url: string,
  work: Promise<T>,
): Promise<{ result: T; pings: number[] }> {
  const pings: number[] = [];
  const over = new AbortController();
  const pinging = (async () => {
    while (!over.signal.aborted) {
      const startedAt = performance.now();
      // A server that is busy for too long drops waiting requests; their time counts too.
      await fetch(`${url}/version`)
        .then((response) => response.text())
        .catch(() => "");
      pings.push(performance.now() - startedAt);
      await new Promise((resolve) => setTimeout(resolve, PING_EVERY_MS));
    }
  })();
  const result = await work.finally(() => over.abort());
  await pinging;
  return { result, pings };
}

async function measurePush(url: string, clients: number) {
  const writesPerSecond = clients < MANY_CLIENTS ? RATES.few : RATES.many;
  const seconds = Number(values.seconds);
  const load: Load = {
    url,
    clients,
    writesPerSecond,
    seconds,
    patienceSeconds: Number(values.patience),
  };
  const args = ["--import", "tsx", "bench/backend/load.ts", JSON.stringify(load)];
  const running = promisify(execFile)(process.execPath, args);
  const { result, pings } = await pingWhile(url, running);
  // The output of that process.
  const pushes = JSON.parse(result.stdout) as Pushes;
  const version = { "/version p99 ms": round(quantile(pings, 0.99), 1) };
  return { "writes per second": writesPerSecond, ...pushes, ...version };
}

/** Each on a new server, so that none is affected by another. */
async function measurePushes(stage: Stage) {
  const table: Record<string, object> = {};
  for (const clients of values.clients.split(",").map(Number)) {
    progress(`${clients} clients watch the feed`);
    const server = await stage.start();
    // It shows the last mark of the previous stage.
    await server.run("probe:mark", { n: 0 });
    const measured = await measurePush(server.url, clients);
    table[`${clients} clients`] = { ...measured, "MB after": round(server.memoryMb()) };
    await server.stop();
  }
  return table;
}

async function measureSearch({ run }: Server) {
  const timeOf = async (path: string, n: number, args: object) => {
    const startedAt = performance.now();
    await run(path, { ...args, paginationOpts: { numItems: 24, cursor: null, id: n } });
    return performance.now() - startedAt;
  };
  const firstCall = await timeOf("community/artworks/functions:feed", 0, {});
  for (let n = 1; n < PAGES_BEFORE; n++) await timeOf("community/artworks/functions:feed", n, {});
  const times: number[] = [];
  for (let n = 0; n < WARM_UP + SEARCHES; n++) {
    times.push(await timeOf("community/search:works", n, { text: `harbour number${n}` }));
    await new Promise((resolve) => setTimeout(resolve, PING_EVERY_MS));
  }
  const [first = NaN] = times;
  const later = times.slice(WARM_UP);
  return {
    "first call ms": round(firstCall, 1),
    "first search ms": round(first, 1),
    "search p50 ms": round(quantile(later, 0.5), 1),
    "search p99 ms": round(quantile(later, 0.99), 1),
  };
}

async function measureStart(stage: Stage) {
  const server = await stage.start();
  const begun = { "start ms": round(server.startMs), MB: round(server.memoryMb()) };
  return { server, begun };
}

async function main(): Promise<void> {
  const stage = makeStage(values.root);
  const starts: Record<string, object> = {};
  try {
    progress("an empty data folder");
    const { server, begun } = await measureStart(stage);
    starts["no documents"] = begun;
    await publishFirst(server);
    await copyWorks(server, WORKS_OF_A_FEED);
    progress("writes");
    const writes = await measureWrites(
      server.url,
      WRITE_ROUNDS,
      Number(values.writes) / WRITE_ROUNDS,
    );
    await server.stop();
    console.log("Writes, one after another over the sync protocol");
    console.table(writes);

    const pushes = await measurePushes(stage);
    console.log("From a write being sent to each client having it, on loopback");
    console.table(pushes);

    const documents = Number(values.documents);
    progress(`${documents} works`);
    const filling = await stage.start();
    await copyWorks(filling, documents);
    await filling.stop();
    const filled = await measureStart(stage);
    const searches = await measureSearch(filled.server);
    const after = { "MB after searches": round(filled.server.memoryMb()) };
    starts[`${documents} works`] = { ...filled.begun, ...searches, ...after };

    const commits = Number(values.commits);
    if (commits > 0) {
      progress(`${commits} commits`);
      await writeCommits(filled.server.url, commits);
    }
    await filled.server.stop();
    if (commits > 0) {
      const long = await measureStart(stage);
      starts[`and ${commits} commits`] = long.begun;
      await long.server.stop();
    }
    console.log("Starts, and searches after them");
    console.table(starts);
  } finally {
    stage.remove();
  }
}

async function mainForComponents(): Promise<void> {
  const stage = makeComponentStage(values.root);
  try {
    const { server, begun } = await measureStart(stage);
    await server.stop();
    console.table({ "eight components": begun });
  } finally {
    stage.remove();
  }
}

async function mainForComparison(other: string): Promise<void> {
  console.table(
    await compare(values.root, other, values.isolation === "run" ? "run" : "deployment"),
  );
  process.exit(0);
}

if (values.against !== undefined) await mainForComparison(values.against);
await (values.components ? mainForComponents() : main());
