import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Backend } from "../../packages/convex-local/src/main";
import crons from "../../packages/billing/src/component/crons";
import { addressOf } from "../e2e/operator";
import { startSpotlight } from "./backend";

/**
 * The crons, and the operators' paginated reads, because some Convex features work only in an app.
 */
const CALLS: readonly (readonly [path: string, args: object])[] = [
  ...Object.values(crons.crons).map(({ name, args }) => [name, onlyOf(args)] as const),
  ["lifecycle/keptInvoices:list", {}],
];

/** A job's list of arguments has one object. */
function onlyOf(args: unknown): object {
  if (!Array.isArray(args)) throw new Error("The arguments of a cron are no list");
  return args[0] as object;
}

describe("inside a component of a running backend", () => {
  let backend: Backend;

  beforeAll(async () => {
    backend = await startSpotlight();
  });
  afterAll(async () => {
    await backend.close();
  });

  it.each(CALLS)("%s runs", async (path, args) => {
    const response = await fetch(`${backend.url}/api/function`, {
      method: "POST",
      headers: {
        Authorization: `Convex ${backend.adminKey}`,
        "Content-Type": "application/json",
      },
      body: JSON.stringify({ ...addressOf(`billing/${path}`), format: "json", args }),
    });
    expect(await response.json()).toMatchObject({ status: "success" });
  });
});
