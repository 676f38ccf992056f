import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Id } from "../../../convex/_generated/dataModel";
import { refusals } from "../../../convex/accounts/refuse";
import { ok } from "../../../packages/billing/src/contract/errors";
import { expectAccessible } from "../../../packages/ui/tests/browser";
import { SecurityScreen } from "../../../src/community/settings/security-screen";
import { INES, renderAt } from "../../app/fake-identity";
import { fakeConvex } from "../fake-convex";

vi.mock("convex/react", async () => (await import("../fake-convex")).fakeConvex);

const NOW = Date.UTC(2026, 0, 31, 12);
const SESSIONS = [
  { id: "s1" as Id<"sessions">, browser: "Firefox", system: "Linux", isCurrent: true, usedAt: NOW },
  {
    id: "s2" as Id<"sessions">,
    browser: "Safari",
    system: "iOS",
    isCurrent: false,
    usedAt: NOW - 3_600_000,
  },
  {
    id: "s3" as Id<"sessions">,
    browser: null,
    system: null,
    isCurrent: false,
    usedAt: NOW - 7_200_000,
  },
];
const KEY = {
  secret: "ABCDEFGHIJKLMNOP",
  uri: "otpauth://totp/Spotlight:ines?secret=ABCDEFGHIJKLMNOP",
};
const CODES = ["aaaa-1111", "bbbb-2222"];

const show = (kind: "embedded" | "clerk" = "embedded") =>
  renderAt("/settings/security", <SecurityScreen />, { identity: INES, kind });
const part = (name: string) => within(screen.getByRole("region", { name }));

beforeEach(() => {
  fakeConvex.reset({
    "accounts/email:mine": { address: null, pending: null, canMail: true },
    "accounts/email:set": ok(null),
    "accounts/email:remove": ok(null),
    "accounts/twoStep:mine": { isOn: false, recoveryCodesLeft: 0 },
    "accounts/twoStep:begin": ok(KEY),
    "accounts/twoStep:confirm": ok(CODES),
    "accounts/twoStep:turnOff": ok(null),
    "accounts/sessionList:list": SESSIONS,
    "accounts/sessionList:end": ok(null),
    "accounts/sessionList:endOthers": ok(null),
  });
});

describe("the security settings", () => {
  it("have no more than the password for members of another identity provider", () => {
    show("clerk");
    const headings = screen.getAllByRole("heading", { level: 2 });
    expect(headings.map(({ textContent }) => textContent)).toEqual(["Password"]);
  });

  it("ask a visitor to sign in, and return", () => {
    renderAt("/settings/security", <SecurityScreen />);
    const link = screen.getByRole("link", { name: "Sign in" });
    expect(link.getAttribute("href")).toBe("/sign-in?next=%2Fsettings%2Fsecurity");
  });
});

