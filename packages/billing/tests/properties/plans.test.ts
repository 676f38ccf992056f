import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Scenario } from "../../src/contract/wire";
import type { ChangeKind } from "../../src/component/rules/changes";
import {
  decideChange,
  refuseUnchanged,
  scenarioFor,
} from "../../src/component/rules/plans/decideChange";
import { nextState } from "../../src/component/rules/subscriptions/lifecycle";
import type {
  SubscriptionEvent,
  SubscriptionState,
} from "../../src/component/rules/subscriptions/lifecycle";
import type { CatalogueProduct, Subscription } from "../../src/component/rules/model";
import { isFree, isPlan, isOneOff } from "../../src/component/rules/products/product";
import { compareProducts } from "../../src/component/rules/plans/scenario";
import { FEATURES, subscriptions } from "../rules/fixtures";
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
  if (!isPlan(row.product)) return row.status !== "scheduled";
  const group = rows.filter(
    (other) => isPlan(other.product) && other.product.group === row.product.group,
  );
  const isSuccessor = row.status === "scheduled";
  if (isSuccessor && !group.some(({ canceled_at }) => canceled_at !== null)) return false;
  return !group.some(({ status }) => status === row.status);
}

/** The possible effects of attach on a product with a scenario. */
const OUTCOMES: Record<Scenario, readonly (ChangeKind | "refused")[]> = {
  active: ["refused", "add_on_again"],
  scheduled: ["refused"],
  renew: ["renew"],
  new: ["new", "add_on", "one_off", "replace_free"],
  upgrade: ["upgrade", "replace_free", "replace_trial"],
  downgrade: ["downgrade"],
  cancel: ["downgrade"],
};

describe("any product, whatever the customer has", () => {
  it("has the effect on attach that its scenario said (INV-23)", () => {
    always(anyHoldings, ({ target, rows }) => {
      const about = { target, subscriptions: rows, entityId: null, features: FEATURES, now: NOW };
      const scenario = scenarioFor(about);
      const question = { ...about, options: [], preview: false };
      const decided = decideChange(question);
      const outcome = refuseUnchanged(decided, question) ? "refused" : decided.kind;
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
        preview: false,
      };
      const shown = decideChange({ ...question, now: NOW, preview: true });
      const done = decideChange({ ...question, now: NOW, preview: false });
      expect(shown.kind).toBe(done.kind);
      expect(shown.row.outcome === null).toBe(refuseUnchanged(done, question) !== null);
    });
  });

  it("is never offered as a downgrade to itself", () => {
    always(anyHoldings, ({ target, rows }) => {
      const hasSubscribers = rows.some(
        ({ product, status }) => product === target && status === "active",
      );
      const scenario = scenarioFor({
        target,
        subscriptions: rows,
        entityId: null,
        features: FEATURES,
        now: NOW,
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
