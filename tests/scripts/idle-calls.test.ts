import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nextRun } from "../../packages/convex-local/src/runtime/cron-times";
import type { CronSpec } from "../../packages/convex-local/src/runtime/cron-times";
import { createRuntime } from "../../packages/convex-local/src/runtime/runtime";
import type { Runtime } from "../../packages/convex-local/src/runtime/runtime";
import { openDatabase } from "../../packages/convex-local/src/store/database";
import { DAY_MS } from "../../packages/billing/src/contract";
import { ADMIN, fileBytes, until } from "../local/runtime/fixture";

const MOST_CALLS = 20_000;
const MONTH_MS = 30 * DAY_MS;
const FUNCTIONS = join(import.meta.dirname, "../../convex");

/** Local accounts are off, because no user signs in. Stripe's missing reports are fetched. */
const VARIABLES = {
  BILLING_MODE: "sandbox",
  STRIPE_SECRET_KEY: "sk_test_anidlesite",
  STRIPE_WEBHOOK_SECRET: "whsec_anidlesite",
  CLERK_JWT_ISSUER_DOMAIN: "disabled",
  EMBEDDED_ISSUER: "disabled",
  EMBEDDED_JWKS: "disabled",
};

interface Cron {
  component: string;
  identifier: string;
  spec: CronSpec;
}

function runsInAMonth({ identifier, spec }: Cron): number {
  let runs = 0;
  for (let at = nextRun(identifier, spec, 0); at <= MONTH_MS; at = nextRun(identifier, spec, at))
    runs += 1;
  return runs;
}

describe("a site where nothing happens", () => {
  let runtime: Runtime;
  let crons: Cron[];
  let clean: () => Promise<void>;

  beforeAll(async () => {
    const stripe = createServer((_, response) => {
      response.setHeader("Content-Type", "application/json");
      response.end(JSON.stringify({ object: "list", data: [], has_more: false }));
    }).listen(0, "127.0.0.1");
    await once(stripe, "listening");
    const STRIPE_API_URL = `http://127.0.0.1:${(stripe.address() as AddressInfo).port}`;
    const dir = await mkdtemp(join(tmpdir(), "idle-calls-"));
    const database = openDatabase({ dir });
    const urls = { cloudUrl: "http://127.0.0.1:3210", siteUrl: "http://127.0.0.1:3211" };
    const kept = { database, files: fileBytes(new Map()), log: () => undefined };
    const variables = { ...VARIABLES, STRIPE_API_URL };
    runtime = createRuntime({
      ...{ functionsDir: FUNCTIONS, ...kept, ...urls, variables },
      isolation: "deployment",
    });
    clean = async () => {
      await runtime.close();
      database.close();
      stripe.close();
      await rm(dir, { recursive: true });
    };
    const { components } = await runtime.deploy();
    crons = [...components].flatMap(([component, installed]) =>
      Object.entries(installed.crons).map(([identifier, spec]) => ({
        component,
        identifier,
        spec,
      })),
    );
    // The test starts them sequentially.
    for (const [, installed] of components) installed.crons = {};
    runtime.start();
  });

  afterAll(async () => await clean());

  function hasJobs(): boolean {
    const tx = runtime.engine.database.begin();
    return [...runtime.engine.deployment().components.keys()].some((component) => {
      const table = component === "" ? "_scheduled_functions" : `${component}/_scheduled_functions`;
      return [...tx.all(table)].some(({ state }) => {
        return ["pending", "inProgress"].includes((state as { kind: string }).kind);
      });
    });
  }

  const countExecutions = async () => (await runtime.executions.after(0)).entries.length;

  /** The calls of one cron run: its own, those that it schedules, and theirs. */
  async function callsOf({ component, spec }: Cron): Promise<number> {
    const before = await countExecutions();
    const call = { path: spec.name, component, args: spec.args[0] ?? {}, caller: ADMIN };
    const { outcome } = await runtime.run(call);
    if (!outcome.success) throw new Error(`${spec.name}: ${outcome.message}`);
    await until(() => !hasJobs());
    return (await countExecutions()) - before;
  }

  it(`makes at most ${MOST_CALLS} calls in 30 days`, async () => {
    const calls: Record<string, number> = {};
    for (const cron of crons) {
      const { component, identifier } = cron;
      calls[`${component} ${identifier}`] = (await callsOf(cron)) * runsInAMonth(cron);
    }
    // What a run schedules or calls is counted too.
    expect(calls).toMatchObject({
      " sync storage": 30,
      "billing prove the ledger": 2 * 30,
      "billing fetch payment reports that never came": 3 * 24 * 30,
    });
    const total = Object.values(calls).reduce((sum, count) => sum + count, 0);
    expect(total, JSON.stringify(calls, null, 2)).toBeLessThanOrEqual(MOST_CALLS);
  });
});
