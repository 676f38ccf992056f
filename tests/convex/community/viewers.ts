import { api, internal } from "../../../convex/_generated/api";
import type { Doc, Id } from "../../../convex/_generated/dataModel";
import type { MutationCtx } from "../../../convex/_generated/server";
import { openSite } from "./site";
import type { Site } from "./site";
import { findProfile } from "../../../convex/community/profiles/model";

const modules = import.meta.glob(
  "../../../convex/community/{artworks/functions,artworks/related,collections/items,collections/functions,comments/functions,comments/suggestions,insights/dailyCounts,insights/functions,feed/functions,relationships/follows,studios/members,notifications/functions,profiles/functions,files/functions,prints/functions,search,shareCards,newWorks,sitemap/pages,relationships/blocks,studios/functions,artworks/tagSuggestions}.ts",
);

/** The state of one of ada's works. */
export const KINDS = [
  "draft",
  "unlisted",
  "hidden",
  "deleted",
  "open",
  "sensitive",
  "machine",
] as const;
export type Kind = (typeof KINDS)[number];

/** The viewers. Ada is the owner; the chooser hides sensitive works and AI-made works. */
export const VIEWERS = [
  "nobody",
  "stranger",
  "blocked",
  "blocker",
  "muter",
  "chooser",
  "follower",
  "owner",
] as const;

export type Onlooker = Pick<Site["t"], "query" | "mutation">;
export type Scene = Awaited<ReturnType<typeof openScene>>;

const CHOICE = { sensitive: "hide" as const, hiddenMadeHow: ["ai_generated" as const] };

/**
 * One of ada's works in each state at each place, between works by cleo. The site's functions would
 * remove drafts and the like from these places. Here they stay, so that the reads have to omit
 * them.
 */
export async function openScene() {
  const site = await openSite(modules);
  const { t, person, hang, settle } = site;
  const signedIn = VIEWERS.filter((viewer) => viewer !== "nobody" && viewer !== "owner");
  for (const name of [...signedIn, "cleo", "ada"]) {
    await person(name).mutation(api.community.profiles.functions.ensure, {});
  }
  const frames = [await hang("cleo", "frame")];
  const works = new Map<Kind, Id<"artworks">>();
  for (const kind of KINDS) {
    works.set(
      kind,
      await hang("ada", kind, {
        ...{
          title: `Plums ${kind}`,
          tags: ["ink", `only-${kind}`],
          sensitive: kind === "sensitive",
        },
        madeHow: kind === "machine" ? "ai_generated" : "by_hand",
      }),
    );
    frames.push(await hang("cleo", `frame after ${kind}`));
  }
  await settle();
  await t.mutation(internal.community.insights.dailyCounts.updateCurrentDay, {});
  const rows = await t.run(async (ctx) => await writeEverywhere(ctx, works, frames));
  const asOf = (viewer: string): Onlooker =>
    viewer === "nobody" ? t : person(viewer === "owner" ? "ada" : viewer);
  const idOf = (kind: Kind) => found(works.get(kind));
  const { shelves, comments, ...others } = rows;
  const lists = { shelves: new Map(shelves), comments: new Map(comments) };
  return { ...site, ...others, ...lists, frames, idOf, asOf };
}

function found<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error("The scene did not stand");
  return value;
}

