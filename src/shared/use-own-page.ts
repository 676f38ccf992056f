import { useConvexAuth, useMutation, useQuery } from "convex/react";
import { useEffect } from "react";
import { api } from "../../convex/_generated/api";
import { useIdentity } from "../identity";

/** The address of the user's own page, created at the first visit; null for visitors. */
export function useOwnPage(): string | null {
  const { isAuthenticated } = useConvexAuth();
  const identity = useIdentity();
  const profile = useQuery(api.community.profiles.functions.mine, isAuthenticated ? {} : "skip");
  const ensureProfile = useMutation(api.community.profiles.functions.ensure);
  useEffect(() => {
    if (profile === null) void ensureProfile();
  }, [profile, ensureProfile]);

  if (identity.status !== "signedIn") return null;
  // The username may belong to another account by now, so the profile's name is used.
  return `/u/${profile?.username ?? identity.username}`;
}
