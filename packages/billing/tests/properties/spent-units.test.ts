import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ItemDefinition } from "../../src/component/rules/model";
import { planLines } from "../../src/component/rules/invoices/lines";
import type { ChangeInput } from "../../src/component/rules/invoices/lines";
import { FEATURES, product, subscriptions, utc } from "../rules/fixtures";
import { always } from "./arbitraries";

const APRIL_1 = utc("2025-04-01");
const DAY_MS = 24 * 60 * 60 * 1000;

const anyPolicy = fc.constantFrom("prorate_immediately" as const, "bill_immediately" as const);
/** Whole packs of their sizes; those after the change fit both, for it may be the same product. */
const anyChange = fc
  .record({
    sizes: fc.tuple(fc.constantFrom(10, 50, 100), fc.constantFrom(30, 100, 700)),
    before: fc.integer({ min: 1, max: 40 }).map((packs) => packs * 100),
    after: fc.integer({ min: 1, max: 4 }).map((packs) => packs * 2100),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    day: fc.integer({ min: 1, max: 29 }),
    policy: anyPolicy,
    kind: fc.constantFrom("upgrade" as const, "quantity" as const),
  })
  .map(({ share, ...change }) => ({
    ...change,
    spent: Math.floor(share * Math.min(change.before, change.after)),
  }));

/** Ten cents a unit, in packs of any size. */
const packs = (billing_units: number, on_increase: ItemDefinition["on_increase"]) =>
  product("packs", [
    {
      feature_id: "credits",
      interval: "month",
      price: billing_units / 10,
      billing_units,
      usage_model: "prepaid",
      ...(on_increase && { on_increase }),
      on_decrease: "prorate_immediately",
    },
  ]);

describe("prepaid units that are spent", () => {
  it("cost nothing more on any change: the difference in units is paid or credited", () => {
    always(anyChange, ({ sizes: [from, to], before, after, spent, day, policy, kind }) => {
      const target = packs(kind === "upgrade" ? to : from, policy);
      const current = subscriptions(packs(from, policy), {
        anchor: APRIL_1,
        options: [{ feature_id: "credits", quantity: before }],
      });
      const change: ChangeInput = {
        kind,
        target,
        options: [{ feature_id: "credits", quantity: after }],
        current,
        features: FEATURES,
        currency: "usd",
        now: APRIL_1 + day * DAY_MS,
        anchor: APRIL_1,
        trialEndsAt: null,
        spent: { credits: spent },
      };
      const lines = planLines(change);
      const total = lines.reduce((sum, { minor }) => sum + minor, 0);
      const isFull = policy === "bill_immediately" && after > before;
      const part = isFull ? 1 : (30 - day) / 30;
      expect(Math.abs(total - (after - before) * 10 * part)).toBeLessThanOrEqual(lines.length / 2);
      const credit = lines.find(({ kind }) => kind === "unused")?.minor ?? 0;
      const atMost = ((before - spent) * 10 * (30 - day)) / 30;
      expect(-credit).toBeLessThanOrEqual(atMost + 0.5);
    });
  });
});
