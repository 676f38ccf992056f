import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api";
import { KINDS, VIEWERS, openScene } from "./viewers";
import { publicFunctions } from "./public-functions";
import type { Kind, Onlooker, Scene } from "./viewers";

const { functions: artworks, related } = api.community.artworks;
const { items, functions: collections } = api.community.collections;
const comments = api.community.comments.functions;
const feed = api.community.feed.functions;
const { follows, blocks } = api.community.relationships;
const { members, functions: studios } = api.community.studios;
const notifications = api.community.notifications.functions;
const profiles = api.community.profiles.functions;
const files = api.community.files.functions;
const insights = api.community.insights.functions;
const prints = api.community.prints.functions;
const { search } = api.community;

const PAGE = { paginationOpts: { numItems: 50, cursor: null } };
const FIRST = { paginationOpts: { numItems: 1, cursor: null } };
const CLEO = { username: "cleo", ...PAGE };

let scene: Scene;
beforeAll(async () => {
  vi.stubEnv("BILLING_MODE", "sandbox");
  vi.useFakeTimers();
  scene = await openScene();
  vi.useRealTimers();
});
beforeEach(() => void vi.stubEnv("BILLING_MODE", "sandbox"));

/** The kinds of works that each viewer gets. */
type Seen = Readonly<Record<string, string>>;
/** Which of ada's works a viewer gets at a place. */
type Look = (as: Onlooker) => Promise<readonly (string | false | null | undefined)[]>;

const byAll = (seen: string): Seen => Object.fromEntries(VIEWERS.map((viewer) => [viewer, seen]));

const HUNG = "open sensitive machine";
const EVERYTHING_LEFT = "draft unlisted hidden open sensitive machine";
const LINKED = "unlisted open sensitive machine";
/** Shared expectations. Artists see their own works, whatever their settings hide. */
const WALL = { ...byAll(HUNG), blocker: "", muter: "", chooser: "open" };
/** With a known URL, a viewer sees even a work that their settings hide, and an unlisted one. */
const BY_ADDRESS = { ...byAll(LINKED), owner: EVERYTHING_LEFT };
const OWN = { ...byAll(""), owner: EVERYTHING_LEFT };

const titled = (page: readonly { title: string }[]) => page.map(({ title }) => kindIn(title));
const kindIn = (title: string) => /^Plums (\w+)$/.exec(title)?.[1];

/** The kinds for which a condition holds, checked one by one. */
const ofEach = async (holds: (kind: Kind) => Promise<boolean>) => {
  const seen: (Kind | false)[] = [];
  for (const kind of KINDS) seen.push((await holds(kind)) && kind);
  return seen;
};

/** Whether cleo's work beside it has ada's work as its neighbour. */
const neighbour = async (as: Onlooker, kind: Kind, side: "newer" | "older") => {
  const at = KINDS.indexOf(kind) + (side === "newer" ? 0 : 1);
  const found = await as.query(artworks.get, { id: scene.frames[at] ?? "" });
  return found?.[side] === scene.idOf(kind);
};

/** Whether Fresh starts with a work on the day that it is featured. */
const isFeatured = async (as: Onlooker, kind: Kind) => {
  const id = scene.idOf(kind);
  const light = async (isOn: boolean) => {
    await scene.t.run(async ({ db }) => {
      const day = await db.query("currentDay").first();
      if (await db.get("artworks", id)) {
        await db.patch("artworks", id, { featuredOn: isOn ? day?.day : undefined });
      }
    });
  };
  await light(true);
  const { page } = await as.query(artworks.feed, FIRST);
  await light(false);
  return page[0]?.isFeatured === true && page[0].id === id;
};

const coversOf = (page: readonly { title: string; covers: readonly string[] }[]) =>
  page.map(({ title, covers }) => covers.length > 0 && KINDS.find((kind) => kind === title));

