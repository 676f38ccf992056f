import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { MentionField } from "../../../src/community/mentions/mention-field";
import { completeMention, mentionAt } from "../../../src/community/mentions/mention-at";
import { expectAccessible } from "../../../packages/ui/tests/browser";
import { fakeConvex } from "../fake-convex";

vi.mock("convex/react", async () => (await import("../fake-convex")).fakeConvex);

const PEOPLE = [
  { username: "hana.novak", name: "Hana Novák", avatarUrl: null },
  { username: "sade", name: "Sade Okonkwo", avatarUrl: null },
];

function Form() {
  const [text, setText] = useState("");
  return (
    <main>
      <label htmlFor="field">Comment</label>
      <MentionField id="field" value={text} onChange={setText} talk={{ artworkId: "swell" }} />
    </main>
  );
}

const field = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Comment" });
const list = async () => await screen.findByRole("listbox", { name: "People to mention" });
const chosen = () => screen.getByRole("option", { selected: true }).textContent;
const isClosed = () => expect(screen.queryByRole("listbox")).toBeNull();

beforeEach(() => {
  fakeConvex.reset({ "comments/suggestions:people": PEOPLE });
  Object.assign(Element.prototype, { scrollIntoView: () => undefined });
});

describe("a mention that is typed", () => {
  it.each([
    ["@", 1, { start: 0, typed: "" }],
    ["See @ha", 7, { start: 4, typed: "ha" }],
    ["See @hana there", 7, { start: 4, typed: "ha" }],
    ["(@nová", 6, { start: 1, typed: "nová" }],
    ["me@ada", 6, null],
    ["@@ada", 5, null],
    ["@ada ", 5, null],
    ["ada", 3, null],
  ])("is found in %j with the caret at %i", (text, caret, found) => {
    expect(mentionAt(text, caret)).toEqual(found);
  });

  it.each([
    ["See @ha", 7, "See @hana.novak ", 16],
    ["See @hana there", 7, "See @hana.novak there", 16],
    ["@ha, look", 3, "@hana.novak, look", 11],
  ])("in %j is completed, and the caret is after it", (text, caret, completed, after) => {
    const mention = mentionAt(text, caret);
    if (!mention) throw new Error("It is not found");
    expect(completeMention(text, mention, "hana.novak")).toEqual({
      text: completed,
      caret: after,
    });
  });
});

describe("a field", () => {
  it("lists people after an @, and nothing before", async () => {
    const user = userEvent.setup();
    render(<Form />);
    await user.type(field(), "Hm");
    expect(fakeConvex.asked.size).toBe(0);
    await user.type(field(), " @ha");
    await list();
    expect(fakeConvex.asked.get("comments/suggestions:people")).toEqual({
      artworkId: "swell",
      text: "ha",
    });
    expect(screen.getByRole("status").textContent).toBe("2 people to mention");
    expect(document.activeElement).toBe(field());
    const active = field().getAttribute("aria-activedescendant") ?? "";
    expect(document.getElementById(active)?.textContent).toBe("HNHana Novák @hana.novak");
    await expectAccessible();
  });

  it("is completed with the keyboard, and written on after the name", async () => {
    const user = userEvent.setup();
    render(<Form />);
    await user.type(field(), "@");
    await list();
    for (const [key, name] of [
      ["{ArrowDown}", /^SOSade/],
      ["{ArrowDown}", /^HNHana/],
      ["{ArrowUp}", /^SOSade/],
    ] as const) {
      await user.keyboard(key);
      expect(chosen()).toMatch(name);
    }
    await user.keyboard("{Enter}");
    isClosed();
    await user.keyboard("see{Enter}");
    expect(field().value).toBe("@sade see\n");
  });

  it("is completed with the pointer, and keeps the focus", async () => {
    const user = userEvent.setup();
    render(<Form />);
    await user.type(field(), "By @sa");
    await list();
    await user.click(screen.getByRole("option", { name: /Sade/ }));
    expect(field().value).toBe("By @sade ");
    expect(document.activeElement).toBe(field());
    isClosed();
  });

  it("closes the list with Escape, until another mention begins", async () => {
    const user = userEvent.setup();
    render(<Form />);
    await user.type(field(), "@h");
    await list();
    await user.keyboard("{Escape}");
    isClosed();
    await user.keyboard("a");
    isClosed();
    await user.keyboard(" @s");
    await list();
  });

  it("leaves the keys alone without a list", async () => {
    fakeConvex.answers["comments/suggestions:people"] = [];
    const user = userEvent.setup();
    render(<Form />);
    await user.type(field(), "@ha");
    await waitFor(() => expect(fakeConvex.asked.size).toBe(1));
    await user.keyboard("{Enter}");
    expect(field().value).toBe("@ha\n");
    fireEvent.blur(field());
    isClosed();
  });
});
