import { ConvexReactClient } from "convex/react";
import { getFunctionName } from "convex/server";
import type { FunctionReturnType } from "convex/server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import { questionOf } from "../../src/app/preloaded-answers";
import { SiteClient } from "../../src/app/site-client";

const { feed } = api.community.artworks.functions;
const { unread } = api.community.notifications.functions;
const { standing } = api.accounts.profile;

const page = (id: number, numItems = 24) => ({ paginationOpts: { id, numItems, cursor: null } });
const works: FunctionReturnType<typeof feed> = { page: [], isDone: true, continueCursor: "" };

/** The live results of the deployment, by function. */
const live = new Map<string, unknown>();
const say = (state: string | undefined, count?: number) => {
  live.set(getFunctionName(standing), state && { state });
  live.set(getFunctionName(unread), count);
};

/** A client whose page came with the feed's first works. */
const open = () =>
  new SiteClient("http://127.0.0.1:1", { queries: { [questionOf(feed, page(1))]: works } });

beforeEach(() => {
  live.clear();
  vi.spyOn(ConvexReactClient.prototype, "watchQuery").mockImplementation((...[query]) => ({
    onUpdate: () => () => undefined,
    // The test sets results of the right types.
    localQueryResult: () => live.get(getFunctionName(query)) as never,
    journal: () => undefined,
  }));
});
afterEach(() => vi.restoreAllMocks());

describe("the answers that came with the page", () => {
  it("are shown until the live ones arrive, whatever cache number a list has", () => {
    const watch = open().watchQuery(feed, page(7));
    expect(watch.localQueryResult()).toBe(works);
    const newer = { ...works };
    live.set(getFunctionName(feed), newer);
    expect(watch.localQueryResult()).toBe(newer);
    live.clear();
    expect(watch.localQueryResult()).toBeUndefined();
    expect(open().watchQuery(feed, page(7, 50)).localQueryResult()).toBeUndefined();
  });

  it("are not shown after sign-in", () => {
    const setAuth = vi.spyOn(ConvexReactClient.prototype, "setAuth").mockReturnValue();
    const client = open();
    const watch = client.watchQuery(feed, page(7));
    client.setAuth(() => Promise.resolve("a token"));
    expect(watch.localQueryResult()).toBeUndefined();
    expect(setAuth).toHaveBeenCalledOnce();
  });
});

describe("the answers of a page", () => {
  it("stay while its session has ended, and go on after the next sign-in or sign-out", () => {
    const watch = open().watchQuery(unread, {});
    const shown = [
      [undefined, undefined],
      ["anonymous", 0],
      ["live", 3],
      ["ended", 0],
      ["ended", 1],
      ["live", 5],
      ["suspended", 6],
      ["ended", 0],
      [undefined, 0],
      ["deleted", 0],
    ].map(([state, count]) => {
      say(state as string | undefined, count as number | undefined);
      return watch.localQueryResult();
    });
    expect(shown).toEqual([undefined, 0, 3, 3, 3, 5, 6, 6, 0, 0]);
  });

  it("are a visitor's where the page first asks after the end", () => {
    const client = open();
    say("ended", 0);
    expect(client.watchQuery(unread, {}).localQueryResult()).toBe(0);
  });

  it("say that the session has ended", () => {
    const watch = open().watchQuery(standing, {});
    say("live");
    expect(watch.localQueryResult()).toEqual({ state: "live" });
    say("ended");
    expect(watch.localQueryResult()).toEqual({ state: "ended" });
  });
});
