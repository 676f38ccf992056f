import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ok } from "../../../packages/billing/src/contract/errors";
import { ArtworkScreen } from "../../../src/community/artwork/artwork-screen";
import { showToast } from "../../../src/shared/toasts";
import { deferred } from "../../../packages/billing/tests/react/fake-transport";
import { cardOf, idOf } from "../cards";
import { fakeConvex, refusal } from "../fake-convex";
import { COMMENT, DETAIL, FILE, changeDetail, changeFound } from "./artwork-site";
import { comeFromFeed, hangSwell, reader } from "./artwork-site";

vi.mock("convex/react", async () => (await import("../fake-convex")).fakeConvex);
vi.mock("../../../src/identity/index", () => ({ useIdentity: () => reader }));
vi.mock("../../../packages/billing/src/react", () => ({
  createBillingDialogs: () => ({ PaywallDialog: () => null }),
  createBillingHooks: () => ({ useCustomer: () => ({ customer: null }) }),
}));
vi.mock("../../../src/shared/toasts", () => ({ showToast: vi.fn() }));

const open = () => render(<ArtworkScreen id="swell" />);
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
const link = (name: string | RegExp) => screen.getByRole("link", { name });
const asked = fakeConvex.argsOf.bind(fakeConvex);
const said = () => vi.mocked(showToast).mock.calls;
const type = (name: string | RegExp, value: string) =>
  fireEvent.change(screen.getByRole("textbox", { name }), { target: { value } });

beforeEach(() => {
  hangSwell();
  vi.mocked(showToast).mockReset();
});

describe("a work that was opened from a grid", () => {
  const back = vi.fn();
  beforeEach(() => {
    vi.spyOn(window.history, "back").mockImplementation(back);
    back.mockReset();
  });
  const fromWall = () => window.history.replaceState({ from: "grid" }, "", "/a/swell");

  it.each([
    ["its button", () => press("Close")],
    ["the key", () => void fireEvent.keyDown(document.body, { key: "Escape" })],
  ])("closes to its grid by %s", (_by, leave) => {
    fromWall();
    open();
    leave();
    expect([back.mock.calls.length, window.location.pathname]).toEqual([1, "/a/swell"]);
  });

  it.each([
    ["the link", () => void fireEvent.click(link("Newer work"))],
    ["the key", () => void fireEvent.keyDown(document.body, { key: "k" })],
  ])("is replaced by its neighbour with %s: one step back is the grid", (_by, go) => {
    fromWall();
    const before = window.history.length;
    open();
    go();
    expect(window.location.pathname).toBe("/a/luna");
    expect([window.history.length, window.history.state]).toEqual([before, { from: "grid" }]);
  });

  it("closes to the home page when it was opened by its URL, and a neighbour is a new history entry", () => {
    open();
    press("Close");
    expect([back.mock.calls.length, window.location.pathname]).toEqual([0, "/"]);
    window.history.replaceState(null, "", "/a/swell");
    fireEvent.click(link("Newer work"));
    expect([window.location.pathname, window.history.state]).toEqual(["/a/luna", null]);
  });

  it("has neighbours on both sides, or none", () => {
    changeFound({ newer: null, older: idOf("owls") });
    open();
    expect(link("Older work").getAttribute("href")).toBe("/a/owls");
    expect(screen.queryByRole("link", { name: "Newer work" })).toBeNull();
    fireEvent.keyDown(document.body, { key: "j" });
    expect(window.location.pathname).toBe("/a/owls");
  });

  it("takes over neither zoom nor picture from the work before", () => {
    changeDetail({ pages: [{ ...FILE, id: idOf("back"), caption: "The back" }] });
    const { rerender } = open();
    press("Larger");
    press("Picture 2: The back");
    changeFound({ artwork: cardOf("Luna") });
    rerender(<ArtworkScreen id="luna" />);
    expect(screen.getByText("Fit")).toBeTruthy();
    expect(screen.getByRole("img", { name: "What Luna shows" })).toBeTruthy();
    expect(fakeConvex.asked.get("artworks/functions:detail")).toEqual({ id: "luna" });
  });
});

