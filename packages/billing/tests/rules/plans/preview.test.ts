import { describe, expect, it } from "vitest";
import { planBalances } from "../../../src/component/rules/balances/balances";
import { planDeduction } from "../../../src/component/rules/balances/deduction";
import type { CatalogueProduct, Subscription } from "../../../src/component/rules/model";
import { toMicros } from "../../../src/component/rules/money/money";
import { applyMoves } from "../../../src/component/rules/balances/moves";
import { planPreview } from "../../../src/component/rules/plans/preview";
import {
  BOOST_PACK,
  catalogueOf,
  CREATOR,
  CREATOR_ANNUAL,
  FEATURES,
  FREE,
  subscriptions,
  price,
  PRINT_PACK,
  PRO,
  product,
  STORAGE_PLUS,
  STUDIO,
} from "../fixtures";

const NOW = 1_000;
const PRINTS = [{ feature_id: "prints", included_usage: 5 }];
const ALL = [STUDIO, PRINT_PACK, PRO, BOOST_PACK, CREATOR_ANNUAL, STORAGE_PLUS, CREATOR, FREE];

const BIGGER = product("bigger", [
  price(60, "month"),
  { feature_id: "uploads", included_usage: 150, interval: "month" },
]);
const CARRYING = product("carrying", [
  price(60, "month"),
  {
    ...{ feature_id: "uploads", included_usage: 150, interval: "month" },
    reset_usage_when_enabled: false,
  },
]);
const MORE_CREDITS = product("more_credits", [
  price(60, "month"),
  { feature_id: "credits", included_usage: 350, interval: "month" },
]);
const GRANT = product("grant", [{ feature_id: "credits", included_usage: 20 }], {
  name: "Welcome credits",
  is_add_on: true,
});
const BADGE = product("badge", [price(49), { feature_id: "hd_upload" }], { is_add_on: true });
const METERED = product("metered", [
  { feature_id: "api_calls", interval: "month", price: 1, usage_model: "pay_per_use" },
]);

const PACK = product("upload_pack", [price(9), { feature_id: "uploads", included_usage: 1000 }], {
  is_add_on: true,
});
const SHELVES = product(
  "shelves",
  [price(2, "month"), { feature_id: "collections", included_usage: 30 }],
  { is_add_on: true },
);

interface Ask {
  of: string;
  required?: number;
  rows?: Subscription[];
  used?: number;
  products?: CatalogueProduct[];
  /** Products whose trial is still available. */
  trials?: string[];
  /** Products that the customer had before, once each. */
  had?: string[];
}

/** The preview for a customer with `rows` and this much use of the feature. */
function preview({
  of,
  required = 1,
  rows = [],
  used = 0,
  products = ALL,
  trials = [],
  had = [],
}: Ask) {
  const balanceRows = rows
    .flatMap((row) => planBalances({ subscription: row, features: FEATURES, trialEndsAt: null }))
    .map((row, index) => ({ ...row, id: String(index) }));
  const question = { features: FEATURES, entityId: null, now: NOW };
  const { moves } = planDeduction({
    ...question,
    balanceRows,
    featureId: of,
    amount: toMicros(used),
    mode: "cap",
  });
  return planPreview({
    now: NOW,
    featureId: of,
    required,
    catalogue: catalogueOf(...products),
    subscriptions: rows,
    balanceRows: applyMoves(balanceRows, moves),
    entityId: null,
    env: "sandbox",
    isTrialAvailable: ({ id }) => trials.includes(id),
    priorPurchases: new Map(had.map((id) => [id, 1])),
  });
}
const ids = (ask: Ask) => preview(ask).products.map(({ id }) => id);

