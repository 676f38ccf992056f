import type { JSONValue, ValidatorJSON } from "convex/values";
import { ALL_KEYS, keyAfter } from "../codec/keys";
import { isSystemTable, splitTable, tableIn } from "../codec/namespaces";
import type { Doc } from "../store/state";
import type { Transaction } from "../store/transaction";
import { capital } from "./addresses";
import { Refusal } from "./failure";
import { canonicalPath } from "./function-path";
import type { Engine, Root } from "./call-context";
import type { Component, Deployment } from "./load";
import { sizeOf } from "./query";
import { refuseHidden } from "./schema";
import type { Audience, Call, JsonObject, RuntimeOptions } from "./types";
import { isJsonObject, textOf } from "./validators";
import { storedVariables } from "./variables";

/** A query of the official command line, answered on one snapshot; only the admin key may ask. */
export type SystemQuery = (args: JsonObject, tx: Transaction, component: string) => JSONValue;

/** The admin key reaches internal functions too. */
export function audienceOf({ caller }: Call): Audience {
  return caller.kind === "admin" ? "any" : "public";
}

/** Larger answers are paged. */
const PAGE_BYTES = 8 * 1024 * 1024;

/** The tables of the schemas, and all that ever had a document, by their names in the store. */
export function userTables(engine: Engine, tx: Transaction): string[] {
  const stored = [...tx.snapshot.trees.keys()].map((address) => address.split(".")[0] ?? "");
  const names = new Set([...engine.schema().tables.map(({ name }) => name), ...stored]);
  return [...names].filter((name) => !isSystemTable(name)).sort();
}

function tableData(
  { table, order, paginationOpts }: JsonObject,
  tx: Transaction,
  component: string,
): JSONValue {
  const name = tableIn(component, textOf(table));
  refuseHidden(name);
  const { numItems = 0, cursor = null } = isJsonObject(paginationOpts) ? paginationOpts : {};
  const isDescending = order === "desc";
  const after = typeof cursor === "string" && { [isDescending ? "hi" : "lo"]: cursor };
  const bounds = { ...ALL_KEYS, ...after };
  const page: Doc[] = [];
  let bytes = 0;
  let continueCursor = "";
  for (const { key, doc } of tx.scan(
    name,
    "by_creation_time",
    bounds,
    isDescending ? "desc" : "asc",
  )) {
    if (page.length >= Number(numItems) || bytes >= PAGE_BYTES)
      return { page, isDone: false, continueCursor };
    page.push(doc);
    bytes += sizeOf(doc);
    continueCursor = isDescending ? key : keyAfter(key);
  }
  return { page, isDone: true, continueCursor };
}

function componentOf({ components }: Deployment, path: string): Component {
  const found = components.get(path);
  if (found) return found;
  throw new Refusal(`Component path "${path}" was not found.`);
}

const ANY: ValidatorJSON = { type: "any" };

/** All functions with their arguments, and the routes of HTTP actions. */
function apiSpec({ functions, router }: Component): JSONValue {
  const specs = [...functions.values()].map(({ path, udfType, isPublic, args, returns }) => ({
    identifier: path.replace(":", ".js:"),
    functionType: capital(udfType),
    visibility: { kind: isPublic ? "public" : "internal" },
    args,
    returns: returns ?? ANY,
  }));
  const routes = router?.getRoutes() ?? [];
  // Validators are JSON.
  return [
    ...specs,
    ...routes.map(([path, method]) => ({ functionType: "HttpAction", method, path })),
  ] as JSONValue;
}

/** The queries that the command line asks, by their path; more can be added. */
export class SystemQueries {
  readonly #queries = new Map<string, SystemQuery>();

  constructor(
    private readonly engine: Engine,
    { cloudUrl, variables }: Pick<RuntimeOptions, "cloudUrl" | "variables">,
  ) {
    const list = (tx: Transaction) =>
      Object.entries({ ...variables, ...storedVariables(tx) })
        .map(([name, value]) => ({ name, value }))
        .sort((a, b) => (a.name < b.name ? -1 : 1));
    this.add("tables:default", (_, tx, component) => {
      const names = userTables(engine, tx).map(splitTable);
      const page = names.filter((each) => each.component === component);
      const shown = page.map(({ table }) => ({ name: table }));
      return { page: shown, isDone: true, continueCursor: "" };
    });
    this.add("tableData:default", tableData);
    this.add("modules:apiSpec", (_, __, component) =>
      apiSpec(componentOf(engine.deployment(), component)),
    );
    this.add("convexUrl:cloudUrl", () => cloudUrl);
    this.add("queryEnvironmentVariables:default", (_, tx) => list(tx));
    this.add(
      "queryEnvironmentVariables:get",
      ({ name }, tx) => list(tx).find((each) => each.name === name) ?? null,
    );
  }

  /** `path` is below `_system/cli/`. */
  add(path: string, query: SystemQuery): void {
    this.#queries.set(`_system/cli/${path}`, query);
  }

  /** The query, if it is one of these and the caller has the admin key. */
  find({
    path,
    component = "",
    args,
    caller,
  }: Call): ((root: Pick<Root, "tx" | "asked">) => JSONValue) | undefined {
    const query = caller.kind === "admin" ? this.#queries.get(canonicalPath(path)) : undefined;
    if (!query) return undefined;
    return ({ tx, asked }) => {
      componentOf(this.engine.deployment(), component);
      // Some answers are not in the database alone.
      asked.unsteady = true;
      return query(isJsonObject(args) ? args : {}, tx, component);
    };
  }
}
