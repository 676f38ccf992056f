import { T, t, translateSentence } from "../../language/text";
import { CONTROL_CHARACTERS, MEMBER_TEXTS, refusalOfText } from "../../../convex/contract/texts";
import { useMutation } from "convex/react";
import { useState } from "react";
import type { ReactNode, SubmitEvent } from "react";
import { Link, useLocation } from "wouter";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { useIdentity } from "../../identity/index";
import { refusalLine } from "../../identity/refusal";
import { withNextPath } from "../../shared/next-path";
import { Button } from "../../../packages/ui/src/button";
import { MentionField } from "../mentions/mention-field";
import { Field } from "../../../packages/ui/src/field";

/** The same limit as on the server. */
/** About as much as fits on a phone. */
const CHARS_IN_ROW = 40;
const MOST_ROWS = 10;

interface CommentFormProps {
  artworkId: string;
  /** The comment to reply to; absent for a comment on the work. */
  replyTo?: { id: Id<"comments">; name: string };
  /** The comment to edit; absent for a new one. */
  edited?: { id: Id<"comments">; text: string };
  onSent?: () => void;
  onCancel?: () => void;
}

/** Writes a comment. The text stays in the field until the server has accepted it. */
export function CommentForm(props: CommentFormProps) {
  const { status } = useIdentity();
  const [path] = useLocation();
  if (status === "signedOut") {
    return (
      <p>
        <T
          text="{signIn} to say something."
          signIn={<Link href={withNextPath("/sign-in", path)}>{t("Sign in")}</Link>}
        />
      </p>
    );
  }
  return <Writing {...props} />;
}

function Writing(props: CommentFormProps) {
  const { artworkId, replyTo, edited, onSent, onCancel } = props;
  const add = useMutation(api.community.comments.functions.add);
  const edit = useMutation(api.community.comments.functions.edit);
  const [text, setText] = useState(edited?.text ?? "");
  const [failure, setFailure] = useState<ReactNode>();
  const [busy, setBusy] = useState(false);
  const label = labelOf(props);
  const isInPlace = replyTo !== undefined || edited !== undefined;
  const target = replyTo ? { replyTo: replyTo.id } : {};

  async function send() {
    const refusal = refuse(text);
    setFailure(refusal);
    if (refusal !== undefined || busy) return;
    setBusy(true);
    const sending = edited ? edit({ id: edited.id, text }) : add({ artworkId, text, ...target });
    const error = await sending.then(
      (answer) => answer.error && refusalLine(answer.error),
      () => t("Your comment did not arrive. Try again."),
    );
    setBusy(false);
    setFailure(error ?? undefined);
    if (error !== null) return;
    setText("");
    onSent?.();
  }

  return (
    <form
      className="comment-form"
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        void send();
      }}
    >
      <Field label={label} error={failure}>
        {(control) => (
          <MentionField
            {...control}
            rows={rowsOf(text, isInPlace ? 2 : 1)}
            placeholder={isInPlace ? undefined : label}
            value={text}
            onChange={setText}
            talk={{ artworkId, ...target }}
          />
        )}
      </Field>
      <div className="comment-form-actions">
        {onCancel && <Button onClick={onCancel}>{t("Cancel")}</Button>}
        <Button type="submit" look="primary" busy={busy}>
          {edited ? t("Save") : replyTo ? t("Reply") : t("Comment")}
        </Button>
      </div>
    </form>
  );
}

function labelOf({ replyTo, edited }: CommentFormProps): string {
  if (edited) return t("Edit your comment");
  return replyTo ? t("Reply to {name}", { name: replyTo.name }) : t("Say what you see");
}

/** Rows for browsers whose fields do not grow with their content. */
function rowsOf(text: string, fewest: number): number {
  const lines = text.split("\n").map((line) => Math.ceil(line.length / CHARS_IN_ROW) || 1);
  return Math.min(
    MOST_ROWS,
    Math.max(
      fewest,
      lines.reduce((sum, rows) => sum + rows, 0),
    ),
  );
}

function refuse(text: string): string | undefined {
  switch (refusalOfText("comment", text.trim())) {
    case "empty":
      return t("Write something first.");
    case "too_long":
      return t("Write at most {most} characters.", { most: String(MEMBER_TEXTS.comment.most) });
    case "control_characters":
      return translateSentence(CONTROL_CHARACTERS.message);
    case null:
      return undefined;
  }
}
