import type { Value } from "convex/values";

/** The values that a call may need from its side. */
interface Side {
  /** The result of an earlier call, stored under this name. */
  kept: (name: string) => string;
  /** Text by which components call `host:note` or `host:migration`. */
  handle: (name: "note" | "migration") => string;
}

/** One call of a component's function; `lasts` repeats it until it returns this result. */
export interface Step {
  component: string;
  path: string;
  args: (side: Side) => Record<string, Value>;
  keep?: string;
  until?: (answer: Value) => boolean;
}

type Args = Record<string, Value> | ((side: Side) => Record<string, Value>);

function of(component: string) {
  return (path: string, args: Args = {}, more: Pick<Step, "keep" | "until"> = {}): Step => ({
    component,
    path,
    args: typeof args === "function" ? args : () => args,
    ...more,
  });
}

/** Later than the end of all tests. */
const PERIOD = 1e15;

function rateLimiter(random: () => number): Step[] {
  const call = of("rateLimiter");
  const config = { kind: "fixed window", rate: 5, period: PERIOD, start: 0 };
  const counts = Array.from({ length: 5 }, () => 1 + Math.floor(random() * 3));
  const later = { ...config, applyUpdates: "asynchronously" };
  const update = { kind: "consume", name: "later", count: 2, ts: 1, config: later };
  return [
    ...counts.flatMap((count) => [
      call("lib/checkRateLimit", { name: "a", key: "k", count, config }),
      call("lib/rateLimit", { name: "a", key: "k", count, config }),
      call("lib/getValue", { name: "a", key: "k", config }),
    ]),
    call("lib/rateLimit", { name: "a", key: "k", count: 9, throws: true, config }),
    call("lib/rateLimit", { name: "a", key: "k", count: 2, reserve: true, config }),
    call("lib/resetRateLimit", { name: "a", key: "k" }),
    call("lib/getValue", { name: "a", key: "k", config }),
    call("lib/enqueueUpdates", { updates: [{ ...update, config }] }),
    call("lib/enqueueUpdates", { updates: [update] }),
    call("lib/clearAll"),
    call("lib/getServerTime"),
    call("time/getServerTime"),
  ];
}

function aggregate(random: () => number): Step[] {
  const call = of("aggregate");
  const keys = Array.from({ length: 9 }, (_, i) => i * 10 + Math.floor(random() * 10));
  const insert = (key: number, i: number) =>
    call("public/insert", { key, value: `v${i}`, summand: i });
  const [first = 0, second = 0, third = 0] = keys;
  const isSettled = (answer: Value) => typeof answer === "object" && answer !== null;
  return [
    call("public/init", { maxNodeSize: 4, rootLazy: false }),
    call("public/init", {}),
    ...keys.map(insert),
    call("btree/validate"),
    call("btree/aggregateBetween", { k1: { type: "inclusive", key: second } }),
    call("btree/aggregateBetweenBatch", {
      queries: [{}, { k2: { type: "exclusive", key: third } }],
    }),
    call("btree/get", { key: first }),
    call("btree/get", { key: -1 }),
    call("btree/atOffset", { offset: 2 }),
    call("btree/atOffset", { offset: 99 }),
    call("btree/atNegativeOffset", { offset: 1 }),
    call("btree/atOffsetBatch", { queries: [{ offset: 0 }, { offset: 3 }] }),
    call("btree/offset", { key: third }),
    call("btree/offsetUntil", { key: third }),
    call("btree/paginate", { limit: 4, order: "asc" }),
    call("btree/paginate", { limit: 4, order: "desc" }),
    call("public/replace", { currentKey: first, newKey: 500, value: "moved" }),
    call("public/delete_", { key: second }),
    call("public/delete_", { key: second }),
    call("public/deleteIfExists", { key: second }),
    call("public/replaceOrInsert", { currentKey: 700, newKey: 701, value: "new" }),
    call("public/insert", { key: 1, value: 1, namespace: "other" }),
    call("btree/paginateNamespaces", { limit: 5 }),
    call("public/makeRootLazy"),
    call("inspect/display"),
    call("inspect/dump"),
    call("inspect/inspectNode"),
    call("inspect/listTrees"),
    call("inspect/listTreeNodes"),
    call("public/enqueue", { operation: { type: "insert", key: 800, value: "queued" } }),
    call("btree/get", { key: 800 }, { until: isSettled }),
    call("public/enqueueBatch", { operations: [{ type: "deleteIfExists", key: 800 }] }),
    call("btree/get", { key: 800 }, { until: (answer) => answer === null }),
    call("public/enqueue", { operation: { type: "delete", key: 12_345 } }),
    call(
      "deadLetter/list",
      { paginationOpts: { numItems: 5, cursor: null } },
      { until: (answer) => JSON.stringify(answer).includes("12345"), keep: "letter" },
    ),
    call("deadLetter/get", ({ kept }) => ({ id: kept("letter") })),
    call("deadLetter/delete_", ({ kept }) => ({ id: kept("letter") })),
    call("public/clear", { maxNodeSize: 8 }),
    call("btree/aggregateBetween"),
  ];
}

