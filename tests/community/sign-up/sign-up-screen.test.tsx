import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { SignUpScreen } from "../../../src/community/sign-up/sign-up-screen";
import { INES, renderAt } from "../../app/fake-identity";

describe("SignUpScreen", () => {
  it("shows the form beside a whole work with its caption", () => {
    renderAt("/sign-up", <SignUpScreen />);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Join Spotlight");
    expect(screen.getByRole("form", { name: "Sign-up form" })).toBeTruthy();
    const work = screen.getByRole("figure");
    expect(work.querySelector("img")?.alt).not.toBe("");
    expect(work.querySelector("figcaption")?.textContent).not.toBe("");
  });

  it("keeps the return path for users with an account", () => {
    renderAt("/sign-up?next=%2Fupload", <SignUpScreen />);
    const link = screen.getByRole("link", { name: "Sign in" });
    expect(link.getAttribute("href")).toBe("/sign-in?next=%2Fupload");
  });

  it.each([
    ["/sign-up?next=%2Fupload", "/upload"],
    ["/sign-up", "/welcome"],
    ["/sign-up?next=%2F", "/"],
    ["/sign-up?next=https%3A%2F%2Fevil.example", "/"],
  ])("leads from %s to %s after sign-up", (address, path) => {
    const { location } = renderAt(address, <SignUpScreen />, { identity: INES });
    expect(location.history.at(-1)).toBe(path);
  });
});
