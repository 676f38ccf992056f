import { Secret, TOTP } from "otpauth";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { makeFunctionReference } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { ADA, deploy, join } from "./deployment";
import { confirmAddress } from "./mailbox";

const community = import.meta.glob("../../../convex/community/**/*.ts");
const all = import.meta.glob(["../../../convex/{accounts,community}/**/*.ts"]);
const HOUR_MS = 60 * 60_000;

type Proof = Record<string, string>;

/** The arguments of each function, besides the proof. */
const ASKING: Readonly<Record<string, (proof: Proof) => Record<string, unknown>>> = {
  "accounts/credentials:changePassword": (proof) => ({ ...proof, newPassword: "Rockpool?8" }),
  "accounts/email:set": (proof) => ({ ...proof, email: "ada.new@art.example" }),
  "accounts/email:remove": (proof) => proof,
  "accounts/twoStep:begin": (proof) => proof,
  "accounts/twoStep:turnOff": (proof) => proof,
  "community/accountDeletion:removeAccount": (confirmation) => ({ confirmation }),
};

beforeEach(() => {
  vi.stubEnv("BILLING_MODE", "sandbox");
  vi.stubEnv("SITE_ORIGIN", "https://spotlight.example");
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 0, 31) });
});
/** Ada, with an address, and with two-step sign-in turned on earlier. */
async function open() {
  const site = await deploy(undefined, community);
  const { accessToken } = await join(site);
  const me = await site.as(accessToken);
  await me.mutation(api.community.profiles.functions.ensure, {});
  await confirmAddress(site, accessToken, "ada@art.example");
  const { data: key } = await me.action(api.accounts.twoStep.begin, {
    currentPassword: ADA.password,
  });
  const app = new TOTP({ secret: Secret.fromBase32(key?.secret ?? "") });
  const code = () => app.generate({ timestamp: Date.now() });
  await me.action(api.accounts.twoStep.confirm, { code: code() });
  vi.setSystemTime(Date.now() + 60_000);
  const wrong = () => (code() === "123456" ? "654321" : "123456");
  const answerOf = async (name: string, proof: Proof) => {
    const args = ASKING[name]?.(proof) ?? {};
    const answer: unknown = await me.action(makeFunctionReference<"action">(name), args);
    return (answer as { error: { code: string } | null }).error?.code ?? null;
  };
  /** Accounts, unconfirmed addresses, sessions and keys, which a proof can change. */
  const stored = async () =>
    await site.t.run(async ({ db }) =>
      JSON.stringify([
        await db.query("accounts").take(9),
        await db.query("emailLinks").take(9),
        await db.query("sessions").take(9),
        await db.query("twoStep").take(9),
        await db.query("profiles").take(9),
      ]),
    );
  return { code, wrong, answerOf, stored };
}

describe("every function that asks for the caller's own password", () => {
  it("is in the table, and nothing else is", async () => {
    const found: string[] = [];
    for (const [file, load] of Object.entries(all)) {
      const path = file.replace(/^.*\/convex\/(.+)\.ts$/, "$1");
      for (const [name, value] of Object.entries((await load()) as Record<string, unknown>)) {
        if (typeof value !== "function" || !("isPublic" in value)) continue;
        const { exportArgs } = value as { exportArgs?: () => string };
        if (exportArgs?.().includes('"currentPassword"')) found.push(`${path}:${name}`);
      }
    }
    expect(found.sort()).toEqual(Object.keys(ASKING).sort());
  });

  it.each(Object.keys(ASKING))("%s asks for a code where two-step sign-in is on", async (name) => {
    const { code, wrong, answerOf, stored } = await open();
    const currentPassword = ADA.password;
    const before = await stored();
    expect(await answerOf(name, { currentPassword: "not it", code: code() })).toBe(
      "invalid_credentials",
    );
    expect(await answerOf(name, { currentPassword })).toBe("code_needed");
    expect(await answerOf(name, { currentPassword, code: wrong() })).toBe("invalid_code");
    expect(await stored()).toBe(before);
    const outcome = name === "accounts/twoStep:begin" ? "two_step_on" : null;
    expect(await answerOf(name, { currentPassword, code: code() })).toBe(outcome);
  });

  it("takes each code once, and ten wrong ones in an hour, over all functions", async () => {
    const { code, wrong, answerOf } = await open();
    const currentPassword = ADA.password;
    const used = { currentPassword, code: code() };
    expect(await answerOf("accounts/email:set", used)).toBeNull();
    expect(await answerOf("accounts/twoStep:turnOff", used)).toBe("invalid_code");
    const names = Object.keys(ASKING);
    for (let n = 1; n < 10; n += 1) {
      const name = names[n % names.length] ?? "";
      expect(await answerOf(name, { currentPassword, code: wrong() })).toBe("invalid_code");
    }
    vi.setSystemTime(Date.now() + 60_000);
    const right = () => ({ currentPassword, code: code() });
    expect(await answerOf("accounts/twoStep:turnOff", right())).toBe("too_many_attempts");
    vi.setSystemTime(Date.now() + HOUR_MS);
    expect(await answerOf("accounts/twoStep:turnOff", right())).toBeNull();
  });
});
