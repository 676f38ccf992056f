import { render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { PASSWORD_RULES, USERNAME_RULES } from "../../convex/contract/credentials";
import { SignUpForm } from "../../src/identity/sign-up-form";
import type { SignUpFormProps } from "../../src/identity/sign-up-form";
import { expectAccessible } from "../../packages/ui/tests/browser";

const PASSWORD = "Tidepool!7";

function open(props: Partial<SignUpFormProps> = {}) {
  const signUp = vi.fn<SignUpFormProps["signUp"]>().mockResolvedValue(null);
  const checkUsername = vi
    .fn<SignUpFormProps["checkUsername"]>()
    .mockResolvedValue({ available: true, suggestions: [] });
  render(<SignUpForm signUp={signUp} checkUsername={checkUsername} {...props} />);
  return {
    user: userEvent.setup(),
    signUp,
    checkUsername,
    username: screen.getByLabelText("Username"),
    password: screen.getByLabelText("Password"),
    submit: screen.getByRole("button", { name: "Create account" }),
  };
}

const stateOf = (message: string) =>
  screen
    .getAllByRole("listitem")
    .find((item) => item.textContent.startsWith(message))
    ?.getAttribute("data-state");

describe("SignUpForm", () => {
  it("shows all seven rules from the start, as neither met nor broken", async () => {
    open();
    for (const { message } of [...USERNAME_RULES, ...PASSWORD_RULES]) {
      expect(stateOf(message)).toBe("open");
    }
    expect(document.querySelector("[aria-invalid]")).toBeNull();
    await expectAccessible();
  });

  it("labels its fields for password managers, and hides nothing from them", () => {
    const { username, password } = open();
    expect(username.getAttribute("autocomplete")).toBe("username");
    expect(password.getAttribute("autocomplete")).toBe("new-password");
    expect(password.getAttribute("type")).toBe("password");
    expect(document.querySelectorAll("form")).toHaveLength(1);
  });

  it("marks each rule as it is met", async () => {
    const { user, password } = open();
    await user.type(password, "tide7");
    expect(PASSWORD_RULES.map(({ message }) => stateOf(message))).toEqual([
      "open",
      "met",
      "open",
      "open",
      "met",
    ]);
  });

  it("announces how many rules are met once typing pauses", async () => {
    const { user, password } = open();
    await user.type(password, "Tide7");
    expect(await screen.findByText("3 of 5 rules met")).toBeTruthy();
    expect(screen.getByText("3 of 5 rules met").getAttribute("role")).toBe("status");
  });

  it("accepts a pasted password", async () => {
    const { user, password } = open();
    await user.click(password);
    await user.paste(PASSWORD);
    expect(password).toHaveProperty("value", PASSWORD);
  });

  it("shows and hides the password, and says which", async () => {
    const { user, password } = open();
    const toggle = screen.getByRole("button", { name: "Show password" });
    expect(toggle.getAttribute("aria-pressed")).toBe("false");
    await user.click(toggle);
    expect(password.getAttribute("type")).toBe("text");
    expect(toggle.getAttribute("aria-pressed")).toBe("true");
  });

  it("shows no error before the user leaves the field", async () => {
    const { user, username } = open();
    await user.type(username, "ab");
    expect(username.getAttribute("aria-invalid")).toBeNull();
    await user.tab();
    expect(username.getAttribute("aria-invalid")).toBe("true");
    const [rule] = USERNAME_RULES;
    expect(screen.getAllByText(rule?.message ?? "")).toHaveLength(2);
  });

  it("sends nothing that breaks a rule, and focuses the first invalid field", async () => {
    const { user, username, password, signUp, submit } = open();
    await user.click(submit);
    await waitFor(() => expect(document.activeElement).toBe(username));
    await user.type(username, "ada");
    await user.click(submit);
    await waitFor(() => expect(document.activeElement).toBe(password));
    expect(signUp).not.toHaveBeenCalled();
  });

  it("sends what was typed, once however often the button is pressed", async () => {
    const finish: (() => void)[] = [];
    const answer = new Promise<null>((resolve) => finish.push(() => resolve(null)));
    const signUp = vi.fn(async () => await answer);
    const { user, username, password, submit } = open({ signUp });
    await user.type(username, "ada");
    await user.type(password, PASSWORD);
    await user.click(submit);
    await user.click(submit);
    await user.type(password, "{Enter}");
    expect(submit.getAttribute("aria-busy")).toBe("true");
    expect(signUp).toHaveBeenCalledExactlyOnceWith({ username: "ada", password: PASSWORD });
    for (const done of finish) done();
    await waitFor(() => expect(submit.getAttribute("aria-busy")).toBeNull());
  });

  it("shows a refusal, and a missing answer", async () => {
    const signUp = vi
      .fn<SignUpFormProps["signUp"]>()
      .mockResolvedValueOnce({ code: "too_many_attempts", message: "Too many attempts" })
      .mockRejectedValueOnce(new TypeError("Failed to fetch"));
    const { user, username, password, submit } = open({ signUp });
    await user.type(username, "ada");
    await user.type(password, PASSWORD);
    await user.click(submit);
    expect((await screen.findByRole("alert")).textContent).toContain("Too many attempts");
    await user.click(submit);
    expect((await screen.findByRole("alert")).textContent).toContain("Check your connection");
  });
});

describe("a refusal", () => {
  it("is shown at its field until the field is changed", async () => {
    const message = "That username is taken";
    const signUp = vi
      .fn<SignUpFormProps["signUp"]>()
      .mockResolvedValue({ code: "username_taken", message });
    const { user, username, password, submit } = open({ signUp });
    await user.type(username, "ada");
    await user.type(password, PASSWORD);
    await user.click(submit);
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.queryByRole("alert")).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(username));
    await user.type(username, "m");
    expect(screen.queryByText(message)).toBeNull();
  });
});

