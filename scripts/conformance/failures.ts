import { deepEqual, equal, match } from "node:assert/strict";
import { failure, type Check, type Target } from "./target";

const WAYS = ["bare", "helper", "call"] as const;

async function inMutations(target: Target): Promise<void> {
  const { run } = target;
  for (const how of WAYS) await failure(target.mutation("forgotten:mutation", { how, run }));
  deepEqual(await target.query("rows:list", { run }), []);
}

async function elsewhere(target: Target): Promise<void> {
  for (const how of WAYS) {
    await failure(target.query("forgotten:query", { how }));
    await failure(target.action("forgotten:action", { how }));
  }
  await failure(target.action("forgottenInNode:action"));
  const site = await target.text("rows:siteUrl");
  equal((await fetch(`${site}/forget`, { method: "POST" })).status, 500);
}

async function inTimers(target: Target): Promise<void> {
  for (const how of ["rejects", "throws"]) await failure(target.action("forgotten:timer", { how }));
}

async function handled(target: Target): Promise<void> {
  await target.mutation("forgotten:handled", { run: target.run });
  deepEqual(await target.query("rows:list", { run: target.run }), [1]);
}

const CARELESS = ["exit", "exitLater", "emits", "socket", "callback"];

async function carelessInNode(target: Target): Promise<void> {
  const careless = async () => {
    for (const how of CARELESS)
      match(await failure(target.action("careless:fails", { how })), /uncaughtException/);
  };
  const works = (forMs: number) => target.action("careless:works", { forMs });
  deepEqual(await Promise.all([works(500), careless()]), ["done", undefined]);
  equal(await works(0), "done");
}

async function freshState(target: Target): Promise<void> {
  const site = await target.text("rows:siteUrl");
  for (let at = 0; at < 3; at += 1) {
    const unique = `${target.run}${at}`;
    deepEqual(await target.query("state:inQuery", { unique }), [1, 1]);
    deepEqual(await target.mutation("state:inMutation"), [1, 1]);
    deepEqual(await target.action("state:inAction"), [1, 1]);
    equal(await (await fetch(`${site}/count`)).json(), 1);
  }
}

async function brokenContext(target: Target): Promise<void> {
  for (const what of ["syscalls", "arrays", "objects", "math"]) {
    await target.query("state:breaks", { what }).catch(() => null);
    equal(await target.query("state:works", { unique: target.run + what }), true);
  }
}

async function credentials(target: Target): Promise<void> {
  const url = `${await target.text("rows:siteUrl")}/identity`;
  equal(await (await fetch(url)).json(), null);
  for (const Authorization of ["Bearer nonsense", "Basic YTpi"])
    equal((await fetch(url, { headers: { Authorization } })).status, 500);
}

async function codeFromStrings(target: Target): Promise<void> {
  for (const how of ["eval", "function"])
    match(await failure(target.query("refused:fromStrings", { how })), /Code generation from/);
}

async function oneSearch(target: Target): Promise<void> {
  const search = (...texts: string[]) => target.query("refused:search", { texts });
  equal(await search("nothing"), 0);
  match(await failure(search()), /does not contain any search filters/);
  match(await failure(search("a", "b")), /multiple search filters/);
}

export const failures: Check[] = [
  {
    area: "failures",
    name: "an HTTP action detects a refused credential",
    run: credentials,
  },
  { area: "failures", name: "a run has no state of earlier runs", run: freshState },
  {
    area: "failures",
    name: "what a function changes of JavaScript itself ends with its run",
    run: brokenContext,
  },
  { area: "failures", name: "code from strings is refused", run: codeFromStrings },
  { area: "failures", name: "a search takes exactly one text", run: oneSearch },
  {
    area: "failures",
    name: "a rejected promise that no code awaits undoes its mutation",
    run: inMutations,
  },
  {
    area: "failures",
    name: "a rejected promise that no code awaits fails any other function",
    run: elsewhere,
  },
  { area: "failures", name: "an error in a timer fails its action", run: inTimers },
  {
    area: "failures",
    name: "an uncaught exception or the end of the process fails its Node action alone",
    run: carelessInNode,
  },
  { area: "failures", name: "a rejected promise that is handled fails nothing", run: handled },
];