describe("an enlarged picture", () => {
  const frame = () => screen.getByRole("group", { name: "Enlarged picture" });
  const drag = (pointerType: string) => {
    const scrollBy = vi.fn();
    Object.assign(Element.prototype, { setPointerCapture: () => undefined, scrollBy });
    const point = (name: string, clientX: number, clientY: number) =>
      fireEvent(
        frame(),
        Object.assign(new Event(name, { bubbles: true }), { pointerType, clientX, clientY }),
      );
    point("pointermove", 1, 1);
    point("pointerdown", 50, 50);
    point("pointermove", 40, 55);
    point("pointermove", 39, 55);
    point("pointerup", 39, 55);
    point("pointermove", 0, 0);
    return scrollBy.mock.calls;
  };

  it("is panned by dragging with a mouse, and scrolled by touch", () => {
    open();
    press("Larger");
    expect(drag("mouse")).toEqual([
      [10, -5],
      [1, 0],
    ]);
    expect(drag("touch")).toEqual([]);
  });

  it("does not exist while the work is hidden as sensitive", () => {
    changeFound({ artwork: cardOf("Swell", { sensitive: true }) });
    open();
    press("Larger");
    expect(screen.queryByRole("group", { name: "Enlarged picture" })).toBeNull();
    press("Show Swell, which is sensitive");
    expect(frame()).toBeTruthy();
  });
});

describe("a view", () => {
  it("is recorded as soon as the deployment knows the user, and once", () => {
    comeFromFeed();
    fakeConvex.isAuthenticated = false;
    const { rerender } = open();
    expect(asked("views:record")).toEqual([]);
    fakeConvex.isAuthenticated = true;
    rerender(<ArtworkScreen id="swell" />);
    rerender(<ArtworkScreen id="swell" />);
    expect(asked("views:record")).toEqual([{ artworkId: "swell", source: "feed" }]);
  });

  it("that cannot be recorded is no failure", async () => {
    const lost = deferred<undefined>();
    fakeConvex.answers["views:record"] = () =>
      lost.promise.then(() => {
        throw new Error("gone");
      });
    open();
    await act(async () => {
      lost.resolve(undefined);
      await lost.promise;
    });
    expect(said()).toEqual([]);
  });
});

describe("a caption", () => {
  const facts = () =>
    [...document.querySelectorAll(".viewer-facts dt")].map((name) => [
      name.textContent,
      name.nextElementSibling?.textContent,
    ]);

  it("shows what is known while the rest loads", () => {
    fakeConvex.answers["artworks/functions:detail"] = undefined;
    changeFound({
      artwork: cardOf("Swell", { medium: "other", createdAt: Date.UTC(2026, 0, 2, 12) }),
    });
    open();
    expect(facts()).toEqual([
      ["Shared", "January 2, 2026"],
      ["Original", "300 × 400"],
    ]);
    expect(screen.queryByRole("button", { name: /^Follow/ })).toBeNull();
  });

  it("shows all metadata in order", () => {
    changeDetail({ editedAt: Date.UTC(2026, 1, 3, 12), noAi: false, licence: "cc0" });
    open();
    expect(facts().map(([name]) => name)).toEqual([
      ...["Medium", "Made", "Shared", "Edited", "Original", "Licence", "Views"],
    ]);
    expect(facts()).toContainEqual(["Licence", "CC0, no rights reserved"]);
    expect(facts()).toContainEqual(["Edited", "February 3, 2026"]);
  });

  it.each([
    [0, "Comments"],
    [1, "1 comment"],
    [1200, "1,200 comments"],
  ])("counts %i comments", (comments, words) => {
    changeFound({ artwork: cardOf("Swell", { comments }) });
    open();
    expect(screen.getByRole("heading", { name: words })).toBeTruthy();
  });

  it("offers no original without one", () => {
    changeFound({ artwork: cardOf("Swell", { url: null }) });
    open();
    expect(screen.queryByRole("link", { name: "Original" })).toBeNull();
  });

  it("shows the steps with captions, and no strip for a single picture", () => {
    open();
    expect(screen.queryByRole("region", { name: "Pictures" })).toBeNull();
    changeDetail({ steps: [FILE, { ...FILE, id: idOf("bare"), caption: "" }] });
    open();
    const steps = within(screen.getByRole("region", { name: "Process" }));
    expect(steps.getAllByRole("button").map((button) => button.getAttribute("aria-label"))).toEqual(
      [...["Step 1: The sketch", "Step 2"]],
    );
    fireEvent.click(steps.getByRole("button", { name: "Step 2" }));
    expect(steps.getByRole("button", { pressed: true }).getAttribute("aria-label")).toBe("Step 2");
  });

  it("shows the link when it cannot be copied", async () => {
    vi.stubGlobal("navigator", { clipboard: { writeText: () => Promise.reject(new Error("no")) } });
    open();
    press("Share");
    await waitFor(() => expect(said()).toHaveLength(1));
    const news = { title: "Copy this link", detail: new URL("/a/swell", location.href).href };
    expect(said()).toEqual([["info", news]]);
    vi.unstubAllGlobals();
  });
});

