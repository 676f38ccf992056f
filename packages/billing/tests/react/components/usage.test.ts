import { describe, expect, it } from "vitest";
import { sayPartOfSize } from "../../../src/react/components/units";
import { describeUsage } from "../../../src/react/components/usage";
import { CYCLE_START, customerFeature } from "../wire-samples";
import { WORDS } from "../words";

const balance = (used: number, granted: number, over: Parameters<typeof customerFeature>[0] = {}) =>
  customerFeature({
    usage: used,
    balance: granted - used,
    included_usage: granted,
    next_reset_at: CYCLE_START,
    ...over,
  });

describe("describeUsage", () => {
  it.each([
    { used: 79, tone: "normal", note: "Resets Dec 11, 2026" },
    { used: 80, tone: "lit", note: "Resets Dec 11, 2026" },
    { used: 99, tone: "lit", note: "Resets Dec 11, 2026" },
    { used: 100, tone: "lit", note: "Limit reached" },
    { used: 101, tone: "danger", note: "Over the limit" },
  ])("is $tone at $used of 100", ({ used, tone, note }) => {
    expect(describeUsage(balance(used, 100), null, WORDS)).toMatchObject({
      kind: "metered",
      text: `${used} of 100`,
      tone,
      note,
    });
  });

  it("counts everything that was granted: bought units and rollovers", () => {
    const topped = balance(55, 300, { included_usage: 100 });
    expect(describeUsage(topped, null, WORDS)).toMatchObject({ limit: 300, text: "55 of 300" });
  });

  it.each([
    { used: 0, text: "0 of 25 GB" },
    { used: 0.000_64, text: "640 KB of 25 GB" },
    { used: 0.001, text: "1 MB of 25 GB" },
    { used: 0.014, text: "14 MB of 25 GB" },
    { used: 0.999_99, text: "999.9 MB of 25 GB" },
    { used: 1, text: "1 of 25 GB" },
    { used: 22.8, text: "22.8 of 25 GB" },
  ])("says a small size as people do: $text", ({ used, text }) => {
    const units = { singular: "GB", plural: "GB" };
    expect(describeUsage(balance(used, 25), units, WORDS, sayPartOfSize)).toMatchObject({ text });
  });

  it("measures against the cap when there is one, and says where billed use starts", () => {
    expect(describeUsage(balance(230, 200, { usage_limit: 1000 }), null, WORDS)).toMatchObject({
      text: "230 of 1,000",
      tone: "normal",
      note: "200 included, more is billed",
    });
    expect(describeUsage(balance(2, 200, { usage_limit: 200 }), null, WORDS)).toMatchObject({
      note: "Resets Dec 11, 2026",
    });
  });

  it("does not show billed overage as an error", () => {
    const over = balance(230, 200, { overage_allowed: true });
    expect(describeUsage(over, null, WORDS)).toMatchObject({
      tone: "lit",
      note: "200 included, more is billed",
    });
  });

  const seats = { singular: "seat", plural: "seats" };
  it.each([
    { used: 4, granted: 0, kind: "open", text: "4 seats", note: "You pay for what you use" },
    { used: 0, granted: 0, kind: "open", text: "0 seats", note: "You pay for what you use" },
    { used: 1, granted: 0, kind: "open", text: "1 seat", note: "You pay for what you use" },
    { used: 2, granted: 3, kind: "metered", text: "2 of 3 seats" },
    { used: 4, granted: 3, kind: "metered", text: "4 seats", note: "3 included, more is billed" },
  ])("says $text where $granted are included and more is billed", ({ used, granted, ...said }) => {
    const billed = balance(used, granted, { overage_allowed: true });
    expect(describeUsage(billed, seats, WORDS)).toMatchObject(said);
  });

  it("counts billed use without units, and in the smaller unit of a part", () => {
    const billed = { overage_allowed: true };
    expect(describeUsage(balance(4, 0, billed), null, WORDS)).toMatchObject({ text: "4" });
    const gigabytes = { singular: "GB", plural: "GB" };
    const part = describeUsage(balance(0.014, 0, billed), gigabytes, WORDS, sayPartOfSize);
    expect(part).toMatchObject({ text: "14 MB" });
  });

  it("says that everything is billed up to a cap, if nothing is included", () => {
    expect(describeUsage(balance(4, 0, { usage_limit: 10 }), seats, WORDS)).toMatchObject({
      text: "4 of 10 seats",
      note: "You pay for what you use",
    });
  });

  it("says so when a balance never resets", () => {
    expect(describeUsage(balance(1, 3, { next_reset_at: null }), null, WORDS)).toMatchObject({
      note: "Never resets",
    });
  });

  it("shows an empty balance as reached", () => {
    expect(describeUsage(balance(0, 0), null, WORDS)).toMatchObject({
      tone: "lit",
      note: "Limit reached",
    });
  });

  it.each([
    { over: { unlimited: true }, text: "Unlimited" },
    { over: { type: "static" as const }, text: "Included" },
  ])("has a word and no bar: $text", ({ over, text }) => {
    expect(describeUsage(balance(5, 1, over), null, WORDS)).toEqual({ kind: "unmetered", text });
  });
});
