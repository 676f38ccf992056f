import type { JSONValue } from "convex/values";
import { ALL_KEYS, keyAfter } from "../codec/keys";
import type { QueryRun, Runtime } from "../runtime/types";
import type { Database, Order } from "../store/types";

export interface SystemBackend {
  database: Database;
  runtime: Runtime;
  urls: { cloud: string; site: string };
}

// What the CLI sends as arguments; other callers are refused.
type Args = Record<string, JSONValue>;

interface PageOptions {
  cursor: string | null;
  numItems: number;
}

/** The project's queries, and for the admin key those that the CLI expects of every deployment. */
export function withSystemQueries(backend: SystemBackend): Runtime["query"] {
  const answers = createAnswers(backend);
  return (call, options) => {
    const answer =
      call.caller.kind === "admin" ? answers[call.path.replace(/:default$/, "")] : undefined;
    return answer === undefined
      ? backend.runtime.query(call, options)
      : Promise.resolve(toRun(answer(call.args as Args)));
  };
}

function createAnswers(backend: SystemBackend): Record<string, (args: Args) => JSONValue> {
  const { database, runtime, urls } = backend;
  const variables = () =>
    Object.entries(runtime.env.all()).map(([name, value]) => ({ name, value }));
  return {
    "_system/cli/queryEnvironmentVariables": variables,
    "_system/cli/queryEnvironmentVariables:get": (args) =>
      variables().find(({ name }) => name === args["name"]) ?? null,
    "_system/cli/convexUrl:cloudUrl": () => urls.cloud,
    "_system/cli/convexUrl:siteUrl": () => urls.site,
    "_system/cli/modules:apiSpec": () => listFunctions(runtime),
    "_system/frontend/components:list": () => [],
    "_system/cli/tables": () => ({
      page: database
        .tableNames()
        .filter((name) => !name.startsWith("_"))
        .map((name) => ({ name })),
      isDone: true,
      continueCursor: "",
    }),
    "_system/cli/tableData": ({ table, order, paginationOpts }) =>
      readTable(
        database,
        table as string,
        order === "asc" ? "asc" : "desc",
        paginationOpts as unknown as PageOptions,
      ),
  };
}

function listFunctions(runtime: Runtime): JSONValue {
  return Object.entries(runtime.analysis().modules).flatMap(([path, { functions }]) =>
    functions.map(({ name, udfType, visibility, args, returns }) => ({
      identifier: `${path}:${name}`,
      functionType: udfType,
      visibility: { kind: visibility.kind },
      args: args === null ? null : (JSON.parse(args) as JSONValue),
      returns: returns === null ? null : (JSON.parse(returns) as JSONValue),
    })),
  );
}

function readTable(
  database: Database,
  table: string,
  order: Order,
  { cursor, numItems }: PageOptions,
): JSONValue {
  const { lo, hi } = ALL_KEYS;
  const rest = order === "asc" ? { lo: keyAfter(cursor ?? ""), hi } : { lo, hi: cursor ?? hi };
  const scan = database
    .begin()
    .scan(table, "by_creation_time", cursor === null ? ALL_KEYS : rest, order);
  const page: JSONValue[] = [];
  for (let entry = scan.next(); entry !== null; entry = scan.next()) {
    page.push(entry.doc);
    if (page.length === numItems) return { page, isDone: false, continueCursor: entry.key };
  }
  return { page, isDone: true, continueCursor: "" };
}

function toRun(value: JSONValue): QueryRun {
  return {
    outcome: { success: true, value },
    logLines: [],
    readSet: new Map(),
    readsIdentity: false,
    journal: null,
  };
}
