import { describe, expect, it } from "vitest";
import { SPOTLIGHT_CATALOGUE } from "../../convex/community/plans";
import { describeItem } from "../../packages/billing/src/component/rules/products/display";
import { CATALOGUE_TEXTS, billingInGerman } from "../../src/language/de/billing-answers";

const { features, products } = SPOTLIGHT_CATALOGUE;
const featureOf = (id: string | undefined) => features.find((feature) => feature.id === id);

const german = (primary_text: string) => billingInGerman({ primary_text }).primary_text;

const worded = [
  ...features.flatMap((feature) => [feature.name, ...Object.values(feature.display ?? {})]),
  ...products.flatMap(({ display }) => [display?.description, display?.recommend_text]),
].filter((text) => text !== undefined);

const displays = products.flatMap(({ items }) =>
  items.flatMap((item, at) =>
    Object.values(describeItem(item, featureOf(item.feature_id), at === 0, "usd")),
  ),
);

describe("billing's answers in German", () => {
  it.each([...new Set(worded)])("translate what the catalogue says: %s", (text) => {
    expect(CATALOGUE_TEXTS[text]).toBeDefined();
  });

  it.each([...new Set(displays)])("translate how items are described: %s", (text) => {
    expect(german(text)).not.toMatch(/\b(then|per|once|unlimited|days?|months?|year|quarter)\b/i);
    expect(german(text)).not.toMatch(/\b(ideas?|seats?|storage|prints?|collections?|badge)\b/i);
  });

  it.each([
    ["$15", "15 $"],
    ["Unlimited tag ideas", "Unbegrenzt viele Tag-Ideen"],
    ["then $0.12 per GB", "dann 0,12 $ je GB"],
    ["then $4 per 100 credits", "dann 4 $ je 100 Credits"],
    ["per 100 credits", "je 100 Credits"],
    ["per seat per month", "je Platz pro Monat"],
    ["1,500 credits", "1.500 Credits"],
    ["1,200 more credits", "1.200 Credits mehr"],
    ["1 TB", "1 TB"],
    ["4K and HDR uploads", "Uploads in 4K und HDR"],
    ["Unused time on Creator after Nov 26", "Creator, ungenutzte Zeit ab 26. Nov."],
    ["Remaining time on 3 seats until Mar 1", "3 Plätze, restliche Zeit bis 1. März"],
    ["31 GB beyond the included 200 GB", "31 GB über die enthaltenen 200 GB hinaus"],
    ["Pro for a year, at $12 a month.", "Pro für ein Jahr, zu 12 $ im Monat."],
    [
      "Remaining time on Creator until Mar 1 (Spring)",
      "Creator, restliche Zeit bis 1. März (Spring)",
    ],
    ["Unpaid invoice SP-000012", "Offene Rechnung SP-000012"],
    ["constructor", "constructor"],
    ["Studio", "Studio"],
    ["Welcome credits", "Welcome credits"],
  ])("say %s as %s", (english, expected) => {
    expect(german(english)).toBe(expected.replace(" $", "\u00a0$"));
  });

  it("write prices that are texts, and leave those that are numbers", () => {
    const items = [{ price: "$1,006.50", description: "Studio" }];
    const answer = { items, due_today: { price: 1006.5 } };
    const shown = [{ price: "1.006,50\u00a0$", description: "Studio" }];
    expect(billingInGerman(answer)).toEqual({ ...answer, items: shown });
  });

  it("leave names of plans, of entities and everything else as they are", () => {
    const item = { feature_id: "storage_gb", feature: { name: "Storage", type: "continuous_use" } };
    const answer = {
      data: {
        id: "storage",
        name: "Storage",
        entities: [{ name: "Prints", feature_id: "seats" }],
        items: [item, null],
        less: [{ name: "Uploads", units: { singular: "seat", plural: "seats" }, after: 3 }],
        gone: ["Credits", "Seats"],
        everything_from: "Free",
      },
      error: null,
    };
    expect(billingInGerman(answer)).toEqual({
      data: {
        ...answer.data,
        items: [{ ...item, feature: { ...item.feature, name: "Speicher" } }, null],
        less: [{ name: "Uploads", units: { singular: "Platz", plural: "Plätze" }, after: 3 }],
        gone: ["Credits", "Plätze"],
      },
      error: null,
    });
  });
});
