import type { ValidatorJSON } from "convex/values";
import type { Namespace, Namespaces } from "./evaluate";

/** The functions of the convex package (`query()`, `mutation()` …) as the backend sees them. */
interface Registered {
  isQuery?: boolean;
  isMutation?: boolean;
  isAction?: boolean;
  isPublic?: boolean;
  exportArgs(): string;
  exportReturns(): string;
  invokeQuery(args: string): Promise<string>;
  invokeMutation(args: string): Promise<string>;
  invokeAction(requestId: string, args: string): Promise<string>;
}

/** What a module declares about a function. */
export interface Declared {
  /** `dir/module:export`. */
  path: string;
  udfType: "query" | "mutation" | "action";
  isPublic: boolean;
  args: ValidatorJSON;
  returns: ValidatorJSON | null;
}

export interface Invocable extends Declared {
  /** Takes and returns Convex JSON as text. */
  invoke: (args: string) => Promise<string>;
}

function isRegistered(value: unknown): value is Registered {
  return (
    typeof value === "function" &&
    "exportArgs" in value &&
    ["isQuery", "isMutation", "isAction"].some((mark) => mark in value)
  );
}

function toInvocable(path: string, registered: Registered, renewed: () => Registered): Invocable {
  const [udfType, invoke] = registered.isQuery
    ? (["query", (args: string) => renewed().invokeQuery(args)] as const)
    : registered.isMutation
      ? (["mutation", (args: string) => renewed().invokeMutation(args)] as const)
      : (["action", (args: string) => renewed().invokeAction("", args)] as const);
  return {
    path,
    udfType,
    isPublic: registered.isPublic === true,
    // The convex package exports validators in this form.
    args: JSON.parse(registered.exportArgs()) as ValidatorJSON,
    returns: JSON.parse(registered.exportReturns()) as ValidatorJSON | null,
    invoke,
  };
}

/**
 * The functions that modules export.
 * @param renew - Evaluates a module again for each call; absent: calls share the given modules.
 */
export function functionsIn(modules: Namespaces, renew?: (file: string) => Namespace): Invocable[] {
  return [...modules].flatMap(([file, exported]) =>
    Object.entries(exported).flatMap(([name, value]) => {
      const path = `${file.replace(/\.js$/, "")}:${name}`;
      if (!isRegistered(value)) return [];
      const renewed = () => {
        const found = renew ? renew(file)[name] : value;
        if (isRegistered(found)) return found;
        throw new Error(`${path} is no function when its module is evaluated again.`);
      };
      return [toInvocable(path, value, renewed)];
    }),
  );
}
