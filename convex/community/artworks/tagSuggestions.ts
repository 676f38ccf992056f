import { v } from "convex/values";
import { mutation } from "../../accounts/guarded";
import { ok, vResult } from "../../../packages/billing/src/contract";
import type { Result } from "../../../packages/billing/src/contract";
import { billing } from "../../billing";
import { cleanTags } from "./metadata";
import { refusals } from "../errors";
import { ensureProfile } from "../profiles/model";

const WORDS_MAX_LENGTH = 200;
const MOST_WORKS = 50;
const MOST_SUGGESTIONS = 8;

/**
 * Suggests tags for a work with this text: the tags of similar works, without those it already has,
 * the most frequent first. Suggestions count as one use of `ai_tag`; an empty result counts
 * nothing. Without a use left: `insufficient_balance`.
 */
export const suggest = mutation({
  args: { words: v.string(), tags: v.array(v.string()) },
  returns: vResult(v.array(v.string())),
  handler: async (ctx, { words, tags }): Promise<Result<string[]>> => {
    const artist = await ensureProfile(ctx);
    if (!artist) return refusals.signedOut();
    const wanted = words.trim().slice(0, WORDS_MAX_LENGTH);
    if (wanted === "") return ok([]);
    const alike = await ctx.db
      .query("artworks")
      .withSearchIndex("search_text", (q) =>
        q.search("searchText", wanted).eq("state", "published"),
      )
      .take(MOST_WORKS);
    const has = new Set(cleanTags(tags));
    const suggestions = byFrequency(alike.flatMap((work) => work.tags)).filter(
      (tag) => !has.has(tag),
    );
    if (suggestions.length === 0) return ok([]);
    const use = {
      featureId: "ai_tag" as const,
      key: `tag suggestions ${artist._id} ${Date.now()}`,
    };
    const gate = await billing.gate(ctx, await billing.me(ctx), use);
    return gate.error ? gate : ok(suggestions.slice(0, MOST_SUGGESTIONS));
  },
});

/** Each tag once, the most frequent first; among equals in the order of appearance. */
function byFrequency(tags: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([tag]) => tag);
}
