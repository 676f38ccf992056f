import { beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../../../convex/_generated/api";
import {
  confirmEmailLetter,
  emailChangedLetter,
  newSignInLetter,
  passwordChangedLetter,
  resetPasswordLetter,
  twoStepLetter,
} from "../../../convex/accounts/letters";
import { ADA, deploy, join } from "./deployment";
import { mailsIn } from "./mailbox";

const AT = Date.UTC(2026, 0, 31, 18, 5);
const FIREFOX = { browser: "Firefox", system: "Linux" };

beforeEach(() => {
  vi.stubEnv("BILLING_MODE", "sandbox");
  vi.stubEnv("SITE_ORIGIN", "https://art.example");
});
describe("the language of an account's mails", () => {
  it("is that of the browser at sign-up, until another is chosen", async () => {
    const site = await deploy();
    const { data } = await site.t.action(api.accounts.credentials.signUp, {
      ...{ ...ADA, language: "de" },
    });
    const me = await site.as(data?.accessToken ?? "");
    const ask = async () => {
      const asked = { email: "ada@art.example", currentPassword: ADA.password };
      await me.action(api.accounts.email.set, asked);
      return (await mailsIn(site)).at(-1)?.subject;
    };
    expect(await ask()).toBe("Bestätige deine E-Mail-Adresse");
    expect(await me.mutation(api.accounts.language.set, { language: "en" })).toMatchObject({
      error: null,
    });
    expect(await ask()).toBe("Confirm your e-mail address");
  });

  it("is English where none was told, and is no one's without an account", async () => {
    const site = await deploy();
    await join(site);
    const languages = async () =>
      (await site.t.run((ctx) => ctx.db.query("accounts").take(9))).map(({ language }) => language);
    const refused = await site.t.mutation(api.accounts.language.set, { language: "de" });
    expect(refused.error?.code).toBe("session_ended");
    expect(await languages()).toEqual([undefined]);
  });
});

const LETTERS = [
  ["confirmEmail", (a) => confirmEmailLetter(a, "token"), "/confirm-email#token"],
  ["resetPassword", (a) => resetPasswordLetter(a, "token"), "/reset-password#token"],
  ["newSignIn", (a) => newSignInLetter(a, FIREFOX, AT), "/settings/security"],
  ["passwordChanged", (a) => passwordChangedLetter(a, AT), "/forgot-password"],
  ["emailChanged", (a) => emailChangedLetter(a, AT), "/settings/security"],
  ["twoStepOn", (a) => twoStepLetter(a, true, AT), "/settings/security"],
  ["twoStepOff", (a) => twoStepLetter(a, false, AT), "/settings/security"],
] as const satisfies readonly (readonly [
  string,
  (account: Parameters<typeof emailChangedLetter>[0]) => ReturnType<typeof emailChangedLetter>,
  string,
])[];

describe("each mail about an account", () => {
  it.each(LETTERS)("%s says the same in both languages", (_, write, path) => {
    const english = write({ username: "Ada" });
    const german = write({ username: "Ada", language: "de" });
    expect(german.subject).not.toBe(english.subject);
    for (const { text } of [english, german]) {
      expect(text).toContain("@Ada");
      expect(text).toContain(`https://art.example${path}\n`);
      if (text.includes("UTC")) expect(text).toMatch(/2026\D+(18:05|6:05\sPM) UTC/);
    }
    expect(german.text.includes("UTC")).toBe(english.text.includes("UTC"));
    expect(german.html).toContain('<html lang="de">');
  });
});
