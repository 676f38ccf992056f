import { act, renderHook } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ContentChoices } from "../../src/community/settings/content-choices";
import { useLike } from "../../src/community/grid/use-like";
import { cardOf } from "./cards";
import { fakeConvex, nameOf } from "./fake-convex";
import type { LocalStore, Name, Returned } from "./fake-convex";

vi.mock("convex/react", async () => (await import("./fake-convex")).fakeConvex);
vi.mock("../../src/identity/index", () => ({ useIdentity: () => ({ status: "signedIn" }) }));
vi.mock("../../src/shared/toasts", () => ({ showToast: vi.fn() }));

/** The page's copy of the server's results: one per query. */
function storeOf(held: Returned) {
  const values = new Map<string, unknown>(Object.entries(held));
  const written: string[] = [];
  const store: LocalStore = {
    getQuery: (query) => values.get(nameOf(query)),
    getAllQueries: (query) =>
      values.has(nameOf(query)) ? [{ args: {}, value: values.get(nameOf(query)) }] : [],
    setQuery: (query, _args, value) => {
      values.set(nameOf(query), value);
      written.push(nameOf(query));
    },
  };
  return { store, written, valueOf: (name: Name) => values.get(name) };
}

beforeEach(() => fakeConvex.reset({ "profiles/settings:mine": null }));

describe("a like", () => {
  const swell = cardOf("Swell", { likes: 2 });
  const luna = cardOf("Luna", { likes: 5 });
  const pageOf = (...page: (typeof swell)[]) => ({ page, isDone: true, continueCursor: "" });
  const likeBy = (held: Returned, liked: boolean) => {
    renderHook(() => useLike());
    const found = storeOf(held);
    act(() => fakeConvex.updates.get("likes:set")?.(found.store, { artworkId: "swell", liked }));
    return found;
  };
  const seen = { ...swell, liked: true, likes: 3 };

  it.each([
    ...[
      "artworks/functions:feed",
      "artworks/functions:byProfile",
      "feed/functions:following",
      "feed/functions:trending",
    ],
    ...[
      "feed/functions:explore",
      "search:works",
      "collections/items:list",
      "studios/functions:listWorks",
      "artworks/functions:unpublished",
    ],
  ] as const)("is shown at once in the feed of %s, and on no other work", (name) => {
    const { valueOf } = likeBy({ [name]: pageOf(luna, swell) }, true);
    expect(valueOf(name)).toEqual(pageOf(luna, seen));
  });

  it("changes no page without the work", () => {
    expect(likeBy({ "artworks/functions:feed": pageOf(luna) }, true).written).toEqual([]);
  });

  it("is shown on the work's page, and where the work is pinned", () => {
    const found = { artwork: swell, mine: false, newer: null, older: null };
    expect(
      likeBy({ "artworks/functions:get": found }, true).valueOf("artworks/functions:get"),
    ).toEqual({
      ...found,
      artwork: seen,
    });
    const page = {
      ...{ username: "yuki", name: "Yuki", bio: "", links: [], avatarUrl: null, coverUrl: null },
      ...{ followers: 0, followed: 0, isMine: false, isSupporter: false, isFollowed: false },
      ...{ isBlocked: false, isMuted: false },
    };
    const pinned = likeBy({ "profiles/functions:get": { ...page, pinned: [luna, swell] } }, true);
    expect(pinned.valueOf("profiles/functions:get")).toMatchObject({ pinned: [luna, seen] });
  });

  it("is counted once, however often it is repeated, and removed once", () => {
    const twice = likeBy({ "artworks/functions:feed": pageOf(seen) }, true).valueOf(
      "artworks/functions:feed",
    );
    expect(twice).toEqual(pageOf(seen));
    const back = likeBy({ "artworks/functions:feed": pageOf(seen) }, false).valueOf(
      "artworks/functions:feed",
    );
    expect(back).toEqual(pageOf(swell));
  });
});

describe("a content setting", () => {
  const SETTINGS = { sensitive: "blur" as const, hiddenMadeHow: ["by_hand" as const] };
  it.each([
    [{ sensitive: "hide" }, { ...SETTINGS, sensitive: "hide" }],
    [{ hiddenMadeHow: [] }, { ...SETTINGS, hiddenMadeHow: [] }],
  ])("is shown at once, and leaves the others unchanged: %j", (changes, expected) => {
    fakeConvex.answers["profiles/settings:mine"] = SETTINGS;
    renderHook(() => ContentChoices());
    const { store, valueOf } = storeOf({ "profiles/settings:mine": SETTINGS });
    fakeConvex.updates.get("profiles/settings:set")?.(store, changes);
    expect(valueOf("profiles/settings:mine")).toEqual(expected);
  });
});
