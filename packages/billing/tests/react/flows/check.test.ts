import { describe, expect, it, vi } from "vitest";
import { indexAccess } from "../../../src/react/flows/access-index";
import { check, checkAccess, isAccessAllowed } from "../../../src/react/flows/check";
import type { CheckParams } from "../../../src/react/params";
import { customer, customerFeature, customerProduct, entity } from "../wire-samples";
import { fakePorts } from "./flow-ports";

// Flows do not use React: a stray import would fail here.
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
    ["an ungranted feature", { featureId: "constructor" }, false],
    ["an active product", { productId: "creator" }, true],
    ["a scheduled product", { productId: "pro" }, false],
    ["a product that wins over its feature", { productId: "pro", featureId: "uploads" }, false],
  ])("decides %s", (_rule, params, allowed) => {
    expect(checkAccess(loaded, params).allowed).toBe(allowed);
    expect(isAccessAllowed(loaded, params)).toBe(allowed);
  });

  it("returns what the server would, in the unit of the feature that pays", () => {
    expect(checkAccess(loaded, { featureId: "exports", requiredBalance: 2 })).toMatchObject({
      allowed: true,
      customer_id: "ines",
      feature_id: "credits",
      required_balance: 6,
      balance: 6,
    });
  });

  it("returns the status of a product, and none for an unknown product", () => {
    expect(checkAccess(loaded, { productId: "pro" })).toMatchObject({ status: "scheduled" });
    expect(checkAccess(loaded, { productId: "x" })).not.toHaveProperty("status");
  });

  it("denies without a customer, and names none", () => {
    const nobody = { index: null, loading: false };
    expect(isAccessAllowed(nobody, { featureId: "uploads" })).toBe(false);
    expect(isAccessAllowed(nobody, { productId: "creator" })).toBe(false);
    expect(checkAccess(nobody, { featureId: "uploads" })).toEqual({
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
    const misuse = new Error("allowed() requires either featureId or productId");
    expect(() => checkAccess(known, {})).toThrow(misuse);
    expect(() => isAccessAllowed(known, {})).toThrow(misuse);
  });

  it.each([-1, Number.NaN, Infinity])("refuses a check of %s units", (requiredBalance) => {
    const asked = { featureId: "uploads", requiredBalance };
    expect(() => checkAccess(loaded, asked)).toThrow(RangeError);
    expect(() => isAccessAllowed(loaded, asked)).toThrow(RangeError);
  });

  it("answers each amount separately", () => {
    expect(isAccessAllowed(loaded, { featureId: "uploads" })).toBe(true);
    expect(isAccessAllowed(loaded, { featureId: "uploads", requiredBalance: 3 })).toBe(false);
    expect(isAccessAllowed(loaded, { featureId: "uploads" })).toBe(true);
  });

  it("uses the credits that expire soonest first, and later ones when those are too few", () => {
    const priced = [{ feature_id: "exports", credit_amount: 3 }];
    const lot = (expires_at: number) => [
      {
        interval: "lifetime" as const,
        interval_count: 1,
        balance: 0,
        usage: 0,
        included_usage: 0,
        next_reset_at: null,
        overage_allowed: false,
        expires_at,
      },
    ];
    const rich = customer({
      features: [
        customerFeature({ id: "a", balance: 60, credit_schema: priced, breakdown: lot(2_000) }),
        customerFeature({ id: "b", balance: 6, credit_schema: priced, breakdown: lot(1_000) }),
      ],
    });
    const known = { index: indexAccess(rich), loading: false };
    const payer = (requiredBalance: number) =>
      checkAccess(known, { featureId: "exports", requiredBalance });
    expect(payer(2)).toMatchObject({ allowed: true, feature_id: "b", required_balance: 6 });
    expect(payer(3)).toMatchObject({ allowed: true, feature_id: "a", required_balance: 9 });
    expect(payer(21)).toMatchObject({ allowed: false, feature_id: "b" });
  });

  it("returns the entity's id for an entity", () => {
    const known = { index: indexAccess(entity({ id: "seat_1" })), loading: false };
    expect(checkAccess(known, { featureId: "uploads" })).toMatchObject({
      allowed: false,
      customer_id: "ines",
      entity_id: "seat_1",
    });
    expect(checkAccess(known, { productId: "pro" })).toMatchObject({ entity_id: "seat_1" });
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

  it("opens the paywall of the checked entity", () => {
    const { ports, shown } = fakePorts();
    check({ ...ports, ...loaded, entityId: "seat_1" }, { featureId: "prints", dialog });
    expect(shown).toEqual([{ featureId: "prints", entityId: "seat_1" }]);
  });

  it.each<
    [rule: string, known: { index: typeof loaded.index | null; loading: boolean }, CheckParams]
  >([
    ["allowed", loaded, { featureId: "uploads", dialog }],
    ["no dialog was given", loaded, { featureId: "uploads", requiredBalance: 3 }],
    ["the customer still loads", { index: null, loading: true }, { featureId: "uploads", dialog }],
    ["only a product was checked", loaded, { productId: "pro", dialog }],
  ])("opens no paywall: %s", (_rule, known, params) => {
    const { ports, steps } = fakePorts();
    check({ ...ports, ...known }, params);
    expect(steps).toEqual([]);
  });
});
