import { beforeEach, describe, expect, it, vi } from "vitest";
import { internal } from "../../src/component/_generated/api";
import {
  ANA,
  MAY_1,
  attached,
  getCustomer,
  saveCard,
  setTime,
  startEngine,
} from "../engine/harness";
import type { Engine } from "../engine/harness";
import { billingIn } from "../../../../tests/convex/backend";
import { TwoDeployments } from "./two-deployments";

beforeEach(() => {
  // Requests without an answer are logged for the operator.
  vi.spyOn(console, "error").mockReturnValue();
  vi.spyOn(console, "warn").mockReturnValue();
});
const replay = (t: Engine, customerId = ANA) =>
  t.mutation(internal.lifecycle.reprocess.reprocess, { customerId });
const NOTHING = { steps: "none_due", charges: 0, calls: 0, uses: 0 };

describe("reprocess", () => {
  it("makes a missed renewal, once", async () => {
    const t = await startEngine();
    await saveCard(t);
    await attached(t, { product_id: "creator" });
    setTime(MAY_1 - 1);
    expect((await replay(t)).data).toEqual(NOTHING);
    setTime(MAY_1);
    expect((await replay(t)).data).toEqual({ ...NOTHING, steps: "taken" });
    expect((await replay(t)).data).toEqual(NOTHING);
    const totals = await t.run((ctx) => ctx.db.query("invoices").take(5));
    expect(totals.map(({ total_minor }) => total_minor)).toEqual([600, 600]);
  });

  it("creates no customer", async () => {
    const { error, statusCode } = await replay(await startEngine());
    expect([error?.code, statusCode]).toEqual(["customer_not_found", 404]);
  });

  it("asks a remote provider for this customer's answers only", async () => {
    const two = await TwoDeployments.open();
    await two.visit();
    await saveCard(two.provider);
    two.network = "down";
    await two.attach("creator");
    await two.gate({ key: "swell" });
    await two.settled();
    two.network = "fine";
    expect((await replay(billingIn(two.site), "somebody_else")).data).toEqual(NOTHING);
    expect((await replay(billingIn(two.site))).data).toEqual({ ...NOTHING, calls: 1, uses: 1 });
    await two.settled();
    expect((await replay(billingIn(two.site))).data).toEqual(NOTHING);
    expect(await two.counted()).toBe(1);
    const { invoices = [] } = await getCustomer(two.provider);
    expect(invoices.map(({ status, total }) => [status, total])).toEqual([["paid", 6]]);
  });
});
