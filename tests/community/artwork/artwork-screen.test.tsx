import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ArtworkScreen } from "../../../src/community/artwork/artwork-screen";
import { expectAccessible } from "../../../packages/ui/tests/browser";
import { fail, ok } from "../../../packages/billing/src/contract/errors";
import type { Customer } from "../../../packages/billing/src/contract/wire";
import { customer, customerFeature } from "../../../packages/billing/tests/react/wire-samples";
import { cardOf, idOf } from "../cards";
import { fakeConvex } from "../fake-convex";
import { FILE, becomeStranger, changeDetail, comeFromFeed } from "./artwork-site";
import { changeFound, hangSwell, reader } from "./artwork-site";

const plan = vi.hoisted((): { customer: Customer | null } => ({ customer: null }));
vi.mock("../../../src/shared/toasts", () => ({ showToast: vi.fn() }));
vi.mock("convex/react", async () => (await import("../fake-convex")).fakeConvex);
vi.mock("../../../src/identity/index", () => ({ useIdentity: () => reader }));
vi.mock("../../../packages/billing/src/react", () => ({
  createBillingDialogs: () => ({
    PaywallDialog: ({ featureId }: { featureId: string }) => <p>Paywall for {featureId}</p>,
  }),
  createBillingHooks: () => ({ useCustomer: () => plan }),
}));

const open = () => render(<ArtworkScreen id="swell" />);
const press = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));
const asked = fakeConvex.argsOf.bind(fakeConvex);
/** A finger moves over the picture. */
function swipe(from: number, to: number, down = 0, pointer: object = {}) {
  const picture = screen.getByRole("region", { name: "Picture" });
  const finger = { pointerType: "touch", isPrimary: true, ...pointer };
  fireEvent.pointerDown(picture, { ...finger, clientX: from, clientY: 0 });
  fireEvent.pointerUp(picture, { ...finger, clientX: to, clientY: down });
}
function prefer(motion: "motion" | "stillness") {
  vi.stubGlobal("matchMedia", () => ({ matches: motion === "stillness" }));
}

beforeEach(() => {
  hangSwell();
  plan.customer = null;
  prefer("motion");
});

