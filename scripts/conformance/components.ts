import { deepEqual, equal, match } from "node:assert/strict";
import { failure, query, until, type Check, type Target } from "./target";

const countOf = (target: Target) => target.query("counter:count", { run: target.run });
const call = (target: Target, name: string) =>
  target.mutation(`counter:${name}`, { run: target.run });

async function undoneWithItsHost(target: Target): Promise<void> {
  await failure(call(target, "addThenThrow"));
  equal(await countOf(target), 0);
  equal(typeof (await call(target, "add")), "string");
  equal(await countOf(target), 1);
}

async function undoneAlone(target: Target): Promise<void> {
  await call(target, "surviveFailure");
  equal(await countOf(target), 1);
}

async function watched(target: Target): Promise<void> {
  const seen: unknown[] = [];
  const client = target.connect();
  client.onUpdate(query("counter:count"), { run: target.run }, (value) => seen.push(value));
  await until("the count is there", () => seen.length > 0);
  await call(target, "add");
  await until("it has grown", () => seen.at(-1) === 1);
}

async function hidden(target: Target): Promise<void> {
  for (const path of ["counts:add", "counter/counts:add", "component/counts:add"])
    match(
      await failure(target.mutation(path, { run: target.run, fails: false })),
      /Could not find public function/,
    );
}

async function calledBack(target: Target): Promise<void> {
  await call(target, "callBack");
  deepEqual(await target.query("rows:list", { run: target.run }), [7]);
}

async function mounted(target: Target): Promise<void> {
  const site = await target.text("rows:siteUrl");
  const answer = await fetch(`${site}/counter/path`);
  equal(await answer.text(), "/counter/path");
  equal((await fetch(`${site}/path`)).status, 404);
}

export const components: Check[] = [
  { name: "what a component wrote is undone with its host", run: undoneWithItsHost },
  { name: "a component that throws is undone alone", run: undoneAlone },
  { name: "a live query sees what a component writes", run: watched },
  { name: "clients do not find a component's functions", run: hidden },
  { name: "a handle calls back into the app", run: calledBack },
  { name: "a component's routes lie below its prefix", run: mounted },
].map((check) => ({ area: "components", ...check }));
