import { describe, expect, it, vi } from "vitest";
import { fail, ok } from "../../../src/contract/errors";
import type { BrowserOperation } from "../../../src/contract/operations";
import { customerOperations } from "../../../src/react/flows/customer-operations";
import type { CustomerOperations } from "../../../src/react/params";
import { deferred } from "../fake-transport";
import { checkoutAnswer, entity } from "../wire-samples";
import { fakePorts } from "./flow-ports";

// Flows do not use React: a stray import would fail here.
vi.mock("react", () => ({}));

const ATTACHED = {
  success: true,
  customer_id: "ines",
  product_ids: ["pro"],
  code: "new_product_attached" as const,
  message: "",
};
const PARTY = { id: "luna", name: "Luna", email: null, created_at: 0 };
const REDEEMED = {
  ...{ id: "r", customer_id: "ines", reward_id: "credits" },
  ...{ referrer: PARTY, redeemer: PARTY },
};
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

describe("calls that change the customer", () => {
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

  it("returns a failure as data, and changes nothing", async () => {
    const { run, steps } = operations();
    const answer = await run.redeemReferralCode({ code: "NOBODY" });
    expect(answer).toEqual(fail("referral_code_not_found", "No such code", 404));
    expect(steps).toEqual(["expect change", "redeemReferralCode", "unchanged"]);
  });
});

describe("every call that changes something", () => {
  type Change = readonly [
    op: BrowserOperation,
    call: (run: CustomerOperations) => Promise<unknown>,
  ];
  const CHANGES: readonly Change[] = [
    ["attach", (run) => run.attach({ productId: "pro" })],
    ["cancel", (run) => run.cancel({ productId: "pro" })],
    ["track", (run) => run.track({ featureId: "uploads" })],
    ["createReferralCode", (run) => run.createReferralCode({ programId: "invite" })],
    ["redeemReferralCode", (run) => run.redeemReferralCode({ code: "LUNA" })],
    ["createEntity", (run) => run.createEntity({ id: "seat_1", featureId: "seats" })],
    ["deleteEntity", (run) => run.deleteEntity({ entityId: "seat_1" })],
  ];

  it.each(CHANGES)("%s answers only after the refetch", async (_op, call) => {
    const { ports, transport } = operations();
    transport.answer("attach", ATTACHED).answer("redeemReferralCode", REDEEMED);
    const refetched = deferred<undefined>();
    const outcomes: string[] = [];
    const expectChange = () => (outcome: string) => {
      outcomes.push(outcome);
      return refetched.promise;
    };
    const answered = vi.fn();
    void call(customerOperations({ ...ports, expectChange })).then(answered);
    await vi.waitFor(() => expect(outcomes).toEqual(["changed"]));
    // The longest time for a response that waits for nothing.
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
    expect(answered).not.toHaveBeenCalled();
    refetched.resolve(undefined);
    await vi.waitFor(() => expect(answered).toHaveBeenCalledOnce());
  });

  it.each(CHANGES)("%s reports no change when it failed", async (op, call) => {
    const { run, transport, steps } = operations();
    transport.reply(op, () => fail("forbidden", "No", 403));
    await expect(call(run)).resolves.toEqual(fail("forbidden", "No", 403));
    expect(steps).toContain("unchanged");
    expect(steps).not.toContain("changed");
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

describe("the provider's pages", () => {
  it.each<[op: string, url: string, call: (run: CustomerOperations) => Promise<unknown>]>([
    ["billingPortal", PORTAL, (run) => run.openBillingPortal()],
    ["setupPayment", CARD, (run) => run.setupPayment()],
  ])("%s is opened in this tab by default", async (op, url, call) => {
    const { run, steps } = operations();
    await call(run);
    expect(steps).toEqual(["prepare same_tab", op, `go ${url}`]);
  });

  it("opens a new tab at the click, and does not send that option to the backend", async () => {
    const { run, steps, transport } = operations();
    await run.openBillingPortal({ returnUrl: "/settings", openInNewTab: true });
    expect(steps).toEqual(["prepare new_tab", "billingPortal", `go ${PORTAL}`]);
    expect(transport.argsOf("billingPortal")).toEqual([{ returnUrl: "/settings" }]);
  });

  it.each([
    [undefined, "same_tab"],
    [false, "same_tab"],
    [true, "new_tab"],
  ] as const)(
    "openInNewTab %s means %s, for every call that leaves the page",
    async (openInNewTab, tab) => {
      const { run, steps, transport } = operations();
      transport.answer("attach", ATTACHED).answer("checkout", checkoutAnswer());
      await run.openBillingPortal({ openInNewTab });
      await run.setupPayment({ openInNewTab });
      await run.attach({ productId: "pro", openInNewTab });
      await run.checkout({ productId: "pro", openInNewTab });
      const prepared = steps.filter((step) => step.startsWith("prepare"));
      expect(prepared).toEqual(Array(4).fill(`prepare ${tab}`));
      expect(transport.calls.flatMap(({ args }) => Object.keys(args))).not.toContain(
        "openInNewTab",
      );
    },
  );

  it("sends what it was given to each page", async () => {
    const { run, transport } = operations();
    await run.openBillingPortal({ returnUrl: "/settings" });
    await run.setupPayment({ successUrl: "/done" });
    expect(transport.argsOf("billingPortal")).toEqual([{ returnUrl: "/settings" }]);
    expect(transport.argsOf("setupPayment")).toEqual([{ successUrl: "/done" }]);
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

describe("operations of a visitor", () => {
  type Asking = readonly [
    op: BrowserOperation,
    chosen: { productId: string } | null,
    call: (run: CustomerOperations) => Promise<unknown>,
  ];
  const ASKING: readonly Asking[] = [
    ["checkout", { productId: "pro" }, (run) => run.checkout({ productId: "pro" })],
    ["checkout", null, (run) => run.checkout({ productIds: ["pro", "boost"] })],
    ["attach", { productId: "pro" }, (run) => run.attach({ productId: "pro" })],
    ["check", { productId: "pro" }, (run) => run.attach({ productId: "pro", dialog: () => null })],
    ["cancel", null, (run) => run.cancel({ productId: "pro" })],
    ["track", null, (run) => run.track({ featureId: "uploads" })],
    ["setupPayment", null, (run) => run.setupPayment()],
    ["createEntity", null, (run) => run.createEntity([{ id: "a", featureId: "seats" }])],
  ];
  const signedOut = fail("unauthenticated", "Sign in first", 401);

  it.each(ASKING)(
    "%s: asks for sign-in, with %j, and says why it failed",
    async (op, chosen, call) => {
      const { run, ports, transport } = operations({ isVisitor: true });
      transport.reply(op, () => signedOut);
      await expect(call(run)).resolves.toEqual(signedOut);
      expect(ports.askSignIn).toHaveBeenCalledExactlyOnceWith(chosen);
    },
  );

  it.each([
    ["whatever the status, where there is no customer", fail("CUSTOMER_ID_REQUIRED", ""), null, 1],
    ["not after an answer", ok(checkoutAnswer()), null, 0],
    ["not after another refusal", fail("forbidden", "No", 403), null, 0],
    ["not for a signed-in user: the session has expired", signedOut, "ines", 0],
    ["not while the identity is loading", signedOut, undefined, 0],
  ])("starts sign-in: %s", async (_when, answer, identityKey, times) => {
    const { ports, transport } = operations();
    transport.reply("checkout", () => answer);
    await customerOperations({ ...ports, identityKey }).checkout({ productId: "pro" });
    expect(ports.askSignIn).toHaveBeenCalledTimes(times);
  });
});
