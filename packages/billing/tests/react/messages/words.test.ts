import { describe, expect, it } from "vitest";
import { ENGLISH } from "../../../src/react/messages/english";
import { GERMAN } from "../../../src/react/messages/german";
import type { MessageKey } from "../../../src/react/messages/language";
import { wordsFor } from "../../../src/react/messages/words";
import { CYCLE_START } from "../wire-samples";

const english = wordsFor(ENGLISH, "en-US");
const german = wordsFor(GERMAN, "de-DE");

/** Every placeholder of a message, in all of its plural forms. */
function placesOf(language: typeof ENGLISH, key: MessageKey): string[] {
  const found = JSON.stringify(language.messages[key]).matchAll(/\{(\w+)\}/g);
  return [...new Set([...found].map(([, place]) => place ?? ""))].sort();
}

describe("wordsFor", () => {
  it("fills placeholders, and does not fill those inside the values", () => {
    expect(english.t("cancel.keep", { product: "{product} $1" })).toBe("Keep {product} $1");
  });

  it.each([
    { count: 0, en: "0 people used your code", de: "0 Personen haben deinen Code genutzt" },
    { count: 1, en: "1 person used your code", de: "1 Person hat deinen Code genutzt" },
    {
      count: 1200,
      en: "1,200 people used your code",
      de: "1.200 Personen haben deinen Code genutzt",
    },
  ])("uses the plural form for $count", ({ count, en, de }) => {
    expect(english.t("referral.invited", { count })).toBe(en);
    expect(german.t("referral.invited", { count })).toBe(de);
  });

  it("falls back to the plural form that every language has", () => {
    const polish = { ...ENGLISH, tag: "pl" };
    expect(wordsFor(polish).t("referral.invited", { count: 3 })).toBe("3 people used your code");
  });

  it.each([
    ["Uploads", "uploads", "Uploads"],
    ["AI tags", "AI tags", "AI tags"],
    ["4K uploads", "4K uploads", "4K uploads"],
    ["Éditions", "éditions", "Éditions"],
  ])("writes %s inside a sentence as the language does", (name, en, de) => {
    expect(english.inSentence(name)).toBe(en);
    expect(german.inSentence(name)).toBe(de);
  });

  it("writes money, dates, numbers and lists as the locale does", () => {
    expect(german.money(1234.5, "eur")).toBe("1.234,50\u00a0€");
    expect(german.date(CYCLE_START)).toBe("11.12.2026");
    expect(german.number(22.84)).toBe("22,8");
    expect(german.length(14, "day")).toBe("14 Tage");
    expect(german.list(["Uploads", "Credits"])).toBe("Uploads und Credits");
  });

  it("writes money in en-US and dates as the browser does by default", () => {
    const plain = wordsFor(ENGLISH);
    expect(plain.money(6, "usd")).toBe("$6.00");
    expect(plain.date(CYCLE_START)).toBe(
      new Date(CYCLE_START).toLocaleDateString(undefined, { dateStyle: "medium" }),
    );
  });
});

describe("the German catalogue", () => {
  const keys = Object.keys(ENGLISH.messages) as MessageKey[];

  it.each(keys)("has the same placeholders as the English one: %s", (key) => {
    expect(placesOf(GERMAN, key)).toEqual(placesOf(ENGLISH, key));
  });

  it("translates every whole sentence", () => {
    const same = keys.filter((key) => GERMAN.messages[key] === ENGLISH.messages[key]);
    expect(same).toEqual([
      "quantity.sum",
      "quantity.sum.once",
      "pricing.interval.one",
      "usage.units",
      "plan.part",
      "invoices.note",
      "seats.name",
    ]);
  });
});
