import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ok } from "../../packages/billing/src/contract/errors";
import { Comments } from "../../src/community/artwork/comments";
import { CollectionScreen } from "../../src/community/collection/collection-screen";
import type { Collection } from "../../src/community/collection/collection-data";
import { ExploreScreen } from "../../src/community/explore/explore-screen";
import { FeedScreen } from "../../src/community/feed/feed-screen";
import { NotificationsScreen } from "../../src/community/notifications/notifications-screen";
import type { Artist } from "../../src/community/profile/profile-data";
import { ProfileScreen } from "../../src/community/profile/profile-screen";
import { BlockedAndMuted } from "../../src/community/settings/blocked-and-muted";
import { StudioScreen } from "../../src/community/studio/studio-screen";
import { INES, renderAt } from "../app/fake-identity";
import "../../packages/ui/tests/browser";
import { COMMENT } from "./artwork/artwork-site";
import { cardOf, idOf } from "./cards";
import { fakeConvex } from "./fake-convex";
import type { Name } from "./fake-convex";

vi.mock("convex/react", async () => (await import("./fake-convex")).fakeConvex);
vi.mock("../../packages/billing/src/react", () => ({
  createBillingDialogs: () => ({ PaywallDialog: () => null }),
  createBillingHooks: () => ({ useCustomer: () => ({ customer: null }) }),
}));

const YUKI = { username: "yuki", name: "Yuki", avatarUrl: null };
const ARTIST: Artist = {
  ...{ ...YUKI, bio: "", links: [], coverUrl: null, pinned: [cardOf("Owls")] },
  ...{ followers: 4, followed: 5, isMine: true, isSupporter: false },
  ...{ isFollowed: false, isBlocked: false, isMuted: false },
};
const COLLECTION: Collection = {
  ...{ id: idOf("blue"), title: "Blue", description: "", visibility: "public", items: 3 },
  ...{ owner: YUKI, covers: ["1", "2", "3", "4"], isMine: true, isReadOnly: false },
};
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const artist = <ProfileScreen username="yuki" />;
const nothing = () => Promise.resolve();

/** Reports the end of every grid at once. */
class NearEnd {
  constructor(private readonly see: (entries: object[]) => void) {}
  observe() {
    this.see([{ isIntersecting: true }]);
  }
  disconnect() {}
}

beforeEach(() => {
  vi.stubGlobal("IntersectionObserver", NearEnd);
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  fakeConvex.reset({
    ...{
      "profiles/settings:mine": null,
      "profiles/functions:get": ARTIST,
      "collections/functions:get": COLLECTION,
    },
    ...{
      "artworks/functions:feed": [cardOf("Swell")],
      "artworks/functions:byProfile": [cardOf("Swell")],
    },
    ...{
      "feed/functions:following": [cardOf("Swell")],
      "feed/functions:trending": [cardOf("Swell")],
    },
    ...{ "feed/functions:explore": [cardOf("Swell")], "search:works": [cardOf("Swell")] },
    ...{ "search:people": [YUKI], "search:tags": [], "relationships/blocks:list": [YUKI] },
    ...{
      "comments/functions:list": [{ ...COMMENT, replies: 2 }],
      "comments/functions:replies": [COMMENT],
    },
    ...{
      "collections/functions:byProfile": [COLLECTION],
      "collections/items:list": [cardOf("Swell")],
    },
    ...{
      "relationships/follows:followers": [{ ...YUKI, isFollowed: true }],
      "relationships/follows:followed": [],
    },
    ...{
      "artworks/functions:unpublished": [cardOf("Draft")],
      "studios/functions:listWorks": [cardOf("Swell")],
    },
    "notifications/functions:list": [
      {
        ...{ id: idOf("told"), kind: "follow", actor: YUKI, artwork: null, studio: null },
        ...{ text: null, isFollowed: false, isRead: false, createdAt: 1 },
      },
    ],
    "notifications/functions:unread": 1,
    "notifications/functions:markRead": ok(null),
    "studios/functions:get": {
      ...{ slug: "ink", name: "Ink", owner: YUKI, people: [], ownRole: null, state: null },
      offeredTo: null,
    },
  });
});

