import type { JSONValue } from "convex/values";
import { Refusal } from "./failure";
import type { Deployment, GuestFunction } from "./load";

const HANDLE_PREFIX = "function://;";

/** `dir/module:export`, however the caller spelled it. */
function canonicalPath(path: string): string {
  const [module = "", name = "default"] = path.split(":");
  return `${module.replace(/\.js$/, "")}:${name}`;
}

/** A text by which a function can be called from anywhere in the deployment. */
export function functionHandle(path: string): string {
  return HANDLE_PREFIX + path;
}

/** The path in a syscall's address: `{name}` or `{functionHandle}`. */
export function addressOf(args: Record<string, JSONValue>): string {
  const { name, functionHandle: handle } = args;
  if (typeof name === "string") return canonicalPath(name);
  if (typeof handle === "string" && handle.startsWith(HANDLE_PREFIX))
    return canonicalPath(handle.slice(HANDLE_PREFIX.length));
  throw new Error("Components are not supported by the local backend.");
}

type UdfType = GuestFunction["udfType"];

/** Finds a function for a client (`public`) or for other functions and the admin (`any`). */
export function findFunction(
  deployment: Deployment,
  path: string,
  audience: "public" | "any",
  udfType: UdfType | null,
): GuestFunction {
  const canonical = canonicalPath(path);
  const shown = canonical.replace(/:default$/, "");
  const found = deployment.functions.get(canonical);
  if (!found || (audience === "public" && !found.isPublic))
    throw new Refusal(
      `Could not find ${audience === "public" ? "public " : ""}function for '${shown}'. Did you forget to run \`npx convex dev\`?`,
    );
  if (udfType === null || found.udfType === udfType) return found;
  throw new Refusal(
    `Trying to execute ${shown} as ${capital(udfType)}, but it is defined as ${capital(found.udfType)}.`,
  );
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
