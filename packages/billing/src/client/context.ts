import type { GenericActionCtx, GenericDataModel } from "convex/server";

/**
 * The parts of a context that billing needs, whatever the host's tables are. An
 * action offers the fewest.
 */
export type ActionCtx = Pick<
  GenericActionCtx<GenericDataModel>,
  "auth" | "runQuery" | "runMutation" | "runAction"
>;
export type WritingCtx = Omit<ActionCtx, "runAction">;
export type ReadingCtx = Omit<WritingCtx, "runMutation">;
