import { describe, expect, it, vi } from "vitest";
import { ok } from "../../../src/contract/errors";
import { BROWSER_OPERATIONS } from "../../../src/contract/operations";
import type { BrowserArgs } from "../../../src/contract/operations";
import type { BillingFunctions, ConvexClient } from "../../../src/react/ports";
import { convexTransport } from "../../../src/react/transports/convex";
import { loggedTransport } from "../../../src/react/transports/logged";
import { FakeTransport } from "../fake-transport";

/** References are opaque to the transport. */
const api = Object.fromEntries(
  BROWSER_OPERATIONS.map((op) => [op, { name: op }]),
) as unknown as BillingFunctions;

/** A client that answers each call with the next of `outcomes`: an envelope, or an error to throw. */
function client(...outcomes: unknown[]) {
  const action = vi.fn<ConvexClient["action"]>(() => {
    const outcome = outcomes.shift();
    return outcome instanceof Error ? Promise.reject(outcome) : Promise.resolve(outcome);
  });
  return { transport: convexTransport({ action }, api), action };
}

const LOST = new Error("Connection lost while action was in flight");

describe("convexTransport", () => {
  it.each(BROWSER_OPERATIONS)("calls the action of %s", async (op) => {
    const { transport, action } = client(ok(null));
    await transport.call(op, {});
    expect(action.mock.calls[0]?.[0]).toBe(api[op]);
  });

  it("passes an envelope on as it is, its code and status too", async () => {
    const declined = {
      data: null,
      error: { code: "payment_failed", message: "no" },
      statusCode: 402,
    };
    const { transport } = client(declined);
    expect(await transport.call("checkout", { productId: "pro" })).toBe(declined);
  });

  it("turns a rejected action into convex_action_failed, without a status", async () => {
    const { transport } = client(new Error("Server Error"));
    expect(await transport.call("checkout", { productId: "pro" })).toEqual({
      data: null,
      error: { code: "convex_action_failed", message: "Server Error" },
    });
  });

  it("drops parameters of the page or the identity, and undefined ones", async () => {
    const { transport, action } = client(ok(null));
    const args = {
      productId: "pro",
      entityId: undefined,
      dialog: () => null,
      openInNewTab: true,
      customerData: { name: "Eve" },
      customer_data: { name: "Eve" },
    };
    // As a caller without types would send it.
    await transport.call("checkout", args as unknown as BrowserArgs<"checkout">);
    expect(action.mock.calls[0]?.[1]).toEqual({ productId: "pro" });
  });

  it("names a field that a browser may not set, and sends nothing", async () => {
    const { transport, action } = client();
    const args = { productId: "pro", freeTrial: true } as BrowserArgs<"checkout">;
    expect(await transport.call("checkout", args)).toEqual({
      data: null,
      error: {
        code: "invalid_inputs",
        message: 'checkout() does not take "freeTrial" from the browser. Set it on the server.',
      },
      statusCode: 400,
    });
    expect(action).not.toHaveBeenCalled();
  });

  it.each(["customerId", "customer_id", "checkoutSessionParams", "items", "invoice", "__proto__x"])(
    "refuses %s",
    async (name) => {
      const { transport, action } = client();
      const args = { productId: "pro", [name]: 1 } as BrowserArgs<"attach">;
      expect((await transport.call("attach", args)).error?.message).toContain(`"${name}"`);
      expect(action).not.toHaveBeenCalled();
    },
  );

  it("rejects a batch of entities with the words of the server-actions mode", async () => {
    const { transport, action } = client();
    const batch = [{ id: "a" }, { id: "b" }] as unknown as BrowserArgs<"track">;
    expect(await transport.call("track", batch)).toEqual({
      data: null,
      error: {
        code: "convex_action_failed",
        message: "Passing an array of entities to createEntity() is not supported for Convex",
      },
    });
    expect(action).not.toHaveBeenCalled();
  });

  it("repeats attach once with the same id when the connection was lost", async () => {
    const answer = ok({ code: "new_product_attached" });
    const { transport, action } = client(LOST, answer);
    expect(await transport.call("attach", { productId: "pro" })).toBe(answer);
    const [first, second] = action.mock.calls.map(([, args]) => args);
    expect(first).toMatchObject({ productId: "pro" });
    expect(first?.clientRequestId).toMatch(/^.{36}$/);
    expect(second).toEqual(first);
  });

  it("uses the caller's own id", async () => {
    const { transport, action } = client(LOST, ok(null));
    await transport.call("attach", { productId: "pro", clientRequestId: "mine" });
    expect(action.mock.calls.map(([, args]) => args.clientRequestId)).toEqual(["mine", "mine"]);
  });

  it("gives up after the second loss", async () => {
    const { transport, action } = client(LOST, LOST, ok(null));
    const result = await transport.call("attach", { productId: "pro" });
    expect(result.error?.code).toBe("convex_action_failed");
    expect(action).toHaveBeenCalledTimes(2);
  });

  it.each([
    ["another failure of attach", "attach", new Error("Server Error")],
    ["a lost query", "checkout", LOST],
    ["a lost use", "track", LOST],
  ] as const)("does not repeat %s", async (_what, op, error) => {
    const { transport, action } = client(error, ok(null));
    expect((await transport.call(op, {})).error?.code).toBe("convex_action_failed");
    expect(action).toHaveBeenCalledOnce();
  });
});

describe("loggedTransport", () => {
  it("logs a failure once, without the arguments, and a success never", async () => {
    const log = vi.spyOn(console, "error").mockReturnValue();
    const fake = new FakeTransport();
    const transport = loggedTransport(fake);
    fake.reply("track", () => ({ data: null, error: { code: "forbidden", message: "No" } }));
    await transport.call("track", { featureId: "secret" });
    expect(log.mock.calls).toEqual([["[billing] track failed: No (forbidden)"]]);

    fake.answer("listProducts", { list: [] });
    await transport.call("listProducts", {});
    expect(log).toHaveBeenCalledOnce();
  });
});
