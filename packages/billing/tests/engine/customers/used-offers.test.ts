import { describe, expect, it, vi } from "vitest";
import { api } from "../../../src/component/_generated/api";
import { startEngine } from "../harness";
import type { Engine } from "../harness";

const asked = (id: string, fingerprint: string, product_id: string) => ({
  params: { customer_id: id, customer_data: { fingerprint }, product_id },
});
const take = (t: Engine, ...about: Parameters<typeof asked>) =>
  t.mutation(api.public.attach, asked(...about));
const leave = (t: Engine, customer_id: string) =>
  t.mutation(api.public.deleteCustomer, { params: { customer_id } });
async function hasTrial(t: Engine, id: string, fingerprint: string) {
  const { data } = await t.mutation(api.public.checkout, asked(id, fingerprint, "pro"));
  return data?.product.properties.has_trial;
}
/** Everything that is scheduled has run: nothing of a deleted customer is left. */
async function erased(t: Engine) {
  await t.finishAllScheduledFunctions(() => vi.runAllTimers());
}

describe("a customer who deletes the account and returns", () => {
  it("gets no second trial, and another customer gets one", async () => {
    const t = await startEngine();
    await take(t, "ana", "same", "pro");
    await leave(t, "ana");
    await erased(t);
    expect(await hasTrial(t, "ana_again", "same")).toBe(false);
    expect(await hasTrial(t, "ben", "other")).toBe(true);
    await leave(t, "ana_again");
    await erased(t);
    expect(await hasTrial(t, "third", "same")).toBe(false);
  });

  it("gets a free add-on once, however often they return", async () => {
    const t = await startEngine();
    await take(t, "ana", "same", "welcome_credits");
    for (const [before, after] of [
      ["ana", "second"],
      ["second", "third"],
    ] as const) {
      await leave(t, before);
      await erased(t);
      const { error } = await take(t, after, "same", "welcome_credits");
      expect(error?.code).toBe("purchase_limit_reached");
    }
    expect((await take(t, "ben", "other", "welcome_credits")).error).toBeNull();
  });

  it("leaves nothing but the fingerprint", async () => {
    const t = await startEngine();
    await take(t, "ana", "same", "pro");
    await take(t, "ana", "same", "welcome_credits");
    await leave(t, "ana");
    const rows = await t.run((ctx) => ctx.db.query("usedOffers").take(10));
    expect(
      rows.map(({ fingerprint, kind, product_id }) => [fingerprint, kind, product_id]),
    ).toEqual([
      ["same", "trial", "pro"],
      ["same", "product", "welcome_credits"],
    ]);
  });
});
