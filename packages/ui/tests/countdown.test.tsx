import { act, render } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Countdown } from "../src/countdown";
import { expectAccessible } from "./browser";

const seen = () => document.querySelector("[aria-hidden]")?.textContent.replace("\u00A0", " ");
const heard = () => document.querySelector("[aria-live]")?.textContent;
const open = (waitMs: number) =>
  render(<Countdown waitMs={waitMs} spoken="Try again in a while" />);
const pass = (ms: number) => {
  act(() => void vi.advanceTimersByTime(ms));
};

describe("Countdown", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    return () => vi.useRealTimers();
  });

  it("counts down visibly and ends by itself; a screen reader announces its start and its end", () => {
    open(2_500);
    const told = [[seen(), heard()]];
    for (let second = 0; second < 4; second++) {
      pass(1_000);
      told.push([seen(), heard()]);
    }
    const over = ["You can try again now.", "You can try again now."];
    expect(told).toEqual([
      ["Try again in 3 s.", "Try again in a while."],
      ["Try again in 2 s.", "Try again in a while."],
      ["Try again in 1 s.", "Try again in a while."],
      over,
      over,
    ]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("follows the clock, not the ticks: a sleeping computer misses some", () => {
    open(60_000);
    vi.setSystemTime(Date.now() + 50_000);
    pass(1_000);
    expect(seen()).toBe("Try again in 9 s.");
  });

  it.each([
    [90_000, "90 s"],
    [90_001, "2 min"],
    [90 * 60_000, "90 min"],
    [90 * 60_000 + 1, "2 h"],
  ])("says %i ms as %s", (waitMs, words) => {
    open(waitMs);
    expect(seen()).toBe(`Try again in ${words}.`);
  });

  it("stops its timer on unmount", () => {
    open(60_000).unmount();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("is accessible", async () => {
    vi.useRealTimers();
    open(60_000);
    await expectAccessible();
  });
});
