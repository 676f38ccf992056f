import { beforeEach, describe, expect, it, vi } from "vitest";
import { Session } from "../../src/identity/session";
import type { Tokens } from "../../src/identity/session";
import { LIFE_S, browser } from "./one-browser";

const offline = async () => await Promise.reject<Tokens>(new TypeError("Failed to fetch"));
const fresh = { forceRefreshToken: true };
const cached = { forceRefreshToken: false };
const ADA = { status: "signedIn", subject: "acct_ada", username: "ada" };

let tab: ReturnType<typeof browser>;
beforeEach(() => {
  tab = browser("family.0");
});

describe("a page that opens", () => {
  it("is signed out when nothing is stored, without asking anybody", () => {
    const { ports, refresh } = browser();
    expect(new Session(ports).identity()).toEqual({ status: "signedOut" });
    expect(refresh).not.toHaveBeenCalled();
  });

  it("is loading until the stored token has been traded", async () => {
    const session = new Session(tab.ports);
    const seen = vi.fn();
    session.subscribe(seen);
    expect(session.identity()).toEqual({ status: "loading" });
    await session.follow();
    expect(session.identity()).toEqual(ADA);
    expect(seen).toHaveBeenCalledTimes(1);
    expect(tab.world.stored).toBe("family.1");
  });

  it("is signed out when the server says that the session is over", async () => {
    tab.refresh.mockResolvedValue(null);
    const session = new Session(tab.ports);
    await session.follow();
    expect(session.identity()).toEqual({ status: "signedOut" });
    expect(tab.world.stored).toBeNull();
  });

  it("waits for the network instead of signing out", async () => {
    tab.refresh.mockImplementationOnce(offline).mockImplementationOnce(offline);
    const session = new Session(tab.ports);
    await session.follow();
    expect(session.identity()).toEqual(ADA);
    expect(tab.ports.recover).toHaveBeenCalledTimes(2);
  });
});

describe("fetchAccessToken", () => {
  it("hands out the same token while 30 seconds of it are left", async () => {
    const session = new Session(tab.ports);
    await session.follow();
    const first = await session.fetchAccessToken(cached);
    tab.world.now = (LIFE_S - 30) * 1000 - 1;
    expect(await session.fetchAccessToken(cached)).toBe(first);
    tab.world.now += 1;
    expect(await session.fetchAccessToken(cached)).not.toBe(first);
  });

  it("fetches a new one when told to", async () => {
    const session = new Session(tab.ports);
    await session.follow();
    const first = await session.fetchAccessToken(cached);
    expect(await session.fetchAccessToken(fresh)).not.toBe(first);
  });

  it("keeps what is still valid when the network fails", async () => {
    const session = new Session(tab.ports);
    await session.follow();
    const first = await session.fetchAccessToken(cached);
    tab.refresh.mockImplementation(offline);
    expect(await session.fetchAccessToken(fresh)).toBe(first);
    expect(session.identity()).toEqual(ADA);
  });

  it("is null, and the page signed out, only on a definite no", async () => {
    const session = new Session(tab.ports);
    await session.follow();
    tab.refresh.mockResolvedValue(null);
    expect(await session.fetchAccessToken(fresh)).toBeNull();
    expect(session.identity()).toEqual({ status: "signedOut" });
  });
});

describe("two tabs", () => {
  it("never show the server the same token twice", async () => {
    const tabs = [new Session(tab.ports), new Session(tab.ports)];
    await Promise.all(tabs.map(async (session) => await session.follow()));
    const shown = tab.refresh.mock.calls.map(([token]) => token);
    expect(new Set(shown).size).toBe(2);
    expect(tabs.map((session) => session.identity())).toEqual([ADA, ADA]);
  });

  it("sign out together", async () => {
    const [here, there] = [new Session(tab.ports), new Session(tab.ports)];
    await here.follow();
    await there.follow();
    await here.signOut();
    await there.follow();
    expect(there.identity()).toEqual({ status: "signedOut" });
    expect(tab.ports.end).toHaveBeenCalledExactlyOnceWith("family.2");
  });

  it("ask nothing when the other has only traded the token", async () => {
    const session = new Session(tab.ports);
    await session.follow();
    tab.world.stored = "family.99";
    await session.follow();
    expect(tab.refresh).toHaveBeenCalledTimes(1);
  });

  it("never show one person while the other is being fetched", async () => {
    const session = new Session(tab.ports);
    await session.follow();
    tab.refresh.mockResolvedValue(tab.tokens("grace", "other"));
    tab.world.stored = "other.7";
    const following = session.follow();
    expect(session.identity()).toEqual({ status: "loading" });
    await following;
    expect(session.identity()).toMatchObject({ username: "grace" });
  });
});

describe("signing out", () => {
  it("wins over an answer that was on its way", async () => {
    const session = new Session(tab.ports);
    await session.follow();
    const late = session.fetchAccessToken(fresh);
    await session.signOut();
    expect(await late).toBeNull();
    expect(session.identity()).toEqual({ status: "signedOut" });
    expect(tab.world.stored).toBeNull();
  });
});

describe("signing in", () => {
  it("keeps the refresh token for the next page, the access token in memory only", async () => {
    const { world, ports, tokens } = browser();
    const session = new Session(ports);
    const given = tokens();
    session.adopt(given);
    expect(session.identity()).toEqual(ADA);
    expect(world.stored).toBe(given.refreshToken);
    expect(await session.fetchAccessToken(cached)).toBe(given.accessToken);
  });
});
