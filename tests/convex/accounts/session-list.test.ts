import { beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../../../convex/_generated/api";
import { readUserAgent } from "../../../convex/accounts/client";
import { ADA, deploy, join, refresh } from "./deployment";

const { sessionList, credentials } = api.accounts;
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const SAFARI =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 0, 31) });
});
describe("a user agent", () => {
  it.each([
    [FIREFOX, { browser: "Firefox", system: "Linux" }],
    [SAFARI, { browser: "Safari", system: "iOS" }],
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0",
      { browser: "Microsoft Edge", system: "Windows" },
    ],
    ["", {}],
    [null, {}],
    ["<script>alert(1)</script>/1.0 (Your password: evil.example)", {}],
  ])("%s is %o", (header, names) => {
    expect(readUserAgent(header)).toEqual(names);
  });
});

/** Ada, signed in at home and on her phone. */
async function open() {
  const site = await deploy();
  const from = (userAgent: string) => site.t.withRequestMetadata({ ip: "198.51.100.1", userAgent });
  const home = await from(FIREFOX).action(credentials.signUp, ADA);
  vi.setSystemTime(Date.now() + 60_000);
  const phone = await from(SAFARI).action(credentials.signIn, ADA);
  if (!home.data || !phone.data || "ticket" in phone.data) throw new Error("Not signed in");
  const [atHome, onPhone] = [home.data, phone.data];
  return { site, atHome, onPhone, me: await site.as(atHome.accessToken) };
}

describe("the list of sessions", () => {
  it("names browser and system, and which one is this", async () => {
    const { me, onPhone, site } = await open();
    const listed = await me.query(sessionList.list, {});
    expect(listed).toMatchObject([
      { browser: "Firefox", system: "Linux", isCurrent: true, usedAt: Date.now() - 60_000 },
      { browser: "Safari", system: "iOS", isCurrent: false, usedAt: Date.now() },
    ]);
    const other = await (await site.as(onPhone.accessToken)).query(sessionList.list, {});
    expect(other.map(({ isCurrent, system }) => [isCurrent, system])).toEqual([
      [true, "iOS"],
      [false, "Linux"],
    ]);
  });

  it("learns the names of a session of before with its next token", async () => {
    const site = await deploy();
    const { accessToken, refreshToken } = await join(site);
    const me = await site.as(accessToken);
    expect(await me.query(sessionList.list, {})).toMatchObject([{ browser: null, system: null }]);
    const from = site.t.withRequestMetadata({ ip: "198.51.100.1", userAgent: FIREFOX });
    await from.action(api.accounts.sessions.refresh, { refreshToken });
    expect(await me.query(sessionList.list, {})).toMatchObject([{ browser: "Firefox" }]);
  });

  it("is empty without a live session", async () => {
    const { site, me, atHome } = await open();
    expect(await site.t.query(sessionList.list, {})).toEqual([]);
    await site.t.mutation(api.accounts.sessions.signOut, { refreshToken: atHome.refreshToken });
    expect(await me.query(sessionList.list, {})).toEqual([]);
  });
});

describe("signing out elsewhere", () => {
  it("ends that session, and the token it had", async () => {
    const { site, me, onPhone } = await open();
    const [, phone] = await me.query(sessionList.list, {});
    expect((await me.mutation(sessionList.end, { id: phone?.id ?? "" })).error).toBeNull();
    expect(await me.query(sessionList.list, {})).toHaveLength(1);
    expect((await refresh(site, onPhone.refreshToken)).error?.code).toBe("session_ended");
    const there = await site.as(onPhone.accessToken);
    expect((await there.mutation(sessionList.endOthers, {})).error?.code).toBe("unauthenticated");
    expect(await me.query(sessionList.list, {})).toHaveLength(1);
  });

  it("leaves sessions of others alone", async () => {
    const { site, me } = await open();
    const tokens = await join(site, { ...ADA, username: "bo.b" });
    const bo = await site.as(tokens.accessToken);
    const [his] = await bo.query(sessionList.list, {});
    expect((await me.mutation(sessionList.end, { id: his?.id ?? "" })).error).toBeNull();
    expect((await me.mutation(sessionList.endOthers, {})).error).toBeNull();
    expect((await refresh(site, tokens.refreshToken)).error).toBeNull();
  });

  it("everywhere keeps this browser", async () => {
    const { site, me, atHome, onPhone } = await open();
    expect((await me.mutation(sessionList.endOthers, {})).error).toBeNull();
    expect((await refresh(site, onPhone.refreshToken)).error?.code).toBe("session_ended");
    expect((await refresh(site, atHome.refreshToken)).error).toBeNull();
  });
});
