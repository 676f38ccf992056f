"use node";
import { actionGeneric } from "convex/server";

export const action = actionGeneric({
  args: {},
  handler: () => void Promise.reject(new Error("forgotten")),
});
