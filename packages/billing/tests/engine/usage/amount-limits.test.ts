import { describe, expect, it } from "vitest";
import { api } from "../../../src/component/_generated/api";
import { MAX_UNITS } from "../../../src/contract/quantity";
import { gateFeature } from "../../../src/component/operations/usage/usage";
import { install } from "../../../src/component/store/catalogue/catalog";
import type { ItemDefinition, ProductDefinition } from "../../../src/component/rules/model";
import { ANA, APRIL_1, attached, getCustomer, MAY_1, saveCard, setTime } from "../harness";
import { startEngine } from "../harness";
import type { Engine } from "../harness";
import { amounts, check, setUsage, track } from "../workspace";

const feature = (id: string, type: "single_use" | "continuous_use") => ({
  id,
  name: id,
  type,
  archived: false,
});

const metered = (feature_id: string, price: number): ItemDefinition => ({
  feature_id,
  price,
  usage_model: "pay_per_use",
  interval: "month",
});

const plan = (id: string, items: ItemDefinition[]): ProductDefinition => ({
  id,
  name: id,
  group: id,
  is_add_on: false,
  is_default: false,
  archived: false,
  free_trial: null,
  items: [{ price: 1, interval: "month" }, ...items],
});

async function startMetering(...products: string[]): Promise<Engine> {
  const t = await startEngine();
  const catalogue = {
    currency: "usd",
    features: [feature("calls", "single_use"), feature("racks", "continuous_use")],
    products: [
      plan("dear", [metered("calls", 1_000_000)]),
      plan("cheap", [metered("calls", 0.01)]),
      plan("housing", [metered("racks", 1_000_000)]),
    ],
  };
  await t.run((ctx) => install(ctx, catalogue, APRIL_1));
  await saveCard(t);
  for (const product_id of products) await attached(t, { product_id });
  return t;
}

describe("a use below the smallest unit", () => {
  it.each([0.000_000_4, -0.000_000_4, 1e-12])("of %d is refused", async (value) => {
    const t = await startEngine();
    const asked = { feature_id: "uploads", required_balance: Math.abs(value) };
    const answers = [
      await track(t, { feature_id: "uploads", value }),
      await check(t, asked),
      await check(t, { ...asked, send_event: true }),
      await setUsage(t, "uploads", Math.abs(value)),
      await t.run(async (ctx) =>
        gateFeature(
          ctx,
          { customerId: ANA },
          { featureId: "uploads", value: Math.abs(value), key: "k" },
        ),
      ),
    ];
    expect(answers.map(({ error }) => error?.code)).toEqual(
      Array.from({ length: 5 }, () => "invalid_inputs"),
    );
    expect(await t.run((ctx) => ctx.db.query("usageEvents").take(1))).toEqual([]);
  });

  it("is at least a millionth, and a use of 0 is allowed", async () => {
    const t = await startEngine();
    for (const value of [0.000_001, 0]) {
      expect((await track(t, { feature_id: "uploads", value })).error).toBeNull();
      const asked = { feature_id: "uploads", required_balance: value };
      expect((await check(t, asked)).data?.allowed).toBe(true);
    }
    expect(await amounts(t, "uploads")).toEqual({ balance: 9.999_999, usage: 0.000_001 });
  });
});

describe("a use whose price no invoice can hold", () => {
  it("is refused, and the customer's subscription still renews", async () => {
    const t = await startMetering("dear");
    for (let time = 0; time < 3; time += 1) {
      const answer = await track(t, { feature_id: "calls", value: MAX_UNITS });
      expect(answer.error?.code).toBe("invalid_inputs");
    }
    expect((await track(t, { feature_id: "calls", value: 2 })).error).toBeNull();
    setTime(MAY_1);
    const { invoices = [] } = await getCustomer(t);
    expect(invoices[0]).toMatchObject({ total: 2_000_001, created_at: MAY_1 });
  });

  it("is refused for a continuous-use feature, by track and by usage", async () => {
    const t = await startMetering("housing");
    const used = await track(t, { feature_id: "racks", value: MAX_UNITS });
    expect(used.error?.code).toBe("invalid_inputs");
    expect((await setUsage(t, "racks", MAX_UNITS)).error?.code).toBe("invalid_inputs");
    expect(await amounts(t, "racks")).toEqual({ balance: 0, usage: 0 });
  });

  it("is refused when an operator sets it", async () => {
    const t = await startMetering("dear");
    const balances = [{ feature_id: "calls", balance: -MAX_UNITS }];
    const params = { customer_id: ANA, balances };
    const answer = await t.mutation(api.public.setBalances, { params });
    expect(answer.error?.code).toBe("invalid_inputs");
    expect(await amounts(t, "calls")).toEqual({ balance: 0, usage: 0 });
  });

  it("cannot be reached by a sum of uses, however cheap they are", async () => {
    const t = await startMetering("cheap");
    const codes = [];
    for (let time = 0; time < 10; time += 1) {
      codes.push((await track(t, { feature_id: "calls", value: MAX_UNITS })).error?.code);
    }
    expect(codes).toEqual([undefined, ...Array.from({ length: 9 }, () => "invalid_inputs")]);
    expect(await amounts(t, "calls")).toEqual({ balance: -MAX_UNITS, usage: MAX_UNITS });
    setTime(MAY_1);
    const { invoices = [] } = await getCustomer(t);
    expect(invoices[0]).toMatchObject({ total: 10_000_001 });
  });

  it("is refused by check too", async () => {
    const t = await startEngine();
    const asked = { feature_id: "uploads", required_balance: MAX_UNITS * 2 };
    expect((await check(t, asked)).error?.code).toBe("invalid_inputs");
  });
});
