import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { FunctionReturnType } from "convex/server";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { api } from "../../../convex/_generated/api";
import { fail, ok } from "../../../packages/billing/src/contract/errors";
import { NotificationsSettingsScreen } from "../../../src/community/settings/notifications-settings-screen";
import { showToast } from "../../../src/shared/toasts";
import { INES, renderAt } from "../../app/fake-identity";
import { fakeConvex } from "../fake-convex";

vi.mock("convex/react", async () => (await import("../fake-convex")).fakeConvex);
vi.mock("../../../src/shared/toasts", () => ({ showToast: vi.fn() }));

type Choices = NonNullable<FunctionReturnType<typeof api.community.notifications.settings.mine>>;
const CHOICES: Choices = { hidden: ["like"], mailed: ["comment"], hasAddress: true };
const SET = "notifications/settings:set";

const show = (choices: Partial<Choices> = {}, kind: "embedded" | "clerk" = "embedded") => {
  fakeConvex.answers["notifications/settings:mine"] = { ...CHOICES, ...choices };
  return renderAt("/settings/notifications", <NotificationsSettingsScreen />, {
    ...{ identity: INES, kind },
  });
};
const box = (name: string) => screen.getByRole<HTMLInputElement>("checkbox", { name });

beforeEach(() => {
  fakeConvex.reset({ [SET]: ok(null) });
  vi.mocked(showToast).mockClear();
});

describe("NotificationsSettingsScreen", () => {
  it("shows each kind with where it is told", () => {
    show();
    const rows = screen.getAllByRole("row").slice(1);
    const told = rows.map((row) => [
      within(row).getByRole("rowheader").textContent,
      ...within(row)
        .getAllByRole<HTMLInputElement>("checkbox")
        .map(({ checked, disabled }) => `${checked}${disabled ? " fixed" : ""}`),
    ]);
    expect(told).toEqual([
      ["Likes", "false", "false fixed"],
      ["Comments", "true", "true"],
      ["Replies", "true", "false"],
      ["Mentions", "true", "false"],
      ["New followers", "true", "false"],
      ["Invitations to studios", "true fixed", "false"],
    ]);
    const settings = within(screen.getByRole("navigation", { name: "Settings" }));
    expect(settings.getByRole("link", { current: "page" }).textContent).toBe("Notifications");
  });

  it.each([
    ["Likes: on the site", { kinds: ["like"], site: true }],
    ["Comments: on the site", { kinds: ["comment"], site: false }],
    ["Comments: by mail", { kinds: ["comment"], mail: false }],
    ["Invitations to studios: by mail", { kinds: ["invite", "offer"], mail: true }],
  ])("saves a change at once: %s", async (name, args) => {
    show();
    await userEvent.click(box(name));
    expect(fakeConvex.argsOf(SET)).toEqual([args]);
  });

  it.each([
    [
      { kinds: ["comment"], site: false },
      { hidden: ["like", "comment"], mailed: [] },
    ],
    [
      { kinds: ["like"], site: true },
      { hidden: [], mailed: ["comment"] },
    ],
    [
      { kinds: ["reply"], mail: true },
      { hidden: ["like"], mailed: ["comment", "reply"] },
    ],
    [
      { kinds: ["comment"], mail: false },
      { hidden: ["like"], mailed: [] },
    ],
  ])("shows %o before the server has answered", (args, then) => {
    show();
    const setQuery = vi.fn();
    fakeConvex.updates.get(SET)?.(
      { getQuery: () => CHOICES, getAllQueries: () => [], setQuery },
      args,
    );
    expect(setQuery.mock.lastCall?.[2]).toEqual({ ...CHOICES, ...then });
  });

  it("leads to an address where there is none, and offers no mails until then", () => {
    show({ hasAddress: false });
    const link = screen.getByRole("link", { name: "Confirm an e-mail address" });
    expect(link.getAttribute("href")).toBe("/settings/security");
    expect(box("Comments: by mail").disabled).toBe(true);
  });

  it("does not, where another provider keeps the address", () => {
    show({ hasAddress: false }, "clerk");
    expect(screen.queryByRole("link", { name: "Confirm an e-mail address" })).toBeNull();
  });

  it("says why a change was refused", async () => {
    fakeConvex.answers[SET] = fail("rate_limit_exceeded", "Too many requests", 429);
    show();
    await userEvent.click(box("Likes: on the site"));
    expect(showToast).toHaveBeenCalledWith("error", { title: "Too many requests" });
  });

  it("asks a visitor to sign in, and returns", () => {
    renderAt("/settings/notifications", <NotificationsSettingsScreen />);
    const link = screen.getByRole("link", { name: "Sign in" });
    expect(link.getAttribute("href")).toBe("/sign-in?next=%2Fsettings%2Fnotifications");
  });
});
