import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { getFunctionName } from "convex/server";
import type { FunctionReference } from "convex/server";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { SettingsScreen } from "../../../src/community/settings/settings-screen";
import { showToast } from "../../../src/shell/toasts";
import { INES, renderAt } from "../../shell/fake-identity";
import { expectAccessible } from "../../ui/browser";

const ANA = { username: "ana.sousa", name: "Ana Sousa", avatarUrl: null };
const SETTINGS = { sensitive: "blur", hiddenMadeHow: ["ai_generated"] };
const DONE = { data: null, error: null };

interface FakeSite {
  settings: unknown;
  silenced: Record<string, unknown[]>;
  answer: unknown;
  asked: unknown[];
}
const site = vi.hoisted((): FakeSite => ({
  settings: undefined,
  silenced: {},
  answer: {},
  asked: [],
}));
vi.mock("convex/react", () => {
  const useCall = (reference: FunctionReference<"mutation" | "action">) => {
    const call = (args: unknown) => {
      site.asked.push([getFunctionName(reference), args]);
      return Promise.resolve(site.answer);
    };
    return Object.assign(call, { withOptimisticUpdate: () => call });
  };
  return {
    useConvexAuth: () => ({ isAuthenticated: true }),
    useQuery: (query: FunctionReference<"query">) =>
      getFunctionName(query) === "community/settings:mine"
        ? site.settings
        : { username: "ines.duarte" },
    usePaginatedQuery: (_query: unknown, { kind }: { kind: string }) => ({
      status: "Exhausted",
      results: site.silenced[kind] ?? [],
    }),
    useMutation: useCall,
    useAction: useCall,
  };
});
vi.mock("../../../src/shell/toasts", () => ({ showToast: vi.fn() }));

const signOut = vi.fn(() => Promise.resolve());
const show = () => renderAt("/settings", <SettingsScreen />, { identity: INES, signOut });

async function askToDelete(username: string) {
  await userEvent.click(screen.getByRole("button", { name: "Delete account…" }));
  const dialog = within(screen.getByRole("alertdialog", { name: "Delete your account?" }));
  await userEvent.type(dialog.getByRole("textbox"), username);
  return dialog;
}

beforeEach(() => {
  Object.assign(site, { settings: SETTINGS, silenced: {}, answer: DONE, asked: [] });
  signOut.mockClear();
  vi.mocked(showToast).mockClear();
});

describe("SettingsScreen", () => {
  it("leads to one's own page, and holds theme and password", async () => {
    show();
    const page = screen.getByRole("link", { name: "Edit your page" });
    expect(page.getAttribute("href")).toBe("/u/ines.duarte");
    expect(screen.getByRole("radiogroup", { name: "Appearance" })).toBeTruthy();
    expect(screen.getByRole("form", { name: "Password form" })).toBeTruthy();
    await expectAccessible();
  });

  it("shows and changes what is done with sensitive content", async () => {
    show();
    expect(screen.getByRole<HTMLInputElement>("radio", { name: /Blur it/ }).checked).toBe(true);
    await userEvent.click(screen.getByRole("radio", { name: /Hide it/ }));
    expect(site.asked).toEqual([["community/settings:set", { sensitive: "hide" }]]);
  });

  it.each([
    ["By hand", ["ai_generated", "by_hand"]],
    ["AI-generated", []],
  ])("leaves works out or lets them in again by how they were made: %s", async (name, hidden) => {
    show();
    await userEvent.click(screen.getByRole("button", { name }));
    expect(site.asked).toEqual([["community/settings:set", { hiddenMadeHow: hidden }]]);
  });

  it.each([
    ["block", "Unblock Ana Sousa"],
    ["mute", "Unmute Ana Sousa"],
  ])("undoes a %s", async (kind, name) => {
    site.silenced = { [kind]: [ANA] };
    show();
    await expectAccessible();
    await userEvent.click(screen.getByRole("button", { name }));
    const args = { username: "ana.sousa", kind, silenced: false };
    expect(site.asked).toEqual([["community/silences:set", args]]);
  });

  it("deletes the account only after the username was typed, then signs out", async () => {
    const { location } = show();
    const dialog = await askToDelete("ines.duarte");
    expect(dialog.getByText("all your works, drafts and files")).toBeTruthy();
    await expectAccessible();
    await userEvent.click(dialog.getByRole("button", { name: "Delete everything" }));
    const removed = ["community/deletion:removeAccount", { username: "ines.duarte" }];
    expect(site.asked).toEqual([removed]);
    expect(signOut).toHaveBeenCalledOnce();
    expect(location.history.at(-1)).toBe("/");
  });

  it("deletes nothing while no username is typed", async () => {
    show();
    const dialog = await askToDelete(" ");
    const button = dialog.getByRole<HTMLButtonElement>("button", { name: "Delete everything" });
    expect(button.disabled).toBe(true);
  });

  it("keeps the question open and the person signed in when the server refuses", async () => {
    site.answer = { data: null, error: { message: "Hand your studio over or close it first" } };
    show();
    const dialog = await askToDelete("ines.duarte");
    await userEvent.click(dialog.getByRole("button", { name: "Delete everything" }));
    const title = "Hand your studio over or close it first";
    expect(showToast).toHaveBeenCalledWith("error", { title });
    expect(screen.getByRole("alertdialog")).toBeTruthy();
    expect(signOut).not.toHaveBeenCalled();
  });

  it("asks a stranger to sign in, and leads back", () => {
    renderAt("/settings", <SettingsScreen />);
    const link = screen.getByRole("link", { name: "Sign in" });
    expect(link.getAttribute("href")).toBe("/sign-in?next=%2Fsettings");
  });
});
