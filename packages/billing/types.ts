import type { RegisteredAction } from "convex/server";
import type { BrowserArgs, BrowserOperation, OperationResult } from "./src/contract/operations";

/** One public action for each operation that a browser may ask for. */
export type BrowserActions = {
  [Op in BrowserOperation]: RegisteredAction<
    "public",
    BrowserArgs<Op>,
    Promise<OperationResult<Op>>
  >;
};
