import type { JSONValue } from "convex/values";
import { ALL_KEYS } from "../../packages/convex-local/src/codec/keys";
import { dataOf, operation } from "../engine/customer";
import type { Work } from "../engine/meter";
import { openStage } from "../engine/stage";
import type { Stage } from "../engine/stage";
import { addAttention, addMember, addWork, identityOf, insertMany } from "./rows";
import { MAX_NOTIFICATIONS } from "../../convex/community/notifications/model";

/** The database use of one operation. */
type Cost = Omit<Work, "inserted">;

/** The cost of every operation on a site of one size. */
export interface CostOfSize {
  /**
   * The number of members, of works of one artist, of their followers and
   * notifications, and of rows in the member's feed.
   */
  size: number;
  costs: Record<string, Cost>;
}

/** Fewer than the smallest size has of anything, so that every page is full. */
const PAGE = { paginationOpts: { numItems: 8, cursor: null } };

/** The maximum number of works of an artist per size; those of the next size are newer. */
const MOST_WORKS = 10_000_000;

/** The artist, and the member who calls. */
interface Scene {
  star: string;
  asker: string;
  artworkId: string;
  /** When the first ten followers started to follow. */
  followed: { from: number; until: number };
}

type Call = readonly [
  path: string,
  args: (scene: Scene) => JSONValue,
  who: "star" | "asker" | null,
];

const ofWork = ({ artworkId }: Scene) => ({ artworkId });
const page = () => PAGE;
const like = (liked: boolean) => (scene: Scene) => ({ ...ofWork(scene), liked });
const follow = (followed: boolean) => (scene: Scene) => ({ username: scene.star, followed });

/** In this order: what an operation undoes was done before. */
const CALLS: Readonly<Record<string, Call>> = {
  "feed, 8 works": ["artworks/functions:feed", page, "asker"],
  "feed, signed out": ["artworks/functions:feed", page, null],
  "Trending, 8 works": ["feed/functions:trending", page, "asker"],
  "Following, 8 works": ["feed/functions:following", page, "asker"],
  "a tag, 8 works": ["feed/functions:explore", () => ({ tag: "sea", ...PAGE }), "asker"],
  "an artist's works, 8": [
    "artworks/functions:byProfile",
    ({ star }) => ({ username: star, ...PAGE }),
    "asker",
  ],
  "an artist's page": ["profiles/functions:get", ({ star }) => ({ username: star }), "asker"],
  "a work": ["artworks/functions:get", ({ artworkId }) => ({ id: artworkId }), "asker"],
  "a work's label": ["artworks/functions:detail", ({ artworkId }) => ({ id: artworkId }), "asker"],
  "its comments, 8": [
    "comments/functions:list",
    (scene) => ({ ...ofWork(scene), ...PAGE }),
    "asker",
  ],
  "search for works, 8": ["search:works", () => ({ text: "harbour", ...PAGE }), "asker"],
  "search for people, 8": ["search:people", () => ({ text: "person", ...PAGE }), "asker"],
  "badge of unread notices": ["notifications/functions:unread", () => ({}), "star"],
  "notices, 8": ["notifications/functions:list", page, "star"],
  insights: ["insights/functions:read", () => ({ window: 30 }), "star"],
  view: ["views:record", ofWork, "asker"],
  like: ["likes:set", like(true), "asker"],
  "a work's label, 2 changes": [
    "artworks/functions:detail",
    ({ artworkId }) => ({ id: artworkId }),
    "asker",
  ],
  "seal of a work's changes": ["artworks/counts:seal", ofWork, null],
  "fold of 2 changes, with a notice": ["artworks/counts:fold", ofWork, null],
  "like taken back": ["likes:set", like(false), "asker"],
  "comment, with its notice": [
    "comments/functions:add",
    (scene) => ({ ...ofWork(scene), text: "Oh" }),
    "asker",
  ],
  "follow, with its notice": ["relationships/follows:set", follow(true), "asker"],
  unfollow: ["relationships/follows:set", follow(false), "asker"],
  "mute, with 1 notice": [
    "relationships/blocks:set",
    ({ asker }) => ({ username: asker, kind: "mute", enabled: true }),
    "star",
  ],
  "mark all as read": ["notifications/functions:markRead", () => ({}), "star"],
  publish: ["uploads/functions:publish", ({ star }) => publishing(star), "star"],
  "delivery to 10 followers": [
    "feed/fanOut:fanOutPart",
    ({ artworkId, followed }) => ({ artworkId, ...followed }),
    null,
  ],
  "seal of the others": ["artworks/counts:seal", ofWork, null],
  "fold of the others": ["artworks/counts:fold", ofWork, null],
  "merge of a work's counts": ["artworks/counts:merge", ofWork, null],
};

