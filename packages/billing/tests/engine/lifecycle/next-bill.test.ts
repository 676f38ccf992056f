import { expect, it } from "vitest";
import { describeRenewal } from "../../../src/react/components/renewal";
import { api } from "../../../src/component/_generated/api";
import type { ItemDefinition, ProductDefinition } from "../../../src/component/rules/model";
import { WORDS } from "../../react/words";
import { ANA, getCustomer, saveCard, setTime } from "../harness";
import type { Engine } from "../harness";
import { addEntities, bought, CREDIT_PACKS, openShop, product, use } from "../shop";

const SEATS: ItemDefinition = {
  ...{ feature_id: "seats", included_usage: 3, interval: "month", price: 10 },
  usage_model: "pay_per_use",
};
const PREPAID_SEATS: ItemDefinition = {
  ...{ feature_id: "seats", interval: "month", price: 10, usage_model: "prepaid" },
  on_decrease: "none",
};
const credits = (quantity: number) => [{ feature_id: "credits", quantity }];

interface Life {
  items: ItemDefinition[];
  over?: Partial<ProductDefinition>;
  live: (t: Engine) => Promise<unknown>;
}

const LIVES: Record<string, Life> = {
  "fewer packs from the renewal on": {
    items: [
      { price: 20, interval: "month" },
      { ...CREDIT_PACKS, on_decrease: "none" },
    ],
    live: async (t) => {
      await bought(t, { product_id: "plan", options: credits(300) });
      await bought(t, { product_id: "plan", options: credits(100) });
    },
  },
  "no packs from the renewal on": {
    items: [
      { price: 20, interval: "month" },
      { ...CREDIT_PACKS, on_decrease: "none" },
    ],
    live: async (t) => {
      await bought(t, { product_id: "plan", options: credits(300) });
      await bought(t, { product_id: "plan", options: credits(0) });
    },
  },
  "fewer prepaid seats from the renewal on": {
    items: [PREPAID_SEATS],
    live: async (t) => {
      await bought(t, { product_id: "plan", options: [{ feature_id: "seats", quantity: 5 }] });
      await bought(t, { product_id: "plan", options: [{ feature_id: "seats", quantity: 2 }] });
    },
  },
  "two copies of an add-on with packs": {
    items: [{ price: 20, interval: "month" }, CREDIT_PACKS],
    over: { is_add_on: true },
    live: async (t) => {
      await bought(t, { product_id: "plan", options: credits(100) });
      await bought(t, { product_id: "plan" });
    },
  },
  "seats in use": {
    items: [{ price: 20, interval: "month" }, SEATS],
    live: async (t) => {
      await bought(t, { product_id: "plan" });
      await addEntities(t, "a", "b", "c", "d", "e");
    },
  },
  "a seat that was given back, and stays paid until the renewal": {
    items: [
      { price: 20, interval: "month" },
      { ...SEATS, on_decrease: "none" },
    ],
    live: async (t) => {
      await bought(t, { product_id: "plan" });
      await addEntities(t, "a", "b", "c", "d", "e");
      await t.mutation(api.public.deleteEntity, { params: { customer_id: ANA, entity_id: "a" } });
    },
  },
  "seats beyond a grant that was corrected": {
    items: [{ price: 20, interval: "month" }, SEATS],
    live: async (t) => {
      await bought(t, { product_id: "plan" });
      await use(t, "seats", 5);
      const balances = [{ feature_id: "seats", balance: 1 }];
      await t.mutation(api.public.setBalances, { params: { customer_id: ANA, balances } });
    },
  },
  "parts of a cent": {
    items: [
      { ...SEATS, included_usage: 0, price: 0.335 },
      { ...CREDIT_PACKS, price: 0.335 },
    ],
    live: async (t) => {
      await bought(t, { product_id: "plan", options: credits(300) });
      await use(t, "seats", 1);
    },
  },
  "use with a limit": {
    items: [
      { price: 20, interval: "month" },
      {
        ...{ feature_id: "calls", included_usage: 100, interval: "month", price: 0.5 },
        ...{ billing_units: 10, usage_model: "pay_per_use", usage_limit: 150 },
      },
    ],
    live: async (t) => {
      await bought(t, { product_id: "plan" });
      await use(t, "calls", 500);
    },
  },
  "use beside a pack that was bought once": {
    items: [
      { price: 20, interval: "month" },
      {
        ...{ feature_id: "boosts", included_usage: 100, interval: "month", price: 0.5 },
        ...{ billing_units: 10, usage_model: "pay_per_use" },
      },
    ],
    live: async (t) => {
      await bought(t, { product_id: "plan" });
      await use(t, "boosts", 130);
      await bought(t, { product_id: "pack" });
    },
  },
};

it.each(Object.entries(LIVES))("the portal names the next bill: %s", async (_name, one) => {
  const { items, over, live } = one;
  const pack = product("pack", [{ price: 9 }, { feature_id: "boosts", included_usage: 10 }], {
    is_add_on: true,
  });
  const t = await openShop([product("plan", items, over), pack]);
  await getCustomer(t);
  await saveCard(t);
  await live(t);
  const customer = await getCustomer(t);
  const plan = customer.products.find(({ id }) => id === "plan");
  if (!plan?.current_period_end) throw new Error("The plan does not renew");
  const renewal = describeRenewal(plan, customer, WORDS, "usd");
  setTime(plan.current_period_end);
  const { invoices = [] } = await getCustomer(t);
  const then = invoices.filter(({ created_at }) => created_at === plan.current_period_end);
  const billed = then.reduce((sum, { total }) => sum + total, 0);
  expect(renewal?.total).toBe(billed);
});
