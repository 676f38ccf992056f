import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { convexTest } from "convex-test";
import { ConvexClient } from "convex/browser";
import { anyApi, type FunctionReference } from "convex/server";
import type { Value } from "convex/values";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startBackend, type Backend } from "../../../packages/convex-local/src/main";
import { seededRandom } from "./seeded-random";
import { loadDeployment, type Deployment } from "../../../packages/convex-local/src/runtime/load";
import { until } from "../runtime/fixture";
import { allCalls, type Step } from "./calls";
import schema from "./convex/schema";

const SEED = 20_260_101;
const FUNCTIONS = resolve("tests/local/components/convex");
const PACKAGES = resolve("node_modules/@convex-dev");

type Args = Record<string, Value>;
type Kind = "query" | "mutation" | "action";
type Call = (kind: Kind, name: string, args: Args) => Promise<Value>;

// The modules of the folder, as clients name them; nothing generates their types.
const host = anyApi["host"] as unknown as Record<string, FunctionReference<"mutation">>;

/** What naturally differs between two backends: ids, handles, times. */
function normalise(value: unknown): unknown {
  if (typeof value === "bigint") return "time";
  if (typeof value === "number") return Math.abs(value) > 1e11 ? "time" : value;
  if (Array.isArray(value)) return value.map(normalise);
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, normalise(item)]));
  if (typeof value !== "string") return value;
  if (value.startsWith("function://")) return "handle";
  return value.replace(/\b(?:[0-9a-hjkmnp-tv-z]{32}|0+\d{5}[A-Za-z_]+)\b/g, "id");
}

/** Only the message of the innermost error: each backend wraps it differently. */
function failure(error: unknown): unknown {
  const message = String(error instanceof Error ? error.message : error);
  const words = message.replace(/^\[CONVEX [^\n]*\n/, "").replace(/^\[Request ID: [^\n]*\n/, "");
  const [first = ""] = words
    .replace(/^(?:Uncaught )?(?:(?:Uncaught )?\w*Error: )*/, "")
    .split("\n");
  return { failed: normalise(first) };
}

/** The returned id, alone or as the first of a page. */
function idIn(value: Value): string | undefined {
  if (typeof value === "string") return value;
  return (value as { page?: { _id: string }[] } | null)?.page?.[0]?._id;
}

async function answersOf(call: Call, steps: readonly Step[], kindOf: (step: Step) => Kind) {
  const kept = new Map<string, string>();
  const handles = new Map<string, string>();
  for (const name of ["note", "migration"])
    handles.set(name, (await call("action", "handleOf", { name: `host:${name}` })) as string);
  const side = {
    kept: (name: string) => kept.get(name) ?? name,
    handle: (name: string) => handles.get(name) ?? "",
  };
  const answers: unknown[] = [];
  for (const step of steps) {
    const { component, path, keep, until: isDone } = step;
    const kind = kindOf(step);
    const run = () => call(kind, kind, { component, path, args: step.args(side) });
    let answer: unknown;
    const ask = async () => {
      answer = await run().then(
        (value) => {
          const id = idIn(value);
          if (keep !== undefined && id !== undefined) kept.set(keep, id);
          return normalise(value);
        },
        (error: unknown) => failure(error),
      );
    };
    await ask();
    if (isDone)
      await until(async () => {
        if (isDone(answer as Value)) return true;
        await ask();
        return false;
      }).catch(() => {
        throw new Error(`${component}/${path} stays ${JSON.stringify(answer)}`);
      });
    // The order of ids, which is random.
    if (path === "btree/paginateNamespaces") (answer as { page: unknown[] }).page.sort();
    answers.push([component, path, answer]);
  }
  return answers;
}

interface TestHelper {
  register: (t: unknown, name: string) => void;
}

async function inConvexTest(): Promise<Call> {
  const t = convexTest(schema, {
    "./_generated/api.js": () => Promise.resolve({}),
    "./host.ts": () => import("./convex/host"),
  });
  const helper = async (path: string) =>
    (await import(/* @vite-ignore */ `${PACKAGES}/${path}/src/test.ts`)) as TestHelper;
  const helpers = {
    ...{ aggregate: "aggregate", crons: "crons", migrations: "migrations", workpool: "workpool" },
    ...{ rateLimiter: "rate-limiter", shardedCounter: "sharded-counter" },
  };
  for (const [name, path] of Object.entries(helpers)) (await helper(path)).register(t, name);
  // These two packages leave it out.
  (await helper("batch-worker")).register(t, "aggregate/batchWorker");
  const file = (name: string) =>
    import(
      /* @vite-ignore */ pathToFileURL(join(PACKAGES, `stripe/dist/component/${name}.js`)).href
    );
  const stripe = (await file("schema")) as { default: typeof schema };
  t.registerComponent("stripe", stripe.default, {
    "./component/_generated/api.ts": () => Promise.resolve({}),
    "./component/public.ts": () => file("public"),
    "./component/private.ts": () => file("private"),
  });
  const run = { query: t.query, mutation: t.mutation, action: t.action };
  return (kind, name, args) =>
    (run[kind] as (ref: unknown, args: Args) => Promise<Value>)(host[name], args);
}

let dataDir: string;
let backend: Backend;
let client: ConvexClient;
let deployment: Deployment;

const onBackend: Call = (kind, name, args) =>
  (client[kind] as (ref: unknown, args: Args) => Promise<Value>).call(client, host[name], args);

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "components-"));
  backend = await startBackend({ functions: FUNCTIONS, dataDir, port: 0 });
  client = new ConvexClient(backend.url, { logger: false });
  deployment = await loadDeployment(FUNCTIONS, {}, {});
});
afterAll(async () => {
  await client.close();
  await backend.close();
  rmSync(dataDir, { recursive: true });
});