/** Every place that shows works: the function, its other arguments, and who sees which kinds. */
const OF_WORKS: readonly (readonly [string, string, Look, Seen])[] = [
  [
    "insights/functions:works",
    "",
    async (as) => titled((await as.query(insights.works, { window: 30, ...PAGE })).page),
    { ...byAll(""), owner: HUNG },
  ],
  [
    "artworks/functions:feed",
    "",
    async (as) => titled((await as.query(artworks.feed, PAGE)).page),
    WALL,
  ],
  [
    "artworks/functions:feed",
    "in today's light",
    (as) => ofEach((kind) => isFeatured(as, kind)),
    { ...byAll("open machine"), blocker: "", muter: "", chooser: "open" },
  ],
  [
    "artworks/functions:byProfile",
    "",
    async (as) => titled((await as.query(artworks.byProfile, { username: "ada", ...PAGE })).page),
    WALL,
  ],
  [
    "artworks/functions:get",
    "",
    (as) =>
      ofEach(async (kind) => (await as.query(artworks.get, { id: scene.idOf(kind) })) !== null),
    BY_ADDRESS,
  ],
  [
    "artworks/functions:get",
    "the newer one",
    (as) => ofEach((kind) => neighbour(as, kind, "newer")),
    WALL,
  ],
  [
    "artworks/functions:get",
    "the older one",
    (as) => ofEach((kind) => neighbour(as, kind, "older")),
    WALL,
  ],
  [
    "artworks/related:list",
    "beside ada's",
    async (as) => {
      const all = await Promise.all(
        KINDS.map(async (kind) => await as.query(related.list, { id: scene.idOf(kind) })),
      );
      return titled(all.flat());
    },
    WALL,
  ],
  [
    "artworks/related:list",
    "beside cleo's",
    async (as) => {
      const all = await Promise.all(
        scene.frames.map(async (id) => await as.query(related.list, { id })),
      );
      return titled(all.flat());
    },
    WALL,
  ],
  [
    "artworks/related:list",
    "of ada's work",
    (as) =>
      ofEach(async (kind) => {
        const id = scene.idOf(kind);
        return (await as.query(related.list, { id })).length > 0;
      }),
    BY_ADDRESS,
  ],
  [
    "artworks/functions:detail",
    "",
    (as) =>
      ofEach(async (kind) => (await as.query(artworks.detail, { id: scene.idOf(kind) })) !== null),
    BY_ADDRESS,
  ],
  [
    "artworks/functions:detail",
    "what it was before",
    (as) =>
      ofEach(async (kind) => {
        const found = await as.query(artworks.detail, { id: scene.idOf(kind) });
        return (found?.replaced.length ?? 0) > 0;
      }),
    OWN,
  ],
  [
    "artworks/functions:unpublished",
    "drafts",
    async (as) => titled((await as.query(artworks.unpublished, { state: "draft", ...PAGE })).page),
    { ...byAll(""), owner: "draft" },
  ],
  [
    "artworks/functions:unpublished",
    "unlisted",
    async (as) => {
      const asked = { state: "unlisted" as const, ...PAGE };
      return titled((await as.query(artworks.unpublished, asked)).page);
    },
    { ...byAll(""), owner: "unlisted" },
  ],
  [
    "artworks/functions:unpublished",
    "hidden",
    async (as) => titled((await as.query(artworks.unpublished, { state: "hidden", ...PAGE })).page),
    { ...byAll(""), owner: "hidden" },
  ],
  [
    "feed/functions:following",
    "",
    async (as) => titled((await as.query(feed.following, PAGE)).page),
    { ...WALL, nobody: "" },
  ],
  [
    "feed/functions:trending",
    "",
    async (as) => titled((await as.query(feed.trending, PAGE)).page),
    WALL,
  ],
  [
    "feed/functions:explore",
    "",
    async (as) => titled((await as.query(feed.explore, PAGE)).page),
    WALL,
  ],
  [
    "feed/functions:explore",
    "a tag",
    async (as) => titled((await as.query(feed.explore, { tag: "ink", ...PAGE })).page),
    WALL,
  ],
  [
    "feed/functions:explore",
    "a medium",
    async (as) => titled((await as.query(feed.explore, { medium: "painting", ...PAGE })).page),
    WALL,
  ],
  [
    "feed/functions:explore",
    "how it was made",
    async (as) => titled((await as.query(feed.explore, { madeHow: "by_hand", ...PAGE })).page),
    { ...byAll("open sensitive"), blocker: "", muter: "", chooser: "open" },
  ],
  [
    "search:works",
    "",
    async (as) => titled((await as.query(search.works, { text: "plums", ...PAGE })).page),
    WALL,
  ],
  [
    "search:works",
    "all filters",
    async (as) => {
      const filters = { medium: "painting", madeHow: "ai_generated" } as const;
      return titled((await as.query(search.works, { text: "plums", ...filters, ...PAGE })).page);
    },
    { ...byAll("machine"), blocker: "", muter: "", chooser: "" },
  ],
  [
    "collections/items:list",
    "somebody else's collection",
    async (as) => {
      const { collectionId } = scene;
      return titled((await as.query(items.list, { collectionId, ...PAGE })).page);
    },
    WALL,
  ],
  [
    "collections/functions:get",
    "its covers",
    (as) =>
      ofEach(async (kind) => {
        const id = scene.shelves.get(kind) ?? "";
        return ((await as.query(collections.get, { id }))?.covers.length ?? 0) > 0;
      }),
    { ...byAll("open machine"), blocker: "", muter: "", chooser: "open" },
  ],
  [
    "collections/functions:byProfile",
    "their covers",
    async (as) => coversOf((await as.query(collections.byProfile, CLEO)).page),
    { ...byAll("open machine"), blocker: "", muter: "", chooser: "open" },
  ],
  [
    "profiles/functions:get",
    "what is pinned",
    async (as) => titled((await as.query(profiles.get, { username: "ada" }))?.pinned ?? []),
    { ...byAll(HUNG), owner: EVERYTHING_LEFT },
  ],
  [
    "studios/functions:listWorks",
    "",
    async (as) => titled((await as.query(studios.listWorks, { slug: "ink-room", ...PAGE })).page),
    WALL,
  ],
  [
    "comments/functions:list",
    "",
    (as) =>
      ofEach(async (kind) => {
        const asked = { artworkId: scene.idOf(kind), ...PAGE };
        return (await as.query(comments.list, asked)).page.length > 0;
      }),
    BY_ADDRESS,
  ],
  [
    "comments/functions:replies",
    "",
    (as) =>
      ofEach(async (kind) => {
        const commentId = scene.comments.get(kind);
        if (!commentId) throw new Error(`Nothing was said of ${kind}`);
        return (await as.query(comments.replies, { commentId, ...PAGE })).page.length > 0;
      }),
    BY_ADDRESS,
  ],
  [
    "notifications/functions:list",
    "",
    async (as) => {
      const { page } = await as.query(notifications.list, PAGE);
      return page.map(({ artwork }) => artwork && kindIn(artwork.title));
    },
    { ...BY_ADDRESS, nobody: "" },
  ],
  [
    "notifications/functions:list",
    "its picture",
    async (as) => {
      const { page } = await as.query(notifications.list, PAGE);
      return page.map(({ artwork }) => artwork?.url && kindIn(artwork.title));
    },
    { ...byAll("unlisted open machine"), nobody: "", owner: EVERYTHING_LEFT },
  ],
  [
    "prints/functions:ofWork",
    "",
    (as) =>
      ofEach(async (kind) => {
        return (await as.query(prints.ofWork, { artworkId: scene.idOf(kind) })).length > 0;
      }),
    OWN,
  ],
  [
    "files/functions:fits",
    "",
    (as) =>
      ofEach(async (kind) => {
        const file = { artworkId: scene.idOf(kind), bytes: 10, width: 1, height: 1 };
        return (await as.query(files.fits, file)).error === null;
      }),
    OWN,
  ],
];

