import { decodeJwt } from "jose";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Session } from "../../src/identity/session";
import type { Tokens } from "../../src/identity/session";
import { LIFE_S, browser, deferred, turns } from "./browser-tabs";

const fresh = { forceRefreshToken: true };
const cached = { forceRefreshToken: false };
const ADA = { status: "signedIn", subject: "acct_ada", username: "ada" };
const GRACE = { status: "signedIn", subject: "acct_grace", username: "grace" };
const SIGNED_OUT = { status: "signedOut" };

let tab: ReturnType<typeof browser>;
beforeEach(() => {
  tab = browser("family.0");
});

const subjectOf = (token: string | null) => (token === null ? null : decodeJwt(token).sub);

/** The server's next response, which the test sends. */
function held() {
  const answer = deferred<Tokens | null>();
  tab.refresh.mockImplementationOnce(async () => await answer.promise);
  return answer;
}

/** A page on which Ada is signed in, with a token that is being refreshed. */
async function refreshing() {
  const session = new Session(tab.ports);
  await session.follow();
  const answer = held();
  const late = session.fetchAccessToken(fresh);
  await turns();
  return { session, answer, late };
}

type Answer = Awaited<ReturnType<typeof refreshing>>["answer"];
type Row = readonly [
  what: string,
  happens: (session: Session) => Promise<void>,
  identity: object,
  family: string | undefined,
];

/** Events while a response is pending, and who is signed in at the end. */
const MEANWHILE: readonly Row[] = [
  ["signs out", async (session) => await session.signOut(), SIGNED_OUT, undefined],
  [
    "signs in as another user",
    async (session) => {
      session.adopt(tab.tokens("grace", "other"));
      await Promise.resolve();
    },
    GRACE,
    "other",
  ],
  [
    "has signed out in another tab",
    async (session) => {
      tab.world.stored = null;
      await session.follow();
    },
    SIGNED_OUT,
    undefined,
  ],
  [
    "has signed in as another user in another tab",
    async (session) => {
      tab.world.stored = "other.7";
      tab.refresh.mockImplementation(
        async () => await Promise.resolve(tab.tokens("grace", "other")),
      );
      void session.follow();
      await Promise.resolve();
    },
    GRACE,
    "other",
  ],
];

const ENDINGS: readonly (readonly [string, (answer: Answer) => void])[] = [
  ["brings the next tokens", ({ resolve }) => resolve(tab.tokens())],
  ["says that the session is over", ({ resolve }) => resolve(null)],
  ["is lost", ({ reject }) => reject(new TypeError("Failed to fetch"))],
];

describe.each(MEANWHILE)(
  "a user who %s while a token is refreshed",
  (_, happens, identity, family) => {
    it.each(ENDINGS)("stays in that state when the answer %s", async (_ending, end) => {
      const { session, answer, late } = await refreshing();
      await happens(session);
      const seen: object[] = [];
      session.subscribe(() => seen.push(session.identity()));
      end(answer);
      // Null, or a token of the current user, never of one who has signed out.
      expect(subjectOf(await late)).not.toBe("acct_ada");
      await turns();
      expect(session.identity()).toEqual(identity);
      expect(tab.world.stored?.split(".")[0]).toBe(family);
      expect(seen).not.toContainEqual(ADA);
      const token = await session.fetchAccessToken(cached);
      expect(subjectOf(token)).toBe("subject" in identity ? identity.subject : null);
      expect(session.identity()).toEqual(identity);
    });
  },
);

describe("a storage that is cleared while a token is refreshed", () => {
  it.each(ENDINGS)("stays empty when the answer %s", async (_, end) => {
    const { session, answer, late } = await refreshing();
    tab.world.stored = null;
    end(answer);
    await late;
    expect(tab.world.stored).toBeNull();
    expect(await session.fetchAccessToken(fresh)).toBeNull();
    expect(session.identity()).toEqual(SIGNED_OUT);
    expect(tab.refresh).toHaveBeenCalledTimes(2);
  });
});

describe("a page that opens while", () => {
  it.each(ENDINGS)("its user signs out stays signed out when the answer %s", async (_, end) => {
    const answer = held();
    const session = new Session(tab.ports);
    const following = session.follow();
    await turns();
    await session.signOut();
    end(answer);
    await following;
    expect([session.identity(), tab.world.stored]).toEqual([SIGNED_OUT, null]);
    expect(tab.ports.end).toHaveBeenCalledExactlyOnceWith("family.0");
  });

  it("another tab refreshes makes no request, and gets the other tab's token", async () => {
    const answer = held();
    const [here, there] = [new Session(tab.ports), new Session(tab.ports)];
    const both = [here.follow(), there.follow()];
    await turns();
    const next = tab.tokens();
    answer.resolve(next);
    await Promise.all(both);
    expect(tab.refresh.mock.calls).toEqual([["family.0"]]);
    expect(await there.fetchAccessToken(cached)).toBe(next.accessToken);
    expect([here.identity(), there.identity()]).toEqual([ADA, ADA]);
  });
});

