import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";

/** A studio as the server returns it to the caller. */
export type Studio = NonNullable<FunctionReturnType<typeof api.community.studios.functions.get>>;

/** A member of a studio, or someone invited. */
export type Member = FunctionReturnType<typeof api.community.studios.members.list>[number];

/** Whether the caller manages members and seats. */
export function isManagedBy({ ownRole }: Studio): boolean {
  return ownRole === "owner" || ownRole === "manager";
}
