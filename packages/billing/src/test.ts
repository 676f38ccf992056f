import rateLimiter from "@convex-dev/rate-limiter/test";
import type { TestConvex } from "convex-test";
import type { GenericSchema, SchemaDefinition } from "convex/server";
import schema from "./component/schema";

/** Sources here, scripts where it is published. */
const modules = import.meta.glob(["./component/**/*.{ts,js}", "!./component/**/*.d.ts"]);

/**
 * Registers billing, and the rate limiter inside it, with an instance of convex-test.
 *
 * @param name - As the host mounts it in `convex.config.ts`.
 */
export function register(
  t: TestConvex<SchemaDefinition<GenericSchema, boolean>>,
  name = "billing",
): void {
  t.registerComponent(name, schema, modules);
  rateLimiter.register(t, `${name}/rateLimiter`);
}
