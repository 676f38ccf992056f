import { optimisticallyUpdateValueInPaginatedQuery, useMutation } from "convex/react";
import type { OptimisticLocalStore } from "convex/browser";
import { useLocation } from "wouter";
import { api } from "../../../convex/_generated/api";
import { useIdentity } from "../../identity/index";
import { withNextPath } from "../../shell/next-path";
import { showToast } from "../../shell/toasts";
import type { Card } from "./card-data";

/** Likes a work or takes the like back, at once; a refusal takes it back again and says so. */
export function useLike(): (artwork: Card) => Promise<void> {
  const { status } = useIdentity();
  const [path, navigate] = useLocation();
  const set = useMutation(api.community.likes.set).withOptimisticUpdate(showLike);

  return async ({ id, liked }) => {
    if (status !== "signedIn") {
      navigate(withNextPath("/sign-in", path));
      return;
    }
    const failed = await set({ artworkId: id, liked: !liked }).then(
      ({ error }) => error !== null,
      () => true,
    );
    if (failed) {
      showToast("error", {
        title: "That did not work",
        detail: "Your like was taken back. Nothing was lost.",
      });
    }
  };
}

function showLike(store: OptimisticLocalStore, args: { artworkId: string; liked: boolean }) {
  const { community } = api;
  const update = (card: Card) => (card.id === args.artworkId ? like(card, args.liked) : card);
  optimisticallyUpdateValueInPaginatedQuery(store, community.artworks.feed, {}, update);
  for (const { args: shown } of store.getAllQueries(community.artworks.byProfile)) {
    const artist = { username: shown.username };
    optimisticallyUpdateValueInPaginatedQuery(store, community.artworks.byProfile, artist, update);
  }
  const open = store.getQuery(community.artworks.get, { id: args.artworkId });
  if (open) {
    const next = { ...open, artwork: update(open.artwork) };
    store.setQuery(community.artworks.get, { id: args.artworkId }, next);
  }
}

function like(card: Card, liked: boolean): Card {
  if (card.liked === liked) return card;
  return { ...card, liked, likes: card.likes + (liked ? 1 : -1) };
}
