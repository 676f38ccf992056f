import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { fail } from "../../../packages/billing/src/contract/errors";
import { MembersScreen } from "../../../src/community/studio/members-screen";
import { NewStudioScreen } from "../../../src/community/studio/new-studio-screen";
import { StudioScreen } from "../../../src/community/studio/studio-screen";
import type { Studio } from "../../../src/community/studio/studio-data";
import { expectAccessible } from "../../../packages/ui/tests/browser";
import { fakeConvex } from "../fake-convex";
import { asked, openSite, visit } from "./studio-site";

vi.mock("convex/react", async () => (await import("../fake-convex")).fakeConvex);
vi.mock("../../../src/identity/index", () => ({ useIdentity: () => ({ status: "signedIn" }) }));

const IN_INK = { slug: "ink-room" };
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const choose = async (name: string, choice: string) => {
  await press(`More actions for ${name}`);
  await userEvent.click(await screen.findByRole("button", { name: choice }));
};

beforeEach(() => openSite());

describe("StudioScreen", () => {
  const show = (studio: Partial<Studio> | null = {}) => {
    openSite(studio);
    return visit("/studio/ink-room", <StudioScreen slug="ink-room" />);
  };

  it("shows its works, under its name and its owner's", () => {
    show({ ownRole: null, state: null });
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Ink Room");
    const links = screen.getAllByRole("link", { name: "Ada" });
    expect(links.map((link) => link.getAttribute("href"))).toEqual(["/u/ada", "/u/ada"]);
    expect(screen.getByRole("list", { name: "Members" }).textContent).toContain("Ada");
    expect(screen.getByRole("link", { name: "Swell by Yuki Tanabe" })).toBeTruthy();
    expect(screen.queryByRole("link", { name: /seats|Members/ })).toBeNull();
  });

  it.each([
    ["owner", "Manage seats"],
    ["manager", "Manage seats"],
    ["member", "Members"],
  ] as const)("links its %s to %s", (ownRole, link) => {
    show({ ownRole });
    const members = screen.getByRole("link", { name: link });
    expect(members.getAttribute("href")).toBe("/studio/ink-room/members");
  });

  it("asks an invited member, and accepts either answer", async () => {
    show({ ownRole: null, state: "invited" });
    expect(screen.getByText("Ada (@ada) invites you to join Ink Room.")).toBeTruthy();
    await expectAccessible();
    await press("Join");
    await press("Decline");
    expect([asked("studios/members:accept"), asked("studios/members:leave")]).toEqual([
      [IN_INK],
      [IN_INK],
    ]);
  });

  it("says so when nothing is published yet, and when the studio is unknown", () => {
    show();
    fakeConvex.answers["studios/functions:listWorks"] = [];
    visit("/studio/ink-room", <StudioScreen slug="ink-room" />);
    expect(screen.getByRole("link", { name: "Share new work" }).getAttribute("href")).toBe(
      "/upload?studio=ink-room",
    );
    show(null);
    expect(screen.getByRole("heading", { name: "Studio not found" })).toBeTruthy();
  });
});

