import { describe, expect, it } from "vitest";
import type { Balance } from "../../../src/component/rules/model";
import { sumUsage } from "../../../src/component/rules/balances/usage";

const UNIT = 1_000_000;

const balance = (changes: Partial<Balance>): Balance => ({
  id: "b",
  subscription_id: "row",
  feature_id: "storage",
  entity_id: null,
  is_add_on: false,
  unlimited: false,
  prepaid: false,
  granted: 200 * UNIT,
  balance: 200 * UNIT,
  adjustment: 0,
  interval: null,
  interval_count: 1,
  anchor: 0,
  next_reset_at: null,
  usage_allowed: true,
  usage_limit: null,
  rollover: null,
  rollovers: [],
  expires_at: null,
  created_at: 0,
  ...changes,
});

describe("sumUsage", () => {
  it.each([
    ["unused", {}, {}, {}],
    ["used within the grant", { balance: 150.5 * UNIT }, { storage: 49.5 }, {}],
    ["used up exactly", { balance: 0 }, { storage: 200 }, {}],
    ["used beyond the grant", { balance: -31 * UNIT }, { storage: 231 }, { storage: 31 }],
    ["an adjustment is no use", { balance: 210 * UNIT, adjustment: 10 * UNIT }, {}, {}],
    ["unlimited has no overage", { unlimited: true, balance: -5 * UNIT }, { storage: 205 }, {}],
  ])("%s", (_rule, changes, usage, overage) => {
    expect(sumUsage([balance(changes)])).toEqual({ usage, overage });
  });

  it("adds up the balances of one feature and separates features", () => {
    const balanceRows = [
      balance({ balance: 190 * UNIT }),
      balance({ balance: 195 * UNIT }),
      balance({ feature_id: "seats", balance: 199 * UNIT }),
    ];
    expect(sumUsage(balanceRows).usage).toEqual({ storage: 15, seats: 1 });
  });
});
