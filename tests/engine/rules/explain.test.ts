import { describe, expect, it } from "vitest";
import { describeBalances } from "../../../convex/engine/rules/aggregate";
import { explainUse } from "../../../convex/engine/rules/explain";
import type { Bucket } from "../../../convex/engine/rules/model";
import { toMicros } from "../../../convex/engine/rules/money";
import { FEATURES, bucket } from "./catalogue";

const NOW = 1_000;

function explain(buckets: Bucket[], units: number) {
  const about = { buckets, features: FEATURES, entityId: null, now: NOW };
  const balances = Object.fromEntries(describeBalances(about));
  return explainUse(balances, { ...about, featureId: "uploads", amount: toMicros(units) });
}

describe("explainUse", () => {
  it("names each place that a use takes from, in the order of taking", () => {
    const rolled = { balance: toMicros(5), usage: 0, expires_at: null };
    const row = bucket({ granted: 10, usage_allowed: true, rollovers: [rolled] });
    const { takes } = explain([row], 18);
    expect(takes.map(({ from, amount }) => [from, amount])).toEqual([
      ["rollover", 5],
      ["balance", 10],
      ["overage", 3],
    ]);
  });

  it("names the unlimited bucket, which gives without having less", () => {
    const { takes } = explain([bucket({ unlimited: true })], 18);
    expect(takes).toMatchObject([{ bucket_id: "bucket", from: "nothing", amount: 0 }]);
  });

  it.each([
    ["nothing is granted", [], "not_granted", []],
    ["too little is left", [bucket({ balance: 3 })], "insufficient_balance", ["short"]],
  ])("says when %s", (_what, buckets, reason, verdicts) => {
    const { sources, ...said } = explain(buckets, 4);
    expect(said).toEqual({ allowed: false, reason, takes: [] });
    expect(sources.map(({ verdict }) => verdict)).toEqual(verdicts);
  });
});
