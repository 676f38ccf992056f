import { describe, expect, it, vi } from "vitest";
import { createFreshness } from "../../../src/react/flows/freshness";

// Flows do not use React: a stray import would fail here.
vi.mock("react", () => ({}));

describe("createFreshness", () => {
  it("is fresh after an answer, until the data changes", () => {
    const answers = createFreshness();
    const answered = answers.ask("customer");
    expect(answers.holds("customer")).toBe(false);
    answered();
    expect(answers.holds("customer")).toBe(true);
    expect(answers.holds("products")).toBe(false);
    answers.forget();
    expect(answers.holds("customer")).toBe(false);
  });

  it("is not fresh after an answer that was requested before the last change", () => {
    const answers = createFreshness();
    const answered = answers.ask("customer");
    answers.forget();
    answered();
    expect(answers.holds("customer")).toBe(false);
  });
});
