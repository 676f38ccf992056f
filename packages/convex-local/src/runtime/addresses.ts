import { Refusal } from "./failure";
import { canonicalPath } from "./function-path";
import type { Deployment, UserFunction } from "./load";
import type { Audience, Call, JsonObject } from "./types";

/** The address of a function: the path of its component, and its path in there. */
export type Address = Pick<Call, "path" | "component">;

const HANDLE = "function://";
const CHILD = "_reference/childComponent/";

/** A function's type in messages: `Query`. */
export function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** How the log names a function. */
export function nameOf({ component = "", path }: Address): string {
  return component === "" ? path : `${component}/${path}`;
}

/** A text by which any component can call the function. */
export function handleOf({ component, path }: UserFunction): string {
  return `${HANDLE}${component};${path}`;
}

/**
 * The function that the address of a syscall names for a function in the component
 * `from`. A component shows its parent only its public functions.
 */
export function resolveAddress(
  from: string,
  { name, reference, functionHandle }: JsonObject,
): Required<Address> & { audience: Audience } {
  if (typeof name === "string")
    return { component: from, path: canonicalPath(name), audience: "any" };
  if (typeof functionHandle === "string") {
    const [component = "", path] = functionHandle.slice(HANDLE.length).split(";");
    if (!functionHandle.startsWith(HANDLE) || path === undefined)
      throw new Error(`Invalid function handle: ${functionHandle}`);
    return { component, path: canonicalPath(path), audience: "any" };
  }
  if (typeof reference === "string" && reference.startsWith(CHILD)) {
    const [child = "", ...parts] = reference.slice(CHILD.length).split("/");
    const component = from === "" ? child : `${from}/${child}`;
    const path = `${parts.slice(0, -1).join("/")}:${parts.at(-1) ?? ""}`;
    return { component, path, audience: "parent" };
  }
  throw new Error(`Not the address of a function: ${JSON.stringify(reference ?? null)}`);
}

export function functionAt(
  { components }: Deployment,
  { component = "", path }: Address,
): UserFunction | undefined {
  return components.get(component)?.functions.get(canonicalPath(path));
}

/** Finds a function that this audience may call; of any type when none is named. */
export function findFunction(
  deployment: Deployment,
  address: Address,
  audience: Audience,
  udfType?: UserFunction["udfType"],
): UserFunction {
  const found = functionAt(deployment, address);
  const isShown = audience === "any" || found?.isPublic === true;
  // Clients can call only the app.
  const isReached = isShown && (audience !== "public" || found?.component === "");
  if (found && isReached && (udfType === undefined || found.udfType === udfType)) return found;
  const path = canonicalPath(address.path).replace(/:default$/, "");
  const shown = nameOf({ ...address, path });
  if (!found || !isReached)
    throw new Refusal(
      `Could not find ${audience === "any" ? "" : "public "}function for '${shown}'. Did you forget to run \`npx convex dev\`?`,
    );
  throw new Refusal(
    `Trying to execute ${shown} as ${capital(udfType ?? "")}, but it is defined as ${capital(found.udfType)}.`,
  );
}

/** The function that a syscall's address names for the component `from`. */
export function findTarget(
  deployment: Deployment,
  from: string,
  args: JsonObject,
  udfType?: UserFunction["udfType"],
): UserFunction {
  const address = resolveAddress(from, args);
  return findFunction(deployment, address, address.audience, udfType);
}
