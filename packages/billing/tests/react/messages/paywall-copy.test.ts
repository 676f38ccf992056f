import { describe, expect, it } from "vitest";
import { chooseUpgrade, describePaywall } from "../../../src/react/messages/paywall-copy";
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
    expect(describePaywall(shown, WORDS)).toEqual({ title, message });
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
