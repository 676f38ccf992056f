import { act, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { InsightsScreen } from "../../../src/community/insights/insights-screen";
import { fail, ok } from "../../../packages/billing/src/contract/errors";
import { INES, renderAt } from "../../app/fake-identity";
import { expectAccessible } from "../../../packages/ui/tests/browser";
import { idOf } from "../cards";
import { fakeConvex } from "../fake-convex";

const DAY = { day: 20_000, views: 12, likes: 3, comments: 0, follows: 1 };
const BEFORE = { views: 12, likes: 6, comments: 0, follows: 0 };
const SOURCES = [
  { source: "search" as const, views: 15, before: 20 },
  { source: "link" as const, views: 5, before: 0 },
];
const WORK = {
  ...{ id: idOf<"artworks">("swell"), title: "Swell", thumbnailUrl: "https://files/swell" },
  ...{ views: 18, before: null },
};
const NONE = { before: null, sources: [] };
const site = vi.hoisted(() => ({
  allowed: true,
  isLoading: false,
  offers: 0,
  redraw: (): void => undefined,
}));
vi.mock("convex/react", async () => (await import("../fake-convex")).fakeConvex);
vi.mock("../../../src/community/billing-hooks", async () => {
  const { useReducer } = await import("react");
  return {
    PaywallDialog: () => null,
    useCustomer: () => {
      [, site.redraw] = useReducer((count: number) => count + 1, 0);
      const { allowed, isLoading } = site;
      return {
        isLoading,
        allowed: () => allowed && !isLoading,
        check: () => {
          if (!allowed && !isLoading) site.offers += 1;
        },
      };
    },
  };
});
/** The plan changes while the page is open. */
const change = (news: Partial<typeof site>) =>
  act(() => {
    Object.assign(site, news);
    site.redraw();
  });

const show = () => renderAt("/insights", <InsightsScreen />, { identity: INES });
const asked = () => fakeConvex.asked.get("insights/functions:read");
const lookFurther = () => userEvent.click(screen.getByRole("radio", { name: "90 days" }));

beforeEach(() => {
  Object.assign(site, { allowed: true, isLoading: false, offers: 0 });
  const days = [DAY, { ...DAY, day: 20_002 }];
  fakeConvex.reset({
    "insights/functions:read": ok({ until: 20_002, days, before: BEFORE, sources: SOURCES }),
    "insights/functions:works": [WORK],
  });
});

describe("InsightsScreen", () => {
  it("adds up each count over the window", () => {
    show();
    const charts = screen.getAllByRole("figure").map((chart) => chart.querySelector("b"));
    expect(charts.map((total) => total?.textContent)).toEqual(["24", "6", "0", "2"]);
  });

  it("compares each count with the period before, in words", () => {
    show();
    const charts = screen.getAllByRole("figure").map((chart) => chart.querySelector("span"));
    expect(charts.map((change) => change?.textContent)).toEqual([
      "100% more than in the 30 days before (12)",
      "As many as in the 30 days before",
      "None in the 30 days before either",
      "2 more than in the 30 days before",
    ]);
  });

  it("says so where there is no period before", () => {
    const days = [DAY];
    fakeConvex.answers["insights/functions:read"] = ok({ until: 20_002, days, ...NONE });
    show();
    expect(screen.getAllByText("No earlier period to compare with")).toHaveLength(1);
    expect(screen.getByText("No view of the last 30 days has a source yet.")).toBeTruthy();
  });

  it("lights the best day of the views, the latest of several, and names it", () => {
    show();
    expect(screen.getByText("Most: 12 on Oct 6")).toBeTruthy();
    const lit = [...document.querySelectorAll("[data-best]")];
    expect(lit).toHaveLength(1);
    expect(lit[0]).toBe(document.querySelector("[data-look=lead] rect:last-child"));
  });

  it("shows where views came from, and how many are without a source", () => {
    show();
    const part = screen.getByRole("region", { name: "Where views came from" });
    const rows = [...part.querySelectorAll("li")].map((row) => row.textContent);
    expect(rows).toEqual([
      "Search15 −5. 25% fewer than in the 30 days before (20).",
      "Links and other sites5 +5. 5 more than in the 30 days before.",
    ]);
    const bars = [...part.querySelectorAll<HTMLElement>(".insights-bar > span")];
    expect(bars.map(({ style }) => style.inlineSize)).toEqual(["75%", "25%"]);
    expect(part.textContent).toContain("4 earlier views were counted without a source.");
  });

  it("shows the views of each work, for the same window", async () => {
    show();
    const part = screen.getByRole("region", { name: "Views by work" });
    expect(part.querySelector("li")?.textContent).toBe("Swell18 new");
    expect(part.querySelector("a")?.getAttribute("href")).toBe("/a/swell");
    await lookFurther();
    expect(fakeConvex.asked.get("insights/functions:works")).toMatchObject({ window: 90 });
    await expectAccessible();
  });

  it("shows every day in a table, also those without events", async () => {
    show();
    await userEvent.click(screen.getByRole("button", { name: "Every day as a table" }));
    const rows = screen.getAllByRole("row").map((row) => row.textContent);
    expect(rows).toHaveLength(31);
    expect(rows.slice(1, 4)).toEqual(["Oct 6, 202412301", "Oct 5, 20240000", "Oct 4, 202412301"]);
    await expectAccessible();
  });

  it("shows 90 days when the plan includes them", async () => {
    show();
    await lookFurther();
    expect(asked()).toEqual({ window: 90 });
  });

  it("stays at 30 days until the plan includes more", async () => {
    site.allowed = false;
    show();
    await lookFurther();
    expect(asked()).toEqual({ window: 30 });
    expect(site.offers).toBe(1);
    change({ allowed: true });
    expect(asked()).toEqual({ window: 90 });
  });

  it("offers the upgrade again when it is chosen again", async () => {
    site.allowed = false;
    show();
    await lookFurther();
    await lookFurther();
    expect(site.offers).toBe(2);
  });

  it.each([
    { allowed: true, window: 90, offers: 0 },
    { allowed: false, window: 30, offers: 1 },
  ])(
    "leaves a choice unchanged until the plan has loaded: $window",
    async ({ allowed, window, offers }) => {
      Object.assign(site, { allowed, isLoading: true });
      show();
      await lookFurther();
      expect(screen.getByRole("radio", { name: "90 days", checked: true })).toBeTruthy();
      expect(asked()).toEqual({ window: 30 });
      expect(site.offers).toBe(0);
      change({ isLoading: false });
      expect(asked()).toEqual({ window });
      expect(site.offers).toBe(offers);
    },
  );

  it("goes back to 30 days whatever the plan includes by then", async () => {
    show();
    await lookFurther();
    site.allowed = false;
    await userEvent.click(screen.getByRole("radio", { name: "30 days" }));
    expect(asked()).toEqual({ window: 30 });
  });

  it("draws the highest day at full height, and the others in proportion", () => {
    const days = [DAY, { ...DAY, day: 20_001, views: 6 }];
    fakeConvex.answers["insights/functions:read"] = ok({ until: 20_001, days, ...NONE });
    const { container } = show();
    const bars = [...(container.querySelector("svg")?.querySelectorAll("rect") ?? [])].slice(-3);
    expect(bars.map((bar) => ["x", "y", "height"].map((name) => bar.getAttribute(name)))).toEqual([
      ["108", "40", "0"],
      ["112", "0", "40"],
      ["116", "20", "20"],
    ]);
  });

  it("says so when nothing was counted yet, and what to do about it", async () => {
    fakeConvex.answers["insights/functions:read"] = ok({ until: null, days: [], ...NONE });
    show();
    expect(screen.getByRole("link").getAttribute("href")).toBe("/upload");
    await expectAccessible();
  });

  it("shows the server's refusal", () => {
    fakeConvex.answers["insights/functions:read"] = fail(
      "feature_not_found",
      "Your plan shows the last 30 days",
    );
    show();
    expect(screen.getByText("Your plan shows the last 30 days.")).toBeTruthy();
  });
});
