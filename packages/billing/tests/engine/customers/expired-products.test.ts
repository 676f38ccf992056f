import { describe, expect, it } from "vitest";
import { api } from "../../../src/component/_generated/api";
import { attached, getCustomer, saveCard, startEngine, statusOf } from "../harness";
import type { Engine } from "../harness";

const subscriptions = (t: Engine) => t.run((ctx) => ctx.db.query("subscriptions").take(100));
const marks = async (t: Engine) =>
  (await subscriptions(t)).map(({ status, is_expired = false }) => [status, is_expired]);

/** A customer whose free plan was replaced, and whose paid plan then ended. */
async function startWithExpired() {
  const t = await startEngine();
  await getCustomer(t);
  await saveCard(t);
  await attached(t, { product_id: "creator" });
  await t.mutation(api.public.cancel, {
    params: { customer_id: "user_ana", product_id: "creator", cancel_immediately: true },
  });
  return t;
}

describe("products that expired", () => {
  it("are marked, and no others", async () => {
    const t = await startWithExpired();
    expect(await marks(t)).toEqual([
      ["expired", true],
      ["expired", true],
      ["active", false],
    ]);
  });

  it("are left out without their mark", async () => {
    const t = await startWithExpired();
    const before = await getCustomer(t);
    await t.run(async (ctx) => {
      for (const { _id } of await ctx.db.query("subscriptions").take(100)) {
        await ctx.db.patch("subscriptions", _id, { is_expired: undefined });
      }
    });
    expect(await getCustomer(t)).toEqual(before);
    expect(await statusOf(t, "creator")).toBeUndefined();
  });
});
