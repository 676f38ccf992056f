import { afterEach, expect, it, vi } from "vitest";
import { CARDS, MAY_1, saveCard, setTime } from "./harness";
import { bought, canceled, invoicesOf, openShop, product } from "./shop";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const PLUS = product("plus", [{ price: 5, interval: "month" }], { is_add_on: true });
const MORE = product("more", [{ price: 7, interval: "month" }], { is_add_on: true });

it("an open renewal of what is still held is no last invoice, whatever else ends", async () => {
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
