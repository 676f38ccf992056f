import { describe, expect, it } from "vitest";
import {
  chooseUpgrade,
  describePaywall,
  listOthers,
} from "../../../src/react/messages/paywall-copy";
import { preview, product } from "../wire-samples";
import { WORDS } from "../words";

const trial = {
  duration: "day" as const,
  length: 14,
  unique_fingerprint: false,
  card_required: false,
  trial_available: true,
};
const pro = product({ id: "pro", name: "Pro" });

describe("describePaywall", () => {
  it.each([
    [
      "a plan after a limit",
      preview({ products: [pro] }),
      "Upgrade to Pro",
      "You have reached the usage limit for uploads. Upgrade to Pro to continue using this feature.",
    ],
    [
      "an add-on",
      preview({ products: [product({ name: "Boost pack", is_add_on: true })] }),
      "Purchase Boost pack",
      "You have reached the usage limit for uploads. Purchase Boost pack to continue using this feature.",
    ],
    [
      "what is free",
      preview({
        products: [
          product({ name: "Welcome credits", is_add_on: true, properties: { is_free: true } }),
        ],
      }),
      "Enable Welcome credits",
      "You have reached the usage limit for uploads. Enable Welcome credits for free to continue using this feature.",
    ],
    [
      "what is paid once",
      preview({ products: [product({ name: "Ten uploads", properties: { is_one_off: true } })] }),
      "Purchase Ten uploads",
      "You have reached the usage limit for uploads. Purchase Ten uploads to continue using this feature.",
    ],
    [
      "a trial",
      preview({ scenario: "feature_flag", products: [{ ...pro, free_trial: trial }] }),
      "Start trial for Pro",
      "Your plan does not include uploads. Start a trial of Pro to continue using this feature.",
    ],
    [
      "a trial that was used before",
      preview({ products: [{ ...pro, free_trial: { ...trial, trial_available: false } }] }),
      "Upgrade to Pro",
      "You have reached the usage limit for uploads. Upgrade to Pro to continue using this feature.",
    ],
    [
      "nothing on sale",
      preview({ products: [], upgrade_product_id: null }),
      "Feature Unavailable",
      "You have reached the usage limit for uploads. Contact us to get access to this feature.",
    ],
  ])("offers %s", (_what, shown, title, message) => {
    expect(describePaywall(shown, chooseUpgrade(shown), WORDS)).toEqual({ title, message });
  });
});

describe("listOthers", () => {
  const gift = product({ id: "gift", properties: { is_free: true } });
  const pack = product({ id: "pack", is_add_on: true });
  const dear = product({ id: "dear", is_add_on: true });
  const tried = { ...product({ id: "tried" }), free_trial: trial };
  const ids = (
    products: ReturnType<typeof product>[],
    offered: ReturnType<typeof product> | null,
  ) => listOthers(preview({ products }), offered).map(({ id }) => id);

  it.each([
    ["the first of each other kind", [gift, pack, dear, pro], gift, ["pack", "pro"]],
    ["two at most", [gift, pack, pro, tried], gift, ["pack", "pro"]],
    ["those before the offered one, too", [gift, pack, pro], pro, ["gift", "pack"]],
    ["none of the same kind", [pack, dear], pack, []],
    ["none without an offer", [], null, []],
  ])("lists %s", (_what, products, offered, others) => {
    expect(ids(products, offered)).toEqual(others);
  });
});

describe("chooseUpgrade", () => {
  const products = [product({ id: "creator" }), pro];

  it("offers what the provider chose", () => {
    expect(chooseUpgrade(preview({ products, upgrade_product_id: "pro" }))?.id).toBe("pro");
  });

  it("otherwise offers the first, which is the cheapest that suffices", () => {
    expect(chooseUpgrade(preview({ products, upgrade_product_id: null }))?.id).toBe("creator");
  });
});
