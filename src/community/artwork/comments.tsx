import { plural, t } from "../../language/text";
import { usePaginatedQuery } from "convex/react";
import type { Id } from "../../../convex/_generated/dataModel";
import { api } from "../../../convex/_generated/api";
import { Button } from "../../../packages/ui/src/button";
import { Skeleton } from "../../../packages/ui/src/skeleton";
import { Comment } from "./comment";
import "./comments.css";

const PAGE_SIZE = 20;

interface CommentsProps {
  artworkId: Id<"artworks">;
  /** The number of comments, replies included. */
  count: number;
}

/** The comments of a work, live. */
export function Comments({ artworkId, count }: CommentsProps) {
  const { status, results, loadMore } = usePaginatedQuery(
    api.community.comments.functions.list,
    { artworkId },
    { initialNumItems: PAGE_SIZE },
  );
  return (
    <section className="viewer-part" aria-label={t("Comments")}>
      <h2>{count === 0 ? t("Comments") : plural(count, "1 comment", "{count} comments")}</h2>
      {status === "LoadingFirstPage" && (
        <div role="status" aria-label={t("Loading comments")} aria-busy="true">
          <Skeleton width="100%" height="64px" />
        </div>
      )}
      {status === "Exhausted" && results.length === 0 && (
        <p>{t("No comments yet. Be the first.")}</p>
      )}
      <ul className="comments">
        {results.map((comment) => (
          <li key={comment.id}>
            <Comment artworkId={artworkId} comment={comment} />
          </li>
        ))}
      </ul>
      {status === "CanLoadMore" && (
        <Button onClick={() => loadMore(PAGE_SIZE)}>{t("Older comments")}</Button>
      )}
    </section>
  );
}
