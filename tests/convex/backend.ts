import { register as registerRateLimiter } from "@convex-dev/rate-limiter/test";
import { convexTest } from "convex-test";
import schema from "../../convex/schema";

export type Modules = Record<string, () => Promise<unknown>>;

/** A deployment with the tables and the components of `convex/`, and the modules that a test names. */
export function openBackend(modules: Modules) {
  const t = convexTest(schema, modules);
  registerRateLimiter(t);
  registerRateLimiter(t, "billingRateLimiter");
  return t;
}
