import { formatNumber } from "../../language/format";
import { t } from "../../language/text";
import { Heart } from "lucide-react";
import { startTransition, useOptimistic } from "react";
import { useIdentity } from "../../identity/index";
import type { Card } from "./card-data";
import { useLike, withLike } from "./use-like";

/** A heart and the number of likes; filled when the user likes the work. */
export function LikeButton({ artwork }: { artwork: Card }) {
  const like = useLike();
  const { status } = useIdentity();
  const [shown, show] = useOptimistic(artwork);
  const { liked, likes, title } = shown;

  /** The heart changes first, then, in a second render, every query that shows the work. */
  function press() {
    startTransition(async () => {
      if (status === "signedIn") show(withLike(shown, !liked));
      await nextFrame();
      await like(shown);
    });
  }

  return (
    <button
      type="button"
      className="like"
      aria-pressed={liked}
      aria-label={t("Like {title}, {likes} so far", { title, likes })}
      onClick={press}
    >
      <Heart size={16} strokeWidth={1.75} fill={liked ? "currentColor" : "none"} aria-hidden />
      {likes > 0 && <span>{formatNumber(likes)}</span>}
    </button>
  );
}

/** Waits until the change is rendered. */
async function nextFrame(): Promise<void> {
  await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
}
