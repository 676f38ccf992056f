import { describe, expect, it } from "vitest";
import type { ChangeKind } from "../../../src/component/rules/changes";
import {
  MAX_PRODUCTS_EACH,
  refuseMoreProducts,
} from "../../../src/component/rules/subscriptions/subscriptionLimit";

const subscriptions = (count: number, entity_id: string | null) =>
  Array.from({ length: count }, () => ({ entity_id }));

describe("the largest number of products per owner", () => {
  it.each([
    [MAX_PRODUCTS_EACH - 1, null, "add_on", false],
    [MAX_PRODUCTS_EACH, null, "add_on", true],
    [MAX_PRODUCTS_EACH, null, "new", true],
    [MAX_PRODUCTS_EACH, null, "one_off", true],
    [MAX_PRODUCTS_EACH, null, "quantity", false],
    [MAX_PRODUCTS_EACH, null, "renew", false],
    [MAX_PRODUCTS_EACH, null, "upgrade", false],
    [MAX_PRODUCTS_EACH, "e", "add_on", false],
    [MAX_PRODUCTS_EACH - 2, null, "new add_on", false],
    [MAX_PRODUCTS_EACH - 1, null, "new add_on", true],
    [MAX_PRODUCTS_EACH - 1, null, "replace_free add_on", false],
  ])("%i for %o and more by %s: refused is %o", (count, owner, kinds, isRefused) => {
    const changes = kinds.split(" ") as ChangeKind[];
    expect(refuseMoreProducts(subscriptions(count, owner), null, changes) !== null).toBe(isRefused);
  });

  it("is in the refusal", () => {
    expect(refuseMoreProducts(subscriptions(MAX_PRODUCTS_EACH, "e"), "e", ["new"])).toEqual({
      code: "invalid_request",
      message: "At most 1000 products can be held at a time",
    });
  });
});
