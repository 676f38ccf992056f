import { fail } from "../../contract/errors";
import type { Failure } from "../../contract/errors";
import { isRemote } from "./client";

/** The code by which callers of the component learn that they have to ask the hosted provider. */
export const REMOTE_PROVIDER = "remote_provider";

/** Refuses what this deployment's engine would do, if a hosted provider does the billing. */
export function refuseIfRemote(): Failure | null {
  if (!isRemote()) return null;
  return fail(
    REMOTE_PROVIDER,
    "A hosted provider does this deployment’s billing. Do this there.",
    421,
  );
}