const steps = allCalls(seededRandom(SEED));
const functionOf = ({ component, path }: Step) =>
  deployment.components.get(component)?.functions.get(path.replace(/\/([^/]+)$/, ":$1"));

describe("seven published packages", () => {
  it("have all their public functions called", () => {
    const called = new Set(steps.map(({ component, path }) => `${component}/${path}`));
    const known = deployment.childComponents.flatMap(({ componentPath, functions }) =>
      [...functions.values()].flatMap(({ path, isPublic }) =>
        isPublic ? [`${componentPath}/${path.replace(":", "/")}`] : [],
      ),
    );
    expect([...called].sort()).toEqual(known.sort());
  });

  it("answer over the socket as they answer in convex-test", async () => {
    const kindOf = (step: Step) => functionOf(step)?.udfType ?? "query";
    const real = await answersOf(onBackend, steps, kindOf);
    for (const level of ["log", "debug", "info", "warn", "error"] as const)
      vi.spyOn(console, level).mockImplementation(() => undefined);
    const simulated = await answersOf(await inConvexTest(), steps, kindOf);
    vi.restoreAllMocks();
    expect(real).toEqual(simulated);
  });

  it("are rolled back with a host that throws, and alone when they throw", async () => {
    const count = () =>
      onBackend("query", "query", {
        component: "shardedCounter",
        path: "public/count",
        args: { name: "x" },
      });
    const add = {
      component: "shardedCounter",
      path: "public/add",
      args: { name: "x", count: 2, shard: 0 },
    };
    await expect(onBackend("mutation", "thrower", add)).rejects.toThrow("The host threw.");
    expect(await count()).toBe(0);
    const init = { component: "aggregate", path: "public/init", args: { namespace: "twice" } };
    await onBackend("mutation", "mutation", init);
    const answer = await onBackend("mutation", "catcher", { first: add, second: init });
    expect([answer, await count()]).toEqual(["caught", 2]);
  });
});

describe("a component's function", () => {
  it("is called over HTTP with the admin key alone", async () => {
    const ask = async (headers: Record<string, string>) => {
      const args = { name: "of nobody" };
      const body = JSON.stringify({ path: "public:count", componentPath: "shardedCounter", args });
      const answer = await fetch(`${backend.url}/api/function`, { method: "POST", headers, body });
      return (await answer.json()) as object;
    };
    const Authorization = `Convex ${backend.adminKey}`;
    expect(await ask({ Authorization })).toMatchObject({ status: "success", value: 0 });
    expect(await ask({})).toMatchObject({ status: "error" });
  });
});

describe("a component's HTTP route", () => {
  it("has the sender's address, which only a declared proxy may set", async () => {
    const ask = async ({ siteUrl }: Backend) => {
      const headers = { "X-Forwarded-For": "203.0.113.9" };
      return (await fetch(`${siteUrl}/address/ip`, { headers })).json() as Promise<string[]>;
    };
    expect(await ask(backend)).toEqual(["127.0.0.1", "address", `${backend.siteUrl}/address`]);
    await backend.close();
    const options = { functions: FUNCTIONS, dataDir, port: 0, proxies: ["127.0.0.1"] };
    backend = await startBackend(options);
    expect((await ask(backend))[0]).toBe("203.0.113.9");
  });
});