describe("the username", () => {
  it("is checked once typing pauses, and shown as the page's address", async () => {
    const { user, username, checkUsername } = open();
    await user.type(username, "ada");
    expect(screen.getByText("Checking. Your page will be spotlight/u/ada")).toBeTruthy();
    expect(await screen.findByText("Available. Your page will be spotlight/u/ada")).toBeTruthy();
    expect(checkUsername).toHaveBeenCalledExactlyOnceWith("ada");
  });

  it("is not checked while it breaks a rule", async () => {
    const { user, username, checkUsername } = open();
    await user.type(username, "a b c");
    // A check of the first name would have arrived before that of the second.
    await user.clear(username);
    await user.type(username, "ada");
    await screen.findByText("Available. Your page will be spotlight/u/ada");
    expect(checkUsername).toHaveBeenCalledExactlyOnceWith("ada");
  });

  it("shows suggestions when it is taken, and sends nothing until one is chosen", async () => {
    const checkUsername = vi.fn(
      async (name: string) =>
        await Promise.resolve(
          name === "ada"
            ? { available: false, suggestions: ["ada.art", "ada.studio", "ada.draws"] }
            : { available: true, suggestions: [] },
        ),
    );
    const { user, username, password, signUp, submit } = open({ checkUsername });
    await user.type(password, PASSWORD);
    await user.type(username, "ada");
    expect(await screen.findByText("That username is taken")).toBeTruthy();
    await user.click(submit);
    expect(signUp).not.toHaveBeenCalled();
    const offers = screen.getByRole("list", { name: "Available usernames like it" });
    await user.click(within(offers).getByRole("button", { name: "ada.studio" }));
    expect(username).toHaveProperty("value", "ada.studio");
    await user.click(submit);
    expect(signUp).toHaveBeenCalledExactlyOnceWith({ username: "ada.studio", password: PASSWORD });
  });

  it("never shows the answer for an earlier one", async () => {
    const answers = new Map<string, (found: { available: boolean; suggestions: [] }) => void>();
    const checkUsername = async (name: string) =>
      await new Promise<{ available: boolean; suggestions: [] }>((resolve) =>
        answers.set(name, resolve),
      );
    const { user, username } = open({ checkUsername });
    await user.type(username, "ada");
    await waitFor(() => expect(answers.has("ada")).toBe(true));
    await user.type(username, "m");
    await waitFor(() => expect(answers.has("adam")).toBe(true));
    answers.get("adam")?.({ available: true, suggestions: [] });
    answers.get("ada")?.({ available: false, suggestions: [] });
    expect(await screen.findByText("Available. Your page will be spotlight/u/adam")).toBeTruthy();
  });

  it("can be sent when the check fails: the server decides again", async () => {
    const checkUsername = async () => await Promise.reject(new TypeError("Failed to fetch"));
    const { user, username, password, signUp, submit } = open({ checkUsername });
    await user.type(username, "ada");
    await user.type(password, PASSWORD);
    expect(await screen.findByText("Your page will be spotlight/u/ada")).toBeTruthy();
    await user.click(submit);
    expect(signUp).toHaveBeenCalledTimes(1);
  });
});
