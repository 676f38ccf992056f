import { describe, expect, it, vi } from "vitest";
import { fail } from "../../../convex/contract/errors";
import { customerOperations } from "../../../src/billing/flows/customer-operations";
import type { CustomerOperations } from "../../../src/billing/params";
import { entity } from "../wire-samples";
import { fakePorts } from "./flow-ports";

// Flows know no React: a stray import would fail here.
vi.mock("react", () => ({}));

const PORTAL = "https://pay.example/portal";
const CARD = "https://pay.example/card";

function operations(over: Parameters<typeof fakePorts>[0] = {}) {
  const fakes = fakePorts(over);
  fakes.transport
    .answer("cancel", { success: true, customer_id: "ines", product_id: "pro" })
    .answer("track", {
      id: "evt_1",
      code: "event_received",
      customer_id: "ines",
      feature_id: "uploads",
    })
    .answer("query", { list: [], total: {} })
    .answer("createReferralCode", { code: "INES", customer_id: "ines", created_at: 0 })
    .answer("createEntity", entity())
    .answer("deleteEntity", { success: true })
    .answer("billingPortal", { customer_id: "ines", url: PORTAL })
    .answer("setupPayment", { customer_id: "ines", url: CARD })
    .reply("redeemReferralCode", () => fail("referral_code_not_found", "No such code", 404));
  return { ...fakes, run: customerOperations(fakes.ports) };
}

describe("calls that change what somebody has", () => {
  it.each<[op: string, call: (run: CustomerOperations) => Promise<unknown>]>([
    ["cancel", (run) => run.cancel({ productId: "pro", entityId: "seat_1" })],
    ["track", (run) => run.track({ featureId: "uploads", value: 2 })],
    ["createReferralCode", (run) => run.createReferralCode({ programId: "invite" })],
    ["createEntity", (run) => run.createEntity({ id: "seat_1", featureId: "seats" })],
    ["deleteEntity", (run) => run.deleteEntity({ entityId: "seat_1" })],
  ])("%s refetches what is on screen, once, before it answers", async (op, call) => {
    const { run, steps } = operations();
    await expect(call(run)).resolves.toMatchObject({ error: null });
    expect(steps).toEqual(["expect change", op, "changed"]);
  });

  it("sends what it was given, and nothing else", async () => {
    const { run, transport } = operations();
    await run.cancel({ productId: "pro", entityId: "seat_1" });
    expect(transport.argsOf("cancel")).toEqual([{ productId: "pro", entityId: "seat_1" }]);
  });

  it("answers a failure as data, having changed nothing", async () => {
    const { run, steps } = operations();
    const answer = await run.redeemReferralCode({ code: "NOBODY" });
    expect(answer).toEqual(fail("referral_code_not_found", "No such code", 404));
    expect(steps).toEqual(["expect change", "redeemReferralCode", "unchanged"]);
  });
});

describe("calls that only read", () => {
  it("query refetches nothing", async () => {
    const { run, steps, transport } = operations();
    await run.query({ featureId: ["uploads", "credits"], range: "7d" });
    expect(steps).toEqual(["query"]);
    expect(transport.argsOf("query")).toEqual([{ featureId: ["uploads", "credits"], range: "7d" }]);
  });
});

describe("pages of the provider", () => {
  it.each<[op: string, url: string, call: (run: CustomerOperations) => Promise<unknown>]>([
    ["billingPortal", PORTAL, (run) => run.openBillingPortal()],
    ["setupPayment", CARD, (run) => run.setupPayment()],
  ])("%s is opened in this tab by default", async (op, url, call) => {
    const { run, steps } = operations();
    await call(run);
    expect(steps).toEqual(["prepare same_tab", op, `go ${url}`]);
  });

  it("opens a second tab at the click, and keeps that wish from the backend", async () => {
    const { run, steps, transport } = operations();
    await run.openBillingPortal({ returnUrl: "/settings", openInNewTab: true });
    expect(steps).toEqual(["prepare new_tab", "billingPortal", `go ${PORTAL}`]);
    expect(transport.argsOf("billingPortal")).toEqual([{ returnUrl: "/settings" }]);
  });

  it("closes the empty tab when there is no page", async () => {
    const { run, steps, transport } = operations();
    transport.reply("billingPortal", () => fail("unauthenticated", "Sign in first", 401));
    const answer = await run.openBillingPortal({ openInNewTab: true });
    expect(answer.error?.code).toBe("unauthenticated");
    expect(steps).toEqual(["prepare new_tab", "billingPortal", "cancel"]);
  });

  it("answers unsafe_url when the page may not be opened", async () => {
    const { run } = operations({ refusesUrls: true });
    expect((await run.openBillingPortal()).error?.code).toBe("unsafe_url");
    expect((await run.setupPayment()).error?.code).toBe("unsafe_url");
  });
});