/** The same for functions that are not public queries. */
const ELSEWHERE: typeof OF_WORKS = [
  [
    "shareCards:ofWork",
    "",
    (as) =>
      ofEach(async (kind) => {
        const asked = { id: scene.idOf(kind) };
        const card = await as.query(internal.community.shareCards.ofWork, asked);
        return JSON.stringify(card).includes(kind);
      }),
    byAll("unlisted open machine"),
  ],
  [
    "newWorks:ofArtist",
    "",
    async (as) => {
      const found = await as.query(internal.community.newWorks.ofArtist, { username: "ada" });
      return found?.kind === "feed" ? titled(found.entries) : [];
    },
    byAll("open machine"),
  ],
  [
    "newWorks:ofTag",
    "",
    (as) =>
      ofEach(async (kind) => {
        const asked = { tag: `only-${kind}` };
        const found = await as.query(internal.community.newWorks.ofTag, asked);
        return found?.kind === "feed" && found.entries.length > 0;
      }),
    byAll("open machine"),
  ],
  [
    "sitemap/pages:list",
    "",
    async (as) => {
      const asked = { table: "artworks" as const, page: 1 };
      const listed = (await as.query(internal.community.sitemap.pages.list, asked)) ?? [];
      return KINDS.filter((kind) => listed.some(({ path }) => path === `/a/${scene.idOf(kind)}`));
    },
    byAll("open machine"),
  ],
  [
    "artworks/tagSuggestions:suggest",
    "",
    async (as) => {
      const asked = { words: "plums", tags: [] };
      const { data } = await as.mutation(api.community.artworks.tagSuggestions.suggest, asked);
      return KINDS.filter((kind) => data?.includes(`only-${kind}`));
    },
    { ...byAll(HUNG), nobody: "" },
  ],
];

