import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { SessionNotice } from "../../src/app/session-notice";
import { fakeConvex } from "../community/fake-convex";
import { INES, renderAt } from "./fake-identity";

vi.mock("convex/react", async () => (await import("../community/fake-convex")).fakeConvex);

const ENDED = { ...INES, status: "signedIn", ended: true, subject: "i", username: "i" } as const;

type State = "anonymous" | "deleted" | "ended" | "live" | "suspended";

describe("SessionNotice", () => {
  it.each<[first: State, later: State[], ends: number, leaves: number]>([
    ["live", ["ended"], 1, 0],
    ["suspended", ["ended"], 1, 0],
    ["ended", [], 0, 1],
    ["anonymous", ["ended"], 0, 1],
    ["deleted", [], 0, 1],
    ["live", [], 0, 0],
    ["anonymous", [], 0, 0],
  ])("%s, then %j: ends %i times, signs out %i times", (first, later, ends, leaves) => {
    const end = vi.fn();
    const signOut = vi.fn(async () => await Promise.resolve());
    const change = (state: State) =>
      fakeConvex.reset({ "accounts/profile:standing": { state, reason: "Spam" } });
    change(first);
    const visit = { identity: INES, end, signOut };
    const { container, show } = renderAt("/", <SessionNotice beganHere={false} />, visit);
    for (const state of later) {
      change(state);
      show(<SessionNotice beganHere={false} />);
    }
    expect([end.mock.calls.length, signOut.mock.calls.length]).toEqual([ends, leaves]);
    expect(container.textContent).toBe("");
  });

  it("asks for the password after a session ended, again when the dialog was closed", async () => {
    fakeConvex.reset({ "accounts/profile:standing": { state: "ended" } });
    const signOut = vi.fn(async () => await Promise.resolve());
    renderAt("/", <SessionNotice beganHere={false} />, { identity: ENDED, signOut });
    const form = () => screen.queryByRole("form", { name: "Password of the same person" });
    expect(form()).toBeTruthy();
    await userEvent.keyboard("{Escape}");
    expect(form()).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Sign in again" }));
    expect(form()).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Leave without signing in" }));
    expect(signOut).toHaveBeenCalledTimes(1);
  });

  it("does not end the next session because of the last one's state", () => {
    fakeConvex.reset({ "accounts/profile:standing": { state: "ended" } });
    const [end, signOut] = [vi.fn(), vi.fn(async () => await Promise.resolve())];
    const identity = { ...ENDED };
    const { show } = renderAt("/", <SessionNotice beganHere={false} />, { identity, end, signOut });
    expect(end).toHaveBeenCalledTimes(1);
    Object.assign(identity, { ended: false });
    show(<SessionNotice beganHere={false} />);
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(end).toHaveBeenCalledTimes(1);
    expect(signOut).not.toHaveBeenCalled();
  });

  it("shows a suspended member the reason, with one full stop", () => {
    const reason = "Copied works. ";
    fakeConvex.reset({ "accounts/profile:standing": { state: "suspended", reason } });
    renderAt("/", <SessionNotice beganHere={false} />, { identity: INES });
    expect(screen.getByRole("alert").textContent).toContain(
      "Your account is suspended. The reason: Copied works. You can read everything,",
    );
  });

  it("shows nothing to a visitor", () => {
    fakeConvex.reset({ "accounts/profile:standing": { state: "anonymous" } });
    const { container } = renderAt("/", <SessionNotice beganHere={false} />);
    expect(container.textContent).toBe("");
  });
});
