import { describe, expect, it } from "vitest";
import { MAY_1, getCustomer, saveCard, setTime, submit } from "../harness";
import type { Engine } from "../harness";
import {
  addEntities,
  bought,
  buy,
  cancel,
  canceled,
  heldBy,
  invoicesOf,
  openShop,
  shown,
  stock,
  withProduct,
} from "../shop";

async function withPro(): Promise<Engine> {
  const t = await openShop();
  await saveCard(t);
  await bought(t, { product_id: "pro", options: [{ feature_id: "credits", quantity: 200 }] });
  return t;
}

const archive = (t: Engine, id: string) => stock(t, withProduct(id, { archived: true }));
const credits = (quantity: number) => [{ feature_id: "credits", quantity }];

describe("an archived product", () => {
  it("is not sold any more, not even by a page that was opened before", async () => {
    const t = await openShop();
    const page = await shown(t, { product_id: "pro" });
    await archive(t, "pro");
    expect((await buy(t, { product_id: "pro" })).error?.code).toBe("product_not_found");
    expect((await submit(t, page.url ?? "")).error).not.toBeNull();
    await saveCard(t);
    await addEntities(t, "e");
    const forEntity = await buy(t, { product_id: "pro", entity_id: "e" });
    expect(forEntity.error?.code).toBe("product_not_found");
    expect(await heldBy(t)).toEqual(["free active", "labs_free active"]);
  });

  it("renews for its customers", async () => {
    const t = await withPro();
    await archive(t, "pro");
    setTime(MAY_1);
    await getCustomer(t);
    expect(await invoicesOf(t)).toEqual([
      [4000, "paid"],
      [4000, "paid"],
    ]);
  });

  it("lets its customers change quantities", async () => {
    const t = await withPro();
    await archive(t, "pro");
    const asked = { product_id: "pro", options: credits(300) };
    expect(await shown(t, asked)).toMatchObject({ total: 10 });
    expect((await bought(t, asked)).code).toBe("features_updated");
    const { features } = await getCustomer(t);
    expect(features.credits?.balance).toBe(300);
  });

  it("lets its customers undo a cancellation", async () => {
    const t = await withPro();
    await canceled(t, { product_id: "pro" });
    await archive(t, "pro");
    expect((await bought(t, { product_id: "pro" })).code).toBe("renewed_product");
    expect(await heldBy(t)).toContain("pro active");
  });

  it("can be canceled and replaced, and cannot be bought again", async () => {
    const t = await withPro();
    await archive(t, "pro");
    await bought(t, { product_id: "max" });
    expect((await buy(t, { product_id: "pro" })).error?.code).toBe("product_not_found");
    expect((await cancel(t, { product_id: "max" })).error).toBeNull();
  });

  it("offers its customers no newer version: they stay on theirs", async () => {
    const t = await withPro();
    await stock(
      t,
      withProduct("pro", { archived: true, items: [{ price: 99, interval: "month" }] }),
    );
    expect((await buy(t, { product_id: "pro" })).error?.code).toBe("product_not_found");
    expect((await bought(t, { product_id: "pro", options: credits(100) })).code).toBe(
      "features_updated",
    );
  });
});
