import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Id } from "../../../convex/_generated/dataModel";
import { expectAccessible } from "../../../packages/ui/tests/browser";
import { DevMailScreen } from "../../../src/community/dev-mail/dev-mail-screen";
import { INES, renderAt } from "../../app/fake-identity";
import { fakeConvex } from "../fake-convex";

vi.mock("convex/react", async () => (await import("../fake-convex")).fakeConvex);

const MAIL = {
  ...{ id: "m1" as Id<"mails">, to: "ines@art.example", subject: "Choose a new password" },
  text: "The link works once.\n\nhttps://art.example/reset-password#t0ken\n\n-- \nBye",
  html: "<p>The <script>alert(1)</script> link</p>",
  at: Date.UTC(2026, 0, 31),
};

const show = () => renderAt("/dev/mail", <DevMailScreen />, { identity: INES });
const isMissing = () => screen.queryByRole("heading", { name: "Page not found" }) !== null;

beforeEach(() => fakeConvex.reset({ "mail/devMail:list": [MAIL] }));

describe("/dev/mail", () => {
  it("shows a mail as text, whose links can be followed, and as HTML that runs nothing", async () => {
    show();
    const mail = within(screen.getByRole("article", { name: MAIL.subject }));
    expect(mail.getByText(/ines@art\.example/)).toBeTruthy();
    const link = mail.getByRole("link");
    expect(link.getAttribute("href")).toBe("https://art.example/reset-password#t0ken");
    expect(link.parentElement?.textContent).toBe(MAIL.text);
    const frame = mail.getByTitle<HTMLIFrameElement>(`${MAIL.subject}, as HTML`);
    expect(frame.getAttribute("sandbox")).toBe("");
    expect(frame.srcdoc).toBe(MAIL.html);
    await expectAccessible();
  });

  it("says that there is none", () => {
    fakeConvex.answers["mail/devMail:list"] = [];
    show();
    expect(screen.getByText("No mails yet.")).toBeTruthy();
  });

  it("is no page for visitors, and none on a site that sends its mails", () => {
    const { unmount } = renderAt("/dev/mail", <DevMailScreen />);
    expect(isMissing()).toBe(true);
    expect(fakeConvex.asked.size).toBe(0);
    unmount();
    fakeConvex.answers["mail/devMail:list"] = null;
    show();
    expect(isMissing()).toBe(true);
  });
});