function shardedCounter(random: () => number): Step[] {
  const call = of("shardedCounter");
  const add = () =>
    call("public/add", {
      name: "c",
      count: Math.floor(random() * 100),
      shard: Math.floor(random() * 4),
    });
  return [
    ...Array.from({ length: 8 }, add),
    call("public/count", { name: "c" }),
    call("public/estimateCount", { name: "c", readFromShards: 4, shards: 4 }),
    call("public/rebalance", { name: "c", shards: 2 }),
    call("public/count", { name: "c" }),
    call("public/reset", { name: "c" }),
    call("public/count", { name: "c" }),
  ];
}

function migrations(): Step[] {
  const call = of("migrations");
  const migrate = (name: string, more: Record<string, Value> = {}) =>
    call("lib/migrate", ({ handle }) => ({
      ...{ name, fnHandle: handle("migration"), dryRun: false, ...more },
    }));
  return [
    migrate("one"),
    migrate("one"),
    migrate("two", { batchSize: -1 }),
    migrate("two", { dryRun: true }),
    migrate("three", { fnHandle: "host:migration" }),
    call("lib/getStatus", { names: ["one", "four"] }),
    call("lib/getStatus"),
    call("lib/cancel", { name: "one" }),
    call("lib/cancel", { name: "four" }),
    call("lib/cancelAll"),
    call("lib/clearAll"),
    call("lib/getStatus"),
  ];
}

function workpool(): Step[] {
  const call = of("workpool");
  const work = (text: string, handle: Side["handle"], runAt: number) => ({
    ...{ fnHandle: handle("note"), fnName: "note", fnArgs: { text }, fnType: "mutation", runAt },
  });
  const isFinished = (answer: Value) => JSON.stringify(answer) === '{"state":"finished"}';
  const state = (keep: string) => (side: Side) => ({ id: side.kept(keep) });
  return [
    call("config/update", { maxParallelism: 3, logLevel: "ERROR" }),
    call("config/update", { maxParallelism: 1000 }),
    call(
      "lib/enqueue",
      ({ handle }) => ({ ...work("worked", handle, 1), config: { maxParallelism: 3 } }),
      { keep: "work" },
    ),
    call("lib/status", state("work"), { until: isFinished }),
    call("lib/enqueueBatch", ({ handle }) => ({
      items: [
        work("later", handle, Date.now() + 1e8),
        work("later still", handle, Date.now() + 1e8),
      ],
      config: {},
    })),
    call(
      "lib/enqueue",
      ({ handle }) => ({ ...work("never", handle, Date.now() + 1e8), config: {} }),
      {
        keep: "waiting",
      },
    ),
    call("lib/statusBatch", ({ kept }) => ({ ids: [kept("work"), kept("waiting")] })),
    call("lib/cancel", state("waiting")),
    call("lib/status", state("waiting"), { until: isFinished }),
    call("lib/cancelAll"),
  ];
}

function crons(): Step[] {
  const call = of("crons");
  const register = (name: string, schedule: Record<string, Value>) =>
    call(
      "public/register",
      ({ handle }) => ({ name, schedule, functionHandle: handle("note"), args: { text: name } }),
      { keep: name },
    );
  return [
    register("hourly", { kind: "interval", ms: 3_600_000 }),
    register("hourly", { kind: "interval", ms: 3_600_000 }),
    register("daily", { kind: "cron", cronspec: "0 0 * * *", tz: "America/New_York" }),
    register("hasty", { kind: "interval", ms: 10 }),
    register("wrong", { kind: "cron", cronspec: "61 * * * *" }),
    call("public/list"),
    call("public/get", { identifier: { name: "daily" } }),
    call("public/get", ({ kept }) => ({ identifier: { id: kept("hourly") } })),
    call("public/get", { identifier: { name: "none" } }),
    call("public/del", { identifier: { name: "daily" } }),
    call("public/del", { identifier: { name: "daily" } }),
    call("public/del", ({ kept }) => ({ identifier: { id: kept("hourly") } })),
    call("public/list"),
  ];
}

