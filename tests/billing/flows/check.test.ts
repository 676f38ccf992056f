import { describe, expect, it, vi } from "vitest";
import { indexAccess } from "../../../src/billing/flows/access-index";
import { check, checkAccess } from "../../../src/billing/flows/check";
import type { CheckParams } from "../../../src/billing/params";
import { customer, customerFeature, customerProduct } from "../wire-samples";
import { fakePorts } from "./flow-ports";

// Flows know no React: a stray import would fail here.
vi.mock("react", () => ({}));

const ines = customer({
  products: [
    customerProduct({ id: "pro", status: "scheduled" }),
    customerProduct({ id: "creator" }),
  ],
  features: [
    customerFeature({ id: "uploads", balance: 2 }),
    customerFeature({
      id: "credits",
      balance: 6,
      credit_schema: [{ feature_id: "exports", credit_amount: 3 }],
    }),
  ],
});
const loaded = { index: indexAccess(ines), loading: false };
const dialog = () => null;

describe("checkAccess", () => {
  it.each<[rule: string, params: CheckParams, allowed: boolean]>([
    ["one unit by default", { featureId: "uploads" }, true],
    ["a balance equal to what is needed", { featureId: "uploads", requiredBalance: 2 }, true],
    ["a balance one short", { featureId: "uploads", requiredBalance: 3 }, false],
    ["credits that reach", { featureId: "exports", requiredBalance: 2 }, true],
    ["credits one short", { featureId: "exports", requiredBalance: 3 }, false],
    ["a feature nobody granted", { featureId: "constructor" }, false],
    ["an active product", { productId: "creator" }, true],
    ["a scheduled product", { productId: "pro" }, false],
    ["a product that wins over its feature", { productId: "pro", featureId: "uploads" }, false],
  ])("decides %s", (_rule, params, allowed) => {
    expect(checkAccess(loaded, params).allowed).toBe(allowed);
  });

  it("answers what the server would, in the unit of what pays", () => {
    expect(checkAccess(loaded, { featureId: "exports", requiredBalance: 2 })).toMatchObject({
      allowed: true,
      customer_id: "ines",
      feature_id: "credits",
      required_balance: 6,
      balance: 6,
    });
  });

  it("tells the status of a product, and none when there is no such product", () => {
    expect(checkAccess(loaded, { productId: "pro" })).toMatchObject({ status: "scheduled" });
    expect(checkAccess(loaded, { productId: "x" })).not.toHaveProperty("status");
  });

  it("denies without a customer, naming nobody", () => {
    expect(checkAccess({ index: null, loading: false }, { featureId: "uploads" })).toEqual({
      allowed: false,
      customer_id: null,
      feature_id: "uploads",
      required_balance: 1,
    });
  });

  it("says that it is loading while it is", () => {
    const loading = { index: null, loading: true };
    expect(checkAccess(loading, { productId: "pro" })).toEqual({
      allowed: false,
      loading: true,
      customer_id: null,
      product_id: "pro",
    });
  });

  it.each([loaded, { index: null, loading: true }])("needs a feature or a product", (known) => {
    expect(() => checkAccess(known, {})).toThrow(
      new Error("allowed() requires either featureId or productId"),
    );
  });

  it.each([-1, Number.NaN, Infinity])("refuses to ask for %s units", (requiredBalance) => {
    expect(() => checkAccess(loaded, { featureId: "uploads", requiredBalance })).toThrow(
      RangeError,
    );
  });

  it("works an answer out once per snapshot, so that a page may ask on every render", () => {
    const once = checkAccess(loaded, { featureId: "uploads" });
    expect(checkAccess(loaded, { featureId: "uploads" })).toBe(once);
    expect(checkAccess(loaded, { featureId: "uploads", requiredBalance: 3 }).allowed).toBe(false);
    expect(checkAccess(loaded, { featureId: "uploads" }).allowed).toBe(true);
  });
});

describe("check", () => {
  it("opens the paywall when a feature is denied and a dialog was given", () => {
    const { ports, steps, shown } = fakePorts();
    const onUnlocked = () => undefined;
    const asked = { featureId: "uploads", requiredBalance: 3, context: "band", onUnlocked };
    check({ ...ports, ...loaded }, { ...asked, dialog });
    expect(steps).toEqual(["show paywall"]);
    expect(shown).toEqual([asked]);
  });

  it.each<
    [rule: string, known: { index: typeof loaded.index | null; loading: boolean }, CheckParams]
  >([
    ["allowed", loaded, { featureId: "uploads", dialog }],
    ["no dialog was given", loaded, { featureId: "uploads", requiredBalance: 3 }],
    ["the customer still loads", { index: null, loading: true }, { featureId: "uploads", dialog }],
    ["only a product was asked for", loaded, { productId: "pro", dialog }],
  ])("keeps the paywall shut: %s", (_rule, known, params) => {
    const { ports, steps } = fakePorts();
    check({ ...ports, ...known }, params);
    expect(steps).toEqual([]);
  });
});