describe("MembersScreen", () => {
  const show = () => visit("/studio/ink-room/members", <MembersScreen slug="ink-room" />);

  it("lists the members, with what is left in each seat", () => {
    show();
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Members of Ink Room");
    const rows = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(rows[0]).toContain("Owner, has a seat");
    expect(rows[1]).toContain("Member, no seat");
    expect(rows[2]).toContain("Member, invited");
    expect(screen.getByRole("meter", { name: "Seats" }).getAttribute("aria-valuetext")).toBe(
      "1 of 3 seats",
    );
    expect(screen.getByRole("meter", { name: "Uploads" }).getAttribute("aria-valuetext")).toBe(
      "3 of 60 uploads",
    );
  });

  it("invites an artist by username, and refuses an empty one", async () => {
    show();
    await press("Invite");
    expect(screen.getByText("Enter a username.")).toBeTruthy();
    await userEvent.type(screen.getByRole("textbox", { name: "Invite an artist" }), " @gil{Enter}");
    expect(asked("studios/members:invite")).toEqual([
      { ...IN_INK, username: "gil", role: "member" },
    ]);
  });

  it("assigns a seat, and offers more to an owner without a free one", async () => {
    const { transport } = show();
    await press("Give Ben a seat");
    expect(asked("studios/seats:assign")).toEqual([{ ...IN_INK, username: "ben" }]);
    expect(transport.argsOf("checkout")).toEqual([]);
    fakeConvex.answers["studios/seats:assign"] = fail(
      "insufficient_balance",
      "All seats are taken",
    );
    await screen.findByRole("button", { name: "Change the number of seats" });
    await press("Give Ben a seat");
    expect(await screen.findByRole("dialog", { name: "Update Plan" })).toBeTruthy();
    expect(transport.argsOf("checkout")).toEqual([{ productId: "studio" }]);
  });

  it("transfers a seat to another member", async () => {
    show();
    await choose("Ada", "Transfer the seat");
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByRole("radio", { name: "Ben" })).toBeTruthy();
    expect(dialog.queryByRole("radio", { name: "Eve" })).toBeNull();
    await press("Transfer the seat");
    expect(asked("studios/seats:transfer")).toEqual([{ ...IN_INK, from: "ada", to: "ben" }]);
  });

  it.each([
    ["Ada", "Release the seat", "Release the seat", "studios/seats:release", "ada"],
    ["Ben", "Remove from the studio", "Remove them", "studios/members:remove", "ben"],
    ["Ben", "Offer them the studio", "Offer the studio", "studios/members:handOver", "ben"],
    ["Eve", "Withdraw the invitation", "Withdraw it", "studios/members:remove", "eve"],
  ] as const)(
    "asks for confirmation before: %s, %s",
    async (name, choice, commit, call, username) => {
      show();
      await choose(name, choice);
      expect(asked(call)).toEqual([]);
      await userEvent.click(within(await screen.findByRole("alertdialog")).getByText(commit));
      expect(asked(call)).toEqual([{ ...IN_INK, username }]);
    },
  );

  it.each([
    ["owner", "You offered the studio to Ben.", "Withdraw the offer", "studios/ownership:decline"],
    [
      "member",
      "Ada offers you the studio Ink Room.",
      "Become the owner",
      "studios/ownership:accept",
    ],
    ["member", "Ada offers you the studio Ink Room.", "Decline", "studios/ownership:decline"],
  ] as const)(
    "informs its %s of a pending ownership offer: %s %s",
    async (ownRole, title, button, call) => {
      openSite({ ownRole, offeredTo: { username: "ben", name: "Ben", avatarUrl: null } });
      show();
      expect(screen.getByText(title)).toBeTruthy();
      await press(button);
      expect(asked(call)).toEqual([IN_INK]);
      await expectAccessible();
    },
  );

  it("lets a member read and leave, and nothing else", async () => {
    openSite({ ownRole: "member", state: "joined" });
    const { location } = show();
    expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
      "Leave the studio",
    ]);
    await press("Leave the studio");
    await press("Leave");
    expect(asked("studios/members:leave")).toEqual([IN_INK]);
    expect(location.history.at(-1)).toBe("/studio/ink-room");
  });

  it("is closed to visitors, and says when no plan pays", async () => {
    openSite({ ownRole: null, state: null });
    show();
    expect(screen.getByRole("heading", { name: "Only members see this" })).toBeTruthy();
    openSite();
    fakeConvex.answers["studios/seatBalances:ofStudio"] = null;
    show();
    expect(screen.getByText("No plan pays for this studio now.")).toBeTruthy();
    await expectAccessible();
  });
});

describe("NewStudioScreen", () => {
  const show = () => visit("/studio/new", <NewStudioScreen />);

  it("suggests an address, creates the studio and gives its founder a seat", async () => {
    const { location } = show();
    await press("Open the studio");
    expect(screen.getByText("Give it a name.")).toBeTruthy();
    await userEvent.type(screen.getByRole("textbox", { name: "Name" }), "Ink & Öl Room");
    await press("Open the studio");
    expect(asked("studios/functions:create")).toEqual([
      { slug: "ink-ol-room", name: "Ink & Öl Room" },
    ]);
    expect(asked("studios/seats:assign")).toEqual([{ slug: "ink-ol-room", username: "ada" }]);
    expect(location.history.at(-1)).toBe("/studio/ink-ol-room/members");
  });

  it("refuses an address that leads elsewhere", async () => {
    show();
    await userEvent.type(screen.getByRole("textbox", { name: "Name" }), "New");
    await press("Open the studio");
    expect(screen.getByText("Use 3 to 30 lowercase letters, numbers and hyphens.")).toBeTruthy();
    expect(asked("studios/functions:create")).toEqual([]);
  });

  it("opens the paywall for a member without the plan", async () => {
    fakeConvex.answers["studios/functions:create"] = fail("insufficient_balance", "Needs the plan");
    const { transport } = show();
    transport.reply("check", () => fail("internal_error", "no", 500));
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    await userEvent.type(screen.getByRole("textbox", { name: "Name" }), "Ink Room");
    await press("Open the studio");
    expect(await screen.findByRole("dialog")).toBeTruthy();
    expect(transport.argsOf("check")).toMatchObject([{ featureId: "seats", withPreview: true }]);
  });
});
