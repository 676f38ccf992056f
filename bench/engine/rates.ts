import { join } from "node:path";
import { convexToJson } from "convex/values";
import type { JSONValue, Value } from "convex/values";
import { startBackend } from "../../packages/convex-local/src/main";
import { addressOf } from "../../tests/e2e/operator";
import { CALLS, operation } from "./customer";
import { makeFolder, openStage, AS_START, VARIABLES } from "./stage";

/** Calls per second of one kind, and the ratio to an empty mutation. */
export interface Rate {
  name: string;
  perSecond: number;
  ofEmpty: number;
}

interface Contender {
  name: string;
  call: () => Promise<unknown>;
}

const ROUNDS = 20;
const ROUND_MS = 250;
const CONCURRENCY = 16;
const ID = "ana";
const CATALOGUE = "billing:install";

type Run = (path: string, args: JSONValue) => Promise<unknown>;

/** Without the network: the engine and the transactions alone, one call after another. */
export async function measureInProcess(): Promise<Rate[]> {
  const { run, close } = await openStage();
  try {
    await prepare(run);
    return await race(contendersOf(run), 1);
  } finally {
    await close();
  }
}

/** Like a server: over HTTP with keep-alive, with many calls at the same time. */
export async function measureOverHttp(): Promise<Rate[]> {
  const { folder, functions, remove } = makeFolder();
  const dataDir = join(folder, "data");
  const ports = { port: 0, sitePort: 0 };
  const backend = await startBackend({ functions, dataDir, env: VARIABLES, ...ports, ...AS_START });
  try {
    await backend.run(CATALOGUE);
    const run = poster(backend);
    await prepare(run);
    return await race(contendersOf(run), CONCURRENCY);
  } finally {
    await backend.close();
    remove();
  }
}

/** A customer whose balance does not run out. */
async function prepare(run: Run): Promise<void> {
  await run(operation("createCustomer"), { params: { id: ID } });
  const balances = [{ feature_id: "uploads", balance: 1_000_000_000 }];
  await run(operation("setBalances"), { params: { customer_id: ID, balances } });
}

function poster({ url, adminKey }: { url: string; adminKey: string }): Run {
  const headers = { "Content-Type": "application/json", Authorization: `Convex ${adminKey}` };
  return async (path, args) => {
    const call = { ...addressOf(path), format: "convex_encoded_json", args: [args] };
    const body = JSON.stringify(call);
    const response = await fetch(`${url}/api/mutation`, { method: "POST", headers, body });
    const answer = (await response.json()) as { status: string; errorMessage?: string };
    if (answer.status !== "success") throw new Error(`${path}: ${answer.errorMessage ?? ""}`);
  };
}

function contendersOf(run: Run): Contender[] {
  const json = (args: Value) => convexToJson(args);
  // Used and given back in turn: the balance never runs out.
  let sign = 1;
  const track = () => {
    sign = -sign;
    const params = { customer_id: ID, feature_id: "uploads", value: -sign };
    return run(operation("track"), json({ params }));
  };
  const gate = () => run("probe:gate", { customerId: ID, key: crypto.randomUUID() });
  return [
    { name: "empty mutation", call: () => run("probe:empty", {}) },
    { name: "gate in a host's mutation", call: gate },
    { name: "check", call: () => run(operation("check"), json(CALLS.check(ID))) },
    { name: "track", call: track },
  ];
}

/** Rounds alternate, so that load on the machine affects all; medians count. */
async function race(contenders: readonly Contender[], concurrency: number): Promise<Rate[]> {
  const rounds = new Map(contenders.map(({ name }) => [name, [] as number[]]));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const { name, call } of contenders) {
      const rate = await rateOf(call, concurrency);
      // The first round warms up.
      if (round > 0) rounds.get(name)?.push(rate);
    }
  }
  const medians = contenders.map(({ name }) => ({
    name,
    perSecond: median(rounds.get(name) ?? []),
  }));
  const empty = medians[0]?.perSecond ?? NaN;
  return medians.map((row) => ({ ...row, ofEmpty: row.perSecond / empty }));
}

async function rateOf(call: () => Promise<unknown>, concurrency: number): Promise<number> {
  const start = performance.now();
  let done = 0;
  const worker = async () => {
    while (performance.now() - start < ROUND_MS) {
      await call();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return (done * 1_000) / (performance.now() - start);
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}
