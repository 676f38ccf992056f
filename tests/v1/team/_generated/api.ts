import { anyApi, componentsGeneric } from "convex/server";
import type { ApiFromModules, FilterApi, FunctionReference } from "convex/server";
import type { ComponentApi } from "../../../../packages/billing/src/component/_generated/component";
import type * as billing from "../billing";
import type * as events from "../events";
import type * as organizations from "../organizations";

/** As `npx convex codegen` types a host: everything, the type of `billing` among it, infers from all modules. */
type FullApi = ApiFromModules<{
  billing: typeof billing;
  events: typeof events;
  organizations: typeof organizations;
}>;

export const api = anyApi as unknown as FilterApi<
  FullApi,
  FunctionReference<"query" | "mutation" | "action", "public">
>;
export const internal = anyApi as unknown as FilterApi<
  FullApi,
  FunctionReference<"query" | "mutation" | "action", "internal">
>;
export const components = componentsGeneric() as unknown as { billing: ComponentApi };
