import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { useRequest } from "../../shared/use-request";
import { ConfirmDialog } from "../../../packages/ui/src/confirm-dialog";
import type { Member } from "./studio-data";

type Question = "release" | "remove" | "handOver";

interface MemberQuestionProps {
  slug: string;
  member: Member;
  /** Null: closed. */
  question: Question | null;
  onClose: () => void;
}

/** Asks for confirmation before a member loses something. */
export function MemberQuestion({ slug, member, question, onClose }: MemberQuestionProps) {
  const { username, name, state } = member;
  const release = useMutation(api.community.studios.seats.release);
  const remove = useMutation(api.community.studios.members.remove);
  const handOver = useMutation(api.community.studios.members.handOver);
  const [busy, run] = useRequest();
  const ask = { release, remove, handOver };
  const words = question && wordsFor(question, name, state);
  return (
    <ConfirmDialog
      open={words !== null}
      onClose={onClose}
      title={words?.title ?? ""}
      keep="Leave it as it is"
      commit={words?.commit ?? ""}
      busy={busy}
      onCommit={() => {
        if (question) run(() => ask[question]({ slug, username }), onClose);
      }}
    >
      {words?.means}
    </ConfirmDialog>
  );
}

function wordsFor(question: Question, name: string, state: Member["state"]) {
  switch (question) {
    case "release":
      return {
        title: `Release ${name}’s seat?`,
        means: "It is free for another, who gets what is left of its uploads this month.",
        commit: "Release the seat",
      };
    case "remove":
      return {
        title: state === "invited" ? `Take back the invitation?` : `Remove ${name}?`,
        means: "Their seat becomes free. Works they published with the studio stay.",
        commit: state === "invited" ? "Take it back" : "Remove them",
      };
    case "handOver":
      return {
        title: `Offer ${name} the studio?`,
        means:
          "Once they accept, they own it and their Studio plan pays, also for what is published. Every seat comes free, to be given anew. You go on managing it.",
        commit: "Offer the studio",
      };
  }
}
