import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ArtworkScreen } from "../../src/community/artwork/artwork-screen";
import { COMMENT, becomeStranger, changeFound, hangSwell, reader } from "./artwork/artwork-site";
import { fakeConvex } from "./fake-convex";

vi.mock("convex/react", async () => (await import("./fake-convex")).fakeConvex);
vi.mock("../../src/identity/index", () => ({ useIdentity: () => reader }));
vi.mock("../../packages/billing/src/react", () => ({
  createBillingDialogs: () => ({ PaywallDialog: () => null }),
  createBillingHooks: () => ({ useCustomer: () => ({ customer: null }) }),
}));

const press = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));

beforeEach(() => {
  hangSwell();
  fakeConvex.answers["comments/functions:list"] = [{ ...COMMENT, canDelete: false }];
  vi.stubGlobal("requestAnimationFrame", (draw: () => void) => setTimeout(draw));
});

describe("a visitor", () => {
  it.each([
    ["likes", () => press(/^Like Swell/)],
    ["likes by a key", () => Promise.resolve(fireEvent.keyDown(document.body, { key: "l" }))],
    ["collects", () => press("Collect")],
    ["reports", () => press("Report Swell")],
    ["follows", () => press("Follow Yuki Tanabe")],
  ])("who %s is sent to sign-in, and back; no request is sent", async (_what, act) => {
    becomeStranger();
    render(<ArtworkScreen id="swell" />);
    await act();
    await waitFor(() => expect(window.location.pathname).toBe("/sign-in"));
    expect(window.location.search).toBe("?next=%2Fa%2Fswell");
    expect(fakeConvex.calls).toEqual([]);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("has no comment field, signs in to reply, reports no comment, and has no actions of the artist", async () => {
    becomeStranger();
    render(<ArtworkScreen id="swell" />);
    expect(screen.queryByRole("textbox")).toBeNull();
    expect(screen.queryByRole("button", { name: /^Report what/ })).toBeNull();
    await press("Reply to Sade Okonkwo");
    expect(screen.queryByRole("textbox")).toBeNull();
    expect(screen.queryByRole("region", { name: "Your work" })).toBeNull();
    expect(fakeConvex.calls).toEqual([]);
  });
});

describe("an invalid comment", () => {
  const field = () => screen.getByRole("textbox", { name: "Say what you see" });

  it.each([
    ["", "Write something first."],
    [" \n ", "Write something first."],
    ["x".repeat(2001), "Write at most 2000 characters."],
  ])("is not sent", async (text, refusal) => {
    render(<ArtworkScreen id="swell" />);
    fireEvent.change(field(), { target: { value: text } });
    await press("Comment");
    expect(screen.getByText(refusal)).toBeTruthy();
    expect(fakeConvex.argsOf("comments/functions:add")).toEqual([]);
  });

  it("is sent once it fits, and the error disappears", async () => {
    render(<ArtworkScreen id="swell" />);
    await press("Comment");
    fireEvent.change(field(), { target: { value: "x".repeat(2000) } });
    await press("Comment");
    expect(fakeConvex.argsOf("comments/functions:add")).toHaveLength(1);
    expect(screen.queryByText("Write something first.")).toBeNull();
  });

  it.each([
    ["Edit", "Title", "Save", "artworks/functions:edit"],
    ["Order a print", "Shipping address", "Order the print", "prints/functions:order"],
  ] as const)(
    "in the dialog of %s with a blank %s sends nothing",
    async (open, name, commit, call) => {
      changeFound({ mine: true });
      render(<ArtworkScreen id="swell" />);
      await press(open);
      fireEvent.change(screen.getByRole("textbox", { name }), { target: { value: "  " } });
      await press(commit);
      expect(fakeConvex.argsOf(call)).toEqual([]);
    },
  );
});
