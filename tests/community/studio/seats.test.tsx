import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { fail } from "../../../packages/billing/src/contract/errors";
import type { Product } from "../../../packages/billing/src/contract/wire";
import { MembersScreen } from "../../../src/community/studio/members-screen";
import { NewStudioScreen } from "../../../src/community/studio/new-studio-screen";
import type { Studio } from "../../../src/community/studio/studio-data";
import { StudioScreen } from "../../../src/community/studio/studio-screen";
import {
  customerFeature,
  productIn,
  productItem,
} from "../../../packages/billing/tests/react/wire-samples";
import { fakeConvex, refusal } from "../fake-convex";
import { asked, openSite, visit } from "./studio-site";

vi.mock("convex/react", async () => (await import("../fake-convex")).fakeConvex);
const who = vi.hoisted(() => ({ status: "signedIn" }));
vi.mock("../../../src/identity/index", () => ({ useIdentity: () => who }));

const IN_INK = { slug: "ink-room" };
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const members = (studio: Partial<Studio> = {}) => {
  openSite(studio);
  return visit("/studio/ink-room/members", <MembersScreen slug="ink-room" />);
};
const MORE = "Change the number of seats";

beforeEach(() => {
  who.status = "signedIn";
  openSite();
});

describe("a studio's seats", () => {
  it("are requested for the studio of the page, and one member's by both names", () => {
    members();
    expect(fakeConvex.asked.get("studios/functions:get")).toEqual(IN_INK);
    expect(fakeConvex.asked.get("studios/members:list")).toEqual(IN_INK);
    expect(fakeConvex.asked.get("studios/seatBalances:ofStudio")).toEqual(IN_INK);
    expect(fakeConvex.asked.get("studios/seatBalances:ofMember")).toEqual({
      ...IN_INK,
      username: "ada",
    });
  });

  it("are shown as a number of free ones, or as all taken", () => {
    members();
    expect(screen.getByText(/2 free/)).toBeTruthy();
    const none = customerFeature({ id: "seats", name: "Seats", usage: 3, balance: 0 });
    fakeConvex.answers["studios/seatBalances:ofStudio"] = none;
    visit("/studio/ink-room/members", <MembersScreen slug="ink-room" />);
    expect(screen.getByText(/All seats are taken/)).toBeTruthy();
  });

  const seats = productItem({ feature_id: "seats", usage_model: "prepaid", price: 9 });
  const plan = (scenario: Product["scenario"], updateable: boolean, items = [seats]) =>
    productIn(scenario, { id: "studio", name: "Studio", items, properties: { updateable } });
  it.each([
    ["its owner, with a plan that has them", "owner", plan("active", true), true],
    ["a manager, who does not pay", "manager", plan("active", true), false],
    ["an owner whose plan has a fixed number", "owner", plan("active", false), false],
    ["an owner without the plan", "owner", plan("upgrade", true), false],
    ["an owner whose plan has no seats", "owner", plan("active", true, [productItem()]), false],
  ] as const)("are changed in number by %s", async (_who, ownRole, product, may) => {
    openSite({ ownRole });
    const { transport } = visit(
      "/studio/ink-room/members",
      <MembersScreen slug="ink-room" />,
      product,
    );
    await waitFor(() => expect(transport.argsOf("listProducts").length).toBeGreaterThan(0));
    if (may) expect(await screen.findByRole("button", { name: MORE })).toBeTruthy();
    else expect(screen.queryByRole("button", { name: MORE })).toBeNull();
  });

  it("are not sold to a manager without a free one", async () => {
    const { transport } = members({ ownRole: "manager" });
    fakeConvex.answers["studios/seats:assign"] = fail(
      "insufficient_balance",
      "All seats are taken",
    );
    await press("Give Ben a seat");
    expect(asked("studios/seats:assign")).toEqual([{ ...IN_INK, username: "ben" }]);
    expect(transport.argsOf("checkout")).toEqual([]);
  });

  it("are not sold after another refusal", async () => {
    const { transport } = members();
    await screen.findByRole("button", { name: MORE });
    fakeConvex.answers["studios/seats:assign"] = refusal("blocked", "They left");
    await press("Give Ben a seat");
    expect(transport.argsOf("checkout")).toEqual([]);
  });

  it("name who can choose a plan, when the user cannot", () => {
    members({ ownRole: "manager" });
    fakeConvex.answers["studios/seatBalances:ofStudio"] = null;
    visit("/studio/ink-room/members", <MembersScreen slug="ink-room" />);
    expect(screen.getByText(/Ada can choose one/)).toBeTruthy();
    expect(screen.queryByRole("link", { name: "See plans" })).toBeNull();
  });
});

