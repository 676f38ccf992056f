import { plural, t } from "../../language/text";
import { Heart } from "lucide-react";
import { useMutation, usePaginatedQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useState } from "react";
import { Link } from "wouter";
import { api } from "../../../convex/_generated/api";
import { useIdentity } from "../../identity/index";
import { Avatar } from "../../shared/avatar";
import { useRequest } from "../../shared/use-request";
import { Handle } from "../handle";
import { Button } from "../../../packages/ui/src/button";
import { CommentForm } from "./comment-form";
import { describeAge } from "../../shared/age";
import { ReportDialog } from "./report-dialog";
import { RichText } from "./rich-text";
import { useUndoable } from "./use-undoable";

type CommentData = FunctionReturnType<typeof api.community.comments.functions.list>["page"][number];

const PAGE_SIZE = 20;

interface CommentProps {
  artworkId: string;
  comment: CommentData;
  /** A reply has no replies of its own: a reply to it joins the same thread. */
  depth?: "comment" | "reply";
}

/** A comment and its replies. */
export function Comment({ artworkId, comment, depth = "comment" }: CommentProps) {
  const { id, author } = comment;
  const [replying, setReplying] = useState(false);
  const [unfolded, setUnfolded] = useState(false);
  const [editing, setEditing] = useState(false);
  const remove = useMutation(api.community.comments.functions.remove);
  const [isDeleted, begin] = useUndoable(() => remove({ id }), t("Comment deleted"));

  function finish() {
    setReplying(false);
    setUnfolded(true);
  }

  if (isDeleted) return null;
  return (
    <article className="comment" aria-label={t("{name} said", { name: author.name })}>
      <Avatar name={author.name} imageUrl={author.avatarUrl ?? undefined} />
      <div className="comment-body">
        <Head comment={comment} />
        {editing ? (
          <CommentForm
            artworkId={artworkId}
            edited={comment}
            onSent={() => setEditing(false)}
            onCancel={() => setEditing(false)}
          />
        ) : (
          <RichText className="comment-text" text={comment.text} mentions={comment.mentions} />
        )}
        <div className="comment-actions">
          <LikeComment comment={comment} />
          <Button
            look="text"
            size="small"
            aria-label={t("Reply to {name}", { name: author.name })}
            aria-expanded={replying}
            onClick={() => setReplying(!replying)}
          >
            {t("Reply")}
          </Button>
          {comment.canEdit && (
            <Button
              look="text"
              size="small"
              aria-label={t("Edit what {name} said", { name: author.name })}
              aria-expanded={editing}
              onClick={() => setEditing(!editing)}
            >
              {t("Edit")}
            </Button>
          )}
          {comment.canDelete ? (
            <Button
              look="text"
              size="small"
              aria-label={t("Delete what {name} said", { name: author.name })}
              onClick={begin}
            >
              {t("Delete")}
            </Button>
          ) : (
            <ReportComment comment={comment} />
          )}
        </div>
        {replying && (
          <CommentForm artworkId={artworkId} replyTo={{ id, name: author.name }} onSent={finish} />
        )}
        {depth === "comment" && (
          <Thread {...{ artworkId, comment, unfolded }} onUnfold={() => setUnfolded(true)} />
        )}
      </div>
    </article>
  );
}

/** The author and the time. */
function Head({ comment: { author, createdAt, editedAt } }: { comment: CommentData }) {
  const [openedAt] = useState(Date.now);
  return (
    <p className="comment-head">
      <Link href={`/u/${author.username}`}>{author.name}</Link>{" "}
      <Handle username={author.username} /> {/* The server's page was rendered a moment earlier. */}
      <time dateTime={new Date(createdAt).toISOString()} suppressHydrationWarning>
        {describeAge(createdAt, Math.max(openedAt, createdAt))}
      </time>
      {editedAt !== null && <span className="comment-edited">{`· ${t("edited")}`}</span>}
    </p>
  );
}

interface ThreadProps {
  artworkId: string;
  comment: CommentData;
  unfolded: boolean;
  onUnfold: () => void;
}

/** The replies to a comment, or the button that shows them. */
function Thread({ artworkId, comment, unfolded, onUnfold }: ThreadProps) {
  if (unfolded) return <Replies artworkId={artworkId} comment={comment} />;
  const { replies } = comment;
  if (replies === 0) return null;
  return (
    <Button look="text" size="small" aria-expanded={false} onClick={onUnfold}>
      {plural(replies, "Show 1 reply", "Show {count} replies")}
    </Button>
  );
}

function LikeComment({ comment: { id, author, liked, likes } }: { comment: CommentData }) {
  const { status } = useIdentity();
  const set = useMutation(api.community.comments.likes.set);
  const [busy, run] = useRequest();
  if (status !== "signedIn" && likes === 0) return null;
  return (
    <Button
      look="text"
      size="small"
      busy={busy}
      aria-pressed={liked}
      aria-label={t("Like what {name} said, {likes} so far", { name: author.name, likes })}
      onClick={() => run(() => set({ id, liked: !liked }))}
    >
      <Heart size={14} strokeWidth={1.75} fill={liked ? "currentColor" : "none"} aria-hidden />
      {likes > 0 && likes}
    </Button>
  );
}

function ReportComment({ comment: { id, author } }: { comment: CommentData }) {
  const { status } = useIdentity();
  const [open, setOpen] = useState(false);
  if (status !== "signedIn") return null;
  const what = t("what {name} said", { name: author.name });
  return (
    <>
      <Button
        look="text"
        size="small"
        aria-label={t("Report {what}", { what })}
        onClick={() => setOpen(true)}
      >
        {t("Report")}
      </Button>
      <ReportDialog subject={{ kind: "comment", id }} what={what} open={open} setOpen={setOpen} />
    </>
  );
}

function Replies({ artworkId, comment: { id } }: { artworkId: string; comment: CommentData }) {
  const { status, results, loadMore } = usePaginatedQuery(
    api.community.comments.functions.replies,
    { commentId: id },
    { initialNumItems: PAGE_SIZE },
  );
  return (
    <>
      <ul className="comments" aria-label={t("Replies")}>
        {results.map((reply) => (
          <li key={reply.id}>
            <Comment artworkId={artworkId} comment={reply} depth="reply" />
          </li>
        ))}
      </ul>
      {status === "CanLoadMore" && (
        <Button look="text" size="small" onClick={() => loadMore(PAGE_SIZE)}>
          {t("More replies")}
        </Button>
      )}
    </>
  );
}
