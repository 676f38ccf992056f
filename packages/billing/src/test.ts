import rateLimiter from "@convex-dev/rate-limiter/test";
import type { TestConvex } from "convex-test";
import type { GenericSchema, SchemaDefinition } from "convex/server";
import schema from "./component/schema";

/** Sources in this project, scripts in the published package. */
const modules = import.meta.glob(["./component/**/*.{ts,js}", "!./component/**/*.d.ts"]);

/**
 * Registers billing, and its rate limiter, with an instance of convex-test.
 *
 * @param name - The name under which the host mounts it in `convex.config.ts`.
 */
export function register(
  t: TestConvex<SchemaDefinition<GenericSchema, boolean>>,
  name = "billing",
): void {
  t.registerComponent(name, schema, modules);
  rateLimiter.register(t, `${name}/rateLimiter`);
}
