import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { SessionNotice } from "../../src/app/session-notice";
import { fakeConvex } from "../community/fake-convex";
import { INES, renderAt } from "./fake-identity";

vi.mock("convex/react", async () => (await import("../community/fake-convex")).fakeConvex);

const ENDED = { ...INES, status: "signedIn", ended: true, subject: "i", username: "i" } as const;

describe("SessionNotice", () => {
  it.each([
    ["ended", 1, 0],
    ["deleted", 0, 1],
    ["live", 0, 0],
    ["anonymous", 0, 0],
  ] as const)("with a session that is %s calls end %i times and sign-out %i times", (...row) => {
    const [state, ends, leaves] = row;
    fakeConvex.reset({ "accounts/profile:standing": { state } });
    const end = vi.fn();
    const signOut = vi.fn(async () => await Promise.resolve());
    const { container } = renderAt("/", <SessionNotice />, { identity: INES, end, signOut });
    expect([end.mock.calls.length, signOut.mock.calls.length]).toEqual([ends, leaves]);
    expect(container.textContent).toBe("");
  });

  it("asks for the password after a session ended, again when the dialog was closed", async () => {
    fakeConvex.reset({ "accounts/profile:standing": { state: "ended" } });
    const signOut = vi.fn(async () => await Promise.resolve());
    renderAt("/", <SessionNotice />, { identity: ENDED, signOut });
    const form = () => screen.queryByRole("form", { name: "Password of the same person" });
    expect(form()).toBeTruthy();
    await userEvent.keyboard("{Escape}");
    expect(form()).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Sign in again" }));
    expect(form()).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Leave without signing in" }));
    expect(signOut).toHaveBeenCalledTimes(1);
  });

  it("shows a suspended member the reason, with one full stop", () => {
    const reason = "Copied works. ";
    fakeConvex.reset({ "accounts/profile:standing": { state: "suspended", reason } });
    renderAt("/", <SessionNotice />, { identity: INES });
    expect(screen.getByRole("alert").textContent).toContain(
      "Your account is suspended. The reason: Copied works. You can read everything,",
    );
  });

  it("shows nothing to a visitor", () => {
    fakeConvex.reset({ "accounts/profile:standing": { state: "anonymous" } });
    const { container } = renderAt("/", <SessionNotice />);
    expect(container.textContent).toBe("");
  });
});
