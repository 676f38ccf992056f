import { act, render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { showToast } from "../../../src/shared/toasts";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ArtworkScreen } from "../../../src/community/artwork/artwork-screen";
import { expectAccessible } from "../../../packages/ui/tests/browser";
import { failTooMany, ok } from "../../../packages/billing/src/contract/errors";
import { idOf } from "../cards";
import { fakeConvex } from "../fake-convex";
import { COMMENT, becomeStranger, hangSwell, reader } from "./artwork-site";

vi.mock("../../../src/shared/toasts", () => ({ showToast: vi.fn() }));
vi.mock("convex/react", async () => (await import("../fake-convex")).fakeConvex);
vi.mock("../../../src/identity/index", () => ({ useIdentity: () => reader }));
vi.mock("../../../packages/billing/src/react", () => ({
  createBillingDialogs: () => ({ PaywallDialog: () => null }),
  createBillingHooks: () => ({ useCustomer: () => ({ customer: null }) }),
}));

const open = () => render(<ArtworkScreen id="swell" />);
const press = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));
const asked = fakeConvex.argsOf.bind(fakeConvex);

beforeEach(() => {
  hangSwell();
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
});

describe("comments under a work", () => {
  const field = () => screen.getByRole("textbox", { name: "Say what you see" });

  it("link mentioned members, and no one else", () => {
    fakeConvex.answers["comments/functions:list"] = [COMMENT];
    open();
    const person = screen.getByRole("link", { name: "@hana.novak" });
    expect(person.getAttribute("href")).toBe("/u/hana.novak");
    expect(screen.getByText("@sade")).toBeTruthy();
  });

  it("disappear when they are deleted, and are deleted when the page goes away", async () => {
    fakeConvex.answers["comments/functions:list"] = [COMMENT];
    const { unmount } = open();
    await press("Delete what Sade Okonkwo said");
    expect(screen.queryByRole("article", { name: "Sade Okonkwo said" })).toBeNull();
    expect(asked("comments/functions:remove")).toEqual([]);
    expect(vi.mocked(showToast).mock.lastCall?.[1]).toMatchObject({ title: "Comment deleted" });
    unmount();
    expect(asked("comments/functions:remove")).toEqual([{ id: "comment" }]);
  });

  it("come back when deleting is undone, and then stay", async () => {
    fakeConvex.answers["comments/functions:list"] = [COMMENT];
    const { unmount } = open();
    await press("Delete what Sade Okonkwo said");
    act(() => vi.mocked(showToast).mock.lastCall?.[1].onUndo?.());
    expect(screen.getByRole("article", { name: "Sade Okonkwo said" })).toBeTruthy();
    unmount();
    expect(asked("comments/functions:remove")).toEqual([]);
  });

  it("are edited in place by their author, and liked", async () => {
    fakeConvex.answers["comments/functions:list"] = [{ ...COMMENT, editedAt: 1, likes: 2 }];
    open();
    expect(screen.getByText(/edited/)).toBeTruthy();
    await press("Like what Sade Okonkwo said, 2 so far");
    expect(asked("comments/likes:set")).toEqual([{ id: "comment", liked: true }]);
    await press("Edit what Sade Okonkwo said");
    const box = screen.getByRole("textbox", { name: "Edit your comment" });
    await userEvent.clear(box);
    await userEvent.type(box, "Calmer");
    await press("Save");
    expect(asked("comments/functions:edit")).toEqual([{ id: "comment", text: "Calmer" }]);
    expect(screen.queryByRole("textbox", { name: "Edit your comment" })).toBeNull();
    await expectAccessible();
  });

  it("can be reported by others", async () => {
    fakeConvex.answers["comments/functions:list"] = [{ ...COMMENT, canDelete: false }];
    open();
    await press("Report what Sade Okonkwo said");
    await press("Send report");
    const subject = { kind: "comment", id: "comment" };
    expect(asked("moderation/reports:send")).toEqual([{ subject, reason: "stolen", note: "" }]);
  });

  it("stay in the field until they are saved, and say why they were not", async () => {
    open();
    await press("Comment");
    expect(screen.getByText("Write something first.")).toBeTruthy();
    fakeConvex.answers["comments/functions:add"] = failTooMany(40_000);
    await userEvent.type(field(), "Lovely");
    await press("Comment");
    expect(screen.getByText(/^Too many requests\./).textContent).toContain(
      "Try again in 40\u00A0s.",
    );
    expect(field()).toHaveProperty("value", "Lovely");
    fakeConvex.answers["comments/functions:add"] = ok({ commentId: idOf("said") });
    await press("Comment");
    expect(asked("comments/functions:add").at(-1)).toEqual({ artworkId: "swell", text: "Lovely" });
    expect(field()).toHaveProperty("value", "");
  });

  it("are answered in place, and the replies unfold", async () => {
    fakeConvex.answers["comments/functions:list"] = [{ ...COMMENT, replies: 1 }];
    fakeConvex.answers["comments/functions:replies"] = [
      { ...COMMENT, id: idOf("reply"), text: "Thank you" },
    ];
    open();
    expect(screen.queryByText("Thank you")).toBeNull();
    await press("Reply to Sade Okonkwo");
    await userEvent.type(screen.getByRole("textbox", { name: /^Reply to/ }), "Yes");
    await press("Reply");
    expect(asked("comments/functions:add")).toEqual([
      { artworkId: "swell", text: "Yes", replyTo: "comment" },
    ]);
    const replies = screen.getByRole("list", { name: "Replies" });
    expect(within(replies).getByText("Thank you")).toBeTruthy();
    await expectAccessible();
  });

  it("ask a visitor to sign in, and return to this work", () => {
    becomeStranger();
    open();
    const link = screen.getByRole("link", { name: "Sign in" });
    expect(link.getAttribute("href")).toBe("/sign-in?next=%2Fa%2Fswell");
  });
});