describe("ArtworkScreen", () => {
  it("shows the whole picture, with its metadata", () => {
    open();
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Swell");
    expect(screen.getByRole("img", { name: "What Swell shows" })).toBeTruthy();
    expect(screen.getByText("From memory.")).toBeTruthy();
    expect(screen.getByText("CC BY 4.0, no AI training")).toBeTruthy();
    expect(screen.getByText("By hand")).toBeTruthy();
    expect(screen.getByText("1,200")).toBeTruthy();
    const tag = screen.getByRole("link", { name: "harbour" });
    expect(tag.getAttribute("href")).toBe("/explore?tag=harbour");
    const original = screen.getByRole("link", { name: "Original" });
    expect(original.getAttribute("href")).toBe("https://files/Swell");
    expect(document.querySelector("meta[name=robots]")?.getAttribute("content")).toBe(
      "noai, noimageai",
    );
    expect(screen.queryByRole("region", { name: "Your work" })).toBeNull();
  });

  it("keeps an unlisted work out of search engines", () => {
    changeDetail({ state: "unlisted", noAi: false });
    open();
    expect(document.querySelector("meta[name=robots]")?.getAttribute("content")).toBe("noindex");
  });

  it("has no robots tag where the artist allows AI training", () => {
    changeDetail({ noAi: false });
    open();
    expect(document.querySelector("meta[name=robots]")).toBeNull();
  });

  it.each([
    ["k", "/a/luna"],
    ["{ArrowLeft}", "/a/luna"],
    ["j", "/a/swell"],
    ["{Escape}", "/"],
  ])("navigates with the key %s, and not past the end of the grid", async (key, path) => {
    open();
    await userEvent.keyboard(key);
    expect(window.location.pathname).toBe(path);
  });

  it("likes with L, but not in a text field", async () => {
    open();
    await userEvent.keyboard("l");
    expect(asked("likes:set")).toEqual([{ artworkId: "swell", liked: true }]);
    await userEvent.type(screen.getByRole("textbox", { name: "Say what you see" }), "lull");
    expect(asked("likes:set")).toHaveLength(1);
  });

  it("enlarges with + up to twice its pixels, shrinks with -, and fits again with 0", async () => {
    open();
    expect(screen.getByText("Fit")).toBeTruthy();
    await userEvent.keyboard("+");
    expect(screen.getByText("100%")).toBeTruthy();
    await userEvent.keyboard("++");
    expect(screen.getByText("200%")).toBeTruthy();
    await userEvent.keyboard("-");
    expect(screen.getByText("100%")).toBeTruthy();
    await expectAccessible();
    await userEvent.keyboard("0");
    expect(screen.getByText("Fit")).toBeTruthy();
  });

  it("leaves the arrow keys to an enlarged picture", async () => {
    open();
    await userEvent.keyboard("+");
    screen.getByRole("group", { name: "Enlarged picture" }).focus();
    await userEvent.keyboard("{ArrowLeft}");
    expect(window.location.pathname).toBe("/a/swell");
  });

  it.each([
    ["motion", ["playing", "still"], "Stop the animation"],
    ["stillness", ["still", "playing"], "Play the animation"],
  ] as const)("with the preference %s, an animation is %s", async (motion, states, button) => {
    prefer(motion);
    const artwork = cardOf("Swell", { mediaType: "image/gif", posterUrl: "https://files/still" });
    changeFound({ artwork });
    open();
    const still = screen.getByRole("img", { name: "What Swell shows" });
    const state = () => still.parentElement?.dataset.state;
    expect(state()).toBe(states[0]);
    await press(button);
    expect(state()).toBe(states[1]);
    expect(still.parentElement?.querySelectorAll("img")).toHaveLength(
      states[1] === "playing" ? 2 : 1,
    );
  });

  it("remembers the chosen background", async () => {
    const { unmount } = open();
    await press("White background");
    unmount();
    open();
    expect(screen.getByRole("button", { name: "White background" }).ariaPressed).toBe("true");
  });

  it("shows another picture or a step on request, and then the work itself again", async () => {
    changeDetail({ pages: [{ ...FILE, id: idOf("back"), caption: "The back" }], steps: [FILE] });
    open();
    await press("Step 1: The sketch");
    expect(screen.getByRole("img", { name: "The sketch" })).toBeTruthy();
    await press("Picture 2: The back");
    expect(screen.getByRole("img", { name: "The back" })).toBeTruthy();
    await press(/^Picture 1/);
    expect(screen.getByRole("img", { name: "What Swell shows" })).toBeTruthy();
    await expectAccessible();
  });

  it("goes through its pictures by key, button and swipe, then to the next work", async () => {
    changeDetail({ pages: [{ ...FILE, id: idOf("back"), caption: "The back" }] });
    changeFound({ older: idOf("owls") });
    open();
    const place = () => screen.getByText(/^\d of 2$/).textContent;
    expect(place()).toBe("1 of 2");
    expect(screen.getByRole("link", { name: "Newer work" })).toBeTruthy();
    await press("Next picture");
    expect([place(), window.location.pathname]).toEqual(["2 of 2", "/a/swell"]);
    expect(screen.getByRole("img", { name: "The back" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "Older work" })).toBeTruthy();
    await userEvent.keyboard("{ArrowLeft}");
    expect(place()).toBe("1 of 2");
    swipe(200, 20);
    expect(place()).toBe("2 of 2");
    swipe(20, 200);
    expect(place()).toBe("1 of 2");
    await userEvent.keyboard("jj");
    expect(window.location.pathname).toBe("/a/owls");
  });

  it.each([
    ["a short movement", () => swipe(100, 60)],
    ["a steep movement", () => swipe(200, 100, 90)],
    ["a mouse", () => swipe(200, 20, 0, { pointerType: "mouse" })],
    ["a second finger", () => swipe(200, 20, 0, { isPrimary: false })],
  ])("is not turned by %s", (_what, move) => {
    changeDetail({ pages: [FILE] });
    open();
    move();
    expect(screen.getByText("1 of 2")).toBeTruthy();
  });

  it("as a draft, can be published first, and shows nothing that needs an audience", async () => {
    changeFound({ mine: true });
    changeDetail({ state: "draft" });
    open();
    const [first] = document.querySelectorAll(".viewer-actions button");
    expect(first?.textContent).toBe("Publish");
    expect(screen.getByText("Saved")).toBeTruthy();
    expect(screen.queryByText("Shared")).toBeNull();
    for (const name of [/^Like/, "Collect", "Share", "Comment"]) {
      expect(screen.queryByRole("button", { name })).toBeNull();
    }
    await press("Publish");
    expect(asked("artworks/functions:setState")).toEqual([{ id: "swell", state: "published" }]);
    await expectAccessible();
  });

  it("hides a sensitive work until the viewer reveals it, unless they chose to see all", async () => {
    changeFound({ artwork: cardOf("Swell", { sensitive: true }) });
    const { unmount } = open();
    await press("Show Swell, which is sensitive");
    expect(screen.queryByRole("button", { name: /sensitive/ })).toBeNull();
    unmount();
    fakeConvex.answers["profiles/settings:mine"] = { sensitive: "show", hiddenMadeHow: [] };
    open();
    expect(screen.queryByRole("button", { name: /sensitive/ })).toBeNull();
  });

  it("lets other members follow its artist", async () => {
    const { rerender } = open();
    expect(screen.getByText("12,540 followers")).toBeTruthy();
    await press("Follow Yuki Tanabe");
    expect(asked("relationships/follows:set")).toEqual([
      { username: "yuki.tanabe", followed: true },
    ]);
    changeDetail({ isFollowed: true });
    rerender(<ArtworkScreen id="swell" />);
    expect(screen.getByRole("button", { name: "Following Yuki Tanabe" })).toBeTruthy();
    changeFound({ mine: true });
    rerender(<ArtworkScreen id="swell" />);
    expect(screen.queryByRole("button", { name: /^Follow/ })).toBeNull();
  });

  it("records one view of a signed-in member, and none of a visitor", () => {
    comeFromFeed();
    const { rerender, unmount } = open();
    rerender(<ArtworkScreen id="swell" />);
    expect(asked("views:record")).toEqual([{ artworkId: "swell", source: "feed" }]);
    unmount();
    becomeStranger();
    open();
    expect(asked("views:record")).toHaveLength(1);
  });

  it("shows related works below it, if there are any", () => {
    open();
    expect(screen.queryByRole("region", { name: "More like this" })).toBeNull();
    cleanup();
    fakeConvex.answers["artworks/related:list"] = [cardOf("Tide")];
    open();
    const related = within(screen.getByRole("region", { name: "More like this" }));
    expect(related.getByRole("link", { name: /^Tide by/ })).toBeTruthy();
    expect(fakeConvex.asked.get("artworks/related:list")).toEqual({ id: "swell" });
  });

  it("says so when the work is not published", async () => {
    fakeConvex.answers["artworks/functions:get"] = null;
    open();
    expect(screen.getByRole("heading", { name: "Page not found" })).toBeTruthy();
    await expectAccessible();
  });
});

