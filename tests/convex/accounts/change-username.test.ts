import { beforeEach, describe, expect, it, vi } from "vitest";
import { decodeJwt } from "jose";
import { api } from "../../../convex/_generated/api";
import { ADA, CHEAP, deploy, enter, join, refresh } from "./deployment";
import { confirmAddress, sentIn } from "./mailbox";
import { hashingAt } from "../../../convex/accounts/hashing";

const modules = import.meta.glob(
  "../../../convex/community/{artworks/searchIndex,profiles/functions,profiles/usernames}.ts",
);
const { functions: profiles, usernames } = api.community.profiles;
const KNOWN = "d".repeat(43);
const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

beforeEach(() => {
  vi.stubEnv("BILLING_MODE", "sandbox");
  vi.stubEnv("SITE_ORIGIN", "https://art.example");
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 0, 1) });
});
async function start() {
  const site = await deploy(hashingAt(CHEAP), modules);
  const tokens = await join(site);
  /** A token lives for an hour; a name stays reserved for longer. */
  const ada = async () => {
    const { data } = await enter(site, { ...ADA, username: current });
    return await site.as(data?.accessToken ?? "");
  };
  let current = ADA.username;
  const change = async (username: string) => {
    const answer = await (await ada()).mutation(usernames.change, { username });
    if (answer.data !== null) current = answer.data;
    return answer;
  };
  const pageOf = async (username: string) =>
    (await site.t.query(profiles.get, { username }))?.username ?? null;
  const isFree = async (username: string) =>
    (await site.t.query(api.accounts.usernames.available, { username })).available;
  const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
  return { ...site, tokens, change, pageOf, isFree, pass };
}

describe("a member who changes their username", () => {
  it("has it as handle and at sign-in; the name before leads to their page", async () => {
    const site = await start();
    expect(await site.change("Countess")).toMatchObject({ data: "Countess", error: null });
    expect(await site.pageOf("countess")).toBe("Countess");
    expect(await site.pageOf("ada")).toBe("Countess");
    expect((await enter(site, { ...ADA, username: "countess" })).error).toBeNull();
    expect((await enter(site)).error?.code).toBe("invalid_credentials");
    const next = await refresh(site, site.tokens.refreshToken);
    expect(decodeJwt(next.data?.accessToken ?? "").preferred_username).toBe("Countess");
  });

  it("is known in the browser of before, and told of another one", async () => {
    const site = await start();
    const { signIn } = api.accounts.credentials;
    const enterFrom = async (username: string, device: string) => {
      const { data } = await site.t.action(signIn, { ...ADA, username, device });
      return data && "accessToken" in data ? data.accessToken : "";
    };
    const told = async () => (await sentIn(site)).filter((mail) => mail.includes("New sign-in"));
    await confirmAddress(site, await enterFrom("Ada", KNOWN), "ada@art.example");
    for (const [before, username] of [
      ["Ada", "Countess"],
      ["Countess", "Lovelace"],
    ] as const) {
      const me = await site.as(await enterFrom(before, KNOWN));
      await me.mutation(usernames.change, { username });
      site.pass(WEEK_MS);
      await enterFrom(username, KNOWN);
    }
    expect(await told()).toEqual([]);
    await enterFrom("Lovelace", "e".repeat(43));
    expect(await told()).toHaveLength(1);
  });

  it("keeps the name before: no one else can take it", async () => {
    const site = await start();
    await site.change("Countess");
    expect([await site.isFree("ada"), await site.isFree("countess")]).toEqual([false, false]);
    await expect(join(site)).rejects.toThrow(/taken/i);
  });

  it("can't change it again for a week, but its capitals; then takes it back", async () => {
    const site = await start();
    await site.change("Countess");
    site.pass(WEEK_MS - 1000);
    const early = await site.change("Ada");
    expect(early.error).toMatchObject({ code: "rate_limit_exceeded", retryAfterMs: 1000 });
    expect((await site.change("COUNTESS")).data).toBe("COUNTESS");
    site.pass(1000);
    expect((await site.change("Ada")).data).toBe("Ada");
    expect(await site.pageOf("countess")).toBe("Ada");
  });

  it.each([
    ["ab", "invalid_username"],
    ["with space", "invalid_username"],
    ["admin", "username_taken"],
    ["ben", "username_taken"],
  ])("is refused %s: %s", async (username, code) => {
    const site = await start();
    await join(site, { ...ADA, username: "Ben" });
    expect((await site.change(username)).error?.code).toBe(code);
    expect(await site.pageOf("ada")).toBe("Ada");
  });

  it("keeps five names; the oldest is free again", async () => {
    const site = await start();
    for (const name of ["ada.1", "ada.2", "ada.3", "ada.4", "ada.5", "ada.6"]) {
      expect((await site.change(name)).data).toBe(name);
      site.pass(WEEK_MS);
    }
    expect(await site.isFree("ada")).toBe(true);
    expect([await site.pageOf("ada"), await site.pageOf("ada.1")]).toEqual([null, "ada.6"]);
  });
});
