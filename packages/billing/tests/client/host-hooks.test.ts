import { makeFunctionReference } from "convex/server";
import { describe, expect, it, vi } from "vitest";
import { components, internal } from "../../../../convex/_generated/api";
import type { BrowserOperation, OperationResult } from "../../src/contract/operations";
import type { BillingConfig } from "../../src/client/policy";
import { inBilling, openBackend } from "../../../../tests/convex/backend";
import { hostBilling } from "./host-billing";

const modules = import.meta.glob([
  "../../../../convex/{_generated,accounts}/**/*.ts",
  "../../../../convex/{billing,http,seed}.ts",
]);
const ADA = { subject: "ada", issuer: "https://local", tokenIdentifier: "https://local|ada" };

/** A host with a configuration of its own; its actions by operation. */
async function host(config: Partial<BillingConfig>) {
  vi.stubEnv("BILLING_MODE", "sandbox");
  const own = hostBilling(config).actions();
  const t = openBackend({
    ...modules,
    "../../../../convex/own.ts": () => Promise.resolve(own),
  });
  await t.mutation(internal.billing.install, {});
  await t.mutation(components.billing.public.createFeature, {
    params: { id: "desks", type: "continuous_use" },
  });
  const call = <Op extends BrowserOperation>(op: Op, args: Record<string, unknown>) =>
    t
      .withIdentity(ADA)
      .action(
        makeFunctionReference<"action", Record<string, unknown>, OperationResult<Op>>(`own:${op}`),
        args,
      );
  return { t, call };
}

describe("the authorize hook", () => {
  const SEAT = { id: "seat_1", name: "Seat 1", featureId: "desks" };

  it("is called with the caller and the operation, and can allow the call", async () => {
    const authorize = vi.fn(() => Promise.resolve(true));
    const { call } = await host({ authorize });
    const { data } = await call("createEntity", SEAT);
    expect(data).toMatchObject({ id: "seat_1", customer_id: "ada", feature_id: "desks" });
    expect(authorize).toHaveBeenCalledWith(expect.anything(), {
      operation: "createEntity",
      who: { customerId: "ada", customerData: {} },
      args: SEAT,
    });
  });

  it("refuses with a result, and no customer is created", async () => {
    const { call, t } = await host({ authorize: () => Promise.resolve(false) });
    const { error, statusCode } = await call("createEntity", SEAT);
    expect([error?.code, statusCode]).toEqual(["forbidden", 403]);
    expect(await inBilling(t, (ctx) => ctx.db.query("customers").take(1))).toEqual([]);
  });

  it("decides by operation", async () => {
    const { call } = await host({
      authorize: (_, { operation }) => Promise.resolve(operation === "getEntity"),
    });
    expect((await call("createEntity", SEAT)).error?.code).toBe("forbidden");
    expect((await call("getEntity", { entityId: "seat_1" })).error?.code).toBe(
      "customer_not_found",
    );
  });
});

describe("allowFromBrowser", () => {
  const NOW = { productId: "creator", cancelImmediately: true };

  it("opens one argument of one operation", async () => {
    const { call } = await host({ allowFromBrowser: { cancel: ["cancelImmediately"] } });
    expect((await call("cancel", NOW)).error?.code).toBe("customer_not_found");
  });

  it("leaves everything else closed", async () => {
    const { call } = await host({ allowFromBrowser: { attach: ["cancelImmediately"] } });
    expect((await call("cancel", NOW)).error?.code).toBe("forbidden");
  });
});