describe("the field for comments", () => {
  it("is last in the caption, one line high until more is written, and keeps its place free", () => {
    vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(69);
    const foot = () => document.documentElement.style.getPropertyValue("--foot-height");
    fakeConvex.answers["comments/functions:list"] = [COMMENT];
    const { unmount } = open();
    const field = screen.getByRole("textbox", { name: "Say what you see" });
    const caption = screen.getByRole("region", { name: "Caption" });
    expect(caption.lastElementChild?.contains(field)).toBe(true);
    expect([foot(), field.getAttribute("rows")]).toEqual(["69px", "1"]);
    type("Say what you see", "One\nTwo\nThree");
    expect(field.getAttribute("rows")).toBe("3");
    unmount();
    expect(foot()).toBe("");
  });
});

describe("a comment", () => {
  it("shows its replies when unfolded, and after a new reply", async () => {
    fakeConvex.answers["comments/functions:list"] = [{ ...COMMENT, replies: 0 }];
    fakeConvex.answers["comments/functions:replies"] = [
      { ...COMMENT, id: idOf("reply"), text: "Thanks" },
    ];
    open();
    expect(screen.queryByRole("button", { name: /^Show/ })).toBeNull();
    press("Reply to Sade Okonkwo");
    type(/^Reply to/, "Yes");
    press("Reply");
    expect(await screen.findByText("Thanks")).toBeTruthy();
    expect(fakeConvex.asked.get("comments/functions:replies")).toEqual({ commentId: "comment" });
    expect(screen.queryByRole("textbox", { name: /^Reply to/ })).toBeNull();
    expect(said()).toEqual([]);
  });

  it("counts folded replies, and leaves a refused reply in its field", async () => {
    fakeConvex.answers["comments/functions:list"] = [{ ...COMMENT, replies: 1 }];
    fakeConvex.answers["comments/functions:add"] = refusal("blocked", "They blocked you");
    open();
    expect(screen.getByRole("button", { name: "Show 1 reply" })).toBeTruthy();
    press("Reply to Sade Okonkwo");
    type(/^Reply to/, "Yes");
    press("Reply");
    expect(await screen.findByText("They blocked you")).toBeTruthy();
    expect(screen.getByRole("textbox", { name: /^Reply to/ })).toHaveProperty("value", "Yes");
  });

  it("is sent once, however often it is pressed", async () => {
    open();
    type("Say what you see", "Lovely");
    const form = screen.getByRole("textbox", { name: "Say what you see" }).closest("form");
    if (!form) throw new Error("There is no form");
    fireEvent.submit(form);
    fireEvent.submit(form);
    await waitFor(() =>
      expect(screen.getByRole("textbox", { name: "Say what you see" })).toHaveProperty("value", ""),
    );
    expect(asked("comments/functions:add")).toEqual([{ artworkId: "swell", text: "Lovely" }]);
  });

  it("stays in the field without an answer", async () => {
    fakeConvex.answers["comments/functions:add"] = () => Promise.reject(new Error("gone"));
    open();
    type("Say what you see", "Lovely");
    press("Comment");
    expect(await screen.findByText("Your comment did not arrive. Try again.")).toBeTruthy();
    expect(screen.getByRole("textbox", { name: "Say what you see" })).toHaveProperty(
      "value",
      "Lovely",
    );
  });
});

