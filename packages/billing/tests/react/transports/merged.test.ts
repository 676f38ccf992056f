import { describe, expect, it } from "vitest";
import { fail, ok } from "../../../src/contract/errors";
import { mergedTransport } from "../../../src/react/transports/merged";
import { FakeTransport } from "../fake-transport";
import { customer } from "../wire-samples";

describe("mergedTransport", () => {
  it("sends one request for all calls of one moment, with everything they expand", async () => {
    const transport = new FakeTransport().answer("createCustomer", customer());
    const merged = mergedTransport(transport);
    const answers = await Promise.all([
      merged.call("createCustomer", {}),
      merged.call("createCustomer", { expand: ["referrals", "invoices"] }),
      merged.call("createCustomer", { expand: ["invoices"], errorOnNotFound: true }),
    ]);
    expect(answers).toEqual([ok(customer()), ok(customer()), ok(customer())]);
    expect(transport.argsOf("createCustomer")).toEqual([
      { errorOnNotFound: false, expand: ["invoices", "referrals"] },
    ]);
  });

  it("sends another request later, with only what is then expanded", async () => {
    const transport = new FakeTransport().answer("createCustomer", customer());
    const merged = mergedTransport(transport);
    await merged.call("createCustomer", { expand: ["invoices"] });
    await merged.call("createCustomer", {});
    expect(transport.argsOf("createCustomer").at(-1)).toEqual({ errorOnNotFound: false });
    expect(transport.calls).toHaveLength(2);
  });

  it("gives all callers the same failure", async () => {
    const down = fail("internal_error", "Down", 500);
    const merged = mergedTransport(new FakeTransport().reply("createCustomer", () => down));
    const calls = [merged.call("createCustomer", {}), merged.call("createCustomer", {})];
    expect(await Promise.all(calls)).toEqual([down, down]);
  });

  it("leaves every other call unchanged", async () => {
    const transport = new FakeTransport().answer("listProducts", { list: [] });
    const merged = mergedTransport(transport);
    await Promise.all([merged.call("listProducts", {}), merged.call("listProducts", {})]);
    expect(transport.calls).toHaveLength(2);
  });
});
