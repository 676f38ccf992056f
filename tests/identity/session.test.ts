import { beforeEach, describe, expect, it, vi } from "vitest";
import { Session } from "../../src/identity/session";
import type { Tokens } from "../../src/identity/session";
import { LIFE_S, browser, turns } from "./browser-tabs";

const offline = async () => await Promise.reject<Tokens>(new TypeError("Failed to fetch"));
const fresh = { forceRefreshToken: true };
const cached = { forceRefreshToken: false };
const ADA = { status: "signedIn", subject: "acct_ada", username: "ada" };

let tab: ReturnType<typeof browser>;
beforeEach(() => {
  tab = browser("family.0");
});

describe("a page that opens", () => {
  it("is signed out without stored tokens, and makes no request", () => {
    const { ports, refresh } = browser();
    expect(new Session(ports).identity()).toEqual({ status: "signedOut" });
    expect(refresh).not.toHaveBeenCalled();
  });

  it("is loading until the stored token has been exchanged", async () => {
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
  it("returns the same token while it is valid for 30 more seconds", async () => {
    const session = new Session(tab.ports);
    await session.follow();
    const first = await session.fetchAccessToken(cached);
    tab.world.now = (LIFE_S - 30) * 1000 - 1;
    expect(await session.fetchAccessToken(cached)).toBe(first);
    tab.world.now += 1;
    expect(await session.fetchAccessToken(cached)).not.toBe(first);
  });

  it("fetches a new one on request", async () => {
    const session = new Session(tab.ports);
    await session.follow();
    const first = await session.fetchAccessToken(cached);
    expect(await session.fetchAccessToken(fresh)).not.toBe(first);
  });

  it("returns a valid token when the network fails", async () => {
    const session = new Session(tab.ports);
    await session.follow();
    const first = await session.fetchAccessToken(cached);
    tab.refresh.mockImplementation(offline);
    expect(await session.fetchAccessToken(fresh)).toBe(first);
    expect(session.identity()).toEqual(ADA);
  });

  it("waits after a definite refusal, and the page stays as it is until its user decides", async () => {
    const session = new Session(tab.ports);
    await session.follow();
    tab.refresh.mockResolvedValue(null);
    const waiting = session.fetchAccessToken(fresh);
    await turns();
    expect(session.identity()).toEqual({ ...ADA, ended: true });
    expect(tab.world.stored).toBe("family.1");
    const given = tab.tokens();
    session.adopt(given);
    expect(await waiting).toBe(given.accessToken);
    expect(session.identity()).toEqual(ADA);
  });
});

describe("two tabs", () => {
  it("share one refresh", async () => {
    const tabs = [new Session(tab.ports), new Session(tab.ports)];
    await Promise.all(tabs.map(async (session) => await session.follow()));
    expect(tab.refresh.mock.calls).toEqual([["family.0"]]);
    expect(tabs.map((session) => session.identity())).toEqual([ADA, ADA]);
    const [here, there] = await Promise.all(
      tabs.map(async (session) => await session.fetchAccessToken(fresh)),
    );
    expect(here).toBe(there);
    expect(tab.refresh.mock.calls).toEqual([["family.0"], ["family.1"]]);
  });

  it("do not share a token that expires within 30 seconds", async () => {
    const [here, there] = [new Session(tab.ports), new Session(tab.ports)];
    await here.follow();
    tab.world.now = (LIFE_S - 30) * 1000;
    await there.follow();
    expect(tab.refresh).toHaveBeenCalledTimes(2);
  });

  it("sign out together", async () => {
    const [here, there] = [new Session(tab.ports), new Session(tab.ports)];
    await here.follow();
    await there.follow();
    await here.signOut();
    await there.follow();
    expect(there.identity()).toEqual({ status: "signedOut" });
    expect(tab.ports.end).toHaveBeenCalledExactlyOnceWith("family.1");
  });

  it("make no request when the other tab has only exchanged the token", async () => {
    const session = new Session(tab.ports);
    await session.follow();
    tab.world.stored = "family.99";
    await session.follow();
    expect(tab.refresh).toHaveBeenCalledTimes(1);
  });

  it("never show the earlier user while the new one is being fetched", async () => {
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
  it("wins over a pending answer", async () => {
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
  it("stores the tokens for the next page and the other tabs", async () => {
    const { world, ports, tokens } = browser();
    const session = new Session(ports);
    const given = tokens();
    session.adopt(given);
    expect(session.identity()).toEqual(ADA);
    expect(world.tokens).toEqual(given);
    expect(await session.fetchAccessToken(cached)).toBe(given.accessToken);
  });
});

describe("a session that was ended elsewhere", () => {
  /** A page of Ada's, whose session the server has ended. */
  async function ended() {
    const session = new Session(tab.ports);
    await session.follow();
    session.end();
    return session;
  }

  it("is shown as ended, with the page and its token unchanged", async () => {
    const session = await ended();
    expect(session.identity()).toEqual({ ...ADA, ended: true });
    expect(await session.fetchAccessToken(cached)).not.toBeNull();
    expect(tab.ports.resumed).not.toHaveBeenCalled();
  });

  it("continues when its user signs in again: the connection gets the new token", async () => {
    const session = await ended();
    const given = tab.tokens();
    session.adopt(given);
    expect(session.identity()).toEqual(ADA);
    expect(tab.ports.resumed).toHaveBeenCalledTimes(1);
    expect(await session.fetchAccessToken(cached)).toBe(given.accessToken);
  });

  it("continues in all tabs when its user signs in again in one", async () => {
    const [here, there] = [await ended(), await ended()];
    const seen = vi.fn();
    there.subscribe(seen);
    here.adopt(tab.tokens("ada", "next"));
    await there.follow();
    expect([there.identity(), seen.mock.calls.length]).toEqual([ADA, 1]);
    expect(tab.ports.resumed).toHaveBeenCalledTimes(2);
  });

  it("stays ended here when another tab signs out", async () => {
    const [here, there] = [await ended(), await ended()];
    await here.signOut();
    await there.follow();
    expect(there.identity()).toEqual({ ...ADA, ended: true });
    await there.signOut();
    expect(there.identity()).toEqual({ status: "signedOut" });
  });

  it("shows nothing of its user after another user signed in in another tab", async () => {
    const [here, there] = [await ended(), await ended()];
    here.adopt(tab.tokens("grace", "other"));
    const following = there.follow();
    expect(there.identity()).toEqual({ status: "loading" });
    await following;
    expect(there.identity()).toMatchObject({ username: "grace" });
  });

  it("returns no token after its user signed out", async () => {
    const session = await ended();
    tab.world.now = LIFE_S * 1000;
    const waiting = session.fetchAccessToken(cached);
    await session.signOut();
    expect(await waiting).toBeNull();
  });

  it("does nothing for a visitor", () => {
    const session = new Session(browser().ports);
    session.end();
    expect(session.identity()).toEqual({ status: "signedOut" });
  });
});