function stripe(random: () => number): Step[] {
  const call = of("stripe");
  const customer = { stripeCustomerId: "cus" };
  const metadata = { userId: "u", orgId: "o" };
  const subscription = {
    ...{ stripeSubscriptionId: "sub", status: "active", priceId: "price", metadata },
    ...{ currentPeriodEnd: Math.floor(random() * 1e9), cancelAtPeriodEnd: false },
  };
  const invoice = {
    ...{ stripeInvoiceId: "in", status: "open", amountDue: Math.floor(random() * 1e6) },
    ...{ amountPaid: 0, created: 5, stripeSubscriptionId: "sub", metadata },
  };
  const intent = { stripePaymentIntentId: "pi", amount: 7, currency: "eur", status: "succeeded" };
  const read = () => [
    call("public/getCustomer", customer),
    call("public/getCustomerByEmail", { email: "a@b.c" }),
    call("public/getCustomerByUserId", { userId: "u" }),
    call("public/getSubscription", { stripeSubscriptionId: "sub" }),
    call("public/getSubscriptionByOrgId", { orgId: "o" }),
    call("public/getPayment", { stripePaymentIntentId: "pi" }),
    call("public/getCheckoutSession", { stripeCheckoutSessionId: "cs" }),
    call("private/listSubscriptionsWithCreationTime", customer),
    ...["Subscriptions", "Payments", "Invoices", "CheckoutSessions"].map((rows) =>
      call(`public/list${rows}`, customer),
    ),
    ...["Subscriptions", "Payments", "Invoices"].flatMap((rows) => [
      call(`public/list${rows}ByUserId`, { userId: "u" }),
      call(`public/list${rows}ByOrgId`, { orgId: "o" }),
    ]),
  ];
  const change = (path: string, args: Record<string, Value>) => call(`private/handle${path}`, args);
  return [
    ...read(),
    call("public/createOrUpdateCustomer", { ...customer, email: "a@b.c", metadata }),
    change("CustomerCreated", { stripeCustomerId: "cus2", name: "N" }),
    change("CustomerUpdated", { ...customer, name: "A" }),
    change("SubscriptionCreated", { ...customer, ...subscription }),
    change("SubscriptionUpdated", { ...subscription, status: "past_due", quantity: 2 }),
    change("CheckoutSessionCompleted", {
      ...{ ...customer, stripeCheckoutSessionId: "cs", mode: "payment", metadata },
    }),
    change("InvoiceCreated", { ...customer, ...invoice }),
    change("InvoicePaymentFailed", { stripeInvoiceId: "in" }),
    change("InvoicePaid", { stripeInvoiceId: "in", amountPaid: 3 }),
    change("PaymentIntentSucceeded", { ...intent, created: 6, metadata }),
    call("private/updatePaymentCustomer", { stripePaymentIntentId: "pi", ...customer }),
    call("private/updateSubscriptionQuantityInternal", {
      stripeSubscriptionId: "sub",
      quantity: 4,
    }),
    call("public/updateSubscriptionMetadata", {
      stripeSubscriptionId: "sub",
      metadata,
      orgId: "o",
    }),
    call("public/updateSubscriptionMetadata", { stripeSubscriptionId: "none", metadata }),
    call("public/updateSubscriptionQuantity", { stripeSubscriptionId: "sub", quantity: 1 }),
    ...read(),
    change("SubscriptionDeleted", { stripeSubscriptionId: "sub" }),
    change("CustomerDeleted", customer),
    ...read(),
  ];
}

/** Calls of every public function of the seven, with values from the seed. */
export function allCalls(random: () => number): Step[] {
  return [
    ...[rateLimiter(random), aggregate(random), shardedCounter(random), migrations()],
    ...[workpool(), crons(), stripe(random)],
  ].flat();
}