const isThere = (page: readonly { username: string }[]) =>
  page.some(({ username }) => username === "ada");
const everyone = VIEWERS.join(" ");
const but = (...others: string[]) => VIEWERS.filter((viewer) => !others.includes(viewer)).join(" ");

/** Every place that shows people, and who sees ada there. */
const OF_PEOPLE: readonly (readonly [string, (as: Onlooker) => Promise<boolean>, string])[] = [
  [
    "profiles/functions:byUsername",
    async (as) => (await as.query(profiles.byUsername, ADA)) !== null,
    everyone,
  ],
  ["profiles/functions:get", async (as) => (await as.query(profiles.get, ADA)) !== null, everyone],
  [
    "search:suggest",
    async (as) => isThere((await as.query(search.suggest, { text: "ad" })).people),
    but("blocker", "muter"),
  ],
  [
    "comments/suggestions:people",
    async (as) =>
      isThere(await as.query(api.community.comments.suggestions.people, { text: "ad" })),
    but("owner", "nobody", "blocker", "muter", "blocked"),
  ],
  [
    "search:people",
    async (as) => isThere((await as.query(search.people, { text: "ada", ...PAGE })).page),
    but("blocker", "muter"),
  ],
  [
    "relationships/follows:followers",
    async (as) => isThere((await as.query(follows.followers, CLEO)).page),
    everyone,
  ],
  [
    "relationships/follows:followed",
    async (as) => isThere((await as.query(follows.followed, CLEO)).page),
    everyone,
  ],
  [
    "relationships/follows:suggested",
    async (as) => isThere(await as.query(follows.suggested, {})),
    "stranger chooser",
  ],
  [
    "comments/functions:list",
    async (as) => {
      const { page } = await as.query(comments.list, { artworkId: scene.frames[0] ?? "", ...PAGE });
      return isThere(page.map(({ author }) => author));
    },
    but("blocker", "muter"),
  ],
  [
    "comments/functions:replies",
    async (as) => {
      const { page } = await as.query(comments.replies, { commentId: scene.spoken, ...PAGE });
      return isThere(page.map(({ author }) => author));
    },
    but("blocker", "muter"),
  ],
  [
    "notifications/functions:list",
    async (as) =>
      isThere((await as.query(notifications.list, PAGE)).page.map(({ actor }) => actor)),
    but("nobody", "blocker", "muter", "owner"),
  ],
  [
    "relationships/blocks:list",
    async (as) => isThere((await as.query(blocks.list, { kind: "block", ...PAGE })).page),
    "blocker",
  ],
  [
    "relationships/blocks:list",
    async (as) => isThere((await as.query(blocks.list, { kind: "mute", ...PAGE })).page),
    "muter",
  ],
  [
    "studios/functions:get",
    async (as) => isThere((await as.query(studios.get, INK))?.people ?? []),
    everyone,
  ],
  ["studios/members:list", async (as) => isThere(await as.query(members.list, INK)), "owner"],
  [
    "collections/functions:get",
    async (as) => (await as.query(collections.get, { id: scene.own }))?.owner.username === "ada",
    everyone,
  ],
];

