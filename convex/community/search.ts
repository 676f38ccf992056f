import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import type { PaginationOptions } from "convex/server";
import { v } from "convex/values";
import { vMedium } from "../contract/medium";
import type { Medium } from "../contract/medium";
import { tagOf, vMadeHow } from "../contract/works";
import { query } from "../accounts/guarded";
import type { Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { isVisible, viewerContextOf } from "./relationships/viewer";
import type { ViewerContext } from "./relationships/viewer";
import { toCards, vCard } from "./artworks/cards";
import { EMPTY_PAGE, bounded, mapPage } from "./paging";
import { toPerson, vPerson } from "./profiles/model";

const TEXT_MAX_LENGTH = 200;
const MOST_TAGS = 20;
/** Suggestions of each kind while typing. */
const MOST_SUGGESTIONS = 4;
/** How many members to read for the suggestions; some of them may be blocked. */
const PEOPLE_READ = 12;

/** Works whose title, tags, description or alternative text match, best first. */
export const works = query({
  args: {
    text: v.string(),
    medium: v.optional(vMedium),
    madeHow: v.optional(vMadeHow),
    paginationOpts: paginationOptsValidator,
  },
  returns: paginationResultValidator(vCard),
  handler: async (ctx, { text, medium, madeHow, paginationOpts }) => {
    const words = wordsOf(text);
    if (words === "") return EMPTY_PAGE;
    const found = ctx.db.query("artworks").withSearchIndex("search_text", (q) => {
      const published = q.search("searchText", words).eq("state", "published");
      const ofMedium = medium === undefined ? published : published.eq("medium", medium);
      return madeHow === undefined ? ofMedium : ofMedium.eq("madeHow", madeHow);
    });
    return await toCards(ctx, await found.paginate(bounded(paginationOpts)));
  },
});

/**
 * Members whose name or username matches, best first.
 *
 * @param args - `medium`: only members with a published work in it. `text` may then be empty: the
 *   members who published in the medium come first, the latest first. A member with several works may
 *   appear on several pages.
 */
export const people = query({
  args: {
    text: v.string(),
    medium: v.optional(vMedium),
    paginationOpts: paginationOptsValidator,
  },
  returns: paginationResultValidator(vPerson),
  handler: async (ctx, { text, medium, paginationOpts }) => {
    const words = wordsOf(text);
    const viewerContext = await viewerContextOf(ctx);
    if (words === "") {
      return medium === undefined
        ? EMPTY_PAGE
        : await artistsOf(ctx, medium, viewerContext, paginationOpts);
    }
    const found = await ctx.db
      .query("profiles")
      .withSearchIndex("search_text", (q) => q.search("searchText", words))
      .paginate(bounded(paginationOpts));
    return await mapPage(found, async (person) => {
      if (viewerContext.blockedOrMuted.has(person._id)) return null;
      if (medium !== undefined && !(await publishesIn(ctx, person._id, medium))) return null;
      return await toPerson(ctx, person);
    });
  },
});

/** The artists of the works in a medium, the newest works first, each once per page. */
async function artistsOf(
  ctx: QueryCtx,
  medium: Medium,
  viewerContext: ViewerContext,
  paginationOpts: PaginationOptions,
) {
  const works = await ctx.db
    .query("artworks")
    .withIndex("by_state_and_medium_and_publishedAt", (q) =>
      q.eq("state", "published").eq("medium", medium),
    )
    .order("desc")
    .paginate(bounded(paginationOpts));
  const seen = works.page.filter((work) => isVisible(viewerContext, work));
  const artists = [...new Set(seen.map(({ profileId }) => profileId))];
  return await mapPage({ ...works, page: artists }, async (id) => {
    const artist = await ctx.db.get("profiles", id);
    return artist && (await toPerson(ctx, artist));
  });
}

async function publishesIn(ctx: QueryCtx, profileId: Id<"profiles">, medium: Medium) {
  const work = await ctx.db
    .query("artworks")
    .withIndex("by_profileId_and_state_and_medium", (q) =>
      q.eq("profileId", profileId).eq("state", "published").eq("medium", medium),
    )
    .first();
  return work !== null;
}

/** Tags that begin with the text; without a text, the tags with the most works. */
export const tags = query({
  args: { text: v.string() },
  returns: v.array(v.object({ tag: v.string(), works: v.number() })),
  handler: async (ctx, { text }) => {
    const tag = tagOf(text);
    if (tag === null && text.trim() !== "") return [];
    const rows = ctx.db.query("tags");
    const found =
      tag === null
        ? rows.withIndex("by_works").order("desc")
        : rows.withSearchIndex("search_tag", (q) => q.search("tag", tag));
    return (await found.take(MOST_TAGS)).map(({ tag, works }) => ({ tag, works }));
  },
});

/** Members and tags that begin with the typed text, for a list under the search field. */
export const suggest = query({
  args: { text: v.string() },
  returns: v.object({
    people: v.array(vPerson),
    tags: v.array(v.object({ tag: v.string(), works: v.number() })),
  }),
  handler: async (ctx, { text }) => {
    const words = wordsOf(text);
    if (words === "") return { people: [], tags: [] };
    const { blockedOrMuted } = await viewerContextOf(ctx);
    const people = await ctx.db
      .query("profiles")
      .withSearchIndex("search_text", (q) => q.search("searchText", words))
      .take(PEOPLE_READ);
    const shown = people.filter(({ _id }) => !blockedOrMuted.has(_id)).slice(0, MOST_SUGGESTIONS);
    const tag = tagOf(words);
    const tags =
      tag === null
        ? []
        : await ctx.db
            .query("tags")
            .withSearchIndex("search_tag", (q) => q.search("tag", tag))
            .take(MOST_SUGGESTIONS);
    return {
      people: await Promise.all(shown.map(async (person) => await toPerson(ctx, person))),
      tags: tags.map(({ tag: name, works: count }) => ({ tag: name, works: count })),
    };
  },
});

function wordsOf(text: string): string {
  return text.trim().slice(0, TEXT_MAX_LENGTH);
}
