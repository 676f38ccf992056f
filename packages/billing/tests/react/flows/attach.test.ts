import { describe, expect, it, vi } from "vitest";
import { fail, ok } from "../../../src/contract/errors";
import type { Result } from "../../../src/contract/errors";
import type { Check } from "../../../src/contract/responses";
import { attach, attachNow } from "../../../src/react/flows/attach";
import { deferred } from "../fake-transport";
import { featureCheck, preview, productCheck, productPreview } from "../wire-samples";
import { fakePorts } from "./flow-ports";

// Flows do not use React: a stray import would fail here.
vi.mock("react", () => ({}));

const attached = {
  success: true,
  customer_id: "ines",
  product_ids: ["creator"],
  code: "new_product_attached" as const,
  message: "",
};
const dialog = () => null;

describe("attach", () => {
  it("attaches, refetches, then closes the dialog, in this order", async () => {
    const { ports, transport, steps } = fakePorts();
    transport.answer("attach", attached);
    const result = await attach(ports, { productId: "creator" });
    expect(result.data).toEqual(attached);
    expect(steps).toEqual([
      "prepare same_tab",
      "expect change",
      "attach",
      "cancel",
      "changed",
      "hide plan change",
    ]);
  });

  it("goes to the returned URL before it refetches", async () => {
    const { ports, transport, steps } = fakePorts();
    transport.answer("attach", { ...attached, checkout_url: "https://pay.example/c" });
    await attach(ports, { productId: "creator", openInNewTab: true });
    expect(steps).toEqual([
      "prepare new_tab",
      "expect change",
      "attach",
      "go https://pay.example/c",
      "changed",
      "hide plan change",
    ]);
  });

  it("requests a preview first when there is a dialog, and shows it instead of attaching", async () => {
    const { ports, transport, steps, shown } = fakePorts();
    transport.answer("check", productCheck());
    const result = await attach(ports, { productId: "pro", entityId: "seat", dialog });
    expect(transport.argsOf("check")).toEqual([
      { productId: "pro", entityId: "seat", withPreview: true },
    ]);
    expect(steps).toEqual(["prepare same_tab", "check", "cancel", "show plan change"]);
    expect(shown).toEqual([
      { preview: productPreview(), attachParams: { productId: "pro", entityId: "seat" } },
    ]);
    expect(result.data).toEqual(productCheck());
  });

  it("shows no dialog for an answer that arrives after a newer click", async () => {
    const { ports, transport, steps, shown } = fakePorts();
    const late = deferred<Result<Check>>();
    transport.reply("check", () => late.promise);
    const first = attach(ports, { productId: "pro", dialog });
    transport.answer("check", productCheck());
    await attach(ports, { productId: "creator", dialog });
    late.resolve(ok(productCheck()));
    await expect(first).resolves.toMatchObject({ data: productCheck() });
    expect(shown).toMatchObject([{ attachParams: { productId: "creator" } }]);
    expect(steps.slice(-2)).toEqual(["show plan change", "cancel"]);
  });

  it.each([
    ["nothing to show", productCheck({ preview: null })],
    ["a paywall's preview", featureCheck({ preview: preview() })],
  ])("attaches at once when there is a dialog but no preview: %s", async (_what, unpreviewed) => {
    const { ports, transport, steps } = fakePorts();
    transport.answer("check", unpreviewed).answer("attach", attached);
    await attach(ports, { productId: "pro", dialog });
    expect(steps).toEqual([
      "prepare same_tab",
      "check",
      "expect change",
      "attach",
      "cancel",
      "changed",
      "hide plan change",
    ]);
    expect(transport.argsOf("check")).toStrictEqual([{ withPreview: true, productId: "pro" }]);
    expect(transport.argsOf("attach")).toEqual([{ productId: "pro" }]);
  });

  it("returns a failed check and attaches nothing", async () => {
    const { ports, transport, steps } = fakePorts();
    transport.reply("check", () => fail("unauthenticated", "Sign in first", 401));
    const result = await attach(ports, { productId: "pro", dialog });
    expect(result.error?.code).toBe("unauthenticated");
    expect(steps).toEqual(["prepare same_tab", "check", "cancel"]);
  });

  it("leaves the dialog and the screen unchanged when attaching fails", async () => {
    const { ports, transport, steps } = fakePorts();
    transport.reply("attach", () => fail("payment_failed", "Declined", 402));
    const result = await attach(ports, { productId: "pro", openInNewTab: true });
    expect(result).toEqual(fail("payment_failed", "Declined", 402));
    expect(steps).toEqual(["prepare new_tab", "expect change", "attach", "cancel", "unchanged"]);
  });
});

describe("attachNow", () => {
  it("returns unsafe_url when the URL is refused, but shows what was bought", async () => {
    const { ports, transport, steps } = fakePorts({ refusesUrls: true });
    transport.answer("attach", { ...attached, checkout_url: "javascript:alert(1)" });
    const result = await attachNow(ports, { productId: "creator" });
    expect(result.error).toEqual({
      code: "unsafe_url",
      message: expect.stringContaining("is not in trustedOrigins of BillingProvider") as string,
    });
    expect(steps.at(-1)).toBe("changed");
  });

  it("sends every parameter except those for the page", async () => {
    const { ports, transport } = fakePorts();
    transport.answer("attach", attached);
    const params = { productId: "pro", reward: "SPRING", successUrl: "/thanks" };
    await attachNow(ports, { ...params, openInNewTab: true });
    expect(transport.argsOf("attach")).toEqual([params]);
  });
});

describe("a purchase's events", () => {
  const refused = fail("payment_failed", "Declined", 402);

  it.each([
    ["a product", { productId: "pro" }, ["pro"]],
    ["several", { productIds: ["pro", "boost"] }, ["pro", "boost"]],
    ["none, which the backend refuses", {}, []],
  ])("name the products: %s", async (_what, params, productIds) => {
    const { ports, transport } = fakePorts();
    transport.answer("attach", attached);
    await attachNow(ports, params);
    const settled = { type: "purchase_settled", productIds, result: ok(attached) };
    expect(ports.emit.mock.calls).toEqual([[{ type: "purchase_started", productIds }], [settled]]);
  });

  it("are sent before the request, and before the refetch", async () => {
    const { ports, transport, steps } = fakePorts();
    transport.reply("attach", () => refused);
    ports.emit.mockImplementation(({ type }) => void steps.push(type));
    await attach(ports, { productId: "pro" });
    expect(steps.filter((step) => !/^(prepare|cancel)/.test(step))).toEqual([
      ...["expect change", "purchase_started", "attach", "purchase_settled", "unchanged"],
    ]);
  });

  it("are sent for a purchase alone, not for its preview", async () => {
    const { ports, transport } = fakePorts();
    transport.answer("check", productCheck());
    await attach(ports, { productId: "pro", dialog });
    expect(ports.emit).not.toHaveBeenCalled();
  });
});
