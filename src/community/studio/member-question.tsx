import { t } from "../../language/text";
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
      keep={t("Leave it as it is")}
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
        title: t("Release {name}’s seat?", { name }),
        means: t("It becomes free. The next member gets the uploads left in it this month."),
        commit: t("Release the seat"),
      };
    case "remove":
      return {
        title: state === "invited" ? t("Withdraw the invitation?") : t("Remove {name}?", { name }),
        means: t("Their seat becomes free. Works they published with the studio stay."),
        commit: state === "invited" ? t("Withdraw it") : t("Remove them"),
      };
    case "handOver":
      return {
        title: t("Offer {name} the studio?", { name }),
        means: t(
          "Once they accept, they own it and their Studio plan pays, also for the works already published. All seats become free to give again. You stay as a manager.",
        ),
        commit: t("Offer the studio"),
      };
  }
}
