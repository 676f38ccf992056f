import { deepEqual, equal, match, ok } from "node:assert/strict";
import type { Value } from "convex/values";
import { failure, type Check, type Target } from "./target";

const MIB = 1024 * 1024;
const items = (count: number): Value => Array.from({ length: count }, () => null);
const fields = (count: number): Value =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, at]));
/** This many nested lists. */
const lists = (depth: number): Value =>
  Array.from({ length: depth }).reduce<Value>((inner) => [inner], null);

type Call = (target: Target) => Promise<unknown>;
const echo =
  (value: Value): Call =>
  (target) =>
    target.query("rows:echo", { value });
const store =
  (value: Value): Call =>
  (target) =>
    target.mutation("rows:add", { run: target.run, ranks: [0], value });

/** A case just within the limit, one just beyond it, and the message of the refusal. */
const ROWS: [name: string, within: Call, beyond: Call, words: RegExp][] = [
  ["8,192 items in a list", echo(items(8192)), echo(items(8193)), /Array length is too long/],
  ["1,024 fields in an object", echo(fields(1024)), echo(fields(1025)), /too many fields/],
  // The list of arguments and the object in it are two levels.
  ["64 levels in arguments", echo(lists(62)), echo(lists(63)), /too nested/],
  // The document counts as a level, too.
  ["16 levels in a document", store(lists(15)), store(lists(16)), /too nested/],
  ["1 MiB in a document", store("x".repeat(MIB - 200)), store("x".repeat(MIB)), /too large/],
  [
    "4,096 ranges read by a function",
    (target) => target.query("rows:ranges", { run: target.run, count: 4096 }),
    (target) => target.query("rows:ranges", { run: target.run, count: 4097 }),
    /Too many reads/,
  ],
  [
    "1,000 functions scheduled by a mutation",
    (target) => target.mutation("rows:scheduleMany", { run: target.run, count: 1000 }),
    (target) => target.mutation("rows:scheduleMany", { run: target.run, count: 1001 }),
    /Too many functions scheduled/,
  ],
  [
    "16 MiB in an answer",
    (target) => target.query("rows:large", { bytes: 16 * MIB - 100 }),
    (target) => target.query("rows:large", { bytes: 16 * MIB + 1 }),
    /too large/,
  ],
];

async function responses(target: Target): Promise<void> {
  const site = await target.text("rows:siteUrl");
  const ask = (bytes: number) => fetch(`${site}/large`, { method: "POST", body: String(bytes) });
  equal((await (await ask(20 * MIB)).text()).length, 20 * MIB);
  const large = await ask(20 * MIB + 1).then(
    async (answer) => answer.ok && (await answer.text()).length > 20 * MIB,
    () => false,
  );
  equal(large, false);
}

async function nested(target: Target): Promise<void> {
  const { run } = target;
  deepEqual(await target.mutation("rows:limited", { run, most: 2 }), { isDone: true, used: 2 });
  deepEqual(await target.mutation("rows:limited", { run, most: 1 }), { isDone: false, used: 0 });
}

async function commits(target: Target): Promise<void> {
  const { run } = target;
  const first = await target.mutation("rows:commit", { run });
  const second = await target.mutation("rows:commit", { run });
  ok(typeof first === "bigint" && typeof second === "bigint" && first < second);
  deepEqual(await target.query("rows:commits", { run }), [first, second]);
}

async function survives(target: Target): Promise<void> {
  await target.mutation("rows:surviveFailure", { run: target.run });
  deepEqual(await target.query("rows:list", { run: target.run }), [1]);
}

async function stale(target: Target): Promise<void> {
  await target.mutation("rows:add", { run: target.run, ranks: [1] });
  deepEqual(await target.mutation("rows:stale", { run: target.run }), { own: 2, stale: 1 });
}

async function arithmetic(target: Target): Promise<void> {
  await target.mutation("rows:add", { run: target.run, ranks: [1, 2, 3] });
  deepEqual(await target.query("rows:doubled", { run: target.run, above: 2 }), [2, 3]);
}

const check = (area: Check["area"], name: string, run: Check["run"]): Check => ({
  area,
  name,
  run,
});

export const limits: Check[] = [
  ...ROWS.map(([name, within, beyond, words]) =>
    check("limits", `${name}, and no more`, async (target) => {
      await within(target);
      match(await failure(beyond(target)), words);
    }),
  ),
  check("limits", "20 MiB in an HTTP action's answer, and no more", responses),
  check("transactions", "a nested mutation that throws is undone alone", survives),
  check("transactions", "a nested mutation may have lower limits", nested),
  check("transactions", "a commit's timestamp is in documents and answers, and grows", commits),
  check("transactions", "a stale snapshot has nothing of its own mutation", stale),
  check("transactions", "filters compute", arithmetic),
];
