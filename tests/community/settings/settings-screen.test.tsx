import { cleanup, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { FunctionReturnType } from "convex/server";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { api } from "../../../convex/_generated/api";
import { refusals } from "../../../convex/accounts/refuse";
import { fail, ok } from "../../../packages/billing/src/contract/errors";
import { SettingsScreen } from "../../../src/community/settings/settings-screen";
import { showToast } from "../../../src/shared/toasts";
import { INES, renderAt } from "../../app/fake-identity";
import { fakeConvex } from "../fake-convex";

const ANA = { username: "ana.sousa", name: "Ana Sousa", avatarUrl: null };
vi.mock("convex/react", async () => (await import("../fake-convex")).fakeConvex);
vi.mock("../../../src/shared/toasts", () => ({ showToast: vi.fn() }));

const SETTINGS: FunctionReturnType<typeof api.community.profiles.settings.mine> = {
  ...{ sensitive: "blur", hiddenMadeHow: ["ai_generated"] },
};
const signOut = vi.fn(() => Promise.resolve());
const show = (kind: "embedded" | "clerk" = "embedded") =>
  renderAt("/settings", <SettingsScreen />, { identity: INES, signOut, kind });

async function askToDelete(password: string) {
  await userEvent.click(screen.getByRole("button", { name: "Delete account…" }));
  const dialog = within(screen.getByRole("alertdialog", { name: "Delete your account?" }));
  if (password !== "") await userEvent.type(dialog.getByLabelText("Your password"), password);
  return dialog;
}

beforeEach(() => {
  fakeConvex.reset({
    "profiles/settings:mine": SETTINGS,
    "profiles/settings:set": ok(SETTINGS),
    "relationships/blocks:list": [],
    "relationships/blocks:set": ok(null),
    "profiles/functions:mine": {
      username: "ines.duarte",
      name: "Inês Duarte",
      bio: "",
      avatarUrl: null,
    },
    "accountDeletion:removeAccount": ok(null),
    "dataExports/functions:mine": null,
    "dataExports/functions:start": ok(null),
    "dataExports/functions:remove": ok(null),
  });
  signOut.mockClear();
  vi.mocked(showToast).mockClear();
});

describe("SettingsScreen", () => {
  it("links the user's own page, and contains the theme", () => {
    show();
    const page = screen.getByRole("link", { name: "Edit your page" });
    expect(page.getAttribute("href")).toBe("/u/ines.duarte?edit");
    expect(screen.getByRole("radiogroup", { name: "Appearance" })).toBeTruthy();
  });

  it("shows and changes the setting for sensitive content", async () => {
    show();
    expect(screen.getByRole<HTMLInputElement>("radio", { name: /Blur it/ }).checked).toBe(true);
    await userEvent.click(screen.getByRole("radio", { name: /Hide it/ }));
    expect(fakeConvex.calls).toEqual([["profiles/settings:set", { sensitive: "hide" }]]);
  });

  it.each([
    ["By hand", ["ai_generated", "by_hand"]],
    ["AI-generated", []],
  ])("hides or shows works by how they were made: %s", async (name, hidden) => {
    show();
    await userEvent.click(screen.getByRole("button", { name }));
    expect(fakeConvex.calls).toEqual([["profiles/settings:set", { hiddenMadeHow: hidden }]]);
  });

  it.each([
    ["block", "Unblock Ana Sousa"],
    ["mute", "Unmute Ana Sousa"],
  ])("undoes a %s", async (kind, name) => {
    fakeConvex.answers["relationships/blocks:list"] = (args) => (args.kind === kind ? [ANA] : []);
    show();
    await userEvent.click(screen.getByRole("button", { name }));
    const args = { username: "ana.sousa", kind, enabled: false };
    expect(fakeConvex.calls).toEqual([["relationships/blocks:set", args]]);
  });

  it("deletes the account only after the password was typed, then signs out", async () => {
    const { location } = show();
    const dialog = await askToDelete("Tidepool!7");
    expect(dialog.getByText("all your works, drafts and files")).toBeTruthy();
    await userEvent.click(dialog.getByRole("button", { name: "Delete everything" }));
    expect(fakeConvex.argsOf("accountDeletion:removeAccount")).toEqual([
      { confirmation: { currentPassword: "Tidepool!7" } },
    ]);
    expect(signOut).toHaveBeenCalledOnce();
    expect(location.history.at(-1)).toBe("/");
  });

  it("says before the deletion that invoices are kept, for how long, and why", async () => {
    show();
    const dialog = await askToDelete("");
    const kept = dialog.getByText(/^Your invoices stay/).textContent;
    expect(kept).toContain("until ten years after the end of the year");
    expect(kept).toContain("we have to be able to show what we sold");
  });

  it("asks for the password again each time", async () => {
    show();
    const [first] = [await askToDelete("Tidepool!7")];
    await userEvent.click(first.getByRole("button", { name: "Keep my account" }));
    const again = await askToDelete("");
    expect(again.getByLabelText("Your password")).toHaveProperty("value", "");
    await userEvent.type(again.getByLabelText("Your password"), "x{Escape}");
    const third = await askToDelete("");
    expect(third.getByLabelText("Your password")).toHaveProperty("value", "");
    const button = third.getByRole<HTMLButtonElement>("button", { name: "Delete everything" });
    expect(button.disabled).toBe(true);
    expect(fakeConvex.calls).toEqual([]);
  });

  it("asks a user of another identity provider for their username, and trims it", async () => {
    show("clerk");
    await userEvent.click(screen.getByRole("button", { name: "Delete account…" }));
    const dialog = within(screen.getByRole("alertdialog"));
    await userEvent.type(dialog.getByRole("textbox"), " ines.duarte {Enter}");
    expect(fakeConvex.argsOf("accountDeletion:removeAccount")).toEqual([
      { confirmation: { username: "ines.duarte" } },
    ]);
  });

  it("leaves the dialog open and the user signed in when the server refuses", async () => {
    const refusal = fail("forbidden", "Hand your studio over or close it first");
    fakeConvex.answers["accountDeletion:removeAccount"] = refusal;
    show();
    const dialog = await askToDelete("Tidepool!7");
    await userEvent.click(dialog.getByRole("button", { name: "Delete everything" }));
    expect(await dialog.findByText("Hand your studio over or close it first.")).toBeTruthy();
    expect(signOut).not.toHaveBeenCalled();
  });

  it("asks for a code too where two-step sign-in is on", async () => {
    fakeConvex.answers["accountDeletion:removeAccount"] = refusals.codeNeeded();
    show();
    const dialog = await askToDelete("Tidepool!7");
    await userEvent.click(dialog.getByRole("button", { name: "Delete everything" }));
    const code = await dialog.findByLabelText("Code");
    expect(document.activeElement).toBe(code);
    fakeConvex.answers["accountDeletion:removeAccount"] = ok(null);
    await userEvent.type(code, "123456");
    await userEvent.click(dialog.getByRole("button", { name: "Delete everything" }));
    expect(fakeConvex.argsOf("accountDeletion:removeAccount").at(-1)).toEqual({
      confirmation: { currentPassword: "Tidepool!7", code: "123456" },
    });
    expect(signOut).toHaveBeenCalledOnce();
  });

  it("asks a visitor to sign in, and returns", () => {
    renderAt("/settings", <SettingsScreen />);
    const link = screen.getByRole("link", { name: "Sign in" });
    expect(link.getAttribute("href")).toBe("/sign-in?next=%2Fsettings");
  });
});

describe("the export of everything", () => {
  const part = { number: 1, bytes: 3_145_728, url: "https://files.example/1" };
  const progress = { files: 12, filesDone: 5, parts: [], expiresAt: 0 };
  const running = { ...progress, state: "running" as const, isRetried: false, failure: null };

  it("is started, shown with its progress, and stopped", async () => {
    show();
    await userEvent.click(screen.getByRole("button", { name: "Export everything" }));
    expect(fakeConvex.calls).toEqual([["dataExports/functions:start", {}]]);
    cleanup();
    fakeConvex.answers["dataExports/functions:mine"] = running;
    show();
    expect(screen.getByText("5 of 12 files")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^Export/ })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Stop" }));
    expect(fakeConvex.argsOf("dataExports/functions:remove")).toHaveLength(1);
  });

  it("is downloaded in parts, until it expires", () => {
    const expiresAt = Date.UTC(2027, 0, 8);
    const parts = [part, { ...part, number: 2, url: "https://files.example/2" }];
    fakeConvex.answers["dataExports/functions:mine"] = {
      ...{ ...running, state: "done", parts, expiresAt },
    };
    show();
    const links = screen.getAllByRole("link", { name: /^Download part/ });
    expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
      ["Download part 1 (3.0 MB)", "https://files.example/1"],
      ["Download part 2 (3.0 MB)", "https://files.example/2"],
    ]);
    expect(screen.getByText(/Unpack all parts/).textContent).toContain(
      new Date(expiresAt).toLocaleDateString(undefined, { dateStyle: "medium" }),
    );
  });

  it("says that it was interrupted and is continuing", () => {
    fakeConvex.answers["dataExports/functions:mine"] = { ...running, isRetried: true };
    show();
    expect(screen.getByRole("status").textContent).toMatch(/5 of 12 files It was interrupted/);
  });

  it.each([
    ["stopped", /failed several times, last at file 5 of 12.*Try again later/],
    ["too_large", /exceed the 40 GB limit/],
  ] as const)("says that it failed because it %s, and offers what is ready", (failure, words) => {
    const failed = { ...running, state: "failed" as const, failure, parts: [part] };
    fakeConvex.answers["dataExports/functions:mine"] = failed;
    show();
    expect(screen.getByRole("status").textContent).toMatch(words);
    expect(screen.getByRole("status").textContent).toContain("These parts are complete");
    expect(screen.getByRole("link", { name: /^Download part 1/ })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Export again" })).toBeTruthy();
  });
});
