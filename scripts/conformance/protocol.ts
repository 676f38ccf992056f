import { deepEqual, equal, match, ok } from "node:assert/strict";
import { BaseConvexClient, ConvexHttpClient } from "convex/browser";
import { ConvexError, type Value } from "convex/values";
import { WebSocket as NodeWebSocket } from "ws";
import { failure, mutation, query, until, type Check, type Target } from "./target";

const deposit = mutation("accounts:deposit");
const transfer = mutation("accounts:transfer");
const close = mutation("accounts:close");

/** A write may be refused after its retries; only successful ones count. */
async function manyWriters(target: Target): Promise<void> {
  const clients = Array.from({ length: 8 }, () => target.connect());
  const name = target.run;
  const settled = await Promise.allSettled(
    clients.flatMap((client) =>
      Array.from({ length: 25 }, () => client.mutation(deposit, { name, value: 1 })),
    ),
  );
  const refused = settled.flatMap((one) => (one.status === "rejected" ? String(one.reason) : []));
  for (const message of refused) match(message, /changed while this mutation was being run/);
  const answered = settled.length - refused.length;
  ok(answered > 0);
  equal(await target.query("accounts:amount", { name }), answered);
}

/** Money in transfer is never in two accounts. */
async function oneMoment(target: Target): Promise<void> {
  const [from, to] = [`${target.run} a`, `${target.run} b`];
  const sums: number[] = [];
  const read = (name: string) => client.localQueryResult("accounts:amount", { name });
  const client = new BaseConvexClient(
    target.url,
    () => {
      const [a, b] = [read(from), read(to)];
      if (a !== undefined && b !== undefined) sums.push(Number(a) + Number(b));
    },
    // The same interface for the client's needs; only the event types differ.
    { logger: false, webSocketConstructor: NodeWebSocket as unknown as typeof WebSocket },
  );
  try {
    const writer = target.connect();
    await writer.mutation(deposit, { name: from, value: 100 });
    for (const name of [from, to]) client.subscribe("accounts:amount", { name });
    await until("both are seen", () => read(to) === 0);
    for (let i = 0; i < 40; i += 1) await writer.mutation(transfer, { from, to });
    await until("all transfers are seen", () => read(to) === 40);
    deepEqual(new Set(sums), new Set([100]));
    ok(sums.length > 1);
  } finally {
    await client.close();
  }
}

async function sameView(target: Target): Promise<void> {
  const { run: prefix } = target;
  const writers = Array.from({ length: 3 }, () => target.connect());
  const views: Value[] = [null, null, null];
  for (const [at, client] of writers.entries())
    client.onUpdate(query("accounts:top"), { prefix }, (value) => (views[at] = value));
  let seed = 1;
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const writes = writers.flatMap((client) =>
    Array.from({ length: 50 }, (_, value) => {
      const name = `${prefix} n${random(20)}`;
      return random(3) === 0
        ? client.mutation(close, { name })
        : client.mutation(deposit, { name, value });
    }),
  );
  await Promise.all(writes);
  const truth = JSON.stringify(await target.query("accounts:top", { prefix }));
  await until("all see what a fresh reader sees", () =>
    views.every((view) => JSON.stringify(view) === truth),
  );
}

async function ownWrites(target: Target): Promise<void> {
  const client = target.connect();
  const { run } = target;
  const seen: Value[] = [];
  client.onUpdate(query("rows:list"), { run }, (value) => seen.push(value));
  await until("a first answer is there", () => seen.length > 0);
  for (const rank of [1, 2, 3]) {
    await client.mutation(mutation("rows:add"), { run, ranks: [rank] });
    deepEqual(seen.at(-1), [1, 2, 3].slice(0, rank));
  }
}

async function errorData(target: Target): Promise<void> {
  const { run } = target;
  const client = target.connect();
  const data = { code: "on purpose", run };
  for (const call of [
    target.mutation("rows:addThenThrow", { run }),
    client.mutation(mutation("rows:addThenThrow"), { run }),
  ])
    deepEqual(
      await call.catch((error: unknown) => error instanceof ConvexError && (error.data as Value)),
      data,
    );
  deepEqual(await target.query("rows:list", { run }), []);
}

async function consistent(target: Target): Promise<void> {
  const { run } = target;
  const past = new ConvexHttpClient(target.url, { logger: false });
  // oxlint-disable-next-line typescript/no-deprecated -- clients that still call it get an answer
  const list = () => past.consistentQuery(query("rows:list"), { run });
  await target.mutation("rows:add", { run, ranks: [1] });
  deepEqual(await list(), [1]);
  await target.mutation("rows:add", { run, ranks: [2] });
  deepEqual(await list(), [1]);
  deepEqual(await target.query("rows:list", { run }), [1, 2]);
}

async function values(target: Target): Promise<void> {
  const value = {
    integer: 2n ** 63n - 1n,
    float: [NaN, Infinity, -Infinity, -0, 0.1],
    bytes: new Uint8Array([0, 255]).buffer,
    text: "aé€😀\u0000",
    nothing: null,
    truth: [true, false],
  };
  const answers = [
    await target.query("rows:echo", { value }),
    await target.connect().query(query("rows:echo"), { value }),
  ];
  for (const answer of answers) deepEqual(answer, value);
}

async function httpAction(target: Target): Promise<void> {
  const site = await target.text("rows:siteUrl");
  const answer = await fetch(`${site}/echo`, { method: "POST", body: "hello" });
  deepEqual([answer.status, await answer.text()], [201, "hello"]);
  equal((await fetch(`${site}/nowhere`)).status, 404);
}

const check = (name: string, run: Check["run"]): Check => ({ area: "protocol", name, run });

export const protocol: Check[] = [
  check("many clients that change one document lose no update", manyWriters),
  check("all queries of a client see one moment", oneMoment),
  check("clients end with the same view as a fresh reader", sameView),
  check("a client sees its own write when its mutation has been answered", ownWrites),
  check("a ConvexError's data arrives, and its mutation leaves nothing", errorData),
  check("consistent queries see one moment", consistent),
  check("values of all types come back as they were sent", values),
  check("HTTP actions answer at the site's address", httpAction),
  check("an internal function is not found by clients", async (target) => {
    match(await failure(target.query("rows:secret")), /Could not find public function/);
  }),
  check("arguments that do not match are refused", async (target) => {
    const message = await failure(target.query("rows:typed", { value: "one" }));
    match(message, /ArgumentValidationError: Value does not match validator/);
  }),
];