describe("a token that expires while its successor is fetched", () => {
  it.each([
    ["is used while it is valid", 1, 0],
    ["is not used from the moment of its expiry", 0, 1],
    ["is not used later", -1, 1],
  ])("%s, if the network fails", async (_, restMs, recoveries) => {
    const { session, answer, late } = await refreshing();
    const first = await session.fetchAccessToken(cached);
    tab.world.now = LIFE_S * 1000 - restMs;
    answer.reject(new TypeError("Failed to fetch"));
    expect((await late) === first).toBe(recoveries === 0);
    expect(tab.ports.recover).toHaveBeenCalledTimes(recoveries);
    expect(session.identity()).toEqual(ADA);
  });

  it("is retried after growing pauses, with the token stored by then", async () => {
    const offline = async () => await Promise.reject<Tokens>(new TypeError("Failed to fetch"));
    for (let n = 0; n < 3; n += 1) tab.refresh.mockImplementationOnce(offline);
    const session = new Session(tab.ports);
    await session.follow();
    expect(vi.mocked(tab.ports.recover).mock.calls).toEqual([[1], [2], [3]]);
    expect(session.identity()).toEqual(ADA);
  });

  it("is not retried before the network is back", async () => {
    const back = deferred<undefined>();
    vi.mocked(tab.ports.recover).mockImplementationOnce(async () => await back.promise);
    tab.refresh.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    const session = new Session(tab.ports);
    const following = session.follow();
    await turns();
    expect(tab.refresh).toHaveBeenCalledTimes(1);
    expect(session.identity()).toEqual({ status: "loading" });
    back.resolve(undefined);
    await following;
    expect(tab.refresh).toHaveBeenCalledTimes(2);
    expect(session.identity()).toEqual(ADA);
  });

  it("is dropped when its user signs out during the wait", async () => {
    const session = new Session(tab.ports);
    tab.refresh.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    vi.mocked(tab.ports.recover).mockImplementationOnce(async () => await session.signOut());
    await session.follow();
    expect(session.identity()).toEqual(SIGNED_OUT);
    expect(tab.refresh).toHaveBeenCalledTimes(1);
  });
});

describe("signing out", () => {
  it("happens here before the server answers, and without an answer", async () => {
    const session = new Session(tab.ports);
    await session.follow();
    vi.mocked(tab.ports.end).mockRejectedValueOnce(new TypeError("Failed to fetch"));
    const leaving = session.signOut();
    expect([session.identity(), tab.world.stored]).toEqual([SIGNED_OUT, null]);
    await expect(leaving).rejects.toThrow("Failed to fetch");
    expect(await session.fetchAccessToken(cached)).toBeNull();
  });

  it("informs the server only of an existing session", async () => {
    const session = new Session(browser().ports);
    await session.signOut();
    const { ports } = browser();
    await new Session(ports).signOut();
    expect(ports.end).not.toHaveBeenCalled();
  });

  it("resolves only after the server's answer", async () => {
    const heard = deferred<undefined>();
    vi.mocked(tab.ports.end).mockImplementationOnce(async () => await heard.promise);
    const done = vi.fn();
    const leaving = new Session(tab.ports).signOut().then(done);
    await Promise.resolve();
    expect(done).not.toHaveBeenCalled();
    heard.resolve(undefined);
    await leaving;
    expect(done).toHaveBeenCalled();
  });
});

describe("a listener", () => {
  it("is called for another user and for none, but not for the same user again", () => {
    const session = new Session(tab.ports);
    const seen: object[] = [];
    const leave = session.subscribe(() => seen.push(session.identity()));
    for (const person of ["ada", "ada", "grace"]) session.adopt(tab.tokens(person));
    session.adopt(null);
    session.adopt(null);
    expect(seen).toEqual([ADA, GRACE, SIGNED_OUT]);
    leave();
    session.adopt(tab.tokens());
    expect(seen).toHaveLength(3);
  });

  it("is one of several", () => {
    const session = new Session(tab.ports);
    const [one, two] = [vi.fn(), vi.fn()];
    const leave = session.subscribe(one);
    session.subscribe(two);
    leave();
    session.adopt(null);
    expect([one.mock.calls.length, two.mock.calls.length]).toEqual([0, 1]);
  });
});
