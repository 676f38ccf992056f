import { t } from "../language/text";
import { useMutation } from "convex/react";
import { useLocation } from "wouter";
import { api } from "../../convex/_generated/api";
import { useIdentity } from "../identity/index";
import { withNextPath } from "../shared/next-path";
import { useRequest } from "../shared/use-request";
import { Button } from "../../packages/ui/src/button";

export interface FollowButtonProps {
  artist: { username: string; name: string; isFollowed: boolean };
  /** Shown only while the artist is not followed. */
  look: "primary" | "outline";
}

/** Follows or unfollows an artist. A visitor signs in first. */
export function FollowButton({ artist: { username, name, isFollowed }, look }: FollowButtonProps) {
  const { status } = useIdentity();
  const [path, navigate] = useLocation();
  const follow = useMutation(api.community.relationships.follows.set);
  const [busy, run] = useRequest();

  function press() {
    if (status === "signedIn") run(() => follow({ username, followed: !isFollowed }));
    else navigate(withNextPath("/sign-in", path));
  }

  return (
    <Button
      look={isFollowed ? "outline" : look}
      busy={busy}
      aria-pressed={isFollowed}
      aria-label={isFollowed ? t("Following {name}", { name }) : t("Follow {name}", { name })}
      onClick={press}
    >
      {isFollowed ? t("Following") : t("Follow")}
    </Button>
  );
}
