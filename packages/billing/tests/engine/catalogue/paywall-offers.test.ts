import { describe, expect, it } from "vitest";
import { attached, gate, getCustomer, saveCard, startEngine } from "../harness";
import type { Engine } from "../harness";
import { bought, cancel, openShop, product, PRODUCTS, use } from "../shop";

const offers = async (t: Engine, boosts = 1) => {
  const { data } = await gate(t, "boost", boosts);
  return data?.code === "feature_found" ? data.preview?.products.map(({ id }) => id) : undefined;
};

describe("what unlocks a boost for an artist without credits", () => {
  it("is a free grant, then a pack, then a plan", async () => {
    const t = await startEngine();
    await getCustomer(t);
    expect((await offers(t))?.slice(0, 3)).toEqual(["welcome_credits", "boost_pack", "creator"]);
  });

  it("is a pack where the free grant does not suffice", async () => {
    const t = await startEngine();
    await getCustomer(t);
    expect((await offers(t, 3))?.[0]).toBe("boost_pack");
  });

  it("is a pack once the free grant was had, even if it was canceled", async () => {
    const t = await startEngine();
    await attached(t, { product_id: "welcome_credits" });
    await cancel(t, { product_id: "welcome_credits", cancel_immediately: true });
    expect((await offers(t))?.[0]).toBe("boost_pack");
  });
});

it("is a bigger plan too, where a pack was used up, and that plan does unlock it", async () => {
  const pack = [{ price: 9 }, { feature_id: "uploads", included_usage: 1000 }];
  const t = await openShop([...PRODUCTS, product("uploads_pack", pack, { is_add_on: true })]);
  await getCustomer(t);
  await saveCard(t);
  await bought(t, { product_id: "uploads_pack" });
  await use(t, "uploads", 1011);
  const { data } = await gate(t, "uploads");
  const offers = data?.code === "feature_found" ? data.preview?.products : [];
  expect(offers?.map(({ id }) => id)).toEqual(["uploads_pack", "basic", "pro", "max", "extra"]);
  await bought(t, { product_id: "basic" });
  expect((await gate(t, "uploads", 100)).data?.allowed).toBe(true);
});
