import { describe, expect, it } from "vitest";
import { findPlanNews } from "../../src/app/plan-news";
import {
  CYCLE_START,
  customer,
  customerProduct,
} from "../../packages/billing/tests/react/wire-samples";

const creator = customerProduct();
const leaving = customerProduct({
  id: "pro",
  name: "Pro",
  canceled_at: 1,
  current_period_end: CYCLE_START,
});
const coming = customerProduct({ status: "scheduled", started_at: CYCLE_START });
const addOn = customerProduct({
  id: "storage",
  is_add_on: true,
  canceled_at: 1,
  current_period_end: CYCLE_START,
});
const unpaid = customerProduct({ id: "pro", past_due: true });
const studioPlan = customerProduct({ id: "studio", group: "studio", status: "scheduled" });

describe("findPlanNews", () => {
  it.each([
    ["nothing has happened", [creator], null],
    ["there is no plan", [], null],
    ["a renewal failed", [unpaid], { kind: "past_due", product: unpaid }],
    [
      "a failed renewal is more urgent than a change",
      [leaving, coming, { ...addOn, past_due: true }],
      {
        kind: "past_due",
        product: { ...addOn, past_due: true },
      },
    ],
    ["another plan is scheduled", [leaving, coming], { kind: "moving", from: leaving, to: coming }],
    [
      "a plan ends and none is scheduled",
      [leaving],
      {
        kind: "ending",
        product: leaving,
        endsAt: CYCLE_START,
      },
    ],
    [
      "the scheduled plan is of another group",
      [leaving, studioPlan],
      {
        kind: "ending",
        product: leaving,
        endsAt: CYCLE_START,
      },
    ],
    ["only an add-on ends", [creator, addOn], null],
    ["a plan is scheduled beside one that does not end", [coming], null],
    ["the end is unknown", [customerProduct({ canceled_at: 1 })], null],
  ])("when %s", (_when, products, news) => {
    expect(findPlanNews(customer({ products }))).toEqual(news);
  });
});
