import { screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { Footer } from "../../../src/app/footer";
import { ROUTES } from "../../../src/app/routes";
import { HelpScreen } from "../../../src/community/site-pages/help-screen";
import { PrivacyScreen } from "../../../src/community/site-pages/privacy-screen";
import { RulesScreen } from "../../../src/community/site-pages/rules-screen";
import { TermsScreen } from "../../../src/community/site-pages/terms-screen";
import { loadTranslation, showTranslation } from "../../../src/language/translation";
import { describePage } from "../../../src/server/describe-page";
import { expectAccessible } from "../../../packages/ui/tests/browser";
import { renderAt } from "../../app/fake-identity";

vi.mock("convex/react", async () => (await import("../fake-convex")).fakeConvex);

const SCREENS = {
  Help: HelpScreen,
  Rules: RulesScreen,
  Terms: TermsScreen,
  Privacy: PrivacyScreen,
};

const paths = () =>
  screen.getAllByRole("link").map((link) => link.getAttribute("href")?.split("#")[0] ?? "");

describe("the pages about the site", () => {
  it.each(Object.entries(SCREENS))(
    "%s has one heading, and links to real pages",
    async (title, Screen) => {
      renderAt("/help", <Screen />);
      expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(title);
      for (const path of paths())
        expect([path, describePage(path, "").kind]).not.toContain("unknown");
      await expectAccessible();
    },
  );

  it.each([
    [HelpScreen, "Hilfe", "Hochladen"],
    [RulesScreen, "Regeln", "Bedingungen"],
    [TermsScreen, "Bedingungen", "Regeln"],
    [PrivacyScreen, "Datenschutz", "Einstellungen"],
  ])("speak German, with their links: %s", async (Screen, title, link) => {
    showTranslation(await loadTranslation("de"));
    renderAt("/help", <Screen />);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(title);
    expect(screen.getByRole("link", { name: link })).toBeTruthy();
    showTranslation(null);
  });

  it("are in the footer of every page, and known to search engines", async () => {
    renderAt("/", <Footer />);
    expect(paths()).toEqual(["/help", "/rules", "/terms", "/privacy"]);
    for (const path of paths()) {
      expect(ROUTES.some((route) => route.path === path)).toBe(true);
      expect(describePage(path, "").kind).toBe("open");
    }
    await expectAccessible();
  });
});
