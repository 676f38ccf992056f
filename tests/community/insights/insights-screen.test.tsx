import { act, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { InsightsScreen } from "../../../src/community/insights/insights-screen";
import { INES, renderAt } from "../../shell/fake-identity";
import { expectAccessible } from "../../ui/browser";

const DAY = { day: 20_000, views: 12, likes: 3, comments: 0, follows: 1 };
interface FakeSite {
  answer: unknown;
  allowed: boolean;
  asked: unknown[];
  unlock: () => void;
}
const site = vi.hoisted((): FakeSite => ({
  answer: undefined,
  allowed: true,
  asked: [],
  unlock: () => undefined,
}));
vi.mock("convex/react", () => ({
  useQuery: (_query: unknown, args: unknown) => {
    site.asked.push(args);
    return site.answer;
  },
}));
vi.mock("../../../src/community/billing-hooks", () => ({
  useCustomer: () => ({
    check: ({ onUnlocked }: { onUnlocked: () => void }) => {
      site.unlock = onUnlocked;
      return { data: { allowed: site.allowed }, error: null };
    },
  }),
}));

const show = () => renderAt("/insights", <InsightsScreen />, { identity: INES });
const lookFurther = () => userEvent.click(screen.getByRole("radio", { name: "90 days" }));

beforeEach(() => {
  const days = [DAY, { ...DAY, day: 20_002 }];
  const answer = { data: { until: 20_002, days }, error: null };
  Object.assign(site, { answer, allowed: true, asked: [] });
});

describe("InsightsScreen", () => {
  it("adds up each count over the window", async () => {
    show();
    const charts = screen.getAllByRole("figure").map((chart) => chart.querySelector("b"));
    expect(charts.map((total) => total?.textContent)).toEqual(["24", "6", "0", "2"]);
    await expectAccessible();
  });

  it("says every day in a table, also those on which nothing happened", async () => {
    show();
    await userEvent.click(screen.getByRole("button", { name: "The same as a table" }));
    const rows = screen.getAllByRole("row").map((row) => row.textContent);
    expect(rows).toHaveLength(31);
    expect(rows.slice(1, 4)).toEqual(["Oct 6, 202412301", "Oct 5, 20240000", "Oct 4, 202412301"]);
    await expectAccessible();
  });

  it("looks back 90 days when the plan does", async () => {
    show();
    await lookFurther();
    expect(site.asked.at(-1)).toEqual({ window: 90 });
  });

  it("stays at 30 days when the plan does not, until that is unlocked", async () => {
    site.allowed = false;
    show();
    await lookFurther();
    expect(site.asked.at(-1)).toEqual({ window: 30 });
    act(() => site.unlock());
    expect(site.asked.at(-1)).toEqual({ window: 90 });
  });

  it("says so when nothing was counted yet, and what to do about it", async () => {
    site.answer = { data: { until: null, days: [] }, error: null };
    show();
    expect(screen.getByRole("link").getAttribute("href")).toBe("/upload");
    await expectAccessible();
  });

  it("says why the server refuses", () => {
    site.answer = { data: null, error: { message: "Your plan looks back 30 days" } };
    show();
    expect(screen.getByText("Your plan looks back 30 days.")).toBeTruthy();
  });
});