describe("a viewer's actions", () => {
  it("add the work to a collection", async () => {
    open();
    await press("Collect");
    await userEvent.click(screen.getByRole("checkbox", { name: "Blue" }));
    expect(asked("collections/items:add")).toEqual([{ collectionId: "blue", artworkId: "swell" }]);
  });

  it("start a collection with it, or open the paywall", async () => {
    fakeConvex.answers["collections/functions:create"] = ok({ id: idOf("red") });
    open();
    await press("Collect");
    await press("Create and add");
    expect(screen.getByText("Give it a title.")).toBeTruthy();
    await userEvent.type(screen.getByRole("textbox", { name: "Title" }), "Red");
    await press("Create and add");
    expect(asked("collections/items:add")).toEqual([{ collectionId: "red", artworkId: "swell" }]);
    // An empty form again, so that a second click does not create the same twice.
    expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Title" }).value).toBe("");
    await userEvent.type(screen.getByRole("textbox", { name: "Title" }), "Blue");
    fakeConvex.answers["collections/functions:create"] = fail(
      "insufficient_balance",
      "All are in use",
    );
    await press("Create and add");
    expect(await screen.findByText("Paywall for collections")).toBeTruthy();
  });

  it("show which collections the plan does not cover", async () => {
    const own = {
      id: idOf<"collections">("blue"),
      title: "Blue",
      hasWork: true,
      isReadOnly: true,
    };
    fakeConvex.answers["collections/items:listContaining"] = [own];
    open();
    await press("Collect");
    const choice = screen.getByRole<HTMLInputElement>("checkbox", { name: /^Blue.*Read-only/ });
    expect([choice.disabled, choice.checked]).toEqual([true, true]);
    await expectAccessible();
  });

  it("copy the URL for sharing", async () => {
    const user = userEvent.setup();
    open();
    await user.click(screen.getByRole("button", { name: "Share" }));
    expect(await navigator.clipboard.readText()).toBe(new URL("/a/swell", location.href).href);
  });

  it("report it with a reason", async () => {
    open();
    await press("Report Swell");
    await userEvent.click(screen.getByRole("radio", { name: "It is advertising" }));
    await press("Send report");
    const subject = { kind: "artwork", id: "swell" };
    expect(asked("moderation/reports:send")).toEqual([{ subject, reason: "spam", note: "" }]);
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("the artist's actions", () => {
  beforeEach(() => changeFound({ mine: true }));

  it("delete it only after a confirmation", async () => {
    open();
    await press("Take it down");
    const dialog = screen.getByRole("alertdialog", { name: "Take Swell down?" });
    expect(within(dialog).getByRole("button", { name: "Keep it" })).toBe(document.activeElement);
    await userEvent.keyboard("{Escape}");
    expect(asked("artworks/functions:remove")).toEqual([]);
    expect(window.location.pathname).toBe("/a/swell");
    await press("Take it down");
    await userEvent.click(
      within(screen.getByRole("alertdialog")).getByRole("button", { name: "Take it down" }),
    );
    expect(asked("artworks/functions:remove")).toEqual([{ id: "swell" }]);
    expect(window.location.pathname).toBe("/");
  });

  it("choose which part of it grids show", async () => {
    open();
    await press("Edit");
    await userEvent.click(
      screen.getByRole("checkbox", { name: "Show only a square part of it in grids" }),
    );
    await press("Save");
    expect(asked("artworks/functions:edit")).toMatchObject([{ focus: { x: 0.5, y: 0.5 } }]);
  });

  it("edit its metadata", async () => {
    open();
    await press("Edit");
    await userEvent.clear(screen.getByRole("textbox", { name: "Tags" }));
    await userEvent.type(screen.getByRole("textbox", { name: "Tags" }), "sea, ink,");
    await userEvent.selectOptions(
      screen.getByRole("combobox", { name: "How it was made" }),
      "I’d rather not say",
    );
    await press("Save");
    expect(asked("artworks/functions:edit")).toMatchObject([
      { id: "swell", title: "Swell", tags: ["sea", " ink"], madeHow: null, licence: "cc_by" },
    ]);
  });

  it("show the price of a boost to an artist with credits", () => {
    const credit_schema = [{ feature_id: "boost", credit_amount: 10 }];
    plan.customer = customer({ features: [customerFeature({ id: "credits", credit_schema })] });
    open();
    expect(screen.getByRole("button", { name: "Boost for a day, 10 credits" })).toBeTruthy();
  });

  it("order a print of it, and leave the address in the form at the paywall", async () => {
    fakeConvex.answers["prints/functions:order"] = fail("insufficient_balance", "No prints");
    fakeConvex.answers["prints/functions:ofWork"] = [
      { id: idOf("one"), state: "shipped", orderedAt: 1 },
      { id: idOf("two"), state: "ordered", orderedAt: 2 },
    ];
    open();
    expect(screen.getByText("2 prints ordered, 1 sent.")).toBeTruthy();
    await press("Order a print");
    await userEvent.type(screen.getByRole("textbox", { name: "Shipping address" }), "Elm Street 1");
    await press("Order the print");
    expect(await screen.findByText("Paywall for prints")).toBeTruthy();
    expect(screen.getByRole("textbox", { name: "Shipping address" })).toHaveProperty(
      "value",
      "Elm Street 1",
    );
    fakeConvex.answers["prints/functions:order"] = ok(null);
    await press("Order the print");
    expect(asked("prints/functions:order").at(-1)).toEqual({
      artworkId: "swell",
      address: "Elm Street 1",
    });
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("suggest tags for it, each added by a click", async () => {
    fakeConvex.answers["artworks/tagSuggestions:suggest"] = ok(["sea", "harbour"]);
    open();
    await press("Edit");
    await press("Suggest tags");
    expect(asked("artworks/tagSuggestions:suggest")).toEqual([
      { words: "Swell What Swell shows", tags: ["harbour"] },
    ]);
    expect(screen.queryByRole("button", { name: "harbour" })).toBeNull();
    await press("sea");
    expect(screen.getByRole("textbox", { name: "Tags" })).toHaveProperty("value", "harbour, sea");
    expect(screen.queryByRole("button", { name: "sea" })).toBeNull();
  });

  it("boost it, or open the paywall", async () => {
    fakeConvex.answers["boosts:boost"] = fail("insufficient_balance", "No credits");
    open();
    await press("Boost for a day");
    expect(await screen.findByText("Paywall for boost")).toBeTruthy();
  });

  it.each([
    ["draft", "Publish", "published"],
    ["published", "Back to drafts", "draft"],
  ] as const)("change its state from %s", async (state, button, next) => {
    changeDetail({ state });
    open();
    await press(button);
    expect(asked("artworks/functions:setState")).toEqual([{ id: "swell", state: next }]);
  });
});
