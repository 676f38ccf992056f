import { makeFunctionReference } from "convex/server";
import { beforeAll, describe, expect, it } from "vitest";
import { operations, OPERATIONS } from "../../src/contract/operations";
import type { Operation } from "../../src/contract/operations";
import type { Result } from "../../src/contract/errors";
import { createDirectClient } from "../../src/direct/index";
import { APRIL_1, startEngine } from "../engine/harness";
import type { Engine } from "../engine/harness";
import { openApi } from "./api";
import { CASES } from "./cases";

type Params = Readonly<Record<string, unknown>>;

/** Calls the engine directly. */
async function direct(t: Engine, op: Operation, params: Params) {
  const path = `public:${op}`;
  const answer =
    operations[op].effect === "reads"
      ? t.query(makeFunctionReference<"query">(path), { params, now: APRIL_1 })
      : t.mutation(makeFunctionReference<"mutation">(path), { params });
  const { data, error, statusCode } = (await answer) as Result<unknown>;
  return error ? [statusCode, error] : [statusCode, data];
}

/** The same request over the network. */
function asRequest(op: Operation, params: Params) {
  const { verb, path } = operations[op].direct;
  const left = new Map(Object.entries(params));
  const filled = path.replace(/{(\w+)}/g, (_, name: string) => {
    const id = String(left.get(name));
    left.delete(name);
    return encodeURIComponent(id);
  });
  const fields = Object.fromEntries(left);
  if (verb !== "POST") {
    const query = new URLSearchParams(Object.entries(fields).map(([k, v]) => [k, String(v)]));
    return { verb, path: `${filled}?${query.toString()}` };
  }
  const { entities } = fields;
  const alone: unknown = Array.isArray(entities) && entities.length === 1 ? entities[0] : entities;
  return { verb, path: filled, body: op === "createEntity" ? alone : fields };
}

/** Random by design: URLs contain a secret, and codes can't be guessed. */
const RANDOM = new Set(["url", "checkout_url", "hosted_invoice_url", "next_cursor"]);
/** A row's id depends on the number of earlier rows, and a key is one. */
const ROW_ID = /^\d{5,}[a-zA-Z]+$/;

function masked(value: unknown, op: Operation): unknown {
  const isRandom = (name: string) =>
    RANDOM.has(name) || (op === "createReferralCode" && name === "code");
  return JSON.parse(
    JSON.stringify(value, (name, inner: unknown) => {
      if (typeof inner !== "string") return inner;
      if (ROW_ID.test(inner)) return inner.replace(/^\d+/, "");
      return isRandom(name) && !inner.includes("_not_found") ? "random" : inner;
    }),
  );
}

/** The compared values: the case, the status, and the body without random parts. */
type Said = [label: string, status: number | undefined, body: unknown];

const labelOf = (index: number) => `${index} ${JSON.stringify(CASES[index])}`;

async function askEngine(): Promise<Said[]> {
  const t = await startEngine();
  const said: Said[] = [];
  for (const [index, [op, params]] of CASES.entries()) {
    const [status, body] = await direct(t, op, params);
    said.push([labelOf(index), status as number, masked(body, op)]);
  }
  return said;
}

async function askOverHttp(): Promise<Said[]> {
  const { call } = await openApi(await startEngine());
  const said: Said[] = [];
  for (const [index, [op, params]] of CASES.entries()) {
    const { verb, path, ...sent } = asRequest(op, params);
    const { status, body } = await call(verb, path, sent);
    const { env, ...rest } = body;
    // A refusal names its environment; a response's own `env` is part of its data.
    const isRefusal = "code" in body && "message" in body && status >= 400;
    if (isRefusal) expect(env).toBe("sandbox");
    said.push([labelOf(index), status, masked(isRefusal ? rest : body, op)]);
  }
  return said;
}

/** Calls through the client for other servers. */
async function askThroughClient(): Promise<Said[]> {
  const t = await startEngine();
  const { key: secretKey } = await openApi(t);
  const fetch = (url: string, init: RequestInit) => {
    const { pathname, search } = new URL(url);
    return t.fetch(pathname + search, init);
  };
  const client = createDirectClient({ secretKey, fetch, logLevel: "fatal" });
  const said: Said[] = [];
  for (const [index, [op, params]] of CASES.entries()) {
    // The cases are typed for the table's operations.
    const result = await client[op](params as never);
    const { data, error, statusCode }: Result<unknown> = result;
    said.push([labelOf(index), statusCode, masked(error ?? data, op)]);
  }
  return said;
}

describe("the /v1 API", () => {
  let fromEngine: Said[];
  let overHttp: Said[];
  let throughClient: Said[];

  beforeAll(async () => {
    fromEngine = await askEngine();
    overHttp = await askOverHttp();
    throughClient = await askThroughClient();
  });

  it("has a case for every operation", () => {
    const covered = new Set(CASES.map(([op]) => op));
    expect(OPERATIONS.filter((op) => !covered.has(op))).toEqual([]);
  });

  it("answers each case with the expected status and code", () => {
    const said = overHttp.map(([label, status, body]) => {
      const { code } = body as { code?: string };
      return status !== undefined && status < 400 ? [label, status] : [label, status, code];
    });
    expect(said).toEqual(
      CASES.map(([, , status, ...code], index) => [labelOf(index), status, ...code]),
    );
  });

  it("answers over HTTP what the engine answers", () => {
    expect(overHttp).toEqual(fromEngine);
  });

  it("gives the direct client the same answers", () => {
    expect(throughClient).toEqual(fromEngine);
  });
});