async function writeEverywhere(
  ctx: MutationCtx,
  works: ReadonlyMap<Kind, Id<"artworks">>,
  frames: readonly Id<"artworks">[],
) {
  const { db } = ctx;
  const named = async (name: string) => found(await findProfile(ctx, name));
  const [ada, cleo] = [await named("ada"), await named("cleo")];
  const viewers = await Promise.all(
    VIEWERS.filter((viewer) => viewer !== "nobody").map(async (viewer) =>
      named(viewer === "owner" ? "ada" : viewer),
    ),
  );
  const studioId = await db.insert("studios", {
    ...{ slug: "ink-room", name: "Ink Room", ownerId: cleo._id, customerId: "cleo" },
  });
  for (const { _id: profileId } of [cleo, ada]) {
    const role = profileId === cleo._id ? ("manager" as const) : ("member" as const);
    const seat = { state: "joined" as const, customerId: null, entityId: null };
    await db.insert("studioMembers", { studioId, profileId, role, ...seat });
  }
  const collectionId = await collect(ctx, cleo, "All", [...works.values()]);
  const shelves = new Map<Kind, Id<"collections">>();
  const comments = new Map<Kind, Id<"comments">>();
  for (const [kind, artworkId] of works) {
    shelves.set(kind, await collect(ctx, cleo, kind, [artworkId]));
    comments.set(kind, await discuss(ctx, artworkId, cleo._id));
    await keepBeside(ctx, found(await db.get("artworks", artworkId)));
    const isState = kind === "draft" || kind === "unlisted" || kind === "hidden";
    const state = isState ? kind : "published";
    await db.patch("artworks", artworkId, { studioId, state });
    for (const { _id: viewerId } of viewers) {
      const entry = { viewerId, artistId: ada._id, artworkId, publishedAt: 1 };
      await db.insert("feedEntries", entry);
      await tell(ctx, viewerId, cleo._id, artworkId);
    }
  }
  for (const { _id } of viewers) if (_id !== ada._id) await tell(ctx, _id, ada._id, null);
  const spoken = await discuss(ctx, found(frames[0]), ada._id);
  const own = await collect(ctx, ada, "Ada's", []);
  await db.patch("profiles", ada._id, { pinned: [...works.values()], settings: CHOICE });
  await db.patch("profiles", (await named("chooser"))._id, { settings: CHOICE });
  await db.delete("artworks", found(works.get("deleted")));
  await tieTogether(ctx, ada._id, cleo._id);
  return { collectionId, shelves: [...shelves], comments: [...comments], spoken, own };
}

async function tieTogether(ctx: MutationCtx, ada: Id<"profiles">, cleo: Id<"profiles">) {
  const named = async (name: string) => found(await findProfile(ctx, name))._id;
  const relationship = async (
    kind: Doc<"relationships">["kind"],
    fromId: Id<"profiles">,
    toId: Id<"profiles">,
  ): Promise<unknown> => await ctx.db.insert("relationships", { kind, fromId, toId });
  await relationship("block", ada, await named("blocked"));
  await relationship("block", await named("blocker"), ada);
  await relationship("mute", await named("muter"), ada);
  await relationship("follow", await named("follower"), ada);
  await relationship("follow", ada, cleo);
  await relationship("follow", cleo, ada);
}

async function collect(
  { db }: MutationCtx,
  owner: Doc<"profiles">,
  title: string,
  works: readonly Id<"artworks">[],
) {
  const list = { title, description: "", visibility: "public" as const, items: works.length };
  const collectionId = await db.insert("collections", { ...list, profileId: owner._id });
  for (const [position, artworkId] of works.entries()) {
    await db.insert("collectionItems", { collectionId, artworkId, position });
  }
  return collectionId;
}

/** A comment with a reply. */
async function discuss({ db }: MutationCtx, artworkId: Id<"artworks">, authorId: Id<"profiles">) {
  const said = { artworkId, authorId, text: "Well", mentions: [], replies: 0 };
  const parentId = await db.insert("comments", { ...said, parentId: null });
  await db.insert("comments", { ...said, parentId });
  return parentId;
}

async function tell(
  { db }: MutationCtx,
  recipientId: Id<"profiles">,
  actorId: Id<"profiles">,
  artworkId: Id<"artworks"> | null,
) {
  const kind = artworkId === null ? ("follow" as const) : ("mention" as const);
  await db.insert("notifications", {
    ...{ recipientId, actorId, kind, key: `${kind}:${actorId}:${artworkId}`, artworkId },
    ...{ commentId: null, studioId: null, isRead: false },
  });
}

/** Only the artist sees these: replaced files, and print orders. */
async function keepBeside({ db }: MutationCtx, work: Doc<"artworks">) {
  const { _id: artworkId, storageId, width, height, mediaType, bytes } = work;
  const file = { storageId, width, height, mediaType, bytes };
  await db.insert("workFiles", { artworkId, role: "replaced", position: 0, caption: "", ...file });
  await db.insert("printOrders", { artworkId, address: "Quay 1", state: "ordered" });
}