describe("a viewer's actions", () => {
  it("remove a work from a collection, and send nothing twice while one is pending", async () => {
    const blue = { id: idOf<"collections">("blue"), title: "Blue", isReadOnly: false };
    fakeConvex.answers["collections/items:listContaining"] = [{ ...blue, hasWork: true }];
    let answer = () => {};
    fakeConvex.answers["collections/items:remove"] = () =>
      new Promise((done) => (answer = () => done(ok(null))));
    open();
    press("Collect");
    fireEvent.click(screen.getByRole("checkbox", { name: "Blue" }));
    fireEvent.click(screen.getByRole("checkbox", { name: "Blue" }));
    expect(asked("collections/items:remove")).toEqual([
      { collectionId: "blue", artworkId: "swell" },
    ]);
    expect(asked("collections/items:add")).toEqual([]);
    expect(fakeConvex.asked.get("collections/items:listContaining")).toEqual({
      artworkId: "swell",
    });
    await act(async () => {
      answer();
      await Promise.resolve();
    });
  });

  it("report with a note, and thank only after success", async () => {
    fakeConvex.answers["moderation/reports:send"] = refusal("rate_limited", "Too many");
    open();
    press("Report Swell");
    type("What should we know?", "Mine, of 2019");
    press("Send report");
    const report = { subject: { kind: "artwork", id: "swell" }, reason: "stolen" };
    expect(asked("moderation/reports:send")).toEqual([{ ...report, note: "Mine, of 2019" }]);
    await waitFor(() => expect(said()).toEqual([["error", { title: "Too many" }]]));
    expect(screen.getByRole("dialog")).toBeTruthy();
  });

  it("show no heart that was not saved", async () => {
    vi.stubGlobal("requestAnimationFrame", (draw: () => void) => setTimeout(draw));
    fakeConvex.answers["likes:set"] = () => Promise.reject(new Error("gone"));
    open();
    fireEvent.keyDown(document.body, { key: "l" });
    await waitFor(() => expect(said().map(([state]) => state)).toEqual(["error"]));
  });
});

