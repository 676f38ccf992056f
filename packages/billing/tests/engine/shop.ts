import { api } from "../../src/component/_generated/api";
import type { WireParams } from "../../src/contract/operations";
import { install } from "../../src/component/store/catalogue/catalog";
import type {
  FeatureDefinition,
  ItemDefinition,
  ProductDefinition,
} from "../../src/component/rules/model";
import type { DiscountReward, RewardDefinition } from "../../src/component/rules/discounts/rewards";
import { ANA, CARDS, startBareEngine } from "./harness";
import type { Engine } from "./harness";
import { deploy, remoteOf } from "./processors";

/** A small shop whose prices are easy to halve: plans at $10, $20 and $50. */
const feature = (id: string, type: FeatureDefinition["type"]): FeatureDefinition => ({
  id,
  name: id,
  type,
  display: { singular: id, plural: id },
  archived: false,
});
const FEATURES = [
  feature("uploads", "single_use"),
  feature("credits", "single_use"),
  feature("calls", "single_use"),
  feature("boosts", "single_use"),
  feature("seats", "continuous_use"),
];

const monthly = (price: number): ItemDefinition => ({ price, interval: "month" });
const uploads = (units: number): ItemDefinition => ({
  feature_id: "uploads",
  included_usage: units,
  interval: "month",
});
/** Packs of 100 at $10. */
export const CREDIT_PACKS: ItemDefinition = {
  feature_id: "credits",
  interval: "month",
  price: 10,
  billing_units: 100,
  usage_model: "prepaid",
};
/** 100 are included; $0.50 for each 10 more. */
export const CALLS: ItemDefinition = {
  feature_id: "calls",
  included_usage: 100,
  interval: "month",
  price: 0.5,
  billing_units: 10,
  usage_model: "pay_per_use",
};
export const TWO_WEEKS = { length: 14, duration: "day" as const, unique_fingerprint: false };

export const product = (
  id: string,
  items: ItemDefinition[],
  over: Partial<ProductDefinition> = {},
): ProductDefinition => ({
  id,
  name: id,
  group: "main",
  is_add_on: false,
  is_default: false,
  archived: false,
  free_trial: null,
  items,
  ...over,
});

export const PRODUCTS = [
  product("free", [uploads(10)], { is_default: true }),
  product("basic", [monthly(10), uploads(100)]),
  product("pro", [monthly(20), uploads(500), CREDIT_PACKS, CALLS]),
  product("max", [monthly(50), uploads(1000)]),
  product("extra", [monthly(5), uploads(50)], { is_add_on: true }),
  product("pack", [{ price: 9 }, { feature_id: "boosts", included_usage: 10 }], {
    is_add_on: true,
  }),
  product("support", [monthly(8)], { group: "support" }),
  product("tried", [monthly(30), CALLS], {
    group: "tools",
    free_trial: { ...TWO_WEEKS, card_required: true },
  }),
  product("labs_free", [uploads(1)], { group: "labs", is_default: true }),
  product("labs", [monthly(6)], {
    group: "labs",
    free_trial: { ...TWO_WEEKS, card_required: false },
  }),
  product("team", [
    monthly(20),
    {
      feature_id: "seats",
      included_usage: 3,
      interval: "month",
      price: 10,
      usage_model: "pay_per_use",
    },
  ]),
  product("company", [
    monthly(40),
    {
      feature_id: "seats",
      included_usage: 5,
      interval: "month",
      price: 8,
      usage_model: "pay_per_use",
    },
  ]),
];

/** Half off everything, for ever, with the code HALF. */
export const HALF: DiscountReward = {
  id: "half",
  name: "Half",
  promo_codes: ["HALF"],
  type: "percentage_discount",
  discount_value: 50,
  duration_type: "forever",
  duration_value: 0,
};

/** The shop on 1 April 2025, in the sandbox, without customers. */
export async function openShop(
  products: readonly ProductDefinition[] = PRODUCTS,
  currency = "usd",
  rewards: readonly RewardDefinition[] = [],
): Promise<Engine> {
  return deploy(await startBareEngine({ ...catalogueOf(products, currency), rewards }));
}

