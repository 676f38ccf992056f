import { plural, t } from "../../language/text";
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
import { partsOf } from "./comment-copy";
import { ReportDialog } from "./report-dialog";

type CommentData = FunctionReturnType<typeof api.community.comments.functions.list>["page"][number];

const PAGE_SIZE = 20;

interface CommentProps {
  artworkId: string;
  comment: CommentData;
  /** A reply has no replies of its own: an answer to it stands beside it. */
  depth?: "comment" | "reply";
}

/** A comment and its replies. */
export function Comment({ artworkId, comment, depth = "comment" }: CommentProps) {
  const { id, author, replies, createdAt } = comment;
  const [replying, setReplying] = useState(false);
  const [unfolded, setUnfolded] = useState(false);
  const [openedAt] = useState(Date.now);

  function finish() {
    setReplying(false);
    setUnfolded(true);
  }

  return (
    <article className="comment" aria-label={t("{name} said", { name: author.name })}>
      <Avatar name={author.name} imageUrl={author.avatarUrl ?? undefined} />
      <div className="comment-body">
        <p className="comment-head">
          <Link href={`/u/${author.username}`}>{author.name}</Link>{" "}
          <Handle username={author.username} />{" "}
          <time dateTime={new Date(createdAt).toISOString()}>
            {describeAge(createdAt, Math.max(openedAt, createdAt))}
          </time>
        </p>
        <CommentText comment={comment} />
        <div className="comment-actions">
          <Button
            look="text"
            size="small"
            aria-label={t("Reply to {name}", { name: author.name })}
            aria-expanded={replying}
            onClick={() => setReplying(!replying)}
          >
            {t("Reply")}
          </Button>
          {comment.canDelete ? <Delete comment={comment} /> : <ReportComment comment={comment} />}
        </div>
        {replying && (
          <CommentForm artworkId={artworkId} replyTo={{ id, name: author.name }} onSent={finish} />
        )}
        {depth === "comment" && replies > 0 && !unfolded && (
          <Button look="text" size="small" aria-expanded={false} onClick={() => setUnfolded(true)}>
            {plural(replies, "Show 1 reply", "Show {count} replies")}
          </Button>
        )}
        {depth === "comment" && unfolded && <Replies artworkId={artworkId} comment={comment} />}
      </div>
    </article>
  );
}

function CommentText({ comment: { text, mentions } }: { comment: CommentData }) {
  return (
    <p className="comment-text">
      {partsOf(text, mentions).map((part, place) =>
        part.kind === "words" ? (
          part.text
        ) : (
          <Link key={place} href={`/u/${part.text.slice(1)}`}>
            {part.text}
          </Link>
        ),
      )}
    </p>
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

function Delete({ comment: { id, author } }: { comment: CommentData }) {
  const remove = useMutation(api.community.comments.functions.remove);
  const [busy, run] = useRequest();
  return (
    <Button
      look="text"
      size="small"
      busy={busy}
      aria-label={t("Delete what {name} said", { name: author.name })}
      onClick={() => run(() => remove({ id }))}
    >
      {t("Delete")}
    </Button>
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
