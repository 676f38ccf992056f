import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../../src/component/_generated/api";
import { addCredit } from "../../../src/component/operations/invoices/invoices";
import { findCustomer } from "../../../src/component/store/customers/customerState";
import { ANA, DAY_MS, MAY_1, getCustomer, saveCard, setTime } from "../harness";
import type { Engine } from "../harness";
import { addEntities, bought, creditOf, invoicesOf, openShop } from "../shop";

// A surplus that becomes credit is logged for the operator.
beforeEach(() => void vi.spyOn(console, "error").mockReturnValue());
async function shopWith(...ids: string[]) {
  const t = await openShop();
  await saveCard(t);
  for (const product_id of ids) await bought(t, { product_id });
  return t;
}

/** Uses seats, without waiting for the charge. */
const useSeats = (t: Engine, value: number) =>
  t.run((ctx) =>
    ctx.runMutation(api.public.track, {
      params: { customer_id: ANA, feature_id: "seats", value },
    }),
  );
const seatsOf = async (t: Engine) => (await getCustomer(t)).features.seats?.usage;

describe("with a remote processor", () => {
  it("3: credit that a charge relies on is spent by another renewal before the answer", async () => {
    const t = await shopWith("pro", "support", "extra");
    await t.run(async (ctx) => {
      const customer = await findCustomer(ctx, ANA);
      if (!customer) throw new Error("There is no customer");
      await addCredit(ctx, customer._id, 2500);
    });
    setTime(MAY_1);
    await getCustomer(t);
    const { invoices, charges } = await t.run(async (ctx) => ({
      invoices: await ctx.db.query("invoices").take(9),
      charges: await ctx.db.query("charges").take(20),
    }));
    const paid = invoices.slice(3).map((row) => [row.credit_minor, row.amount_paid_minor]);
    expect(paid).toEqual([
      [2000, 0],
      [300, 500],
      [500, 0],
    ]);
    expect(charges.slice(-2).map(({ minor, state }) => [minor, state])).toEqual([
      [300, "paid"],
      [500, "paid"],
    ]);
  });

  it("20: a paid seat is added by itself, whatever is written meanwhile", async () => {
    const t = await shopWith("team");
    expect((await useSeats(t, 5)).error?.code).toBe("payment_pending");
    await addEntities(t, "e");
    expect([await creditOf(t), await seatsOf(t)]).toEqual([0, 6]);
    expect(await invoicesOf(t)).toEqual([
      [2000, "paid"],
      [3000, "paid"],
    ]);
  });

  it("21: a renewal is past due until the answer is there", async () => {
    const t = await shopWith("pro");
    setTime(MAY_1);
    const [customer] = await t.run((ctx) => ctx.db.query("customers").take(1));
    if (!customer) throw new Error("There is no customer");
    await t.run((ctx) =>
      ctx.runMutation(internal.lifecycle.renewals.processDue, { customer: customer._id }),
    );
    const statuses = async () => {
      const rows = await t.run((ctx) => ctx.db.query("subscriptions").take(9));
      return rows
        .filter(({ product_id: id }) => id === "pro")
        .map(({ status, grace_ends_at }) => [status, grace_ends_at]);
    };
    expect(await statuses()).toEqual([["past_due", MAY_1 + 7 * DAY_MS]]);
    await getCustomer(t);
    expect(await statuses()).toEqual([["active", null]]);
  });
});
