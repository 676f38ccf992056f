import { expect, it } from "vitest";
import { listCreditMovements } from "../../../src/react/components/credit-movements";
import { api } from "../../../src/component/_generated/api";
import { ANA, APRIL_1, CARDS, DAY_MS, getCustomer, MAY_1, saveCard, setTime } from "../harness";
import type { Engine } from "../harness";
import { bought, canceled, openShop, swapCards } from "../shop";

const credits = (quantity: number) => ({
  product_id: "pro",
  options: [{ feature_id: "credits", quantity }],
});

async function refundNewest(t: Engine, amount?: number) {
  const { invoices = [] } = await getCustomer(t);
  const paid = invoices.find(({ status, total }) => status === "paid" && total > 0);
  const { error } = await t.mutation(api.public.createRefund, {
    params: {
      ...{ customer_id: ANA, invoice: paid?.stripe_id ?? "" },
      ...(amount !== undefined && { amount }),
    },
  });
  expect(error).toBeNull();
}

const LIVES: Record<string, (t: Engine) => Promise<void>> = {
  "fewer packs, and renewals that they pay": async (t) => {
    await bought(t, credits(300));
    setTime(APRIL_1 + 15 * DAY_MS);
    await bought(t, credits(0));
    setTime(MAY_1);
  },
  "a plan that ends at once": async (t) => {
    await bought(t, { product_id: "max" });
    setTime(APRIL_1 + 15 * DAY_MS);
    await canceled(t, { product_id: "max", cancel_immediately: true });
  },
  "a refund of what credit and card paid": async (t) => {
    await bought(t, { product_id: "max" });
    setTime(APRIL_1 + 15 * DAY_MS);
    await canceled(t, { product_id: "max", cancel_immediately: true });
    await bought(t, { product_id: "max" });
    await refundNewest(t);
  },
  "a renewal that fails with credit, and is paid later": async (t) => {
    await bought(t, { product_id: "max" });
    await bought(t, { product_id: "support" });
    setTime(APRIL_1 + 15 * DAY_MS);
    await canceled(t, { product_id: "support", cancel_immediately: true });
    await swapCards(t, CARDS.declined);
    setTime(MAY_1);
    await getCustomer(t);
    await swapCards(t);
    setTime(MAY_1 + 2 * DAY_MS);
  },
  "a renewal that fails with credit, and is written off": async (t) => {
    await bought(t, { product_id: "max" });
    await bought(t, { product_id: "support" });
    setTime(APRIL_1 + 15 * DAY_MS);
    await canceled(t, { product_id: "support", cancel_immediately: true });
    await swapCards(t, CARDS.declined);
    setTime(MAY_1 + 20 * DAY_MS);
  },
};

it.each(Object.entries(LIVES))("invoices explain the credit: %s", async (_name, live) => {
  const t = await openShop();
  await getCustomer(t);
  await saveCard(t);
  await live(t);
  const customer = await getCustomer(t);
  const movements = listCreditMovements(customer);
  expect(movements.map(({ why }) => why)).not.toContain("other");
  const sum = movements.reduce((total, { amount }) => total + amount, 0);
  expect(sum).toBeCloseTo(customer.credit?.balance ?? NaN, 6);
});
