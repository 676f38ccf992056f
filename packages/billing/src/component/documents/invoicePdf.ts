import { v } from "convex/values";
import { internalAction } from "../_generated/server";
import { drawDocument } from "./drawDocument";
import { vDocument } from "./document";

/** The PDF of an invoice or a credit note. Only this function loads the library that draws it. */
export const render = internalAction({
  args: { document: vDocument },
  returns: v.bytes(),
  handler: async (_ctx, { document }): Promise<ArrayBuffer> => await drawDocument(document),
});
