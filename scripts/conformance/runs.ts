import { deepEqual, doesNotMatch, equal, match } from "node:assert/strict";
import type { Value } from "convex/values";
import { failure, until, type Check, type Target } from "./target";

async function inAbortListener(target: Target): Promise<void> {
  const { run } = target;
  const controller = new AbortController();
  const { signal } = controller;
  const url = `${await target.text("rows:siteUrl")}/signal`;
  const asking = fetch(url, { method: "POST", body: run, signal }).catch(() => null);
  await until("it has begun", async () => (await ranks(target)).length === 1);
  controller.abort();
  await asking;
  await until("the listener has written", async () => (await ranks(target)).length === 2);
}

const ranks = async (target: Target) =>
  (await target.query("rows:list", { run: target.run })) as number[];

async function neverEnds(target: Target): Promise<void> {
  for (const how of ["at once", "after a read"])
    doesNotMatch(await failure(target.query("never:query", { how })), /timed out/);
  doesNotMatch(await failure(target.mutation("never:mutation")), /timed out/);
  equal(await target.query("never:ends"), 32);
}

async function scheduledQuery(target: Target): Promise<void> {
  const id = await target.mutation("never:schedulesQuery");
  const state = () => target.query("rows:jobState", { id });
  await until("its job has failed", async () => (await state()) === "failed");
}

async function logOf(target: Target, path: string, args: Record<string, Value>): Promise<string> {
  const body = JSON.stringify({ path, format: "convex_encoded_json", args: [args] });
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(`${target.url}/api/query`, { method: "POST", headers, body });
  return ((await answer.json()) as { logLines: string[] }).logLines.join("\n");
}

async function warnings(target: Target): Promise<void> {
  const read = (count: number) => logOf(target, "rows:ranges", { run: target.run, count });
  doesNotMatch(await read(3000), /WARN/);
  match(
    await read(4000),
    /\[WARN\] Many reads in a single function execution \(actual: 4000, limit: 4096\)/,
  );
  match(
    await logOf(target, "rows:large", { bytes: 15_000_000 }),
    /\[WARN\] Large size of the function return value \(actual: 150000\d\d bytes, limit: 16777216 bytes\)/,
  );
}

async function vectors(target: Target): Promise<void> {
  const { run } = target;
  const add = (vector: number[]) => target.mutation("vectors:add", { run, vector });
  const ids = [await add([1, 0, 0]), await add([2, 2, 0]), await add([0, 0, -1])];
  await target.mutation("vectors:add", { run: `${run} other`, vector: [1, 0, 0] });
  const search = (vector: number[], limit: number) =>
    target.action("vectors:search", { run, vector, limit });
  await until("the index has them all", async () => {
    const found = (await search([4, 0, 0], 5)) as { _id: string; _score: number }[];
    if (found.length < ids.length) return false;
    deepEqual(
      found.map(({ _id, _score }) => [_id, Math.round(_score * 100)]),
      [100, 71, 0].map((score, at) => [ids[at], score]),
    );
    return true;
  });
  equal(((await search([1, 0, 0], 2)) as unknown[]).length, 2);
  await failure(search([1, 0], 2));
  await failure(search([1, 0, 0], 257));
}

async function globals(target: Target): Promise<void> {
  deepEqual(await target.query("never:globals"), []);
  match(await failure(target.query("never:webAssembly")), /WebAssembly/);
}

export const runs: Check[] = [
  { area: "failures", name: "a function that can never end fails at once", run: neverEnds },
  { area: "failures", name: "the log warns near a limit", run: warnings },
  { area: "failures", name: "a function has the globals of Convex alone", run: globals },
  {
    area: "failures",
    name: "a listener of request.signal runs in its HTTP action",
    run: inAbortListener,
  },
  { area: "limits", name: "a vector search finds the most similar documents", run: vectors },
  { area: "scheduling", name: "the job of a query fails", run: scheduledQuery },
];
