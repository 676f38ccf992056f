import { describe, expect, it } from "vitest";
import {
  chooseDefaults,
  chooseMissingDefaults,
  defaultKind,
} from "../../../src/component/rules/products/defaults";
import type { CatalogueProduct } from "../../../src/component/rules/model";
import { CREATOR, FREE, PRO } from "../fixtures";

const TRIAL = { ...PRO, is_default: true };

describe("defaultKind", () => {
  it.each<[string, CatalogueProduct, ReturnType<typeof defaultKind>]>([
    ["a free default", FREE, "free"],
    ["a paid default", TRIAL, "trial"],
    ["free, but no default", { ...FREE, is_default: false }, null],
    ["paid, but no default", CREATOR, null],
    ["a free default that is archived", { ...FREE, archived: true }, null],
    ["a paid default that is archived", { ...TRIAL, archived: true }, null],
  ])("of %s", (_what, product, kind) => {
    expect(defaultKind(product)).toBe(kind);
  });
});

describe("the default products of a new customer", () => {
  const otherFree = { ...FREE, id: "free_2", group: "other" };
  const otherTrial = { ...TRIAL, id: "pro_2", group: "other" };

  it.each<[string, CatalogueProduct[], string[], string[]]>([
    ["nothing, where there is no default", [CREATOR], ["creator"], []],
    ["the free product", [CREATOR, FREE], [], ["free"]],
    ["the trial rather than the free product", [FREE, TRIAL], ["pro"], ["pro"]],
    ["the trial, in any order", [TRIAL, FREE], ["pro"], ["pro"]],
    ["the free product after the trial was used", [FREE, TRIAL], [], ["free"]],
    ["nothing paid after the trial was used", [TRIAL], [], []],
    ["one of every group", [FREE, otherFree], [], ["free", "free_2"]],
    ["each group on its own", [FREE, TRIAL, otherFree], ["pro"], ["pro", "free_2"]],
    [
      "the trials that are still available",
      [FREE, TRIAL, otherFree, otherTrial],
      ["pro_2"],
      ["free", "pro_2"],
    ],
    ["of two free defaults, the first", [FREE, { ...otherFree, group: FREE.group }], [], ["free"]],
  ])("are %s", (_what, products, trials, expected) => {
    const chosen = chooseDefaults(products, ({ id }) => trials.includes(id));
    expect(chosen.map(({ id }) => id)).toEqual(expected);
  });
});

describe("the free defaults that an existing customer lacks", () => {
  const addOn = { ...FREE, id: "gift", group: "gifts", is_add_on: true };
  const otherFree = { ...FREE, id: "free_2", group: "other" };
  const held = (product: CatalogueProduct, entity_id: string | null = null) => ({
    product,
    entity_id,
  });

  it.each<[string, ReturnType<typeof held>[], string[]]>([
    ["all, without any plan", [], ["free", "free_2"]],
    ["that of the other group, beside a plan", [held(PRO)], ["free_2"]],
    ["all, beside a seat's plan", [held(PRO, "seat_1")], ["free", "free_2"]],
    ["all, beside an add-on", [held({ ...PRO, is_add_on: true })], ["free", "free_2"]],
    ["none, with a plan in each group", [held(FREE), held(otherFree)], []],
  ])("are %s", (_what, subscriptions, expected) => {
    const products = [TRIAL, FREE, addOn, otherFree];
    const missing = chooseMissingDefaults(products, subscriptions);
    expect(missing.map(({ id }) => id)).toEqual(expected);
  });
});