describe("a list of several pages", () => {
  type Row = [
    list: Name,
    args: object,
    address: string,
    screen: ReactNode,
    reach: () => Promise<unknown>,
  ];
  const opened = (button: string, more: string) => async () => {
    await press(button);
    await press(more);
  };
  it.each<Row>([
    ["artworks/functions:feed", {}, "/", <FeedScreen />, nothing],
    ["feed/functions:following", {}, "/?feed=following", <FeedScreen />, nothing],
    ["feed/functions:trending", {}, "/?feed=trending", <FeedScreen />, nothing],
    ["feed/functions:explore", { tag: "ink" }, "/explore?tag=ink", <ExploreScreen />, nothing],
    ["search:works", { text: "owl" }, "/explore?q=owl", <ExploreScreen />, nothing],
    [
      ...(["search:people", { text: "owl" }, "/explore?q=owl", <ExploreScreen />] as const),
      () => press("More people"),
    ],
    [
      ...(["comments/functions:list", { artworkId: "swell" }, "/a/swell"] as const),
      <Comments artworkId={idOf("swell")} count={2} />,
      () => press("Older comments"),
    ],
    [
      ...(["comments/functions:replies", { commentId: "comment" }, "/a/swell"] as const),
      <Comments artworkId={idOf("swell")} count={2} />,
      opened("Show 2 replies", "More replies"),
    ],
    ["artworks/functions:byProfile", { username: "yuki" }, "/u/yuki", artist, nothing],
    [
      ...([
        "artworks/functions:byProfile",
        { username: "yuki" },
        "/u/yuki?tab=about",
        artist,
      ] as const),
      opened("Pin works", "More works"),
    ],
    [
      ...([
        "collections/functions:byProfile",
        { username: "yuki" },
        "/u/yuki?tab=collections",
      ] as const),
      artist,
      () => press("More collections"),
    ],
    [
      ...([
        "relationships/follows:followers",
        { username: "yuki" },
        "/u/yuki?tab=about",
        artist,
      ] as const),
      opened("4 followers", "More people"),
    ],
    [
      ...([
        "relationships/follows:followed",
        { username: "yuki" },
        "/u/yuki?tab=about",
        artist,
      ] as const),
      opened("5 following", "More people"),
    ],
    ["artworks/functions:unpublished", { state: "hidden" }, "/u/yuki?tab=drafts", artist, nothing],
    [
      ...(["collections/items:list", { collectionId: "blue" }, "/collections/blue"] as const),
      <CollectionScreen id="blue" />,
      nothing,
    ],
    [
      ...(["collections/items:list", { collectionId: "blue" }, "/collections/blue"] as const),
      <CollectionScreen id="blue" />,
      opened("Arrange", "More works"),
    ],
    [
      ...(["notifications/functions:list", {}, "/notifications", <NotificationsScreen />] as const),
      () => press("Show older ones"),
    ],
    [
      ...([
        "relationships/blocks:list",
        { kind: "mute" },
        "/settings",
        <BlockedAndMuted kind="mute" />,
      ] as const),
      () => press("Show more"),
    ],
    [
      "studios/functions:listWorks",
      { slug: "ink" },
      "/studio/ink",
      <StudioScreen slug="ink" />,
      nothing,
    ],
  ])(
    "%s is requested with %j, and the next page at %s",
    async (list, args, address, shown, reach) => {
      fakeConvex.unfinished = [list];
      renderAt(address, shown, { identity: INES });
      await reach();
      expect(fakeConvex.asked.get(list)).toEqual(args);
      expect(fakeConvex.wantedMore).toContain(list);
      expect(new Set(fakeConvex.wantedMore)).toEqual(new Set([list]));
    },
  );

  it.each([
    ["/explore?q=owl", <ExploreScreen key="explore" />],
    ["/a/swell", <Comments key="comments" artworkId={idOf("swell")} count={2} />],
    ["/u/yuki?tab=collections", artist],
    ["/notifications", <NotificationsScreen key="told" />],
    ["/settings", <BlockedAndMuted key="muted" kind="mute" />],
  ])("offers no more at %s when everything is loaded", (address, shown) => {
    renderAt(address, shown, { identity: INES });
    expect(screen.queryByRole("button", { name: /^(More|Older|Show (older|more))/ })).toBeNull();
    expect(fakeConvex.wantedMore).toEqual([]);
  });
});
