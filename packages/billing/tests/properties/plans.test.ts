import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Scenario } from "../../src/contract/wire";
import { decideBranch } from "../../src/component/rules/branch";
import type { Branch } from "../../src/component/rules/branch";
import { nextState } from "../../src/component/rules/lifecycle";
import type { SubscriptionEvent, SubscriptionState } from "../../src/component/rules/lifecycle";
import type { CatalogueProduct, Subscription } from "../../src/component/rules/model";
import { isFree, isMain, isOneOff } from "../../src/component/rules/product";
import { compareProducts, decideScenario } from "../../src/component/rules/scenario";
import { FEATURES, subscriptions } from "../rules/catalogue";
import { always, anyProduct, NOW } from "./arbitraries";

const IDS = ["a", "b", "c", "d", "e"];
const anyCatalogue = fc.tuple(...IDS.map(anyProduct));

/**
 * Per product, whether and how the customer has it; at most one active and one
 * scheduled plan per group.
 */
const anyHoldings = fc
  .record({
    products: anyCatalogue,
    states: fc.array(fc.constantFrom("none", "active", "canceled", "scheduled"), {
      minLength: IDS.length,
      maxLength: IDS.length,
    }),
    trials: fc.array(fc.boolean(), { minLength: IDS.length, maxLength: IDS.length }),
    asked: fc.nat({ max: IDS.length - 1 }),
  })
  .map(({ products, states, trials, asked }) => {
    const rows: Subscription[] = [];
    for (const [i, product] of products.entries()) {
      const row = heldAs(product, states[i] ?? "none", trials[i] ?? false);
      if (row && isPossible(rows, row)) rows.push(row);
    }
    const target = products[asked];
    if (!target) throw new Error("asked for a product that is not there");
    return { target, rows };
  });

function heldAs(
  product: CatalogueProduct,
  state: string,
  isTrialing: boolean,
): Subscription | null {
  const trial_ends_at = isTrialing ? NOW + 1 : null;
  switch (state) {
    case "active":
      return subscriptions(product, { trial_ends_at });
    case "canceled":
      return subscriptions(product, { trial_ends_at, canceled_at: NOW - 1, ended_at: NOW + 1 });
    case "scheduled":
      return subscriptions(product, { status: "scheduled", starts_at: NOW + 1 });
    default:
      return null;
  }
}

function isPossible(rows: readonly Subscription[], row: Subscription): boolean {
  if (!isMain(row.product)) return row.status !== "scheduled";
  const group = rows.filter(
    (other) => isMain(other.product) && other.product.group === row.product.group,
  );
  const isSuccessor = row.status === "scheduled";
  if (isSuccessor && !group.some(({ canceled_at }) => canceled_at !== null)) return false;
  return !group.some(({ status }) => status === row.status);
}

/** The possible effects of attach on a product with a scenario. */
const OUTCOMES: Record<Scenario, readonly (Branch | "refused")[]> = {
  active: ["refused", "add_on"],
  scheduled: ["refused"],
  renew: ["renew"],
  new: ["new", "add_on", "one_off", "main_is_free"],
  upgrade: ["upgrade", "main_is_free", "main_is_trial"],
  downgrade: ["downgrade"],
  cancel: ["downgrade"],
};

describe("any product, whatever the customer has", () => {
  it("has the effect on attach that its scenario said (INV-23)", () => {
    always(anyHoldings, ({ target, rows }) => {
      const question = { target, subscriptions: rows, entityId: null, features: FEATURES };
      const scenario = decideScenario(question);
      const decided = decideBranch({ ...question, options: [], now: NOW, preview: false });
      const outcome = "refusal" in decided ? "refused" : decided.branch;
      expect(OUTCOMES[scenario]).toContain(outcome);
    });
  });

  it("never refuses in a preview, and otherwise decides as attach does (INV-26)", () => {
    always(anyHoldings, ({ target, rows }) => {
      const question = {
        target,
        subscriptions: rows,
        entityId: null,
        features: FEATURES,
        options: [],
      };
      const shown = decideBranch({ ...question, now: NOW, preview: true });
      const done = decideBranch({ ...question, now: NOW, preview: false });
      if ("refusal" in shown) throw new Error("a preview answers");
      if ("refusal" in done) expect(shown.branch).toBe("unchanged");
      else expect(shown.branch).toBe(done.branch);
    });
  });

  it("is never offered as a downgrade to itself", () => {
    always(anyHoldings, ({ target, rows }) => {
      const hasSubscribers = rows.some(
        ({ product, status }) => product === target && status === "active",
      );
      const scenario = decideScenario({
        target,
        subscriptions: rows,
        entityId: null,
        features: FEATURES,
      });
      if (hasSubscribers && !isOneOff(target)) expect(["active", "renew"]).toContain(scenario);
      if (scenario === "cancel") expect(isFree(target)).toBe(true);
    });
  });
});

describe("any catalogue", () => {
  it("is listed in one order, however it is stored", () => {
    const anyShuffled = anyCatalogue.chain((products) =>
      fc.tuple(
        fc.constant(products),
        fc.shuffledSubarray(products, { minLength: IDS.length, maxLength: IDS.length }),
      ),
    );
    always(anyShuffled, ([products, shuffled]) => {
      const sorted = (rows: readonly CatalogueProduct[]) =>
        [...rows].sort(compareProducts).map(({ id }) => id);
      expect(sorted(shuffled)).toEqual(sorted(products));
    });
  });
});

describe("the states of any subscription", () => {
  const EVENTS: readonly SubscriptionEvent[] = [
    "attach",
    "await_payment",
    "payment_completed",
    "checkout_expired",
    "schedule",
    "start_reached",
    "schedule_dropped",
    "cancel_at_end",
    "cancel_now",
    "renew",
    "end_reached",
    "replaced",
    "first_payment_failed",
    "renewal_paid",
    "renewal_failed",
    "grace_exhausted",
  ];

  it("end once, and no event reactivates an ended one (INV-21)", () => {
    const anyEvents = fc.array(fc.constantFrom(...EVENTS), { maxLength: 20 });
    always(anyEvents, (events) => {
      let state: SubscriptionState = "none";
      for (const event of events) {
        const next = nextState(state, event);
        if (state === "expired") expect(next).toBe(null);
        if (event === "start_reached" && next !== null) expect(state).toBe("scheduled");
        if (event === "renewal_failed" && next !== null) expect(next).toBe("past_due");
        if (next === "past_due") expect(["active", "past_due"]).toContain(state);
        state = next ?? state;
      }
    });
  });
});
