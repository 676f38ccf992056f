import { expect, it } from "vitest";
import { APRIL_1, CARDS, DAY_MS, MAY_1, getCustomer, saveCard, setTime } from "../harness";
import { addEntities, bought, canceled, invoicesOf, openShop, product } from "../shop";
import { CALLS, swapCards, use } from "../shop";
import { amounts, deleteEntity } from "../workspace";

const PLUS = product("plus", [{ price: 5, interval: "month" }], { is_add_on: true });
const MORE = product("more", [{ price: 7, interval: "month" }], { is_add_on: true });

it("an open renewal of an active product is not a final invoice, whatever else ends", async () => {
  const t = await openShop([PLUS, MORE]);
  await saveCard(t);
  for (const product_id of ["plus", "more"]) await bought(t, { product_id });
  await saveCard(t, CARDS.failsLater);
  setTime(MAY_1);
  await canceled(t, { product_id: "more", cancel_immediately: true, prorate: false });
  expect((await invoicesOf(t)).map(([, status]) => status)).toContain("open");
  const customer = await t.run((ctx) => ctx.db.query("customers").first());
  expect(customer?.final_retry_at ?? null).toBeNull();
});

/** One seat, and calls of its own for each entity with a seat. */
const team = (id: string, price: number) =>
  product(id, [
    { ...CALLS, price, entity_feature_id: "seats" },
    { feature_id: "seats", included_usage: 1 },
  ]);

/** Ana's plan has one seat for two entities; the first has used 10 calls more than its grant. */
async function withOverage() {
  const t = await openShop([team("one", 0.5), team("other", 0.9)]);
  await saveCard(t);
  await addEntities(t, "a", "b");
  await bought(t, { product_id: "one" });
  await use(t, "calls", 110, "a");
  return t;
}

it("an entity without a grant gets the rest of a deleted one's, whose overage was billed at once", async () => {
  const t = await withOverage();
  expect(await amounts(t, "calls", "b")).toBeUndefined();
  expect((await deleteEntity(t, "a")).error).toBeNull();
  expect(await amounts(t, "calls", "b")).toEqual({ balance: 0, usage: 100 });
  expect(await invoicesOf(t)).toEqual([[50, "paid"]]);
});

it("an unpaid final invoice is charged again after another plan has replaced the old one", async () => {
  const t = await withOverage();
  await swapCards(t, CARDS.failsLater);
  expect((await deleteEntity(t, "a")).error).toBeNull();
  expect(await invoicesOf(t)).toEqual([[50, "open"]]);
  expect(await bought(t, { product_id: "other" })).toMatchObject({
    code: "upgraded_to_new_product",
  });
  expect(await invoicesOf(t)).toEqual([[50, "open"]]);
  await swapCards(t);
  setTime(APRIL_1 + 3 * DAY_MS);
  await getCustomer(t);
  expect(await invoicesOf(t)).toEqual([[50, "paid"]]);
});
