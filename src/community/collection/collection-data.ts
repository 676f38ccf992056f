import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";

/** A collection as its page shows it. */
export type Collection = NonNullable<
  FunctionReturnType<typeof api.community.collections.functions.get>
>;