/** Makes the shop's catalogue equal to these products. */
export async function stock(t: Engine, products: readonly ProductDefinition[]) {
  await t.run((ctx) => install(ctx, catalogueOf(products, "usd"), Date.now()));
}

function catalogueOf(products: readonly ProductDefinition[], currency: string) {
  return { currency, features: FEATURES, products };
}

/** The products with one of them changed: customers have an older version then. */
export function withProduct(id: string, over: Partial<ProductDefinition>) {
  return PRODUCTS.map((row) => (row.id === id ? { ...row, ...over } : row));
}

type Asked<Op extends "attach" | "checkout" | "cancel"> = Omit<WireParams<Op>, "customer_id">;

export function buy(t: Engine, params: Asked<"attach">) {
  return t.mutation(api.public.attach, { params: { customer_id: ANA, ...params } });
}

/** Buys a product; a refusal fails the test. */
export async function bought(t: Engine, params: Asked<"attach">) {
  const { data, error } = await buy(t, params);
  if (!data) throw new Error(`${error.code}: ${error.message}`);
  return data;
}

export async function shown(t: Engine, params: Asked<"checkout">) {
  const { data, error } = await t.mutation(api.public.checkout, {
    params: { customer_id: ANA, ...params },
  });
  if (!data) throw new Error(`${error.code}: ${error.message}`);
  const { preview_id } = data;
  if (preview_id === undefined) throw new Error("A checkout of the engine names its preview");
  return { ...data, preview_id };
}

export function cancel(t: Engine, params: Asked<"cancel">) {
  return t.mutation(api.public.cancel, { params: { customer_id: ANA, ...params } });
}

export async function canceled(t: Engine, params: Asked<"cancel">) {
  const { data, error } = await cancel(t, params);
  if (!data) throw new Error(`${error.code}: ${error.message}`);
  return data;
}

export async function use(t: Engine, featureId: string, value: number, entityId?: string) {
  const { error } = await t.mutation(api.public.track, {
    params: {
      customer_id: ANA,
      feature_id: featureId,
      value,
      ...(entityId !== undefined && { entity_id: entityId }),
    },
  });
  if (error) throw new Error(`${error.code}: ${error.message}`);
}

export async function addEntities(t: Engine, ...ids: string[]) {
  const entities = ids.map((id) => ({ id, name: id, feature_id: "seats" }));
  const { error } = await t.mutation(api.public.createEntity, {
    params: { customer_id: ANA, entities },
  });
  if (error) throw new Error(`${error.code}: ${error.message}`);
}

/** Everything that is not over, as `product status [entity]`. */
export async function heldBy(t: Engine) {
  const rows = await t.run((ctx) => ctx.db.query("subscriptions").take(100));
  return rows
    .filter(({ status }) => status !== "expired")
    .map(({ product_id, status, canceled_at, entity_id }) =>
      [product_id, canceled_at === null ? status : `${status} canceled`, entity_id]
        .filter((word) => word !== null)
        .join(" "),
    )
    .sort();
}

/** Replaces every saved card by another, without a page: nothing else happens. */
export async function swapCards(t: Engine, number = CARDS.ok, customerId = ANA) {
  remoteOf(t)?.useCard(customerId, number);
  await t.run(async (ctx) => {
    for (const card of await ctx.db.query("paymentMethods").take(10)) {
      await ctx.db.patch("paymentMethods", card._id, { last4: number.slice(-4) });
    }
  });
}

export async function removeCards(t: Engine) {
  await t.run(async (ctx) => {
    for (const { _id } of await ctx.db.query("paymentMethods").take(10))
      await ctx.db.delete("paymentMethods", _id);
  });
}

/** Totals of all invoices in minor units, oldest first, with their status. */
export async function invoicesOf(t: Engine) {
  const rows = await t.run((ctx) => ctx.db.query("invoices").take(100));
  return rows.map(({ total_minor, status }) => [total_minor, status]);
}

/** The customer's credit, in minor units. */
export async function creditOf(t: Engine) {
  const [customer] = await t.run((ctx) => ctx.db.query("customers").take(1));
  return customer?.credit_minor;
}
