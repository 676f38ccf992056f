import { act, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fail, ok } from "../../packages/billing/src/contract/errors";
import { expectAccessible } from "../../packages/ui/tests/browser";
import { Footer } from "../../src/app/footer";
import { Header } from "../../src/app/header";
import { FeedScreen } from "../../src/community/feed/feed-screen";
import { NotificationsScreen } from "../../src/community/notifications/notifications-screen";
import { SettingsScreen } from "../../src/community/settings/settings-screen";
import { T, plural, t, translateSentence } from "../../src/language/text";
import { loadTranslation, showTranslation } from "../../src/language/translation";
import { showRefusal } from "../../src/shared/use-request";
import { showToast } from "../../src/shared/toasts";
import { INES, renderAt } from "../app/fake-identity";
import { cardOf } from "../community/cards";
import { fakeConvex } from "../community/fake-convex";

vi.mock("convex/react", async () => (await import("../community/fake-convex")).fakeConvex);
vi.mock("../../src/shared/toasts", () => ({ showToast: vi.fn() }));

const german = await loadTranslation("de");

beforeEach(() => {
  fakeConvex.reset({
    "artworks/functions:feed": [cardOf("Swell", { isFeatured: true, likes: 1234 })],
    "profiles/settings:mine": { sensitive: "blur", hiddenMadeHow: [] },
    "profiles/functions:mine": { username: "ines.duarte", name: "Inês", bio: "", avatarUrl: null },
    "relationships/blocks:list": [],
    "dataExports/functions:mine": null,
    "notifications/functions:list": [],
    "notifications/functions:unread": 0,
    "studios/functions:mine": [],
    "accounts/language:set": ok(null),
  });
  vi.stubGlobal("scrollTo", () => undefined);
  showTranslation(german);
});
afterEach(() => {
  showTranslation(null);
  document.documentElement.lang = "";
  document.cookie = "language=; Max-Age=0";
});

describe("screens in German", () => {
  it("show the gallery and the header, with names and titles as they are", async () => {
    renderAt(
      "/",
      <>
        <Header own={null} unread={0} />
        <main>
          <FeedScreen />
        </main>
      </>,
    );
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(
      "Kunst, geteilt von denen, die sie machen",
    );
    expect(screen.getByRole("link", { name: "Entdecken" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "Swell von Yuki Tanabe" })).toBeTruthy();
    expect(screen.getByText("1.234")).toBeTruthy();
    await expectAccessible();
  });

  it("show no notifications", () => {
    renderAt("/notifications", <NotificationsScreen />, { identity: INES });
    expect(screen.getByRole("heading", { name: "Noch keine Mitteilungen" })).toBeTruthy();
  });

  it("change at once with the choice, keep the focus, and remember it", async () => {
    showTranslation(null);
    renderAt("/settings", <SettingsScreen />, { identity: INES });
    await userEvent.click(screen.getByRole("radio", { name: "Deutsch" }));
    expect(await screen.findByRole("radiogroup", { name: "Sprache" })).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole("radio", { name: "Deutsch" }));
    expect(document.documentElement.lang).toBe("de");
    expect(document.cookie).toContain("language=de");
    expect(fakeConvex.argsOf("accounts/language:set")).toEqual([{ language: "de" }]);
  });

  it("change in the footer, where visitors have no settings", async () => {
    showTranslation(null);
    renderAt("/", <Footer />);
    await userEvent.click(screen.getByRole("radio", { name: "Deutsch" }));
    expect(await screen.findByRole("radiogroup", { name: "Sprache" })).toBeTruthy();
    expect(document.cookie).toContain("language=de");
    expect(fakeConvex.calls).toEqual([]);
  });

  it("change where a component keeps what it was given, as cards do", () => {
    showTranslation(null);
    renderAt("/", <FeedScreen />);
    expect(screen.getByRole("link", { name: "Swell by Yuki Tanabe" })).toBeTruthy();
    act(() => showTranslation(german));
    expect(screen.getByRole("link", { name: "Swell von Yuki Tanabe" })).toBeTruthy();
  });
});

describe("texts", () => {
  it("format numbers, choose plural forms, and never search values for places", () => {
    expect(plural(1, "1 work", "{count} works")).toBe("1 Werk");
    expect(plural(1200, "1 work", "{count} works")).toBe("1.200 Werke");
    expect(t("{title} by {artist}", { title: "{artist}", artist: "Ana" })).toBe("{artist} von Ana");
    showTranslation(null);
    expect(plural(1, "1 work", "{count} works")).toBe("1 work");
    expect(plural(1200, "1 work", "{count} works")).toBe("1,200 works");
  });

  it("contain elements in their places", () => {
    const { container } = renderAt("/", <T text="Edit {title}" title={<cite>Swell</cite>} />);
    expect(container.innerHTML).toBe("<cite>Swell</cite> bearbeiten");
  });

  it("of the server are translated with their values, and stay English without German", () => {
    const { error } = fail("invalid_request", "You can follow at most 5000 people");
    showRefusal(error);
    expect(vi.mocked(showToast).mock.lastCall).toEqual([
      "error",
      { title: "Du kannst höchstens 5000 Personen folgen" },
    ]);
    expect(translateSentence("Give it a title.")).toBe("Gib einen Titel ein.");
    showTranslation(null);
    expect(translateSentence("You can follow at most 5000 people")).toBe(
      "You can follow at most 5000 people",
    );
  });
});
