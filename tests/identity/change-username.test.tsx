import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { failTooMany, ok } from "../../packages/billing/src/contract/errors";
import { ChangeUsername } from "../../src/identity/change-username";
import { expectAccessible } from "../../packages/ui/tests/browser";
import { fakeConvex } from "../community/fake-convex";

vi.mock("convex/react", async () => (await import("../community/fake-convex")).fakeConvex);

const field = () => screen.getByRole("textbox", { name: "Username" });
const submit = () => userEvent.click(screen.getByRole("button", { name: "Change username" }));

beforeEach(() =>
  fakeConvex.reset({
    "accounts/usernames:available": { available: true, suggestions: [] },
    "profiles/usernames:change": ok("countess"),
  }),
);

describe("ChangeUsername", () => {
  it("changes the name, says what follows from it, and is empty again", async () => {
    render(<ChangeUsername />);
    await userEvent.type(field(), "countess");
    await submit();
    expect(await screen.findByText("You are @countess now.")).toBeTruthy();
    expect(fakeConvex.calls).toEqual([["profiles/usernames:change", { username: "countess" }]]);
    expect(field()).toHaveProperty("value", "");
    await expectAccessible();
  });

  it("sends nothing that breaks a rule", async () => {
    render(<ChangeUsername />);
    await userEvent.type(field(), "ab");
    await submit();
    expect(field().getAttribute("aria-invalid")).toBe("true");
    expect(fakeConvex.calls).toEqual([]);
  });

  it("shows a taken name at the field, and a wait above the form", async () => {
    const taken = {
      data: null,
      error: { code: "username_taken", message: "That username is taken" },
    };
    fakeConvex.answers["profiles/usernames:change"] = { ...taken, statusCode: 409 };
    const { unmount } = render(<ChangeUsername />);
    await userEvent.type(field(), "countess");
    await submit();
    expect(await screen.findByText("That username is taken")).toBeTruthy();
    expect(field().getAttribute("aria-invalid")).toBe("true");
    unmount();
    fakeConvex.answers["profiles/usernames:change"] = failTooMany(3_600_000);
    render(<ChangeUsername />);
    await userEvent.type(field(), "countess");
    await submit();
    expect((await screen.findByRole("alert")).textContent).toContain("Too many requests");
  });
});
