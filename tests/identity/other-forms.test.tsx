import { refusals } from "../../convex/accounts/refuse";
import { render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { ChangePasswordForm } from "../../src/identity/change-password-form";
import type { ChangePasswordFormProps } from "../../src/identity/change-password-form";
import { SignInForm } from "../../src/identity/sign-in-form";
import type { SignInSteps } from "../../src/identity/code-form";
import { expectAccessible } from "../../packages/ui/tests/browser";

describe("SignInForm", () => {
  function open() {
    const signIn = vi.fn<SignInSteps["signIn"]>().mockResolvedValue(null);
    const enterCode = vi.fn<SignInSteps["enterCode"]>().mockResolvedValue(null);
    render(<SignInForm signIn={signIn} enterCode={enterCode} />);
    return { user: userEvent.setup(), signIn, enterCode };
  }

  it("supports password managers, and shows no rules", async () => {
    const { user, signIn } = open();
    const password = screen.getByLabelText("Password");
    expect(password.getAttribute("autocomplete")).toBe("current-password");
    expect(screen.queryByRole("list")).toBeNull();
    await user.type(screen.getByLabelText("Username"), "ada");
    await user.type(password, "old{Enter}");
    expect(signIn).toHaveBeenCalledExactlyOnceWith({ username: "ada", password: "old" });
  });

  it("requires both fields before a request", async () => {
    const { user, signIn } = open();
    await user.click(screen.getByRole("button", { name: "Sign in" }));
    expect(screen.getByText("Enter your username")).toBeTruthy();
    expect(screen.getByText("Enter your password")).toBeTruthy();
    await expectAccessible();
    expect(signIn).not.toHaveBeenCalled();
  });

  it("answers a wrong password with one sentence that names neither field, and leaves what was typed", async () => {
    const { user, signIn } = open();
    const message = "That username and password do not match";
    signIn.mockResolvedValue({ code: "invalid_credentials", message });
    await user.type(screen.getByLabelText("Username"), "ada");
    await user.type(screen.getByLabelText("Password"), "x{Enter}");
    expect((await screen.findByRole("alert")).textContent).toContain(message);
    expect(screen.getByLabelText("Username")).toHaveProperty("value", "ada");
  });

  it("asks for a code where the account wants one, and shows why it is refused", async () => {
    const { user, signIn, enterCode } = open();
    signIn.mockResolvedValue({ ticket: "ticket" });
    await user.type(screen.getByLabelText("Username"), "ada");
    await user.type(screen.getByLabelText("Password"), "Tidepool!7{Enter}");
    const code = await screen.findByLabelText("Code");
    expect(document.activeElement).toBe(code);
    expect(code.getAttribute("autocomplete")).toBe("one-time-code");
    await expectAccessible();
    enterCode.mockResolvedValue({ code: "invalid_code", message: "That code is not right" });
    await user.type(code, "123456{Enter}");
    expect(enterCode).toHaveBeenCalledExactlyOnceWith({ ticket: "ticket", code: "123456" });
    expect(await screen.findByText("That code is not right")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Back to the password" }));
    expect(screen.getByLabelText("Username")).toHaveProperty("value", "ada");
  });

  it("says when to try again after too many wrong passwords", async () => {
    const { user, signIn } = open();
    const message = "Too many attempts. Try again in 40 seconds";
    signIn.mockResolvedValue({ code: "too_many_attempts", message, retryAfterMs: 40_000 });
    await user.type(screen.getByLabelText("Username"), "ada");
    await user.type(screen.getByLabelText("Password"), "x{Enter}");
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("Too many attempts. Try again in 40\u00A0s.");
    expect(screen.getByText("Try again in 40 seconds.")).toBeTruthy();
  });
});

describe("ChangePasswordForm", () => {
  function open() {
    const changePassword = vi
      .fn<ChangePasswordFormProps["changePassword"]>()
      .mockResolvedValue(null);
    render(<ChangePasswordForm changePassword={changePassword} />);
    return {
      user: userEvent.setup(),
      changePassword,
      current: screen.getByLabelText("Current password"),
      next: screen.getByLabelText("New password"),
      submit: screen.getByRole("button", { name: "Change password" }),
    };
  }

  it("sends the old and the new one, says that it is done, and resets", async () => {
    const { user, changePassword, current, next, submit } = open();
    await user.type(current, "old");
    await user.type(next, "Rockpool?8");
    await user.click(submit);
    expect(changePassword).toHaveBeenCalledExactlyOnceWith({
      currentPassword: "old",
      newPassword: "Rockpool?8",
    });
    expect((await screen.findByText("Password changed.")).textContent).toBeTruthy();
    expect(current).toHaveProperty("value", "");
    expect(next).toHaveProperty("value", "");
  });

  it("sends nothing when the new one breaks a rule", async () => {
    const { user, changePassword, current, next, submit } = open();
    await user.type(current, "old");
    await user.type(next, "rockpool");
    await user.click(submit);
    await waitFor(() => expect(document.activeElement).toBe(next));
    expect(next.getAttribute("aria-invalid")).toBe("true");
    expect(changePassword).not.toHaveBeenCalled();
  });

  it("asks for a code once the server does, and sends it too", async () => {
    const { user, changePassword, current, next, submit } = open();
    changePassword.mockResolvedValueOnce(refusals.codeNeeded().error);
    await user.type(current, "old");
    await user.type(next, "Rockpool?8");
    await user.click(submit);
    const code = await screen.findByLabelText("Code");
    expect(document.activeElement).toBe(code);
    expect(screen.getByText("Also enter a code from your authenticator app")).toBeTruthy();
    await user.click(submit);
    expect(screen.getByText("Enter the code")).toBeTruthy();
    changePassword.mockResolvedValueOnce(refusals.wrongCode().error);
    await user.type(code, "000000{Enter}");
    expect(await screen.findByText("That code is not right, or was used already")).toBeTruthy();
    await user.clear(code);
    await user.type(code, "123456{Enter}");
    const typed = { currentPassword: "old", newPassword: "Rockpool?8" };
    expect(changePassword.mock.calls.map(([change]) => change)).toEqual([
      typed,
      { ...typed, code: "000000" },
      { ...typed, code: "123456" },
    ]);
    expect(screen.queryByLabelText("Code")).toBeNull();
  });

  it("focuses the current password when it is wrong", async () => {
    const { user, changePassword, current, next, submit } = open();
    changePassword.mockResolvedValue({
      code: "invalid_credentials",
      message: "That is not your current password",
    });
    await user.type(current, "odl");
    await user.type(next, "Rockpool?8");
    await user.click(submit);
    expect(await screen.findByText("That is not your current password")).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(current));
  });
});