function publishing(star: string) {
  return {
    ...{ clientUploadId: "next", title: "Next", alt: "", medium: "painting", tags: ["sea"] },
    storageId: `storage of ${star}`,
  };
}

/** Counts what each operation reads and writes, on a site that grows from each size to the next. */
export async function measureSizes(
  sizes: readonly number[],
  progress: (line: string) => void,
): Promise<CostOfSize[]> {
  const stage = await openStage();
  const members: string[] = [];
  const measured: CostOfSize[] = [];
  try {
    // The first pass creates what is missing, and is not counted.
    for (const [pass, size] of [sizes[0] ?? 0, ...sizes].entries()) {
      progress(`A site of ${size}; 10,000 take some seconds.`);
      insertMany(stage, size - members.length, (insert, n) => {
        members.push(addMember(insert, `member-${size}-${n}`));
      });
      const { scene, storageId } = await setScene(stage, members, pass);
      const costs = await costsOf(stage, scene, storageId);
      if (pass > 0) measured.push({ size, costs });
    }
  } finally {
    await stage.close();
  }
  return measured;
}

/** An artist with as much of everything as there are members, and a member who views it. */
async function setScene(stage: Stage, members: readonly string[], pass: number) {
  const size = members.length;
  const [star, asker] = [`star${pass}`, `asker${pass}`];
  const earlier = pass * MOST_WORKS;
  let [artistId, viewerId, artworkId, storageId] = ["", "", "", ""];
  insertMany(stage, 1, (insert) => {
    artistId = addMember(insert, star);
    viewerId = addMember(insert, asker);
    artworkId = addWork(insert, artistId, earlier);
    storageId = insert("_storage", { sha256: star, size: 1 });
    const measured = { type: "image/png", width: 1, height: 1, dynamicRange: "standard" };
    insert("pendingUploads", { profileId: artistId, storageId, bytes: 1, measured });
    const counts = { likes: size, comments: size, views: size };
    insert("workCounts", { artworkId, ...counts, mergeAt: null });
    insert("profileCounts", { profileId: artistId, followers: size, followed: 0 });
    // As after a thousand notifications: each new one deletes old ones.
    const told = { unread: size, readUntil: 0, made: size + MAX_NOTIFICATIONS };
    insert("notificationCounts", { recipientId: artistId, ...told });
  });
  insertMany(stage, size, (insert, n) => {
    const work = addWork(insert, artistId, earlier + n + 1);
    const entry = { viewerId, artistId, artworkId: work, publishedAt: n };
    insert("feedEntries", { ...entry, position: n + 1 });
    addAttention(insert, { fromId: members[n] ?? "", artistId, artworkId }, n);
  });
  // The first publication creates a customer. This one exists already.
  const customer = { params: { id: star } };
  dataOf((await stage.run(operation("createCustomer"), customer)).answer);
  const followed = followedBetween(stage, artistId);
  return { scene: { star, asker, artworkId, followed }, storageId };
}

function followedBetween({ database, take }: Stage, artistId: string): Scene["followed"] {
  const times: number[] = [];
  const prefix = database.begin();
  for (const { doc } of prefix.scan("relationships", "by_creation_time", ALL_KEYS, "asc")) {
    if (doc["toId"] !== artistId) continue;
    times.push(doc._creationTime);
    if (times.length === 10) break;
  }
  take();
  return { from: times[0] ?? 0, until: times.at(-1) ?? 0 };
}

async function costsOf(stage: Stage, scene: Scene, storageId: string) {
  const costs: Record<string, Cost> = {};
  for (const [name, [path, argsOf, who]] of Object.entries(CALLS)) {
    const text = JSON.stringify(argsOf(scene)).replaceAll(`storage of ${scene.star}`, storageId);
    // JSON data stays JSON.
    const args = JSON.parse(text) as JSONValue;
    const identity = who === null ? undefined : identityOf(scene[who]);
    const { answer, work } = await stage.run(`community/${path}`, args, identity);
    if (JSON.stringify(answer).includes('"error":{'))
      throw new Error(`${name}: ${JSON.stringify(answer)}`);
    const { read, ranges, written } = work;
    costs[name] = { read, ranges, written };
  }
  return costs;
}

/** The operations whose cost is not the same at every size. */
export function changing([first, ...others]: readonly CostOfSize[]): string[] {
  return Object.entries(first?.costs ?? {}).flatMap(([name, cost]) => {
    const isSame = others.every(
      ({ costs }) => JSON.stringify(costs[name]) === JSON.stringify(cost),
    );
    return isSame ? [] : [name];
  });
}
