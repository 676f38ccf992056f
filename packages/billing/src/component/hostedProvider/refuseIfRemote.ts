import { fail } from "../../contract/errors";
import type { Failure } from "../../contract/errors";
import { isRemote } from "./client";

/** The error code that tells callers of the component to call the hosted provider instead. */
export const REMOTE_PROVIDER = "remote_provider";

/** Refuses calls to this deployment's engine if a hosted provider does the billing. */
export function refuseIfRemote(): Failure | null {
  if (!isRemote()) return null;
  return fail(
    REMOTE_PROVIDER,
    "A hosted provider does this deployment’s billing. Do this there.",
    421,
  );
}