describe("an artist's own work", () => {
  beforeEach(() => changeFound({ mine: true }));
  const actions = () =>
    within(screen.getByRole("region", { name: "Your work" }))
      .getAllByRole("button")
      .map(({ textContent }) => textContent);

  it.each([
    [
      "published",
      [
        "Edit",
        "Pictures",
        "Boost for a day",
        "Order a print",
        "Make unlisted",
        "Back to drafts",
        "Take it down",
      ],
    ],
    [
      "unlisted",
      ["Edit", "Pictures", "Order a print", "Publish", "Back to drafts", "Take it down"],
    ],
    ["draft", ["Edit", "Pictures", "Order a print", "Make unlisted", "Take it down"]],
    ["hidden", ["Edit", "Pictures", "Order a print", "Take it down"]],
  ] as const)("that is %s has these actions: %j", (state, offered) => {
    changeDetail({ state });
    open();
    expect(actions()).toEqual(offered);
  });

  it("cannot be printed as a video, nor boosted twice", () => {
    changeFound({ mine: true, artwork: cardOf("Swell", { mediaType: "video/mp4" }) });
    changeDetail({ boostedUntil: Date.UTC(2026, 0, 2, 12) });
    open();
    expect(actions()).toEqual([
      "Edit",
      "Pictures",
      "Make unlisted",
      "Back to drafts",
      "Take it down",
    ]);
    expect(screen.getByText(/^Boosted until Jan 2, 2026/)).toBeTruthy();
    expect(fakeConvex.asked.get("prints/functions:ofWork")).toEqual({ artworkId: "swell" });
  });

  it("is edited in all fields, and keeps unchanged ones", async () => {
    changeDetail({ tags: ["sea", "ink"], sensitive: true, licence: "cc0" });
    open();
    press("Edit");
    type("Description", "Anew");
    press("Save");
    const { madeHow, noAi } = DETAIL;
    expect(asked("artworks/functions:edit")).toEqual([
      {
        ...{
          id: "swell",
          focus: null,
          title: "Swell",
          alt: "What Swell shows",
          medium: "painting",
        },
        ...{ description: "Anew", tags: ["sea", " ink"], licence: "cc0", madeHow },
        ...{ sensitive: true, noAi },
      },
    ]);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("leaves the confirmation open while it is deleted", async () => {
    fakeConvex.answers["artworks/functions:remove"] = () => new Promise(() => undefined);
    open();
    press("Take it down");
    const question = within(screen.getByRole("alertdialog"));
    fireEvent.click(question.getByRole("button", { name: "Take it down" }));
    await waitFor(() =>
      expect(question.getByRole("button", { name: "Keep it" })).toHaveProperty("disabled", true),
    );
    fireEvent.keyDown(document.body, { key: "Escape" });
    expect(screen.getByRole("alertdialog")).toBeTruthy();
    fireEvent.click(question.getByRole("button", { name: "Take it down" }));
    expect(asked("artworks/functions:remove")).toEqual([{ id: "swell" }]);
  });

  it.each([
    ["published", "Make unlisted", "unlisted", "Only people with the link can see Swell now"],
    ["published", "Back to drafts", "draft", "Only you can see Swell now"],
    ["unlisted", "Publish", "published", "Everyone can see Swell now"],
  ] as const)("that is %s becomes another by %s, and back", async (state, button, to, title) => {
    changeDetail({ state });
    open();
    press(button);
    await waitFor(() => expect(said()).toEqual([["success", expect.objectContaining({ title })]]));
    const { onUndo } = said()[0]?.[1] as { onUndo?: () => void };
    onUndo?.();
    expect(asked("artworks/functions:setState")).toEqual([
      { id: "swell", state: to },
      { id: "swell", state },
    ]);
  });

  it("offers no undo for a draft that is published, which uses an upload", async () => {
    changeDetail({ state: "draft" });
    open();
    press("Make unlisted");
    await waitFor(() => expect(asked("artworks/functions:setState")).toHaveLength(1));
    expect(said()).toEqual([]);
  });

  it.each(["Make unlisted", "Back to drafts"])("asks before %s wastes a boost", async (button) => {
    changeDetail({ boostedUntil: Date.UTC(2026, 0, 2, 12) });
    open();
    press(button);
    expect(asked("artworks/functions:setState")).toEqual([]);
    const question = within(screen.getByRole("alertdialog"));
    expect(question.getByText(/^The boost ends on Jan 2, 2026.*aren’t refunded\.$/)).toBeTruthy();
    fireEvent.click(question.getByRole("button", { name: "Keep it public" }));
    expect(asked("artworks/functions:setState")).toEqual([]);
    press(button);
    const again = within(screen.getByRole("alertdialog"));
    fireEvent.click(again.getByRole("button", { name: button }));
    await waitFor(() => expect(asked("artworks/functions:setState")).toHaveLength(1));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  });

  it("does not ask, but says so, while a boost runs and others cannot see it", async () => {
    changeDetail({ state: "unlisted", boostedUntil: Date.UTC(2026, 0, 2, 12) });
    open();
    expect(
      screen.getByText(/^Boosted until Jan 2.* It is promoted only while it’s public$/),
    ).toBeTruthy();
    press("Publish");
    await waitFor(() => expect(asked("artworks/functions:setState")).toHaveLength(1));
  });

  it("is boosted with a message, and stays on the page when it cannot be deleted", async () => {
    fakeConvex.answers["artworks/functions:remove"] = refusal("busy", "Not now");
    open();
    press("Boost for a day");
    await waitFor(() =>
      expect(said()).toEqual([["success", { title: "Swell is boosted for a day" }]]),
    );
    press("Take it down");
    fireEvent.click(
      within(screen.getByRole("alertdialog")).getByRole("button", { name: "Take it down" }),
    );
    await waitFor(() => expect(said()).toHaveLength(2));
    expect(window.location.pathname).toBe("/a/swell");
    expect(asked("boosts:boost")).toEqual([{ artworkId: "swell" }]);
  });
});
