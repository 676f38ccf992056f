import { usePaginatedQuery, useConvexAuth, useQuery } from "convex/react";
import { useEffect } from "react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";

const PAGE_SIZE = 50;

export interface OwnCollection {
  id: Id<"collections">;
  title: string;
}

/** All of the user's collections that can be changed. */
export function useOwnCollections(): readonly OwnCollection[] {
  const { isAuthenticated } = useConvexAuth();
  const profile = useQuery(api.community.profiles.functions.mine, isAuthenticated ? {} : "skip");
  const { status, results, loadMore } = usePaginatedQuery(
    api.community.collections.functions.byProfile,
    profile ? { username: profile.username } : "skip",
    { initialNumItems: PAGE_SIZE },
  );
  useEffect(() => {
    if (status === "CanLoadMore") loadMore(PAGE_SIZE);
  }, [status, loadMore]);
  return results.filter(({ isReadOnly }) => !isReadOnly);
}
