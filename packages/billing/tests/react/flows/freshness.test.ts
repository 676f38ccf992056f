import { describe, expect, it, vi } from "vitest";
import { createFreshness } from "../../../src/react/flows/freshness";

// Flows know no React: a stray import would fail here.
vi.mock("react", () => ({}));

describe("createFreshness", () => {
  it("holds an answer once it is there, and until there is news", () => {
    const answers = createFreshness();
    const answered = answers.ask("customer");
    expect(answers.holds("customer")).toBe(false);
    answered();
    expect(answers.holds("customer")).toBe(true);
    expect(answers.holds("products")).toBe(false);
    answers.forget();
    expect(answers.holds("customer")).toBe(false);
  });

  it("does not hold an answer that was asked for before the news and came after it", () => {
    const answers = createFreshness();
    const answered = answers.ask("customer");
    answers.forget();
    answered();
    expect(answers.holds("customer")).toBe(false);
  });
});
