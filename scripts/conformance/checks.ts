import { resolve } from "node:path";
import { components } from "./components";
import { data } from "./data";
import { failures } from "./failures";
import { limits } from "./limits";
import { protocol } from "./protocol";
import { Target, type Check } from "./target";

/** The functions that a deployment must serve for the checks. */
export const FUNCTIONS = resolve(import.meta.dirname, "convex");

export const CHECKS: readonly Check[] = [
  ...protocol,
  ...limits,
  ...components,
  ...data,
  ...failures,
];

/** Null if the deployment behaves like Convex; otherwise the difference. */
export async function seenOn(url: string, { run }: Check): Promise<string | null> {
  const target = new Target(url);
  try {
    await run(target);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await target.close();
  }
}