describe("two-step sign-in", () => {
  const TITLE = "Two-step sign-in";
  const open = async (button: string, submit: string) => {
    await userEvent.click(part(TITLE).getByRole("button", { name: button }));
    await userEvent.type(part(TITLE).getByLabelText("Current password"), "Tidepool!7");
    await userEvent.click(part(TITLE).getByRole("button", { name: submit }));
  };
  const turnOn = async (code: string) => {
    await userEvent.type(part(TITLE).getByLabelText("Code"), code);
    await userEvent.click(part(TITLE).getByRole("button", { name: "Turn on" }));
  };

  it("shows the key, takes a first code, and then the recovery codes until they are kept", async () => {
    show();
    await open("Turn on…", "Continue");
    expect(fakeConvex.argsOf("accounts/twoStep:begin")).toEqual([
      { currentPassword: "Tidepool!7" },
    ]);
    expect(part(TITLE).getByText("ABCD EFGH IJKL MNOP")).toBeTruthy();
    expect(await part(TITLE).findByRole("img", { name: /^QR code/ })).toBeTruthy();
    await expectAccessible();
    await turnOn("123456");
    expect(fakeConvex.argsOf("accounts/twoStep:confirm")).toEqual([{ code: "123456" }]);
    const codes = within(part(TITLE).getByRole("list", { name: "Recovery codes" }));
    expect(codes.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual(CODES);
    await expectAccessible();
    fakeConvex.answers["accounts/twoStep:mine"] = { isOn: true, recoveryCodesLeft: 2 };
    await userEvent.click(part(TITLE).getByRole("button", { name: "I have kept them" }));
    expect(part(TITLE).queryByText(CODES[0] ?? "")).toBeNull();
    expect(part(TITLE).getByText(/^It is on. 2 recovery codes are left/)).toBeTruthy();
  });

  it("does not go on with a wrong password, no code, or a wrong one", async () => {
    fakeConvex.answers["accounts/twoStep:begin"] = refusals.wrongPassword();
    fakeConvex.answers["accounts/twoStep:confirm"] = refusals.wrongCode();
    show();
    await open("Turn on…", "Continue");
    expect(part(TITLE).getByLabelText("Current password").getAttribute("aria-invalid")).toBe(
      "true",
    );
    fakeConvex.answers["accounts/twoStep:begin"] = ok(KEY);
    await userEvent.click(part(TITLE).getByRole("button", { name: "Continue" }));
    await userEvent.click(part(TITLE).getByRole("button", { name: "Turn on" }));
    expect(part(TITLE).getByText("Enter the code")).toBeTruthy();
    expect(fakeConvex.argsOf("accounts/twoStep:confirm")).toEqual([]);
    await turnOn("000000");
    expect(part(TITLE).getByText(/^That code is not right/)).toBeTruthy();
    expect(part(TITLE).queryByRole("list", { name: "Recovery codes" })).toBeNull();
  });

  it("can be given up before it is on, and its key is gone", async () => {
    show();
    await open("Turn on…", "Continue");
    await userEvent.click(part(TITLE).getByRole("button", { name: "Cancel" }));
    expect(part(TITLE).queryByText("ABCD EFGH IJKL MNOP")).toBeNull();
    expect(part(TITLE).getByRole("button", { name: "Turn on…" })).toBeTruthy();
  });

  it("is turned off with the password and a code", async () => {
    fakeConvex.answers["accounts/twoStep:mine"] = { isOn: true, recoveryCodesLeft: 1 };
    fakeConvex.answers["accounts/twoStep:turnOff"] = refusals.codeNeeded();
    show();
    expect(part(TITLE).getByText(/^It is on. 1 recovery code is left/)).toBeTruthy();
    await open("Turn off…", "Turn off");
    fakeConvex.answers["accounts/twoStep:turnOff"] = ok(null);
    await userEvent.type(await part(TITLE).findByLabelText("Code"), "123456");
    await expectAccessible();
    await userEvent.click(part(TITLE).getByRole("button", { name: "Turn off" }));
    expect(fakeConvex.argsOf("accounts/twoStep:turnOff")).toEqual([
      { currentPassword: "Tidepool!7" },
      { currentPassword: "Tidepool!7", code: "123456" },
    ]);
  });
});

describe("the list of sessions", () => {
  const TITLE = "Where you are signed in";

  it("names each browser, and ends one, but not the one that is used", async () => {
    show();
    const rows = part(TITLE).getAllByRole("listitem");
    expect(rows.map((row) => row.querySelector("b")?.textContent)).toEqual([
      ...["Firefox on Linux", "Safari on iOS", "Unknown browser"],
    ]);
    expect(within(rows[0] as HTMLElement).queryByRole("button")).toBeNull();
    expect(rows[1]?.querySelector("time")?.dateTime).toBe("2026-01-31T11:00:00.000Z");
    await userEvent.click(
      part(TITLE).getByRole("button", { name: "Sign out there: Safari on iOS" }),
    );
    expect(fakeConvex.argsOf("accounts/sessionList:end")).toEqual([{ id: "s2" }]);
    await expectAccessible();
  });

  it("ends all others, and says why it could not", async () => {
    fakeConvex.answers["accounts/sessionList:endOthers"] = refusals.ended();
    show();
    await userEvent.click(part(TITLE).getByRole("button", { name: "Sign out everywhere else" }));
    expect(fakeConvex.argsOf("accounts/sessionList:endOthers")).toEqual([{}]);
    expect(part(TITLE).getByText(/^Sign in again/)).toBeTruthy();
  });

  it("offers nothing to end where there is one session", () => {
    fakeConvex.answers["accounts/sessionList:list"] = SESSIONS.slice(0, 1);
    show();
    expect(part(TITLE).queryByRole("button")).toBeNull();
  });
});

describe("the e-mail address", () => {
  const TITLE = "E-mail address";
  const ask = async (label: string, address: string, password: string) => {
    await userEvent.type(part(TITLE).getByRole("textbox", { name: label }), address);
    if (password !== "")
      await userEvent.type(part(TITLE).getByLabelText("Current password"), password);
    await userEvent.click(part(TITLE).getByRole("button", { name: "Send a link to this address" }));
  };

  it("is asked for with the password, and the form is emptied once a link was sent", async () => {
    show();
    await ask(TITLE, "ines@art.example", "Tidepool!7");
    expect(fakeConvex.argsOf("accounts/email:set")).toEqual([
      { email: "ines@art.example", currentPassword: "Tidepool!7" },
    ]);
    expect(part(TITLE).getByRole("status").textContent).toBe(
      "A link was sent to ines@art.example.",
    );
    expect(part(TITLE).getByLabelText("Current password")).toHaveProperty("value", "");
    await expectAccessible();
  });

  it.each([
    ["no address", "ines", "Tidepool!7"],
    ["no password", "ines@art.example", ""],
  ])("is not asked for with %s", async (_, address, password) => {
    show();
    await ask(TITLE, address, password);
    expect(fakeConvex.argsOf("accounts/email:set")).toEqual([]);
    expect(part(TITLE).getByRole("status").textContent).toBe("");
  });

  it("is changed, while the one of before and the one that waits are shown", async () => {
    const own = { address: "old@art.example", pending: "new@art.example", canMail: true };
    fakeConvex.answers["accounts/email:mine"] = own;
    fakeConvex.answers["accounts/email:set"] = refusals.wrongPassword();
    show();
    expect(part(TITLE).getByText("old@art.example")).toBeTruthy();
    expect(part(TITLE).getByText("Confirm new@art.example.")).toBeTruthy();
    await ask("New e-mail address", "third@art.example", "not it");
    expect(part(TITLE).getByLabelText("Current password").getAttribute("aria-invalid")).toBe(
      "true",
    );
    expect(part(TITLE).getByRole("textbox")).toHaveProperty("value", "third@art.example");
  });

  it("is removed with the password", async () => {
    fakeConvex.answers["accounts/email:mine"] = {
      ...{ address: "old@art.example", pending: null, canMail: true },
    };
    show();
    await userEvent.click(part(TITLE).getByRole("button", { name: "Remove address…" }));
    const [, current] = part(TITLE).getAllByLabelText("Current password");
    if (!current) throw new Error("No second password");
    await userEvent.type(current, "Tidepool!7");
    await userEvent.click(part(TITLE).getByRole("button", { name: "Remove address" }));
    expect(fakeConvex.argsOf("accounts/email:remove")).toEqual([{ currentPassword: "Tidepool!7" }]);
  });

  it("is not asked for where the site sends no mail", () => {
    fakeConvex.answers["accounts/email:mine"] = { address: null, pending: null, canMail: false };
    show();
    expect(part(TITLE).getByText("This site sends no mail.")).toBeTruthy();
    expect(part(TITLE).queryByRole("textbox")).toBeNull();
  });
});
