import { describe, expect, it } from "vitest";
import { cleanPrefix, fillPath, matchPath, matchRoute } from "../../src/contract/paths";

describe("matchPath", () => {
  it.each([
    ["GET", "/customers", "listCustomers", {}],
    ["POST", "/customers", "createCustomer", {}],
    ["GET", "/customers/ada", "getCustomer", { customer_id: "ada" }],
    ["DELETE", "/customers/ada", "deleteCustomer", { customer_id: "ada" }],
    [
      "GET",
      "/customers/ada/entities/seat:1",
      "getEntity",
      { customer_id: "ada", entity_id: "seat:1" },
    ],
    ["POST", "/customers/ada/transfer", "transferProduct", { customer_id: "ada" }],
    ["GET", "/products_beta", "listProducts", {}],
    ["GET", "/products/pro", "getProduct", { product_id: "pro" }],
    ["POST", "/referrals/redeem", "redeemReferralCode", {}],
  ])("finds the operation of %s %s", (verb, path, operation, params) => {
    expect(matchPath(verb, path)).toEqual({ kind: "found", operation, params });
  });

  it("decodes an id once, so that a colon may be encoded or not", () => {
    expect(matchPath("GET", "/customers/a%3Ab")).toMatchObject({ params: { customer_id: "a:b" } });
  });

  it.each(["a%252Fb", "a%2Fb", "%2e%2e", "..", ".", "a%00", "%", "a b", "", "x".repeat(129)])(
    "refuses %j as an id, because it could lead to another path",
    (id) => {
      expect(matchPath("GET", `/customers/${id}`)).toEqual({ kind: "bad_id", name: "customer_id" });
    },
  );

  it("accepts an id of the greatest length", () => {
    expect(matchPath("GET", `/customers/${"x".repeat(128)}`).kind).toBe("found");
  });

  it.each([
    ["PUT", "/customers", ["POST", "GET"]],
    ["GET", "/checkout", ["POST"]],
    ["PATCH", "/customers/ada", ["GET", "POST", "DELETE"]],
  ])("names the verbs of the path when %s %s is not among them", (verb, path, allowed) => {
    expect(matchPath(verb, path)).toEqual({ kind: "wrong_method", allowed });
  });

  it.each(["", "/", "/nothing", "/customers/ada/nothing", "/customers/", "//customers", "/CHECK"])(
    "finds nothing for %j",
    (path) => {
      const kind = path === "/customers/" ? "bad_id" : "unknown";
      expect(matchPath("GET", path).kind).toBe(kind);
    },
  );
});

describe("matchRoute", () => {
  it.each([
    ["POST", "/customers", "createCustomer", {}],
    ["GET", "/entities/seat%3A1", "getEntity", { entityId: "seat:1" }],
    ["DELETE", "/entities/s1", "deleteEntity", { entityId: "s1" }],
  ])(
    "finds the operation of a browser's %s %s, with the browser's argument names",
    (verb, path, operation, params) => {
      expect(matchRoute(verb, path)).toEqual({ kind: "found", operation, params });
    },
  );

  it.each(["/usage", "/customers/ada", "/products/pro"])(
    "finds nothing for %s: browsers may not call it",
    (path) => {
      expect(matchRoute("GET", path).kind).toBe("unknown");
    },
  );
});

describe("fillPath", () => {
  it("puts ids into the path, encoded, and returns the other arguments", () => {
    const fields = { customer_id: "a:b", entity_id: "s1", expand: ["invoices"] };
    expect(fillPath("/customers/{customer_id}/entities/{entity_id}", fields)).toEqual({
      kind: "filled",
      path: "/customers/a%3Ab/entities/s1",
      rest: { expand: ["invoices"] },
    });
  });

  it("returns all arguments that the path does not name", () => {
    expect(fillPath("/entities/{entity_id}", { entity_id: "s1", entities: 2 })).toEqual({
      kind: "filled",
      path: "/entities/s1",
      rest: { entities: 2 },
    });
    expect(fillPath("/track", { value: 1 })).toEqual({
      kind: "filled",
      path: "/track",
      rest: { value: 1 },
    });
  });

  it.each(["", "..", "a/b", "a?b", undefined, 7])("refuses %j as an id", (entity_id) => {
    expect(fillPath("/entities/{entity_id}", { entity_id })).toEqual({
      kind: "bad_id",
      name: "entity_id",
    });
  });
});

describe("cleanPrefix", () => {
  it.each([
    ["/api/billing", "/api/billing"],
    ["api//billing/", "/api/billing"],
    ["/", ""],
    ["", ""],
    ["///a///b///", "/a/b"],
  ])("makes %j %j", (prefix, clean) => {
    expect(cleanPrefix(prefix)).toBe(clean);
  });
});
