import { describe, expect, it } from "vitest";
import { serializeBalances } from "../../../src/component/rules/balances/aggregate";
import { explainUse } from "../../../src/component/rules/balances/explain";
import type { Balance } from "../../../src/component/rules/model";
import { toMicros } from "../../../src/component/rules/money/money";
import { FEATURES, balanceRow } from "../fixtures";

const NOW = 1_000;

function explain(balanceRows: Balance[], units: number, featureId = "uploads") {
  const about = { balanceRows, features: FEATURES, entityId: null, now: NOW };
  const balances = Object.fromEntries(serializeBalances(about));
  return explainUse(balances, { ...about, featureId, amount: toMicros(units) });
}

describe("explainUse", () => {
  it("names each place that a use takes from, in order", () => {
    const rolled = { balance: toMicros(5), usage: 0, expires_at: null };
    const row = balanceRow({ granted: 10, usage_allowed: true, rollovers: [rolled] });
    const { takes } = explain([row], 18);
    expect(takes.map(({ from, amount }) => [from, amount])).toEqual([
      ["rollover", 5],
      ["balance", 10],
      ["overage", 3],
    ]);
  });

  it("names the unlimited balance, whose balance does not change", () => {
    const { takes } = explain([balanceRow({ unlimited: true })], 18);
    expect(takes).toMatchObject([{ balance_id: "balanceRow", from: "nothing", amount: 0 }]);
  });

  it("takes from each balance its own share", () => {
    const rows = [
      balanceRow({ id: "first", granted: 10 }),
      balanceRow({ id: "second", granted: 10, subscription_id: "held_pro", created_at: 1 }),
    ];
    expect(explain(rows, 14).takes).toEqual([
      {
        balance_id: "first",
        subscription_id: "held_free",
        feature_id: "uploads",
        entity_id: null,
        from: "balance",
        amount: 10,
      },
      {
        balance_id: "second",
        subscription_id: "held_pro",
        feature_id: "uploads",
        entity_id: null,
        from: "balance",
        amount: 4,
      },
    ]);
  });

  it("lists the part from a rollover separately", () => {
    const rolled = { balance: toMicros(10), usage: 0, expires_at: null };
    const { takes } = explain([balanceRow({ granted: 5, rollovers: [rolled] })], 12);
    expect(takes.map(({ from, amount }) => [from, amount])).toEqual([
      ["rollover", 10],
      ["balance", 2],
    ]);
  });

  const CREDITS = balanceRow({ id: "credits", feature_id: "credits", granted: 50 });
  const UPLOADS = balanceRow({ granted: 100 });
  // Younger than the credits, which therefore come first among the balances.
  const boosts = (granted: number) =>
    balanceRow({ id: "boosts", feature_id: "boost", granted, created_at: 1 });
  it.each<[string, Balance[], number, unknown[], string | null]>([
    [
      "the feature's own balance, though credits come first and suffice",
      [CREDITS, boosts(5)],
      3,
      [
        ["boost", "pays", 3, 5],
        ["credits", "spare", 30, 50],
      ],
      "boosts",
    ],
    [
      "credits when its own balance falls short",
      [boosts(2), CREDITS],
      3,
      [
        ["boost", "short", 3, 2],
        ["credits", "pays", 30, 50],
      ],
      "credits",
    ],
    [
      "nothing when all fall short",
      [CREDITS, boosts(2)],
      6,
      [
        ["boost", "short", 6, 2],
        ["credits", "short", 60, 50],
      ],
      null,
    ],
    ["credits alone", [CREDITS], 3, [["credits", "pays", 30, 50]], "credits"],
    ["its own balance alone", [boosts(5), UPLOADS], 3, [["boost", "pays", 3, 5]], "boosts"],
  ])(
    "for a feature with a credit price, pays with %s",
    (_what, balanceRows, units, sources, from) => {
      const answer = explain(balanceRows, units, "boost");
      expect(answer).toMatchObject({
        allowed: from !== null,
        reason: from === null ? "insufficient_balance" : "allowed",
      });
      expect(
        answer.sources.map(({ feature_id, verdict, needed, balance }) => [
          feature_id,
          verdict,
          needed,
          balance,
        ]),
      ).toEqual(sources);
      expect(answer.takes.map(({ balance_id }) => balance_id)).toEqual(from === null ? [] : [from]);
    },
  );

  it("ignores credits without a price for the feature", () => {
    const answer = explain([CREDITS, UPLOADS], 3);
    expect(answer.sources.map(({ feature_id }) => feature_id)).toEqual(["uploads"]);
  });

  it.each([
    ["nothing is granted", [], "not_granted", []],
    ["too little is left", [balanceRow({ balance: 3 })], "insufficient_balance", ["short"]],
  ])("says when %s", (_what, balanceRows, reason, verdicts) => {
    const { sources, ...said } = explain(balanceRows, 4);
    expect(said).toEqual({ allowed: false, reason, takes: [] });
    expect(sources.map(({ verdict }) => verdict)).toEqual(verdicts);
  });
});
