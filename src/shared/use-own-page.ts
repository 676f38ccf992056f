import { useConvexAuth, useMutation, useQuery } from "convex/react";
import { useEffect } from "react";
import { api } from "../../convex/_generated/api";
import { useIdentity } from "../identity";

/** The address of one's own page, which the first visit makes; null for strangers. */
export function useOwnPage(): string | null {
  const { isAuthenticated } = useConvexAuth();
  const identity = useIdentity();
  const profile = useQuery(api.community.profiles.functions.mine, isAuthenticated ? {} : "skip");
  const ensureProfile = useMutation(api.community.profiles.functions.ensure);
  useEffect(() => {
    if (profile === null) void ensureProfile();
  }, [profile, ensureProfile]);

  if (identity.status !== "signedIn") return null;
  // Somebody else may have had the name first: then the page's is not the account's.
  return `/u/${profile?.username ?? identity.username}`;
}
