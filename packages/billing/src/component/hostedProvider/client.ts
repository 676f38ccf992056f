import { env } from "../_generated/server";
import { createDirectClient } from "../../direct/index";
import type { DirectClient } from "../../direct/index";

/** Whether this deployment sells through a hosted provider: it has a key of one. */
export function isRemote(): boolean {
  return secretKey() !== "";
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
