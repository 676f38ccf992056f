import { useConvexAuth, useMutation, useQuery } from "convex/react";
import { useEffect } from "react";
import { api } from "../../convex/_generated/api";
import { useIdentity } from "../identity";

/** The signed-in user on the site. */
export interface OwnProfile {
  /** The URL of the user's page. */
  page: string;
  name: string;
  imageUrl?: string | undefined;
}

/** The user's own profile, created at the first visit; null for visitors. */
export function useOwnProfile(): OwnProfile | null {
  const { isAuthenticated } = useConvexAuth();
  const identity = useIdentity();
  const profile = useQuery(api.community.profiles.functions.mine, isAuthenticated ? {} : "skip");
  const ensureProfile = useMutation(api.community.profiles.functions.ensure);
  useEffect(() => {
    if (profile === null) void ensureProfile();
  }, [profile, ensureProfile]);

  if (identity.status !== "signedIn") return null;
  return {
    // The username may belong to another account by now, so the profile's name is used.
    page: `/u/${profile?.username ?? identity.username}`,
    name: profile?.name ?? identity.name ?? identity.username,
    imageUrl: profile?.avatarUrl ?? identity.imageUrl,
  };
}