describe("planPreview", () => {
  it("names the cheapest plan that raises a limit that is reached", () => {
    const { title, message, scenario, upgrade_product_id } = preview({
      of: "uploads",
      rows: [subscriptions(CREATOR)],
      used: 100,
    });
    expect([scenario, upgrade_product_id, title]).toEqual(["usage_limit", "pro", "Upgrade to Pro"]);
    expect(message).toBe(
      "You have reached the usage limit for uploads. Upgrade to Pro to continue using this feature.",
    );
  });

  it("names the cheapest plan that has the feature", () => {
    expect(preview({ of: "hd_upload", rows: [subscriptions(CREATOR)] })).toMatchObject({
      scenario: "feature_flag",
      title: "Upgrade to Pro",
      message:
        "Your current plan does not include the 4K and HDR uploads feature. Upgrade to Pro to use this feature.",
      products: [{ id: "pro", scenario: "upgrade" }],
    });
  });

  it("offers an add-on when no plan helps", () => {
    expect(preview({ of: "prints", rows: [subscriptions(FREE)] })).toMatchObject({
      title: "Purchase Print pack",
      message:
        "Your current plan does not include the prints feature. Purchase Print pack to use this feature.",
      products: [{ id: "print_pack", scenario: "new" }],
    });
  });

  it("offers an add-on that covers the use together with what is left", () => {
    const rows = [subscriptions(product("some", PRINTS))];
    const asked = { of: "prints", rows, used: 2, products: [PRINT_PACK] };
    const [{ included_usage: more } = {}] = PRINT_PACK.items.filter((item) => item.feature_id);
    expect(ids({ ...asked, required: Number(more) + 3 })).toEqual(["print_pack"]);
    expect(ids({ ...asked, required: Number(more) + 4 })).toEqual([]);
  });

  it("names a limit when the credits that pay for the feature are used up", () => {
    expect(preview({ of: "boost", rows: [subscriptions(CREATOR)], used: 10 })).toMatchObject({
      scenario: "usage_limit",
      message:
        "You have reached the usage limit for boosts. Purchase Boost pack to continue using this feature.",
    });
  });

  it("enables what is free", () => {
    const free = { rows: [subscriptions(FREE)], products: [...ALL, GRANT] };
    expect(preview({ of: "boost", ...free })).toMatchObject({
      title: "Enable Welcome credits",
      upgrade_product_id: "grant",
    });
  });

  it("asks the customer to contact us when nothing is on sale", () => {
    const nothing = { products: [FREE], trials: ["pro"] };
    expect(preview({ of: "hd_upload", rows: [subscriptions(FREE)], ...nothing })).toMatchObject({
      title: "Feature Unavailable",
      message:
        "The 4K and HDR uploads feature is not available for your account. Please contact us to enable it.",
      products: [],
      upgrade_product_id: null,
    });
    expect(
      preview({ of: "uploads", rows: [subscriptions(FREE)], used: 10, ...nothing }).message,
    ).toBe(
      "You have reached the usage limit for uploads. Please contact us to increase your limit.",
    );
  });

  it("offers the trial in the title while it is available", () => {
    expect(preview({ of: "hd_upload", trials: ["pro"] }).title).toBe("Start trial for Pro");
    expect(preview({ of: "hd_upload", trials: ["studio"] }).title).toBe("Upgrade to Pro");
    expect(preview({ of: "prints", trials: ["print_pack"] }).title).toBe("Purchase Print pack");
  });

  it.each<[string, Ask, string[]]>([
    [
      "a free grant, then packs, then plans, cheaper before dearer",
      { of: "boost", rows: [subscriptions(FREE)], products: [...ALL, GRANT] },
      ["grant", "boost_pack", "creator", "pro", "creator_annual"],
    ],
    [
      "no free grant that does not suffice",
      { of: "boost", required: 3, rows: [subscriptions(FREE)], products: [CREATOR, GRANT] },
      ["creator"],
    ],
    [
      "no free grant that the customer had before",
      { of: "boost", rows: [subscriptions(FREE)], products: [CREATOR, GRANT], had: ["grant"] },
      ["creator"],
    ],
    [
      "plans before other add-ons, whether those are paid once or again",
      { of: "hd_upload", rows: [subscriptions(FREE)], products: [BADGE, PRO] },
      ["pro", "badge"],
    ],
    [
      "only plans that grant enough",
      { of: "uploads", required: 101, rows: [subscriptions(FREE)] },
      ["pro"],
    ],
    [
      "plans that grant exactly enough",
      { of: "uploads", required: 100, rows: [subscriptions(FREE)] },
      ["creator", "pro", "creator_annual"],
    ],
    ["no plan that the customer has", { of: "hd_upload", rows: [subscriptions(PRO)] }, []],
    [
      "no plan with a limit to a customer without one",
      { of: "uploads", rows: [subscriptions(PRO)] },
      [],
    ],
    [
      "no plan that grants no more",
      {
        of: "uploads",
        rows: [subscriptions(CREATOR)],
        used: 100,
        products: [CREATOR, CREATOR_ANNUAL],
      },
      [],
    ],
    [
      "the cheaper first, in any group",
      {
        of: "prints",
        products: [
          { ...PRINT_PACK, id: "dear", group: "a", items: [price(20), ...PRINTS] },
          { ...PRINT_PACK, id: "cheap", group: "b", items: [price(10), ...PRINTS] },
        ],
      },
      ["cheap", "dear"],
    ],
    ["no archived product", { of: "prints", products: [{ ...PRINT_PACK, archived: true }] }, []],
    [
      "a plan with enough units for what is in use",
      { of: "collections", rows: [subscriptions(FREE)], used: 3, required: 22 },
      ["creator", "pro", "creator_annual"],
    ],
    [
      "no plan with one unit less",
      { of: "collections", rows: [subscriptions(FREE)], used: 3, required: 23 },
      ["pro"],
    ],
    [
      "an add-on that grants what is missing",
      { of: "storage_gb", rows: [subscriptions(CREATOR)], used: 25, required: 50 },
      ["pro", "storage_plus"],
    ],
    [
      "no add-on with one unit less",
      { of: "storage_gb", rows: [subscriptions(CREATOR)], used: 25, required: 51 },
      ["pro"],
    ],
    [
      "no recurring add-on that the customer has",
      {
        of: "storage_gb",
        rows: [subscriptions(CREATOR), subscriptions(STORAGE_PLUS)],
        used: 75,
        required: 1,
      },
      ["pro"],
    ],
    [
      "an add-on that suffices together with what is left",
      { of: "storage_gb", rows: [subscriptions(CREATOR)], used: 20, required: 55 },
      ["pro", "storage_plus"],
    ],
    [
      "no add-on that is one short together with what is left",
      { of: "storage_gb", rows: [subscriptions(CREATOR)], used: 20, required: 56 },
      ["pro"],
    ],
    [
      "a plan beside an add-on, when it replaces none",
      {
        of: "storage_gb",
        rows: [subscriptions(STORAGE_PLUS)],
        used: 50,
        required: 25,
        products: [CREATOR, STORAGE_PLUS],
      },
      ["creator"],
    ],
    [
      "a plan that grants enough of a consumable feature, whatever was used before",
      {
        of: "uploads",
        rows: [subscriptions(CREATOR)],
        used: 100,
        required: 150,
        products: [BIGGER],
      },
      ["bigger"],
    ],
    [
      "a plan with credits for it, whatever was used of them before",
      {
        of: "boost",
        rows: [subscriptions(CREATOR)],
        used: 9,
        required: 35,
        products: [MORE_CREDITS],
      },
      ["more_credits"],
    ],
    [
      "a feature that is billed by use, up to its limit",
      { of: "storage_gb", required: 1000 },
      ["pro"],
    ],
    [
      "nothing past the limit of a feature that is billed by use",
      { of: "storage_gb", required: 1001 },
      [],
    ],
    [
      "a feature that is billed by use without a limit",
      { of: "api_calls", required: 5_000, products: [METERED] },
      ["metered"],
    ],
    [
      "a pack that the customer has, again",
      { of: "boost", rows: [subscriptions(BOOST_PACK)], products: [BOOST_PACK] },
      ["boost_pack"],
    ],
    [
      "a plan that grants more than the current one, beside a pack that was used up",
      {
        of: "uploads",
        rows: [subscriptions(FREE), subscriptions(PACK)],
        used: 1010,
        products: [CREATOR, CREATOR_ANNUAL, PACK],
      },
      ["upload_pack", "creator", "creator_annual"],
    ],
    [
      "a plan that suffices together with what is left of a pack",
      {
        of: "uploads",
        rows: [subscriptions(FREE), subscriptions(PACK)],
        used: 960,
        required: 150,
        products: [CREATOR],
      },
      ["creator"],
    ],
    [
      "no plan that is one short together with what is left of a pack",
      {
        of: "uploads",
        rows: [subscriptions(FREE), subscriptions(PACK)],
        used: 960,
        required: 151,
        products: [CREATOR],
      },
      [],
    ],
    [
      "no plan that grants no more than the current one, beside a pack",
      {
        of: "uploads",
        rows: [subscriptions(CREATOR), subscriptions(PACK)],
        used: 1100,
        products: [CREATOR_ANNUAL],
      },
      [],
    ],
    [
      "a plan with enough units beside an add-on that stays",
      {
        of: "collections",
        rows: [subscriptions(FREE), subscriptions(SHELVES)],
        used: 33,
        required: 22,
        products: [CREATOR],
      },
      ["creator"],
    ],
    [
      "no plan that is one unit short beside an add-on that stays",
      {
        of: "collections",
        rows: [subscriptions(FREE), subscriptions(SHELVES)],
        used: 33,
        required: 23,
        products: [CREATOR],
      },
      [],
    ],
    [
      "no plan that counts what was used before, if that leaves too little",
      {
        of: "uploads",
        rows: [subscriptions(CREATOR)],
        used: 100,
        required: 51,
        products: [CARRYING],
      },
      [],
    ],
    [
      "a plan that counts what was used before, if that leaves enough",
      {
        of: "uploads",
        rows: [subscriptions(CREATOR)],
        used: 100,
        required: 50,
        products: [CARRYING],
      },
      ["carrying"],
    ],
  ])("offers %s", (_what, ask, expected) => {
    expect(ids(ask)).toEqual(expected);
  });

  it("counts a price in credits, not in uses", () => {
    const system = (included_usage: number) =>
      product("p", [{ feature_id: "credits", included_usage, interval: "month" }]);
    expect(ids({ of: "boost", required: 7, products: [system(70)] })).toEqual(["p"]);
    expect(ids({ of: "boost", required: 7, products: [system(69)] })).toEqual([]);
  });

  it("throws on a feature that does not exist", () => {
    expect(() => preview({ of: "nope" })).toThrow(new RangeError("no feature nope"));
  });
});
