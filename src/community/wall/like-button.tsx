import { Heart } from "lucide-react";
import type { Card } from "./card-data";
import { useLike } from "./use-like";

/** A heart and how many there are; filled when it is the reader's own. */
export function LikeButton({ artwork }: { artwork: Card }) {
  const like = useLike();
  const { liked, likes, title } = artwork;
  return (
    <button
      type="button"
      className="like"
      aria-pressed={liked}
      aria-label={`Like ${title}, ${likes} so far`}
      onClick={() => void like(artwork)}
    >
      <Heart size={16} strokeWidth={1.75} fill={liked ? "currentColor" : "none"} aria-hidden />
      {likes > 0 && <span>{likes.toLocaleString("en-US")}</span>}
    </button>
  );
}
