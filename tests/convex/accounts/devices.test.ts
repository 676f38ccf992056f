import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api";
import { ADA, deploy } from "./deployment";

const DEVICE = "a".repeat(43);
const OTHER = "b".repeat(43);
/** Counts as a guess, but is too long to be hashed, so it fails immediately. */
const WRONG = "x".repeat(201);
const NEXT = "Rockpool?8";
const HOME = "198.51.100.1";
const { signIn, signUp, changePassword } = api.accounts.credentials;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 0, 31) });
});
/** Ada, who signed up in one browser, at home. */
async function open() {
  const site = await deploy();
  const from = (ip: string) => site.t.withRequestMetadata({ ip });
  const { data } = await from(HOME).action(signUp, { ...ADA, device: DEVICE });
  /** Advances the clock, because users do not try twice in a second. */
  const code = async (ip: string, typed: Partial<typeof ADA> & { device?: string }) => {
    vi.setSystemTime(Date.now() + 1000);
    return (await from(ip).action(signIn, { ...ADA, ...typed })).error?.code ?? null;
  };
  const devices = async () => await site.t.run((ctx) => ctx.db.query("devices").take(50));
  return { ...site, code, devices, token: data?.accessToken ?? "" };
}

type Opened = Awaited<ReturnType<typeof open>>;

/** Another client guesses until the account has no guesses left. */
async function guessUntilRefused({ code }: Opened) {
  for (let n = 0; n < 10; n += 1) {
    expect(await code(`203.0.113.${n}`, { password: WRONG })).toBe("invalid_credentials");
  }
  expect(await code("203.0.113.99", { password: WRONG })).toBe("too_many_attempts");
}

describe("password guesses of a stranger", () => {
  it("lock the owner out of a new browser, but not out of one that signed in before", async () => {
    const opened = await open();
    await guessUntilRefused(opened);
    const { code } = opened;
    expect(await code(HOME, {})).toBe("too_many_attempts");
    expect(await code(HOME, { device: OTHER })).toBe("too_many_attempts");
    expect(await code(HOME, { device: DEVICE })).toBeNull();
    expect(await code(HOME, { device: DEVICE, username: "ADA" })).toBeNull();
  });

  it("from the owner's own address do not lock them out either", async () => {
    const { code } = await open();
    for (let n = 0; n < 10; n += 1) await code(HOME, { username: `name${n}`, password: WRONG });
    expect(await code(HOME, { username: "name", password: WRONG })).toBe("too_many_attempts");
    expect(await code("198.51.100.2", { username: "name", password: WRONG })).toBe(
      "invalid_credentials",
    );
    expect(await code(HOME, { device: DEVICE })).toBeNull();
  });

  it("in a known browser are counted too, for that browser alone", async () => {
    const { code } = await open();
    for (let n = 0; n < 10; n += 1) {
      expect(await code(HOME, { device: DEVICE, password: WRONG })).toBe("invalid_credentials");
    }
    expect(await code(HOME, { device: DEVICE })).toBe("too_many_attempts");
    expect(await code(HOME, {})).toBeNull();
  });
});

describe("an IP address", () => {
  it("has three passwords hashed at once, independently of other addresses", async () => {
    const { t } = await open();
    const guess = async (ip: string, n: number) =>
      await t.withRequestMetadata({ ip }).action(signIn, { username: `name${n}`, password: WRONG });
    for (let n = 0; n < 3; n += 1) {
      expect((await guess("203.0.113.1", n)).error?.code).toBe("invalid_credentials");
    }
    expect((await guess("203.0.113.1", 3)).error).toMatchObject({
      code: "too_many_attempts",
      retryAfterMs: 500,
    });
    expect((await guess("203.0.113.2", 4)).error?.code).toBe("invalid_credentials");
  });

  it("loses nothing by right passwords", async () => {
    const { code } = await open();
    for (let n = 0; n < 15; n += 1) expect(await code(HOME, {})).toBeNull();
  });

  it("is counted as a whole network for IPv6", async () => {
    const { code } = await open();
    const guess = (n: number, network = 1) =>
      code(`2001:db8:0:${network}::${n}`, { username: `name${n}`, password: WRONG });
    for (let n = 0; n < 10; n += 1) expect(await guess(n)).toBe("invalid_credentials");
    expect(await guess(10)).toBe("too_many_attempts");
    expect(await guess(11, 2)).toBe("invalid_credentials");
  });
});

describe("a browser that signed in", () => {
  it("is stored as a hash that differs per account", async () => {
    const { t, devices } = await open();
    await t.action(signUp, { username: "bo.b", password: ADA.password, device: DEVICE });
    const hashes = (await devices()).map(({ deviceHash }) => deviceHash);
    expect(new Set(hashes).size).toBe(2);
    expect(hashes).not.toContain(DEVICE);
  });

  it.each(["", "short", `${DEVICE}!`, "a".repeat(100_000)])(
    "is not stored with an invalid secret: %#",
    async (device) => {
      const { code, devices } = await open();
      expect(await code(HOME, { device })).toBeNull();
      expect(await devices()).toHaveLength(1);
    },
  );

  it("is forgotten after twenty others have signed in", async () => {
    const opened = await open();
    const { code, devices } = opened;
    for (let n = 0; n < 20; n += 1) {
      vi.setSystemTime(Date.now() + 1000);
      expect(await code(HOME, { device: `${n}`.padStart(43, "c") })).toBeNull();
    }
    expect(await devices()).toHaveLength(20);
    await guessUntilRefused(opened);
    expect(await code(HOME, { device: DEVICE })).toBe("too_many_attempts");
    expect(await code(HOME, { device: "19".padStart(43, "c") })).toBeNull();
  });

  it("is the only known one after a change of the password in it", async () => {
    const { as, code, devices, token } = await open();
    await code(HOME, { device: OTHER });
    const change = { currentPassword: ADA.password, newPassword: NEXT, device: DEVICE };
    expect((await (await as(token)).action(changePassword, change)).error).toBeNull();
    expect(await devices()).toHaveLength(1);
  });

  it("is forgotten when the operator resets the password", async () => {
    const { t, devices } = await open();
    const reset = { username: "ada", newPassword: NEXT };
    await t.action(internal.accounts.credentials.resetPassword, reset);
    expect(await devices()).toEqual([]);
  });
});
