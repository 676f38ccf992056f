import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";

/** A studio as the server shows it to the caller. */
export type Studio = NonNullable<FunctionReturnType<typeof api.community.studios.functions.get>>;

/** Somebody who belongs to a studio, or was asked to. */
export type Member = FunctionReturnType<typeof api.community.studios.members.list>[number];

/** Whether the caller decides who belongs to it and who sits. */
export function isRunBy({ standing }: Studio): boolean {
  return standing === "owner" || standing === "manager";
}
