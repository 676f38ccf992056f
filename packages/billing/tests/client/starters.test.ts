import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { register as registerRateLimiter } from "@convex-dev/rate-limiter/test";
import { convexTest } from "convex-test";
import { makeFunctionReference } from "convex/server";
import { beforeEach, expect, it, vi } from "vitest";
import billingSchema from "../../src/component/schema";
import schema from "../../../../examples/minimal/convex/schema";

vi.mock("@spotlight/billing", async () => await import("../../src/client"));

const minimal = import.meta.glob("../../../../examples/minimal/convex/**/*.{ts,js}");
const billingModules = import.meta.glob([
  "../../src/component/**/*.ts",
  "!../../src/component/convex.config.ts",
]);
const sources = readdirSync("examples").flatMap((starter) => {
  const folder = join("examples", starter, "convex");
  const names = readdirSync(folder).filter((name) => name.endsWith(".ts"));
  return names.map((name) => join(folder, name));
});

beforeEach(() => vi.stubEnv("BILLING_MODE", "sandbox"));
it("the minimal starter stores one print for each use, and none beyond the plan", async () => {
  const t = convexTest(schema, minimal);
  registerRateLimiter(t);
  t.registerComponent("billing", billingSchema, billingModules);
  registerRateLimiter(t, "billing/rateLimiter");
  await t.mutation(makeFunctionReference<"mutation">("billing:install"), {});
  const order = makeFunctionReference<"mutation">("prints:order");
  const ana = t.withIdentity({ subject: "ana", issuer: "https://app.invalid" });
  // A browser may send the same key any number of times.
  const again = { key: "one" };
  for (let n = 0; n < 5; n += 1) await ana.mutation(order, again).catch(() => undefined);
  for (let n = 0; n < 5; n += 1) await ana.mutation(order, {}).catch(() => undefined);
  const prints = await t.run(async (ctx) => await ctx.db.query("prints").take(20));
  expect(prints.map(({ account }) => account)).toEqual(["ana", "ana", "ana"]);
});

it.each(sources)("%s names no use by a key of the browser's", (path) => {
  expect(readFileSync(path, "utf8")).not.toMatch(/\b(mutation|action)\(\{\s*args: \{[^}]*\bkey: /);
});
