import { t } from "../../language/text";
import { useMutation } from "convex/react";
import type { OptimisticLocalStore } from "convex/browser";
import type { FunctionReference, PaginationResult } from "convex/server";
import { useLocation } from "wouter";
import { api } from "../../../convex/_generated/api";
import { useIdentity } from "../../identity/index";
import { withNextPath } from "../../shared/next-path";
import { showToast } from "../../shared/toasts";
import { showRefusal } from "../../shared/use-request";
import type { Card } from "./card-data";

const artworks = api.community.artworks.functions;
const { items } = api.community.collections;
const feed = api.community.feed.functions;
const { functions: pages } = api.community.profiles;
const { search } = api.community;
const studios = api.community.studios.functions;

type FeedQuery = FunctionReference<
  "query",
  "public",
  Record<string, unknown>,
  PaginationResult<Card>
>;

/** Every query that returns works for a grid. */
const GRID_QUERIES: readonly FeedQuery[] = [
  ...[artworks.feed, artworks.byProfile, feed.following, feed.trending, feed.explore],
  ...[search.works, items.list, studios.listWorks, artworks.unpublished],
];

/** Likes or unlikes a work with an optimistic update; a refusal reverts it and shows why. */
export function useLike(): (artwork: Card) => Promise<void> {
  const { status } = useIdentity();
  const [path, navigate] = useLocation();
  const set = useMutation(api.community.likes.set).withOptimisticUpdate(showLike);

  return async ({ id, liked }) => {
    if (status !== "signedIn") {
      navigate(withNextPath("/sign-in", path));
      return;
    }
    const failure = await set({ artworkId: id, liked: !liked }).then(
      ({ error }) => error,
      () => "unheard" as const,
    );
    if (failure && failure !== "unheard" && failure.retryAfterMs !== undefined) {
      showRefusal(failure);
    } else if (failure) {
      showToast("error", {
        title: t("That did not work"),
        detail: t("Your change was undone. Nothing was lost."),
      });
    }
  };
}

function showLike(store: OptimisticLocalStore, args: { artworkId: string; liked: boolean }) {
  const update = (card: Card) => (card.id === args.artworkId ? withLike(card, args.liked) : card);
  for (const grid of GRID_QUERIES) {
    for (const { args: shown, value } of store.getAllQueries(grid)) {
      // A grid may have hundreds of pages. Those without the work stay the same objects, so that
      // they do not re-render.
      if (value?.page.some(({ id }) => id === args.artworkId)) {
        store.setQuery(grid, shown, { ...value, page: value.page.map(update) });
      }
    }
  }
  const open = store.getQuery(artworks.get, { id: args.artworkId });
  if (open) {
    const next = { ...open, artwork: update(open.artwork) };
    store.setQuery(artworks.get, { id: args.artworkId }, next);
  }
  for (const { args: shown, value } of store.getAllQueries(pages.get)) {
    if (value) store.setQuery(pages.get, shown, { ...value, pinned: value.pinned.map(update) });
  }
}

/** A work with or without the user's like. */
export function withLike(card: Card, liked: boolean): Card {
  if (card.liked === liked) return card;
  return { ...card, liked, likes: card.likes + (liked ? 1 : -1) };
}