const ADA = { username: "ada" };
const INK = { slug: "ink-room" };

/** Public queries that show neither works nor people, and what they show. */
const OF_NEITHER: Readonly<Record<string, string>> = {
  "collections/items:listContaining": "the caller's own collections",
  "insights/functions:read": "the caller's own numbers",
  "notifications/functions:unread": "how many are listed: see below",
  "profiles/functions:counts": "numbers: see profile-counts",
  "profiles/functions:mine": "the caller",
  "search:tags": "words",
  "studios/seatBalances:mine": "the caller's own seats",
  "studios/seatBalances:ofMember": "a number, for members: see who-may-do-what",
  "studios/seatBalances:ofStudio": "a number, for members: see who-may-do-what",
  "profiles/settings:mine": "the caller's own choices",
  "notifications/settings:mine": "the caller's own choices",
  "dataExports/functions:mine": "the caller's own export",
  "studios/functions:mine": "the caller's own studios",
  ...forOperators(
    "mine",
    "failedPayments",
    "openDisputes",
    "stuckJobs",
    "failedMails",
    "find",
    "customer",
    "invoices",
    "timeline",
    "grantable",
  ),
};

/** Only operators read them: see operators.test. */
function forOperators(...names: string[]): Record<string, string> {
  return Object.fromEntries(
    [...names.map((name) => `operators/functions:${name}`), "operators/reports:open"].map(
      (name) => [name, "for operators"],
    ),
  );
}

/** The result for each viewer, in the order of the kinds. */
async function seenBy(look: Look): Promise<Seen> {
  const all: [string, string][] = [];
  for (const viewer of VIEWERS) {
    const seen = await look(scene.asOf(viewer));
    all.push([viewer, KINDS.filter((kind) => seen.includes(kind)).join(" ")]);
  }
  return Object.fromEntries(all);
}

describe("a member's work", () => {
  it("is returned only by the queries below", async () => {
    const queries = [...(await publicFunctions())].flatMap(([name, { isQuery }]) =>
      isQuery ? [name] : [],
    );
    const named = [...OF_WORKS, ...OF_PEOPLE].map(([name]) => name);
    const all = new Set([...named, ...Object.keys(OF_NEITHER)]);
    expect([...all].sort()).toEqual(queries.sort());
  });

  it.each([...OF_WORKS, ...ELSEWHERE])(
    "is shown by %s %s to the right viewers, and to no others",
    async (_name, _asked, look, seen) => {
      expect(await seenBy(look)).toEqual(seen);
    },
  );
});

describe("a member", () => {
  it.each(OF_PEOPLE)(
    "is shown by %s to viewers who are not blocked",
    async (_name, look, expected) => {
      const seen: string[] = [];
      for (const viewer of VIEWERS) if (await look(scene.asOf(viewer))) seen.push(viewer);
      expect(seen.join(" ")).toBe(expected);
    },
  );

  it("has as many unread notifications as are listed", async () => {
    for (const viewer of VIEWERS) {
      const as = scene.asOf(viewer);
      const { page } = await as.query(notifications.list, PAGE);
      expect([viewer, await as.query(notifications.unread, {})]).toEqual([viewer, page.length]);
    }
  });
});
