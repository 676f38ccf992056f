import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_PACKS, MAX_UNITS, wholePacks } from "../../src/contract/quantity";
import type { ItemDefinition } from "../../src/component/rules/model";
import { toMicros } from "../../src/component/rules/money/money";
import { resolveOptions } from "../../src/component/rules/plans/options";
import { priceItems, roundAmount } from "../../src/component/rules/prices/pricing";
import { versionOption } from "../../src/component/rules/products/quantity";
import { FEATURES, price, product, subscriptions } from "../rules/fixtures";
import { always } from "./arbitraries";

/** Sizes as catalogues have them, odd ones, and parts of a unit. */
const anySize = fc.oneof(
  fc.constantFrom(1, 10, 50, 100, 250, 500, 1000, 0.1, 0.3, 0.000_001),
  fc.integer({ min: 1, max: 5000 }),
  fc.integer({ min: 1, max: 5_000_000 }).map((micros) => micros / 1_000_000),
);
const anyPacks = fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 20_000 }));

const soldIn = (id: string, billing_units: number) => {
  const item: ItemDefinition = {
    feature_id: "credits",
    interval: "month",
    price: 1,
    billing_units,
    usage_model: "prepaid",
  };
  return product(id, [price(9, "month"), item]);
};

/** Packs in units, exact in millionths. */
const inMicros = (size: number, packs: number) => BigInt(toMicros(size)) * BigInt(packs);

describe("units that move to packs of another size", () => {
  const anyMove = fc.record({ from: anySize, to: anySize, packs: anyPacks, next: anyPacks });

  it("are never fewer, by less than a pack more, and are charged by the pack", () => {
    let accepted = 0;
    always(anyMove, ({ from, to, packs }) => {
      const held = wholePacks(packs * from, from);
      expect(BigInt(toMicros(held))).toBe(inMicros(from, packs));
      const target = soldIn("target", to);
      const current = subscriptions(soldIn("current", from), {
        options: [{ feature_id: "credits", quantity: held }],
      });
      const asked = { product: target, features: FEATURES, options: [], current, preview: false };
      const resolved = resolveOptions(asked);
      const needed = Math.ceil(toMicros(held) / toMicros(to));
      if ("error" in resolved) {
        expect(needed > MAX_PACKS || needed * to > MAX_UNITS).toBe(true);
        return;
      }
      accepted++;
      const [option] = resolved.options;
      const delivered = BigInt(toMicros(option?.quantity ?? 0));
      expect(delivered).toBeGreaterThanOrEqual(BigInt(toMicros(held)));
      expect(delivered - BigInt(toMicros(held))).toBeLessThan(BigInt(toMicros(to)));
      const { options } = resolved;
      const lines = priceItems({ product: target, options, features: FEATURES, currency: "usd" });
      const packsCost = lines.find(({ item }) => item.feature_id === "credits");
      // A pack costs a dollar.
      expect(packsCost ? roundAmount(packsCost.full) : 0).toBe(needed * 100);
    });
    expect(accepted).toBeGreaterThan(0);
  });

  it("stay the same however often the same size is chosen again", () => {
    always(anyMove, ({ from, packs }) => {
      const once = wholePacks(packs * from, from);
      expect(wholePacks(once, from)).toBe(once);
    });
  });

  it("stay until the renewal where a version comes before a decrease", () => {
    always(anyMove, ({ from, to, packs, next }) => {
      const held = wholePacks(packs * from, from);
      const upcoming = wholePacks(next * from, from);
      const row = {
        options: [{ feature_id: "credits", quantity: held, upcoming_quantity: upcoming }],
      };
      const goal = { feature_id: "credits", quantity: wholePacks(upcoming, to) };
      const moved = versionOption(row, soldIn("version", to), goal);
      expect(moved.quantity).toBeGreaterThanOrEqual(held);
      expect(moved.quantity - held).toBeLessThan(to);
      expect(moved.upcoming_quantity).toBe(goal.quantity);
    });
  });
});
