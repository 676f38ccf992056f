import { describe, expect, it } from "vitest";
import inlineOnly from "../inline-only.json" with { type: "json" };
import { attached, saveCard, startEngine } from "./harness";
import { charging, remoteOf } from "./processors";

const files = Object.keys(
  import.meta.glob([
    "/packages/billing/tests/engine/**/*.test.ts",
    "/packages/billing/tests/payments/*.test.ts",
  ]),
);

describe("the tests that buy something", () => {
  it.each(Object.entries(inlineOnly))("leave out %s for a given reason", (file, why) => {
    expect(files).toContain(`/${file}`);
    expect(why).toMatch(/\w.*\.$/);
  });

  it("run with the processor of this run", async () => {
    const t = await startEngine();
    await saveCard(t);
    await attached(t, { product_id: "creator" });
    const charges = await t.run((ctx) => ctx.db.query("charges").take(5));
    const made = charges.filter(({ minor }) => minor > 0).map(({ state, minor }) => [state, minor]);
    expect(made).toEqual(charging.by === "remote" ? [["paid", 600]] : []);
    expect(remoteOf(t)?.charged.length ?? null).toBe(charging.by === "remote" ? 1 : null);
  });
});
