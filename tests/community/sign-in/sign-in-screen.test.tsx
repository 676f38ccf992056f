import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { SignInScreen } from "../../../src/community/sign-in/sign-in-screen";
import { worksOfWeek } from "../../../src/community/auth-layout/weekly-works";
import { INES, renderAt } from "../../app/fake-identity";

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

describe("SignInScreen", () => {
  it("shows the form, and a link to sign-up", () => {
    renderAt("/sign-in", <SignInScreen />);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Welcome back");
    expect(screen.getByRole("form", { name: "Sign-in form" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "Join Spotlight" }).getAttribute("href")).toBe(
      "/sign-up",
    );
  });

  it("returns to the page of origin after sign-in", () => {
    const { location } = renderAt("/sign-in?next=%2Fa%2F1", <SignInScreen />, { identity: INES });
    expect(location.history.at(-1)).toBe("/a/1");
  });
});

describe("worksOfWeek", () => {
  it("shows other works each week, and the same all week long", () => {
    const titles = [0, 1, 2].map((week) => worksOfWeek(week * WEEK_MS).tall.title);
    expect(new Set(titles).size).toBe(3);
    expect(worksOfWeek(WEEK_MS - 1).tall.title).toBe(titles[0]);
    expect(worksOfWeek(3 * WEEK_MS).tall.title).toBe(titles[0]);
  });
});