describe("an owner or manager of a studio", () => {
  it("invites with the chosen role, without an @, and the field is emptied only after success", async () => {
    fakeConvex.answers["studios/members:invite"] = refusal("not_found", "Nobody has this name");
    visit("/studio/ink-room/members", <MembersScreen slug="ink-room" />);
    const field = screen.getByRole<HTMLInputElement>("textbox", { name: "Invite an artist" });
    await userEvent.type(field, " @gil ");
    await userEvent.click(screen.getByRole("radio", { name: /^Manager/ }));
    await press("Invite");
    expect(asked("studios/members:invite")).toEqual([
      { ...IN_INK, username: "gil", role: "manager" },
    ]);
    expect(field.value).toBe(" @gil ");
  });

  it("changes a role at once, to the other one", async () => {
    members();
    await press("More actions for Ben");
    await userEvent.click(await screen.findByRole("button", { name: "Make them a manager" }));
    expect(asked("studios/members:invite")).toEqual([
      { ...IN_INK, username: "ben", role: "manager" },
    ]);
  });

  it("closes it as its owner, and goes to the home page; a refusal leaves it open", async () => {
    const { location } = members();
    await press("Close the studio");
    fakeConvex.answers["studios/functions:close"] = refusal("blocked", "Somebody sits");
    await press("Close it");
    expect(location.history.at(-1)).toBe("/studio/ink-room/members");
    fakeConvex.answers["studios/functions:close"] = { data: null, error: null };
    await press("Close it");
    expect(asked("studios/functions:close")).toEqual([IN_INK, IN_INK]);
    expect(asked("studios/members:leave")).toEqual([]);
    await waitFor(() => expect(location.history.at(-1)).toBe("/"));
  });

  it.each(["member", "manager"] as const)("as its %s, leaves it", async (ownRole) => {
    members({ ownRole });
    await press("Leave the studio");
    await press("Leave");
    expect([asked("studios/members:leave"), asked("studios/functions:close")]).toEqual([
      [IN_INK],
      [],
    ]);
  });

  it("is informed that there are no other members yet", () => {
    const [ada] = [{ username: "ada", name: "Ada", avatarUrl: null }];
    fakeConvex.answers["studios/members:list"] = [{ ...ada, role: "manager", state: "seated" }];
    visit("/studio/ink-room/members", <MembersScreen slug="ink-room" />);
    expect(screen.getByText(/Invite the first one above/)).toBeTruthy();
  });

  it("transfers a seat to the chosen member", async () => {
    const people = ["ada", "ben", "cleo"].map((username) => ({
      ...{ username, name: username, avatarUrl: null, role: "member" as const },
      state: username === "ada" ? ("seated" as const) : ("joined" as const),
    }));
    fakeConvex.answers["studios/members:list"] = people;
    visit("/studio/ink-room/members", <MembersScreen slug="ink-room" />);
    await press("More actions for ada");
    await userEvent.click(await screen.findByRole("button", { name: "Transfer the seat" }));
    const dialog = within(await screen.findByRole("dialog"));
    await userEvent.click(dialog.getByRole("radio", { name: "cleo" }));
    await press("Transfer the seat");
    expect(asked("studios/seats:transfer")).toEqual([{ ...IN_INK, from: "ada", to: "cleo" }]);
  });
});

describe("a member who publishes for a studio", () => {
  it.each([
    ["has a seat there", "member", "seated", "Share new work", "/upload?studio=ink-room"],
    ["is a member", "member", "joined", "See who has a seat", "/studio/ink-room/members"],
    ["owns it", "owner", "joined", "See who has a seat", "/studio/ink-room/members"],
    ["is not a member", null, null, null, null],
  ] as const)("gets the link when they: %s", (_who, ownRole, state, name, href) => {
    openSite({ ownRole, state });
    fakeConvex.answers["studios/functions:listWorks"] = [];
    visit("/studio/ink-room", <StudioScreen slug="ink-room" />);
    const link = screen.queryByRole("link", { name: /^(Share new work|See who has a seat)$/ });
    expect([link?.textContent ?? null, link?.getAttribute("href") ?? null]).toEqual([name, href]);
  });
});

describe("a new studio", () => {
  const found = async () => {
    await userEvent.type(screen.getByRole("textbox", { name: "Name" }), "Ink Room");
    await press("Open the studio");
  };
  it("assigns no seat when it was not created", async () => {
    fakeConvex.answers["studios/functions:create"] = refusal("taken", "The address is taken");
    const { location } = visit("/studio/new", <NewStudioScreen />);
    await found();
    expect(asked("studios/seats:assign")).toEqual([]);
    expect(location.history.at(-1)).toBe("/studio/new");
  });

  it("is created even when its founder gets no seat: the members' page says so", async () => {
    fakeConvex.answers["studios/seats:assign"] = fail(
      "insufficient_balance",
      "All seats are taken",
    );
    const { location } = visit("/studio/new", <NewStudioScreen />);
    await found();
    await waitFor(() => expect(location.history.at(-1)).toBe("/studio/ink-room/members"));
  });

  it("has the typed address, whatever its name", async () => {
    visit("/studio/new", <NewStudioScreen />);
    const address = screen.getByRole("textbox", { name: "Address" });
    await userEvent.type(address, "my-own");
    await found();
    expect(asked("studios/functions:create")).toEqual([{ slug: "my-own", name: "Ink Room" }]);
  });

  it("requires sign-in", () => {
    who.status = "signedOut";
    visit("/studio/new", <NewStudioScreen />);
    const link = screen.getByRole("link", { name: "Sign in" });
    expect(link.getAttribute("href")).toBe("/sign-in?next=%2Fstudio%2Fnew");
  });
});
