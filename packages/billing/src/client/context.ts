import type { GenericActionCtx, GenericDataModel } from "convex/server";

/** What billing needs of a context, whichever tables the host has. An action has the least options. */
export type ActionCtx = Pick<
  GenericActionCtx<GenericDataModel>,
  "auth" | "runQuery" | "runMutation" | "runAction"
>;
export type WritingCtx = Omit<ActionCtx, "runAction">;
export type ReadingCtx = Omit<WritingCtx, "runMutation">;
