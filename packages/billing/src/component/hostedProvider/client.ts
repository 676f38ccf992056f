import { env } from "../_generated/server";
import { createDirectClient } from "../../direct/index";
import type { DirectClient } from "../../direct/index";
import { fail } from "../../contract/errors";
import type { Failure } from "../../contract/errors";

/** Whether this deployment sells through a hosted provider: it has a key of one. */
export function isRemote(): boolean {
  return secretKey() !== "";
}

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

/** @throws {Error} On a deployment whose provider is its own engine. */
export function remoteClient(): DirectClient {
  const url = env.AUTUMN_URL ?? "";
  return createDirectClient({
    secretKey: secretKey(),
    logLevel: "warn",
    ...(url !== "" && { url }),
  });
}

function secretKey(): string {
  return env.AUTUMN_SECRET_KEY ?? "";
}
