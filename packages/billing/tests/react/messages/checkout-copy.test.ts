import { describe, expect, it } from "vitest";
import type { Product, Scenario } from "../../../src/contract/wire";
import {
  chooseWording,
  describeCheckout,
  describeConfirm,
} from "../../../src/react/messages/checkout-copy";
import type { CheckoutWording } from "../../../src/react/messages/checkout-copy";
import { CYCLE_START, checkoutAnswer, product, productIn } from "../wire-samples";
import { WORDS } from "../words";

type Properties = Partial<Product["properties"]>;

/** A checkout of `name` for someone on Pro, whose next cycle starts on Dec 11, 2026. */
function checkoutOf(name: string, scenario: Scenario | undefined, properties: Properties = {}) {
  return checkoutAnswer({
    product: productIn(scenario, { name, properties }),
    current_product: product({ id: "pro", name: "Pro" }),
    next_cycle: { starts_at: CYCLE_START, total: 14 },
  });
}

describe("describeCheckout", () => {
  it.each<
    [number: number, name: string, Scenario | undefined, Properties, title: string, message: string]
  >([
    [
      1,
      "Boost pack",
      "new",
      { is_one_off: true },
      "Purchase Boost pack",
      "When you confirm, you buy Boost pack and your card is charged immediately.",
    ],
    [
      2,
      "Pro",
      "active",
      { updateable: true },
      "Update Plan",
      "Change your prepaid quantity. The difference for this cycle is charged or credited, in full or prorated.",
    ],
    [
      3,
      "Pro",
      "new",
      { has_trial: true },
      "Start trial for Pro",
      "When you confirm, your free trial starts. It ends on Dec 11, 2026.",
    ],
    [
      4,
      "Creator",
      "scheduled",
      {},
      "Creator product already scheduled",
      "You are on Pro now. Creator starts on Dec 11, 2026.",
    ],
    [5, "Pro", "active", {}, "Product already active", "You are already subscribed to Pro."],
    [
      6,
      "Free",
      "new",
      { is_free: true },
      "Enable Free",
      "When you confirm, Free is enabled immediately.",
    ],
    [
      7,
      "Creator",
      "new",
      {},
      "Subscribe to Creator",
      "When you confirm, you subscribe to Creator and your card is charged immediately.",
    ],
    [8, "Pro", "renew", {}, "Renew", "When you confirm, your subscription to Pro is renewed."],
    [
      9,
      "Pro",
      "upgrade",
      {},
      "Upgrade to Pro",
      "When you confirm, you move to Pro and your payment method is charged immediately.",
    ],
    [
      10,
      "Creator",
      "downgrade",
      {},
      "Downgrade to Creator",
      "Your subscription to Pro is cancelled and Creator begins on Dec 11, 2026.",
    ],
    [11, "Free", "cancel", {}, "Cancel", "Your subscription to Pro ends on Dec 11, 2026."],
    [
      12,
      "Creator",
      undefined,
      {},
      "Change Subscription",
      "You are about to change your subscription.",
    ],
  ])("wording %i has its title and sentence", (_number, name, scenario, properties, ...copy) => {
    const [title, message] = copy;
    expect(describeCheckout(checkoutOf(name, scenario, properties), WORDS)).toEqual({
      title,
      message,
    });
  });

  it.each(["scheduled", "downgrade", "cancel"] as const)(
    'never shows "undefined": %s without a cycle or a current product',
    (scenario) => {
      const bare = { ...checkoutOf("Creator", scenario), next_cycle: null, current_product: null };
      const { message } = describeCheckout(bare, WORDS);
      expect(message).toContain("your current plan");
      expect(message).toContain("when the current cycle ends");
    },
  );

  it("shows a name unchanged, placeholders included", () => {
    const { title } = describeCheckout(checkoutOf("{current} <b>", "new"), WORDS);
    expect(title).toBe("Subscribe to {current} <b>");
  });
});

describe("chooseWording", () => {
  const all = { is_one_off: true, updateable: true, has_trial: true, is_free: true };

  /** Each row also fits later wordings; the first must win. */
  it.each<[CheckoutWording, over: string, Scenario, Properties]>([
    ["one_off", "update, trial and active", "active", all],
    ["update", "trial and active", "active", { ...all, is_one_off: false }],
    ["trial", "active", "active", { has_trial: true }],
    ["trial", "scheduled", "scheduled", { has_trial: true }],
    ["trial", "enable", "new", { has_trial: true, is_free: true }],
    ["trial", "upgrade", "upgrade", { has_trial: true }],
    ["scheduled", "being updateable", "scheduled", { updateable: true }],
    ["active", "being free", "active", { is_free: true }],
    ["enable", "subscribe", "new", { is_free: true, updateable: true }],
    ["subscribe", "being updateable", "new", { updateable: true }],
    ["renew", "being free and updateable", "renew", { is_free: true, updateable: true }],
    ["cancel", "being free", "cancel", { is_free: true }],
  ])("%s comes before %s", (wording, _over, scenario, properties) => {
    expect(chooseWording(product({ scenario, properties }))).toBe(wording);
  });
});

describe("describeConfirm", () => {
  it("starts with Confirm and names the charge", () => {
    expect(describeConfirm(checkoutAnswer({ total: 14 }), WORDS)).toBe("Confirm and pay $14.00");
  });

  it("names the end of a trial that costs nothing today", () => {
    const trial = { ...checkoutOf("Pro", "new", { has_trial: true }), total: 0 };
    expect(describeConfirm(trial, WORDS)).toBe("Confirm, free until Dec 11, 2026");
    expect(describeConfirm({ ...trial, next_cycle: null }, WORDS)).toBe("Confirm");
  });

  it.each([0, -6])("is plain when %s is due", (total) => {
    expect(describeConfirm(checkoutAnswer({ total }), WORDS)).toBe("Confirm");
  });
});
